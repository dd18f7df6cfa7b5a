#include "conformance/mma/mma_model.h"

#include <gmock/gmock.h>

#include "conformance/mma/made_up_hopper.h"
#include "fixtures/recording/examples.h"

namespace assay::mma {
namespace {

using testing::HasSubstr;

Sku sku_with_peaks(const std::string& architecture, double f16) {
  Sku sku;
  sku.name = "made_up";
  sku.architecture = architecture;
  sku.peaks = {{"shared_bytes_per_cycle_per_sm", {128, "B/cycle/SM", ""}},
               {"tf32_flop_per_cycle_per_sm", {f16 / 2, "FLOP/cycle/SM", ""}},
               {"f16_flop_per_cycle_per_sm", {f16, "FLOP/cycle/SM", ""}},
               {"f8_flop_per_cycle_per_sm", {2 * f16, "FLOP/cycle/SM", ""}},
               {"i8_flop_per_cycle_per_sm", {2 * f16, "FLOP/cycle/SM", ""}},
               {"f4_flop_per_cycle_per_sm", {4 * f16, "FLOP/cycle/SM", ""}}};
  return sku;
}
const Sku blackwell = sku_with_peaks("sm_100", 8192), hopper = sku_with_peaks("sm_90", 4096);

Parameters kind(const char* format, const char* layout, std::int64_t group, std::int64_t m, std::int64_t n,
                std::int64_t k = 32) {
  return {{"format", format}, {"ab_layout", layout}, {"cta_group", group}, {"m", m}, {"n", n}, {"k", k}};
}

/// Three configurations of one instruction: (depth, instructions, cycles by SM).
struct Loop {
  std::int64_t depth, instructions;
  std::vector<std::int64_t> cycles;
};
Recording loops(const std::vector<Loop>& all) {
  Recording recording;
  recording.sweep = throughput;
  recording.columns = {
      {"configuration", "index"}, {"sm", "index"}, {"cycles", "cycles"}, {"instructions", "count"}};
  auto& data = recording.rounds.emplace_back().data;
  data.resize(4);
  for (const auto& [depth, instructions, cycles] : all) {
    auto configuration = kind("bf16", "ss", 1, 64, 64, 16);
    configuration["depth"] = depth;
    for (std::size_t sm = 0; sm < cycles.size(); ++sm) {
      data[0].push_back(std::ssize(recording.configurations));
      data[1].push_back(static_cast<std::int64_t>(sm));
      data[2].push_back(cycles[sm]);
      data[3].push_back(instructions);
    }
    recording.configurations.push_back(configuration);
  }
  return recording;
}
Readings cycles_of(const Recording& recording) {
  return cycles_per_instruction(Samples(recording, recording.rounds[0]));
}
std::string bad(const std::vector<Loop>& all) {
  return examples::error_of<BadSample>([&] { cycles_of(loops(all)); });
}

TEST(MmaModel, SlopeBetweenDepthsIsFreeOfTheCostOfABatch) {
  const auto cycles = cycles_of(loops({{256, 2048, {8 * (90 + 256 * 32)}}, {64, 512, {8 * (90 + 64 * 32)}}}));
  ASSERT_EQ(cycles.size(), 1U);
  EXPECT_DOUBLE_EQ(cycles[0].value, 32);
  EXPECT_EQ(to_text(cycles[0].where), "ab_layout=ss cta_group=1 format=bf16 k=16 m=64 n=64");
}

TEST(MmaModel, TheCostOfABatchIsWhatTheSlopeLeaves) {
  const auto recording = loops({{256, 2048, {8 * (90 + 256 * 32)}}, {64, 512, {8 * (90 + 64 * 32)}}});
  EXPECT_DOUBLE_EQ(batch_costs(Samples(recording, recording.rounds[0]))[0].value, 90);
}

TEST(MmaModel, LatencyIsOfOneOfSeveralOneAfterAnother) {
  const auto recording = loops({{1, 200, {200 * 141, 200 * 138}}});
  const auto latency = latencies(Samples(recording, recording.rounds[0]));
  EXPECT_DOUBLE_EQ(latency[0].value, 141);
  EXPECT_EQ(latency[0].detail, "SM 0");
}

TEST(MmaModel, OneDepthHasThatCostInIt) {
  EXPECT_DOUBLE_EQ(cycles_of(loops({{64, 512, {8 * (64 + 64 * 32)}}}))[0].value, 33);
}

TEST(MmaModel, TheSlowestSmDecidesAndIsNamed) {
  const auto cycles = cycles_of(loops({{64, 640, {1000, 1000, 1640}}, {128, 1280, {2000, 2600, 2640}}}));
  EXPECT_DOUBLE_EQ(cycles[0].value, 2.5) << "SM 1, though SM 2 has more cycles at either depth";
  EXPECT_EQ(cycles[0].detail, "SM 1");
}

TEST(MmaModel, SamplesOfWhichNoSlopeCanBeMadeAreRefused) {
  EXPECT_THAT(bad({{64, 512, {0}}}), HasSubstr("0 cycles"));
  EXPECT_THAT(bad({{64, 0, {100}}}), HasSubstr("0 instructions"));
  EXPECT_THAT(bad({{64, 512, {2000}}, {256, 2048, {2000}}}), HasSubstr("no slope from depth 64 to 256"));
  EXPECT_THAT(bad({{64, 512, {2000}}, {256, 1024, {4000}}}), HasSubstr("in 8 and 4 batches"));
}

TEST(MmaModel, WarpgroupsShareTheSm) {
  const auto recording = made_up::every_sweep().at(0);
  const auto cycles = cycles_per_instruction(Samples(recording, recording.rounds[0]));
  for (const auto& one : only(cycles, {{"format", "bf16"}, {"n", 64}, {"ab_layout", "rs"}})) {
    EXPECT_DOUBLE_EQ(one.value, 33) << to_text(one.where);
    EXPECT_EQ(one.detail, "SM 3");
  }
}

// The fixtures of the published table, by layout, group and M at N = 64, 80, 96, 112, 128, 256.
TEST(MmaModel, CyclesOfTensorMemoryAndSharedMemoryAsPublished) {
  const std::vector<std::int64_t> all_n{64, 80, 96, 112, 128, 256};
  const std::vector<std::pair<Parameters, std::vector<double>>> rows{
      {kind("e4m3", "ss", 1, 64, 0), {32, 40, 48, 56, 64, 128}},
      {kind("e4m3", "ss", 1, 128, 0), {48, 52, 56, 60, 64, 128}},
      {kind("e4m3", "ss", 2, 128, 0), {24, 26, 28, 30, 32, 64}},
      {kind("e4m3", "ss", 2, 256, 0), {40, 42, 48, 56, 64, 128}},
      {kind("e4m3", "ts", 1, 64, 0), {32, 40, 48, 56, 64, 128}},
      {kind("e4m3", "ts", 1, 128, 0), {32, 40, 48, 56, 64, 128}},
      {kind("e4m3", "ts", 2, 128, 0), {16, 20, 24, 28, 32, 64}},
      {kind("e4m3", "ts", 2, 256, 0), {32, 40, 48, 56, 64, 128}}};
  for (auto [row, cycles] : rows) {
    for (std::size_t i = 0; i < all_n.size(); ++i) {
      row["n"] = all_n[i];
      EXPECT_DOUBLE_EQ(model_cycles(row, blackwell), cycles[i]) << to_text(row);
    }
  }
}

TEST(MmaModel, CyclesOfWarpgroups) {
  EXPECT_DOUBLE_EQ(model_cycles(kind("bf16", "ss", 1, 64, 16, 16), hopper), 20);
  EXPECT_DOUBLE_EQ(model_cycles(kind("bf16", "ss", 1, 64, 64, 16), hopper), 32) << "balanced, at full rate";
  EXPECT_DOUBLE_EQ(model_cycles(kind("tf32", "rs", 1, 64, 16, 8), hopper), 8);
}

TEST(MmaModel, ShareOfThePeakOfEachFormat) {
  const auto share = [](const char* format, std::int64_t k, double cycles) {
    return share_of_peak({{kind(format, "ts", 1, 128, 64, k), cycles, ""}}, blackwell)[0].value;
  };
  EXPECT_DOUBLE_EQ(share("bf16", 16, 32), 100);
  EXPECT_DOUBLE_EQ(share("tf32", 8, 32), 100);
  EXPECT_DOUBLE_EQ(share("s8", 32, 64), 50);
  EXPECT_DOUBLE_EQ(share("f4", 32, 32), 100) << "kind f8f6f4 runs at the rate of FP8";
  EXPECT_DOUBLE_EQ(share("mxf4", 32, 32), 100);
  EXPECT_DOUBLE_EQ(share("mxf4", 64, 32), 100) << "kind mxf4 at that of FP4";
  const auto pair = kind("e4m3", "ts", 2, 256, 64);
  EXPECT_DOUBLE_EQ(flop_per_cycle({{pair, 32, ""}})[0].value, 16384) << "of each of two SMs";
  EXPECT_THROW(share("fp6", 32, 32), MissingConfiguration);
}

TEST(MmaModel, APeakThatTheSkuLacksIsNamed) {
  Sku without = hopper;
  without.peaks.erase("f8_flop_per_cycle_per_sm");
  EXPECT_THAT(
      examples::error_of<MissingConfiguration>([&] { model_cycles(kind("e4m3", "ss", 1, 64, 64), without); }),
      HasSubstr("made_up has no peak f8_flop_per_cycle_per_sm"));
}

TEST(MmaModel, ABatchIsLatencyOverheadAndIntervals) {
  const auto one = kind("bf16", "ts", 1, 128, 64, 16);
  const Readings alone{{one, 136, ""}};
  auto deep = one, few = one;
  deep["depth"] = 101;
  few["in_flight"] = 4;
  const auto intervals = issue_intervals({{deep, 136 + 12 + 100 * 32, ""}}, alone);
  EXPECT_DOUBLE_EQ(intervals[0].value, 32);
  const double cycles_each = (136 + 12 + 3 * 32) / 4.0;
  EXPECT_DOUBLE_EQ(batches_over_model({{few, 1.1 * cycles_each, ""}}, alone, intervals, 12)[0].value, 1.1);
  few["n"] = 80;
  EXPECT_THAT(examples::error_of<MissingConfiguration>([&] {
                batches_over_model({{few, 1, ""}}, alone, intervals, 12);
              }),
              HasSubstr("nothing was measured that fits"));
}

TEST(MmaModel, DeepestBatchKeepsItsDepth) {
  const auto recording = loops({{64, 512, {8000}}, {256, 2048, {32000}}});
  const auto batch = cycles_of_deepest_batch(Samples(recording, recording.rounds[0]));
  ASSERT_EQ(batch.size(), 1U);
  EXPECT_DOUBLE_EQ(batch[0].value, 4000);
  EXPECT_EQ(integer(batch[0].where, "depth"), 256);
}

TEST(MmaModel, SmallestNThatIsNearlyFull) {
  Readings rates{{{{"format", "bf16"}, {"n", 128}}, 8000, ""},
                 {{{"format", "bf16"}, {"n", 64}}, 7600, ""},
                 {{{"format", "bf16"}, {"n", 32}}, 7599, ""}};
  EXPECT_DOUBLE_EQ(smallest_full_n(rates)[0].value, 64);
  rates[0].value = 8001;
  EXPECT_DOUBLE_EQ(smallest_full_n(rates)[0].value, 128);
}

TEST(MmaModel, OrderOfFormatsIsStrict) {
  const auto share = [](double s8, double bf16, double e4m3, double mxf8) {
    return in_order_of_formats({{{{"format", "mxf8"}}, mxf8, ""},
                                {{{"format", "bf16"}}, bf16, ""},
                                {{{"format", "e4m3"}}, e4m3, ""},
                                {{{"format", "s8"}}, s8, ""}})
        .value;
  };
  EXPECT_EQ(share(135, 136, 136, 139), 100);
  EXPECT_EQ(share(136, 136, 136, 139), 0);
  EXPECT_EQ(share(135, 136, 137, 139), 0);
  EXPECT_EQ(share(135, 136, 136, 136), 0);
  EXPECT_EQ(share(137, 136, 136, 139), 0);
}

}  // namespace
}  // namespace assay::mma
