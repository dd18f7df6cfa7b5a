#pragma once

#include <functional>

#include "conformance/mma/mma_model.h"
#include "fixtures/claim/claim_test.h"

namespace assay::mma {

/// How the slowest of several is picked for a claim about one shape.
inline const Names shape{"format", "accumulator", "ab_layout", "cta_group", "m", "n"};

inline bool up_to(const Parameters& kind, std::int64_t n) { return integer(kind, "n") <= n; }

/// Those of one CTA or pair of Blackwell (0), or of one warpgroup of Hopper: several side by side take turns
/// that differ from run to run.
inline Readings of_one_warpgroup(const Readings& readings) {
  return only_if(readings, "one warpgroup",
                 [](const Parameters& kind) { return integer(kind, "warpgroups") <= 1; });
}

/// Those that add in more than 16 bits.
inline Readings of_wide_sums(const Readings& readings) {
  return only_if(readings, "an accumulator other than f16",
                 [](const Parameters& kind) { return word(kind, "accumulator") != "f16"; });
}

/// The best of SS and TS or RS, and of the warpgroup counts.
inline Readings best_layout(const Readings& shares) { return highest_of_each(shares, {"format", "n"}); }

/// Fixture of the family's claims: estimates from readings of one round.
class Mma : public ClaimTest {
 protected:
  using OfReadings = std::function<Readings(const Readings&)>;

  Estimates cycles(const OfReadings& readings) const {
    return per_round(throughput,
                     [&](const Samples& round) { return readings(cycles_per_instruction(round)); });
  }
  /// Of FLOP per cycle and SM.
  Estimates rates(const OfReadings& readings) const {
    return cycles([&](const Readings& cycles) { return readings(flop_per_cycle(cycles)); });
  }
  Estimates latency_cycles(const OfReadings& readings) const {
    return per_round(latency, [&](const Samples& round) { return readings(latencies(round)); });
  }
  /// Of % of the peak in the SKU file. Without a SKU nothing is expected, so there is nothing to estimate.
  Estimates shares(const OfReadings& readings, const char* sweep = throughput) const {
    const auto* sku = claim().sku;
    if (!sku) return {};
    return per_round(sweep, [&](const Samples& round) {
      return readings(share_of_peak(cycles_per_instruction(round), *sku));
    });
  }
  Estimates shares_in_flight(const OfReadings& readings) const { return shares(readings, in_flight); }
  /// Of measured cycles over those of the model.
  Estimates cycles_over_model(const OfReadings& readings) const {
    const auto* sku = claim().sku;
    if (!sku) return {};
    return cycles([&](const Readings& cycles) { return readings(over_model(cycles, *sku)); });
  }
};

}  // namespace assay::mma
