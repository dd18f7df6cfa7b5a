#include "ctest/tool/verdicts.h"

#include <map>

#include "fixtures/report/report.h"

namespace assay {

std::vector<Verdict> verdicts_of(const std::filesystem::path& run) {
  const auto file = run / "verdicts.jsonl";
  if (!std::filesystem::exists(file)) return {};
  std::map<std::string, Verdict> by_claim;
  for (auto& verdict : read_verdicts(file)) by_claim[verdict.claim] = std::move(verdict);
  std::vector<Verdict> verdicts;
  for (auto& [name, verdict] : by_claim) verdicts.push_back(std::move(verdict));
  return verdicts;
}

}  // namespace assay
