#include "conformance/mma/mma_claims.h"

namespace assay::mma {

// Latency
// ---------------------------------------------------------------------------------------------------------------

// From N = 64 to 128 every further column adds the same.
TEST_F(Mma, LatencyLinearInN) {
  const auto per_column = latency_cycles([](const Readings& cycles) { return slope_in_n(cycles, 64, 128); });
  EXPECT_THAT(judge(per_column, claim()), Holds());
}

// And from 128 to 256 no more than before.
TEST_F(Mma, LatencyKeepsItsSlope) {
  const auto ratio = latency_cycles([](const Readings& cycles) {
    const auto ts = only(cycles, {{"ab_layout", "ts"}});
    return ratios(slope_in_n(ts, 128, 256), slope_in_n(ts, 64, 128),
                  {"format", "accumulator", "cta_group", "m"});
  });
  EXPECT_THAT(judge(ratio, claim()), Holds());
}

// The latency itself, which no slope and no ratio sees.
TEST_F(Mma, LatencyOfOneInstruction) {
  const auto slowest = latency_cycles([](const Readings& cycles) { return highest_of_each(cycles, shape); });
  EXPECT_THAT(judge(slowest, claim()), Holds());
}

// With A from tensor memory, M = 64 and M = 128 take the same.
TEST_F(Mma, LatencySameForBothM) {
  const auto ratio = latency_cycles([](const Readings& cycles) {
    const auto ts = only(cycles, {{"ab_layout", "ts"}, {"cta_group", 1}});
    return ratios(only(ts, {{"m", 128}}), only(ts, {{"m", 64}}), {"format", "accumulator", "n"});
  });
  EXPECT_THAT(judge(ratio, claim()), Holds());
}

// With A from shared memory, M = 128 takes longer by the rows of A that are read besides.
TEST_F(Mma, LatencyOfMoreRowsOfSharedMemory) {
  const auto more = latency_cycles([](const Readings& cycles) {
    const auto ss = only(cycles, {{"ab_layout", "ss"}, {"cta_group", 1}});
    return differences(only(ss, {{"m", 128}}), only(ss, {{"m", 64}}), {"format", "accumulator", "n"});
  });
  EXPECT_THAT(judge(more, claim()), Holds());
}

// On a pair the latency rises faster with M = 256 than with M = 128.
TEST_F(Mma, PairLatencySlope) {
  const auto per_column = latency_cycles([](const Readings& cycles) {
    return slope_in_n(only(cycles, {{"ab_layout", "ts"}, {"cta_group", 2}}), 64, 256);
  });
  EXPECT_THAT(judge(per_column, claim()), Holds());
}

// Formats differ by a few cycles: the largest difference at any shape.
TEST_F(Mma, LatencySameForFormats) {
  const auto spread = latency_cycles([](const Readings& cycles) {
    return highest_of_each(spread_of_each(cycles, {"ab_layout", "cta_group", "m", "n"}), {"cta_group"});
  });
  EXPECT_THAT(judge(spread, claim()), Holds());
}

// In the same order everywhere: the share of shapes where it is.
TEST_F(Mma, LatencyOrderOfFormats) {
  const auto in_order = latency_cycles([](const Readings& cycles) {
    const auto shapes = in_groups(cycles, {"ab_layout", "cta_group", "m", "n"}, in_order_of_formats);
    return in_groups(shapes, {}, [](const Readings& all) {
      Reading share = *std::ranges::min_element(all, {}, &Reading::value);
      double sum = 0;
      for (const auto& each : all) sum += each.value;
      share.value = sum / static_cast<double>(all.size());
      return share;
    });
  });
  EXPECT_THAT(judge(in_order, claim()), Holds());
}

// And by the same few cycles: each format over BF16.
TEST_F(Mma, LatencyOffsetOfFormats) {
  const auto over_bf16 = latency_cycles([](const Readings& cycles) {
    Readings all;
    for (const std::string format : {"s8", "mxf8", "mxf4"}) {
      auto ratio = ratios(only(cycles, {{"format", format}}), only(cycles, {{"format", "bf16"}}),
                          {"ab_layout", "cta_group", "m", "n"});
      for (auto& each : ratio) each.where["format"] = format;
      all.insert(all.end(), ratio.begin(), ratio.end());
    }
    return all;
  });
  EXPECT_THAT(judge(over_bf16, claim()), Holds());
}

// Batches of a few instructions
// -----------------------------------------------------------------------------------------

// At equal shape and batch all formats reach the same share of their peaks: the largest difference.
TEST_F(Mma, InFlightSameForFormats) {
  const auto spread = shares_in_flight([](const Readings& share) {
    return highest_of_each(spread_of_each(share, {"cta_group", "m", "n", "in_flight"}), {});
  });
  EXPECT_THAT(judge(spread, claim()), Holds());
}

// Batches of ten: the largest N against the smallest.
TEST_F(Mma, InFlightLargeAndSmallN) {
  const auto of_peak = shares_in_flight([](const Readings& share) {
    const auto of_ten = only(share, {{"in_flight", 10}});
    return highest_of_each(of_ten, {"format", "cta_group", "n"});
  });
  EXPECT_THAT(judge(of_peak, claim()), Holds());
}

// A pair stays behind one CTA at equal batches.
TEST_F(Mma, InFlightPairBehind) {
  const auto behind = shares_in_flight([](const Readings& share) {
    const auto one = only(share, {{"cta_group", 1}, {"m", 128}});
    const auto pair = only(share, {{"cta_group", 2}, {"m", 256}});
    return extremes(differences(one, pair, {"format", "n", "in_flight"}));
  });
  EXPECT_THAT(judge(behind, claim()), Holds());
}

// At equal batches the larger N is always faster: the least gain.
TEST_F(Mma, InFlightLargerNFaster) {
  const auto least_gain = per_round(in_flight, [](const Samples& round) {
    return highest_of_each(
        only(extremes(gains(flop_per_cycle(cycles_per_instruction(round)), "n")), {{"of", "lowest"}}), {});
  });
  EXPECT_THAT(judge(least_gain, claim()), Holds());
}

// Batches of four at the largest N.
TEST_F(Mma, InFlightFour) {
  const auto of_peak = shares_in_flight([](const Readings& share) {
    const auto largest = only_if(
        only(share, {{"in_flight", 4}, {"n", 256}}), "all rows of its SMs",
        [](const Parameters& kind) { return integer(kind, "m") == 128 * integer(kind, "cta_group"); });
    return highest_of_each(largest, {"format", "cta_group"});
  });
  EXPECT_THAT(judge(of_peak, claim()), Holds());
}

// Latency and rate of one instruction tell the time of every batch.
TEST_F(Mma, InFlightModel) {
  const auto over_model = per_round({throughput, latency, in_flight}, [](const std::vector<Samples>& round) {
    const auto alone = latencies(round[1]);
    const auto intervals = issue_intervals(cycles_of_deepest_batch(round[0]), alone);
    return extremes(
        batches_over_model(cycles_per_instruction(round[2]), alone, intervals, batch_overhead_cycles));
  });
  EXPECT_THAT(judge(over_model, claim()), Holds());
}

}  // namespace assay::mma
