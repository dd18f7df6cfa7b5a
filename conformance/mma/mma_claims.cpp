#include "conformance/mma/mma_claims.h"

namespace assay::mma {
namespace {

/// What stays of a shape when one CTA is compared with a pair.
const Names but_for_the_group{"format", "accumulator", "ab_layout", "n"};

/// The operands of a pair with small N from shared memory: the one place where formats of one width differ.
std::string region(const Parameters& kind) {
  const bool pair = matches(kind, {{"ab_layout", "ss"}, {"cta_group", 2}, {"m", 256}});
  return pair && up_to(kind, 80) ? "pair_ss_small_n" : "elsewhere";
}

Readings highest_by_region(Readings readings, const std::string& named) {
  for (auto& reading : readings) reading.where["region"] = region(reading.where);
  return highest_of_each(readings, {named, "region"});
}

/// Throughput of a pair over that of one CTA with M = 128, all else equal.
Readings pair_over_one(const Readings& rates, std::int64_t m_of_pair) {
  const auto pair = only(rates, {{"cta_group", 2}, {"m", m_of_pair}});
  return scaled(ratios(pair, only(rates, {{"cta_group", 1}, {"m", 128}}), but_for_the_group), 2);
}

}  // namespace

// Throughput, one CTA and a pair
// ----------------------------------------------------------------------------------------

// Some shape of every format, by one CTA and by a pair, comes near the peak.
TEST_F(Mma, NearPeakInEveryFormat) {
  const auto best = shares([](const Readings& share) {
    return highest_of_each(share, {"format", "cta_group"});
  });
  EXPECT_THAT(judge(best, claim()), Holds());
}

// M = 64 uses half of the data path, whatever N.
TEST_F(Mma, HalfRateAtSmallM) {
  const auto best = shares([](const Readings& share) {
    return best_layout(only(share, {{"cta_group", 1}, {"m", 64}}));
  });
  EXPECT_THAT(judge(best, claim()), Holds());
}

// M = 128 uses all of it, whatever N.
TEST_F(Mma, FullRateAtLargeM) {
  const auto best = shares([](const Readings& share) {
    return best_layout(only(share, {{"cta_group", 1}, {"m", 128}}));
  });
  EXPECT_THAT(judge(best, claim()), Holds());
}

// The smallest shape of a pair falls short of the peak.
TEST_F(Mma, PairAtSmallShape) {
  const auto best = shares([](const Readings& share) {
    return best_layout(only(share, {{"cta_group", 2}, {"m", 128}, {"n", 64}}));
  });
  EXPECT_THAT(judge(best, claim()), Holds());
}

// All other shapes of a pair with M = 128 come near it.
TEST_F(Mma, PairAtOtherShapes) {
  const auto best = shares([](const Readings& share) {
    return best_layout(only_if(only(share, {{"cta_group", 2}, {"m", 128}}), "n > 64",
                               [](const Parameters& kind) { return !up_to(kind, 64); }));
  });
  EXPECT_THAT(judge(best, claim()), Holds());
}

// What the smallest shape takes, with A from tensor memory.
TEST_F(Mma, PairFloor) {
  const auto floor = cycles([](const Readings& cycles) {
    return highest_of_each(only(cycles, {{"ab_layout", "ts"}, {"cta_group", 2}, {"m", 128}, {"n", 64}}),
                           shape);
  });
  EXPECT_THAT(judge(floor, claim()), Holds());
}

// A pair with M = 256 comes near the peak at every N.
TEST_F(Mma, PairAtLargeM) {
  const auto best = shares([](const Readings& share) {
    return best_layout(only(share, {{"cta_group", 2}, {"m", 256}}));
  });
  EXPECT_THAT(judge(best, claim()), Holds());
}

// Formats whose elements are equally wide take the same cycles at every shape.
TEST_F(Mma, SameWidthFormatsAgree) {
  const auto slowest_over_fastest = cycles([](const Readings& all) {
    auto cycles = of_wide_sums(of_one_warpgroup(all));
    for (auto& each : cycles) each.where["bits"] = bits_of(word(each.where, "format"));
    const Names alike{"bits", "ab_layout", "cta_group", "m", "n"};
    return highest_by_region(highest_over_lowest(cycles, alike), "bits");
  });
  EXPECT_THAT(judge(slowest_over_fastest, claim()), Holds());
}

// Scale factors cost nothing against the same elements without them.
TEST_F(Mma, MicroScalingIsFree) {
  const auto with_over_without = cycles([](const Readings& cycles) {
    Readings all;
    for (const auto& [scaled_format, plain] : {std::pair{"mxf8", "e4m3"}, {"mxf4", "f4"}}) {
      const auto with = only(cycles, {{"format", scaled_format}}),
                 without = only(cycles, {{"format", plain}});
      auto compared = ratios(with, without, {"ab_layout", "cta_group", "m", "n"});
      for (auto& ratio : compared) ratio.where["format"] = scaled_format;
      all.insert(all.end(), compared.begin(), compared.end());
    }
    return highest_by_region(all, "format");
  });
  EXPECT_THAT(judge(with_over_without, claim()), Holds());
}

// With A from tensor memory one CTA is near the peak at every N.
TEST_F(Mma, TensorMemoryOperandFullRate) {
  const auto of_peak = shares([](const Readings& share) {
    return lowest_of_each(only(share, {{"ab_layout", "ts"}, {"cta_group", 1}, {"m", 128}}), {"format", "n"});
  });
  EXPECT_THAT(judge(of_peak, claim()), Holds());
}

// With both operands from shared memory it is not, at small N.
TEST_F(Mma, SharedMemoryOperandBoundAtSmallN) {
  const auto of_peak = shares([](const Readings& share) {
    return lowest_of_each(only(share, {{"ab_layout", "ss"}, {"cta_group", 1}, {"m", 128}}), {"format", "n"});
  });
  EXPECT_THAT(judge(of_peak, claim()), Holds());
}

// Shared memory or math, whichever takes longer, tells the cycles of every shape.
TEST_F(Mma, SharedMemoryModel) {
  const auto over_model =
      cycles_over_model([](const Readings& ratio) { return highest_of_each(ratio, shape); });
  EXPECT_THAT(judge(over_model, claim()), Holds());
}

// The article's worked example: M = 128, N = 64.
TEST_F(Mma, WorkedExample) {
  const auto example = cycles([](const Readings& cycles) {
    return highest_of_each(only(cycles, {{"cta_group", 1}, {"m", 128}, {"n", 64}}), shape);
  });
  EXPECT_THAT(judge(example, claim()), Holds());
}

// Up to the knee the operands arrive as fast as shared memory delivers.
TEST_F(Mma, SharedMemoryBandwidth) {
  const auto bytes_per_cycle = cycles([](const Readings& cycles) {
    auto slope = only_if(only(cycles, {{"ab_layout", "ss"}, {"cta_group", 1}, {"m", 128}}), "n <= 128",
                         [](const Parameters& kind) { return up_to(kind, 128); });
    for (auto& each : slope) each.value = operand_bytes(each.where) / each.value;
    return lowest_of_each(slope, {"format", "n"});
  });
  EXPECT_THAT(judge(bytes_per_cycle, claim()), Holds());
}

// And from this N on it is not bound by shared memory any more.
TEST_F(Mma, SharedMemoryBoundBelowKnee) {
  const auto knee = rates([](const Readings& rate) {
    return smallest_full_n(best_layout(only(rate, {{"ab_layout", "ss"}, {"cta_group", 1}})));
  });
  EXPECT_THAT(judge(knee, claim()), Holds());
}

// Two CTAs with twice the M do twice the work of one.
TEST_F(Mma, PairScalesWeakly) {
  const auto gain = rates([](const Readings& rate) {
    return only_if(pair_over_one(rate, 256), "ts, or ss with n >= 128", [](const Parameters& kind) {
      return word(kind, "ab_layout") == "ts" || !up_to(kind, 127);
    });
  });
  EXPECT_THAT(judge(gain, claim()), Holds());
}

// And more than twice where one is bound by shared memory, because a pair shares B.
TEST_F(Mma, PairGainsAtSmallN) {
  const auto gain = rates([](const Readings& rate) {
    return only_if(pair_over_one(only(rate, {{"ab_layout", "ss"}}), 256), "n < 128",
                   [](const Parameters& kind) { return up_to(kind, 127); });
  });
  EXPECT_THAT(judge(gain, claim()), Holds());
}

// Two CTAs with the same M need about half the time of one.
TEST_F(Mma, PairScalesStrongly) {
  const auto gain = rates([](const Readings& rate) {
    return pair_over_one(only(rate, {{"ab_layout", "ts"}}), 128);
  });
  EXPECT_THAT(judge(gain, claim()), Holds());
}

// A larger instruction is never slower than a smaller one.
TEST_F(Mma, RateMonotoneInShape) {
  const auto least_gain = rates([](const Readings& rate) {
    const auto one = of_one_warpgroup(rate);
    auto steps = gains(one, "n");
    const auto in_m = gains(one, "m");
    steps.insert(steps.end(), in_m.begin(), in_m.end());
    return lowest_of_each(steps, {"format"});
  });
  EXPECT_THAT(judge(least_gain, claim()), Holds());
}

}  // namespace assay::mma
