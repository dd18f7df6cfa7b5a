#include "conformance/placement.h"

#include <map>

namespace assay {
namespace {

Wrong miscount(int sm, int expected, int found, const char* what) {
  Wrong wrong;
  wrong.sm = sm;
  wrong.count = 1;
  wrong.expected = expected;
  wrong.found = found;
  wrong.where = what;
  return wrong;
}

}  // namespace

void check_placement(std::span<const int> sm_of_cta, int sm_count, int ctas_per_sm, Measured& measured) {
  std::map<int, int> ctas_of;
  for (const int sm : sm_of_cta) ++ctas_of[sm];
  const auto sms = static_cast<int>(ctas_of.size());
  if (sms != sm_count) measured.wrong.push_back(miscount(-1, sm_count, sms, "SMs that ran a CTA"));
  for (const auto& [sm, ctas] : ctas_of) {
    if (ctas != ctas_per_sm) measured.wrong.push_back(miscount(sm, ctas_per_sm, ctas, "CTAs on this SM"));
  }
}

}  // namespace assay
