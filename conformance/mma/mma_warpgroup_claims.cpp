#include "conformance/mma/mma_claims.h"

namespace assay::mma {

// Warpgroups (Hopper)
// ---------------------------------------------------------------------------------------------------

// With enough warpgroups, whichever layout, M = 64 reaches the peak from N = 64 on.
TEST_F(Mma, FullRateOfWarpgroups) {
  const auto best = shares([](const Readings& share) {
    return best_layout(only_if(share, "n >= 64", [](const Parameters& kind) { return !up_to(kind, 63); }));
  });
  EXPECT_THAT(judge(best, claim()), Holds());
}

// A from registers is never slower than A from shared memory.
TEST_F(Mma, RegisterOperandNeverSlower) {
  const auto registers_over_shared = rates([](const Readings& rate) {
    const auto gain = ratios(only(rate, {{"ab_layout", "rs"}}), only(rate, {{"ab_layout", "ss"}}),
                             {"format", "accumulator", "n", "warpgroups"});
    return lowest_of_each(gain, {"format"});
  });
  EXPECT_THAT(judge(registers_over_shared, claim()), Holds());
}

// What each further column adds to the latency.
TEST_F(Mma, WarpgroupLatencyLine) {
  const auto per_column = latency_cycles([](const Readings& cycles) {
    return highest_of_each(slope_in_n(cycles, 64, 256), {"format", "ab_layout"});
  });
  EXPECT_THAT(judge(per_column, claim()), Holds());
}

// The latency itself, in the slowest format.
TEST_F(Mma, WarpgroupLatency) {
  const auto slowest = latency_cycles([](const Readings& cycles) {
    return highest_of_each(cycles, {"ab_layout", "n"});
  });
  EXPECT_THAT(judge(slowest, claim()), Holds());
}

// The rate of batches of a few instructions, in the slowest format.
TEST_F(Mma, WarpgroupInFlight) {
  const auto of_peak = shares_in_flight([](const Readings& share) {
    return lowest_of_each(share, {"ab_layout", "n", "in_flight"});
  });
  EXPECT_THAT(judge(of_peak, claim()), Holds());
}

// Shared memory or math tells the cycles of every shape, with the best number of warpgroups.
TEST_F(Mma, WarpgroupModel) {
  const auto over_model = cycles_over_model([](const Readings& ratio) {
    const auto best = lowest_of_each(ratio, {"format", "accumulator", "ab_layout", "n"});
    return highest_of_each(best, {"ab_layout", "n"});
  });
  EXPECT_THAT(judge(over_model, claim()), Holds());
}

// What was computed
// -------------------------------------------------------------------------------------------------

// Every timed launch of the family computed the product that it was meant to compute.
TEST_F(Mma, ResultsAreRight) { EXPECT_THAT(judge(wrong_elements(recordings()), claim()), Holds()); }

}  // namespace assay::mma
