#include "conformance/mma/mma_claims.h"

namespace assay::mma {

// Warpgroups (Hopper)
// ---------------------------------------------------------------------------------------------------

// In the better layout and with the best number of warpgroups, M = 64 reaches the peak from N = 64 on.
TEST_F(Mma, FullRateOfWarpgroups) {
  const auto best = shares([](const Readings& share) {
    const auto large = only_if(share, "n >= 64", [](const Parameters& kind) { return !up_to(kind, 63); });
    return lowest_of_each(best_layout(large), {"format"});
  });
  EXPECT_THAT(judge(best, claim()), Holds());
}

// A from registers is never slower than A from shared memory.
TEST_F(Mma, RegisterOperandNeverSlower) {
  const auto registers_over_shared = rates([](const Readings& rate) {
    const auto one = of_one_warpgroup(rate);
    const auto gain = ratios(only(one, {{"ab_layout", "rs"}}), only(one, {{"ab_layout", "ss"}}),
                             {"format", "accumulator", "n"});
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

// And how much longer it is with A from shared memory than from registers.
TEST_F(Mma, WarpgroupLatencyOfSharedOperand) {
  const auto longer = latency_cycles([](const Readings& cycles) {
    return highest_of_each(differences(only(cycles, {{"ab_layout", "ss"}}),
                                       only(cycles, {{"ab_layout", "rs"}}), {"format", "accumulator", "n"}),
                           {"n"});
  });
  EXPECT_THAT(judge(longer, claim()), Holds());
}

// The rate of batches of a few instructions, in the slowest format.
TEST_F(Mma, WarpgroupInFlight) {
  const auto of_peak = shares_in_flight([](const Readings& share) {
    return lowest_of_each(share, {"ab_layout", "n", "in_flight"});
  });
  EXPECT_THAT(judge(of_peak, claim()), Holds());
}

// And latency and rate of one instruction tell the time of every such batch.
TEST_F(Mma, WarpgroupInFlightModel) {
  const auto over_model = per_round({throughput, latency, in_flight}, [](const std::vector<Samples>& round) {
    const auto further = of_wide_sums(of_one_warpgroup(cycles_per_instruction(round[0])));
    const auto alone = of_wide_sums(latencies(round[1]));
    return extremes(batches_over_model(cycles_per_instruction(round[2]), alone, further, 0));
  });
  EXPECT_THAT(judge(over_model, claim()), Holds());
}

// The rate while a number of instructions stays in flight, in the slowest format.
TEST_F(Mma, WarpgroupSteadyState) {
  const auto of_peak = shares(
      [](const Readings& share) {
        return lowest_of_each(share, {"ab_layout", "n", "outstanding"});
      },
      steady_state);
  EXPECT_THAT(judge(of_peak, claim()), Holds());
}

// What a batch takes beside its instructions.
TEST_F(Mma, WarpgroupBatchCost) {
  const auto cost = per_round(throughput, [](const Samples& round) {
    const auto one = only_if(of_one_warpgroup(batch_costs(round)), "n >= 64",
                             [](const Parameters& kind) { return !up_to(kind, 63); });
    return highest_of_each(one, {"ab_layout", "n"});
  });
  EXPECT_THAT(judge(cost, claim()), Holds());
}

// Shared memory or math tells the cycles of every shape, with the best number of warpgroups.
TEST_F(Mma, WarpgroupModel) {
  const auto over_model = cycles_over_model([](const Readings& ratio) {
    const auto modelled = only_if(ratio, "ss, or rs with n >= 32", [](const Parameters& kind) {
      return word(kind, "ab_layout") == "ss" || !up_to(kind, 31);
    });
    const auto best = lowest_of_each(modelled, {"format", "accumulator", "ab_layout", "n"});
    return highest_of_each(best, {"ab_layout", "n"});
  });
  EXPECT_THAT(judge(over_model, claim()), Holds());
}

// Below that an instruction with A in registers takes no less than this.
TEST_F(Mma, RegisterOperandFloor) {
  const auto floor = cycles([](const Readings& cycles) {
    const auto small = only_if(only(of_one_warpgroup(cycles), {{"ab_layout", "rs"}}), "n < 32",
                               [](const Parameters& kind) { return up_to(kind, 31); });
    return highest_of_each(small, {"n"});
  });
  EXPECT_THAT(judge(floor, claim()), Holds());
}

// An SM is as fast beside all others as alone.
TEST_F(Mma, SameAloneAsTogether) {
  const auto slowdown = per_round({throughput, throughput_alone}, [](const std::vector<Samples>& round) {
    const auto together = of_one_warpgroup(cycles_per_instruction(round[0]));
    return highest_of_each(
        ratios(together, cycles_per_instruction(round[1]), {"format", "accumulator", "ab_layout", "n"}),
        {"ab_layout"});
  });
  EXPECT_THAT(judge(slowdown, claim()), Holds());
}

// What was computed
// -------------------------------------------------------------------------------------------------

// Every timed launch of the family computed the product that it was meant to compute.
TEST_F(Mma, ResultsAreRight) { EXPECT_THAT(judge(wrong_elements(recordings()), claim()), Holds()); }

}  // namespace assay::mma
