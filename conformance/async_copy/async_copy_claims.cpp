#include "conformance/async_copy/async_copy_model.h"
#include "fixtures/claim/claim_test.h"

namespace assay::async_copy {

class AsyncCopy : public ClaimTest {};

// LDGSTS
// ------------------------------------------------------------------------------------------------------------

// However the bytes in flight are split into loads, the same bytes give about the same throughput.
TEST_F(AsyncCopy, LdgstsLoadSizesAgree) {
  const auto ratios = per_round(ldgsts_throughput, [](const Samples& round) {
    Readings all;
    for (const auto& [wide, narrow] : {std::pair{16, 8}, {16, 4}, {8, 4}}) {
      for (auto ratio : ratio_by_size(throughput_by_size(round.where("bytes", wide)),
                                      throughput_by_size(round.where("bytes", narrow)))) {
        ratio.where.insert({{"wide", wide}, {"narrow", narrow}});
        all.push_back(ratio);
      }
    }
    return all;
  });
  EXPECT_THAT(judge(ratios, claim()), Holds());
}

// At equal bytes in flight, the widest load leads once there is much in flight.
TEST_F(AsyncCopy, LdgstsWideLoadsLead) {
  const auto lead = per_round(ldgsts_throughput, [](const Samples& round) {
    return ratio_by_size(throughput_by_size(round.where("bytes", 16)),
                         throughput_by_size(round.where("bytes", 8)));
  });
  EXPECT_THAT(judge(lead, claim()), Holds());
}

// At 32 KiB, 16-byte loads reach with 2 stages what 8-byte loads need 4 for.
TEST_F(AsyncCopy, LdgstsWideLoadsNeedFewerStages) {
  const auto ratio = per_round(ldgsts_throughput, [](const Samples& round) {
    const auto at_32_kib = round.where("bif", 32 * KiB);
    return one(best_throughput(at_32_kib.where("bytes", 16).where("stages", 2)) /
               best_throughput(at_32_kib.where("bytes", 8).where("stages", 4)));
  });
  EXPECT_THAT(judge(ratio, claim()), Holds());
}

// Throughput saturates at this many KiB in flight per SM.
TEST_F(AsyncCopy, LdgstsSaturation) {
  const auto knee_kib = per_round(ldgsts_throughput, [](const Samples& round) {
    return one(static_cast<double>(knee(throughput_by_size(round), saturated)) / KiB);
  });
  EXPECT_THAT(judge(knee_kib, claim()), Holds());
}

// And this is the throughput from there on.
TEST_F(AsyncCopy, LdgstsPlateau) {
  const auto throughput =
      per_round(ldgsts_throughput, [](const Samples& round) { return by_size(throughput_by_size(round)); });
  EXPECT_THAT(judge(throughput, claim()), Holds());
}

// Below saturation every KiB in flight adds the same: the latency is hidden by nothing but bytes in flight.
TEST_F(AsyncCopy, LdgstsRisesLinearly) {
  const auto per_kib = per_round(ldgsts_throughput, [](const Samples& round) {
    auto curve = throughput_by_size(up_to(round, 4 * KiB));
    for (auto& point : curve) point.y /= static_cast<double>(point.x) / KiB;
    return by_size(curve);
  });
  EXPECT_THAT(judge(per_kib, claim()), Holds());
}

// More stages in flight give more, up to a depth.
TEST_F(AsyncCopy, LdgstsDeeperPipeline) {
  const auto gain = per_round(
      ldgsts_pipeline, [](const Samples& round) { return gain_of_each_step(round, "stages", "threads"); });
  EXPECT_THAT(judge(gain, claim()), Holds());
}

// More threads a CTA give more at every depth.
TEST_F(AsyncCopy, LdgstsMoreThreads) {
  const auto gain = per_round(
      ldgsts_pipeline, [](const Samples& round) { return gain_of_each_step(round, "threads", "stages"); });
  EXPECT_THAT(judge(gain, claim()), Holds());
}

// The pipeline of the MLA kernels: two loading warps, twelve stages.
TEST_F(AsyncCopy, LdgstsTwoWarpsTwelveStages) {
  const auto throughput = per_round(ldgsts_pipeline, [](const Samples& round) {
    return one(best_throughput(round.where("threads", 64).where("stages", 12)));
  });
  EXPECT_THAT(judge(throughput, claim()), Holds());
}

// A first load, with nothing of its path warm, takes this long.
TEST_F(AsyncCopy, LdgstsLatency) {
  const auto cycles = per_round(ldgsts_latency, [](const Samples& round) {
    return Readings{slowest_sm(up_to(round, 8 * KiB), "cold_cycles")};
  });
  EXPECT_THAT(judge(cycles, claim()), Holds());
}

// And a later one this long.
TEST_F(AsyncCopy, LdgstsSteadyLatency) {
  const auto cycles = per_round(ldgsts_latency, [](const Samples& round) {
    return Readings{slowest_sm(up_to(round, 8 * KiB), "steady_cycles")};
  });
  EXPECT_THAT(judge(cycles, claim()), Holds());
}

// Beyond 8 KiB the first loads of an SM wait for each other.
TEST_F(AsyncCopy, LdgstsLatencyRise) {
  const auto rise = per_round(ldgsts_latency, [](const Samples& round) {
    auto curve = cold_latency_by_size(round);
    const auto at_8_kib = value_at(curve, 8 * KiB);
    std::erase_if(curve, [](const CurvePoint& point) { return point.x <= 8 * KiB; });
    for (auto& point : curve) point.y /= at_8_kib;
    return by_size(curve);
  });
  EXPECT_THAT(judge(rise, claim()), Holds());
}

// TMA
// ---------------------------------------------------------------------------------------------------------------

// One issuing warp needs several times the bytes in flight that LDGSTS needs.
TEST_F(AsyncCopy, TmaSaturatesLater) {
  const auto ratio = per_round({tma_throughput, ldgsts_throughput}, [](const std::vector<Samples>& round) {
    return one(static_cast<double>(knee(throughput_by_size(round[0]), saturated)) /
               static_cast<double>(knee(throughput_by_size(round[1]), saturated)));
  });
  EXPECT_THAT(judge(ratio, claim()), Holds());
}

// The most that one warp's boxes reach.
TEST_F(AsyncCopy, TmaPlateau) {
  const auto throughput =
      per_round(tma_throughput, [](const Samples& round) { return one(best_throughput(round)); });
  EXPECT_THAT(judge(throughput, claim()), Holds());
}

// The most that 1 to 4 issuing warps reach.
TEST_F(AsyncCopy, TmaWarpsPlateau) {
  const auto throughput = per_round(tma_warps, [](const Samples& round) {
    Readings by_warps;
    for (const std::int64_t warps : {1, 2, 3, 4}) {
      by_warps.push_back({{{"warps", warps}}, best_throughput(round.where("warps", warps)), ""});
    }
    return by_warps;
  });
  EXPECT_THAT(judge(throughput, claim()), Holds());
}

// LDGSTS against TMA
// ------------------------------------------------------------------------------------------------

// With few bytes in flight LDGSTS moves more than TMA does.
TEST_F(AsyncCopy, LdgstsAheadAtSmallSizes) {
  const auto lead = per_round({ldgsts_throughput, tma_throughput}, [](const std::vector<Samples>& round) {
    return ratio_by_size(throughput_by_size(round[0]), throughput_by_size(round[1]));
  });
  EXPECT_THAT(judge(lead, claim()), Holds());
}

// With 64 KiB in flight TMA has caught up.
TEST_F(AsyncCopy, TmaCatchesUp) {
  const auto ratio = per_round({tma_throughput, ldgsts_throughput}, [](const std::vector<Samples>& round) {
    return one(value_at(throughput_by_size(round[0]), 64 * KiB) /
               value_at(throughput_by_size(round[1]), 64 * KiB));
  });
  EXPECT_THAT(judge(ratio, claim()), Holds());
}

// From there to 128 KiB TMA gains nothing more.
TEST_F(AsyncCopy, TmaStaysFlat) {
  const auto ratio = per_round(tma_throughput, [](const Samples& round) {
    const auto curve = throughput_by_size(round);
    return one(value_at(curve, 128 * KiB) / value_at(curve, 64 * KiB));
  });
  EXPECT_THAT(judge(ratio, claim()), Holds());
}

// A small box takes longer to arrive than the same bytes by LDGSTS.
TEST_F(AsyncCopy, TmaLatencyAboveLdgsts) {
  const auto ratio = per_round({tma_latency, ldgsts_latency}, [](const std::vector<Samples>& round) {
    return ratio_by_size(cold_latency_by_size(up_to(round[0], 8 * KiB)), cold_latency_by_size(round[1]));
  });
  EXPECT_THAT(judge(ratio, claim()), Holds());
}

// From 8 to 16 KiB the latency of a box rises steeply.
TEST_F(AsyncCopy, TmaLatencyRise) {
  const auto rise = per_round(tma_latency, [](const Samples& round) {
    const auto curve = cold_latency_by_size(round);
    return one(value_at(curve, 16 * KiB) / value_at(curve, 8 * KiB));
  });
  EXPECT_THAT(judge(rise, claim()), Holds());
}

// The largest box, on every SM at once, is bound by bandwidth, which the SMs share: the median of all.
TEST_F(AsyncCopy, TmaLatencyLargeBox) {
  const auto cycles = per_round(tma_latency, [](const Samples& round) {
    return one(median_of(round.where("bif", 128 * KiB), column_metric("cold_cycles")));
  });
  EXPECT_THAT(judge(cycles, claim()), Holds());
}

// A later box takes this long, by its size.
TEST_F(AsyncCopy, TmaSteadyLatency) {
  const auto cycles = per_round(tma_latency, [](const Samples& round) {
    Readings readings;
    for (const auto bif : round.values_of("bif")) {
      readings.push_back(slowest_sm(round.where("bif", bif), "steady_cycles"));
      readings.back().where = at_size(bif);
    }
    return readings;
  });
  EXPECT_THAT(judge(cycles, claim()), Holds());
}

// What was computed
// -------------------------------------------------------------------------------------------------

// Every timed launch of the family copied the bytes that it was meant to copy.
TEST_F(AsyncCopy, ResultsAreRight) { EXPECT_THAT(judge(wrong_elements(recordings()), claim()), Holds()); }

// Each swizzle mode places every byte of a box where the mode's definition says.
TEST_F(AsyncCopy, TmaSwizzles) {
  const auto wrong = per_round(tma_function, [](const Samples& round) {
    Readings by_mode;
    for (const std::string mode : {"none", "32B", "64B", "128B"}) {
      by_mode.push_back(wrong_at(round.where("case", "inside").where("swizzle", mode), {{"swizzle", mode}}));
    }
    return by_mode;
  });
  EXPECT_THAT(judge(wrong, claim()), Holds());
}

// Elements of a box beyond the tensor's edge arrive as zeros, or as NaN if the map says so.
TEST_F(AsyncCopy, TmaFillsOutOfBounds) {
  const auto wrong = per_round(tma_function, [](const Samples& round) {
    Readings by_fill;
    for (const std::string fill : {"zero", "nan"}) {
      by_fill.push_back(wrong_at(over_the_edge(round).where("fill", fill), {{"fill", fill}}));
    }
    return by_fill;
  });
  EXPECT_THAT(judge(wrong, claim()), Holds());
}

// What it is for
// ----------------------------------------------------------------------------------------------------

// Copying while computing takes about as long as the slower of the two alone, not as long as both.
TEST_F(AsyncCopy, CopyOverlapsCompute) {
  const auto ratio = per_round(overlap, [](const Samples& round) {
    Readings by_mechanism;
    for (const auto& mechanism : words_of(round, "mechanism")) {
      const auto ns = [&](const std::string& mode) {
        return median_of(round.where("mechanism", mechanism).where("mode", mode), column_metric("ns"));
      };
      by_mechanism.push_back(
          {{{"mechanism", mechanism}}, ns("both") / std::max(ns("copy"), ns("compute")), ""});
    }
    return by_mechanism;
  });
  EXPECT_THAT(judge(ratio, claim()), Holds());
}

// Pages in random order, as a paged KV cache is read: the best throughput of each page size.
TEST_F(AsyncCopy, GatherThroughput) {
  const auto throughput = per_round(gather_throughput, [](const Samples& round) {
    return by_mechanism_and_page(round, [](const Samples& pages) {
      return Reading{{}, best_throughput(pages), ""};
    });
  });
  EXPECT_THAT(judge(throughput, claim()), Holds());
}

// From the page's number to its bytes, on the slowest SM.
TEST_F(AsyncCopy, GatherLatency) {
  const auto cycles = per_round(gather_latency, [](const Samples& round) {
    return by_mechanism_and_page(round,
                                 [](const Samples& pages) { return slowest_sm(pages, "steady_cycles"); });
  });
  EXPECT_THAT(judge(cycles, claim()), Holds());
}

}  // namespace assay::async_copy
