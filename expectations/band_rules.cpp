#include "expectations/band_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace assay {
namespace {

constexpr int fewest_processes = 5;
constexpr double rounding =
    1.01;  ///< edges are rounded numbers: a hundredth of the smallest effect more is no fault

/// Tolerance factor of rule 6 for n process medians. Between two entries the one for fewer, which is larger.
double k_of(int processes) {
  if (processes >= 20) return 2.8;
  return processes >= 10 ? 3.4 : 5.1;
}

void check_edges(const CheckedTable& table, const BandPoint& point, const BandContext& context) {
  const double value = point.observed.value;
  if (!point.low) {
    table.reject("band", "the lower edge is open, so a measurement that did nothing would pass",
                 "give a number");
  }
  if (point.high && *point.low >= *point.high) {
    table.reject("band",
                 fmt::format("the lower edge {} is not below the upper edge {}", *point.low, *point.high),
                 "swap or correct them");
  }
  if (*point.low < value / 2) {
    table.reject("band", fmt::format("the lower edge {} is under half of the observed {}", *point.low, value),
                 "raise it: a part at half speed must not pass");
  }
  if (!context.limit) return;
  const double highest = *context.limit * limit_tolerance;
  if (point.high && *point.high > highest) {
    table.reject("band",
                 fmt::format("the upper edge {} is above the physical limit {}", *point.high, *context.limit),
                 "lower it or write \"limit\"");
  }
  if (value > highest) {
    table.reject("observed", fmt::format("{} is above the physical limit {}", value, *context.limit),
                 "measure again, or correct [peak]");
  }
}

void check_observed(const CheckedTable& table, const BandPoint& point, const BandContext& context) {
  const Observed& seen = point.observed;
  if (seen.value <= 0) {
    table.reject("observed", fmt::format("the reference {} is not positive", seen.value),
                 "give what was measured; every limit is relative to it");
  }
  if (seen.low > seen.value || seen.high < seen.value) {
    table.reject("observed",
                 fmt::format("{} .. {} does not hold the value {}", seen.low, seen.high, seen.value),
                 "correct value, low or high");
  }
  if (seen.n < 1) table.reject("observed", "n is not positive", "give the number of samples");
  check_edges(table, point, context);
  const double low = seen.low * (1 - context.band->noise);
  const double high = seen.high * (1 + context.band->noise);
  if (low >= *point.low && high <= point.high.value_or(high)) return;
  table.reject(
      "band",
      fmt::format("what was observed, {:.6g} .. {:.6g} with its noise, does not lie in the band", low, high),
      "widen the band or measure better; data that a band was made from must pass");
}

void check_width(const CheckedTable& table, const BandPoint& point, const Claim& claim) {
  const double value = point.observed.value;
  const auto check_side = [&](const char* side, double distance) {
    const double share = distance / value;
    if (share <= claim.smallest_effect * rounding) return;
    const std::string how_far =
        std::isinf(share) ? "is open" : fmt::format("is {:.3g} % away from the observed value", 100 * share);
    table.reject(
        "band",
        fmt::format("too wide: the {} edge {}, and a loss of {:.3g} % (smallest_effect) must be noticed",
                    side, how_far, 100 * claim.smallest_effect),
        fmt::format("narrow the band, or change smallest_effect in {}", claim.location.file));
  };
  if (claim.loss != Loss::higher) check_side("lower", value - *point.low);
  if (claim.loss != Loss::lower) {
    check_side("upper", point.high ? *point.high - value : std::numeric_limits<double>::infinity());
  }
}

void check_own(const CheckedTable& table, const BandPoint& point, const Claim& claim) {
  const Observed& seen = point.observed;
  if (seen.processes < fewest_processes) {
    table.reject("observed", fmt::format("{} processes are too few to know the spread", seen.processes),
                 fmt::format("measure in {} processes or more", fewest_processes));
  }
  const double least = k_of(seen.processes) * seen.deviation;
  const double nearest = std::min(seen.value - *point.low, point.high.value_or(HUGE_VAL) - seen.value);
  if (nearest < least) {
    table.reject(
        "band",
        fmt::format(
            "too narrow: an edge is {:.4g} away from the observed value, and {} x deviation is {:.4g}",
            nearest, k_of(seen.processes), least),
        "widen the band or measure better");
  }
  if (seen.interval > claim.smallest_effect * seen.value / 2) {
    table.reject("observed",
                 fmt::format("the interval of an estimate, +-{:.4g}, is more than half of smallest_effect",
                             seen.interval),
                 "measure more precisely, or mark the claim informative with the reason");
  }
}

/// True if the two have a parameter in common, or one has none, and they agree in all that they have in
/// common.
bool overlap(const Parameters& one, const Parameters& other) {
  int common = 0;
  for (const auto& [name, value] : one) {
    const auto found = other.find(name);
    if (found == other.end()) continue;
    if (found->second != value) return false;
    ++common;
  }
  return common > 0 || one.empty() || other.empty();
}

}  // namespace

void check_point(const CheckedTable& table, const BandPoint& point, const BandContext& context) {
  check_observed(table, point, context);
  if (!context.claim->informative.empty()) return;
  check_width(table, point, *context.claim);
  if (!is_published(context.band->method)) check_own(table, point, *context.claim);
}

void check_points_apart(const CheckedTable& table, const std::vector<BandPoint>& points) {
  for (std::size_t one = 0; one < points.size(); ++one) {
    for (std::size_t other = one + 1; other < points.size(); ++other) {
      if (!overlap(points[one].where, points[other].where)) continue;
      table.reject("points",
                   fmt::format("points {} ({}) and {} ({}) overlap", one, to_text(points[one].where), other,
                               to_text(points[other].where)),
                   "make their `where` differ in a parameter that both name");
    }
  }
}

}  // namespace assay
