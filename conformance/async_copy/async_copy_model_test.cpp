#include "conformance/async_copy/async_copy_model.h"

#include <gmock/gmock.h>

#include "conformance/async_copy/made_up_gpu.h"

namespace assay::async_copy {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::SizeIs;

class Model : public testing::Test {
 protected:
  static Samples first_round(const Recording& recording) { return {recording, recording.rounds.at(0)}; }

  Recording pipeline = made_up::throughput(
      ldgsts_pipeline, made_up::ldgsts_configurations({1}, {4, 8, 12}, {64, 128}, {16}),
      [](const Parameters& p) {
        return 0.01 * static_cast<double>(made_up::integer(p, "stages") * made_up::integer(p, "threads"));
      });
};

TEST_F(Model, ThroughputIsDecimal) {
  auto recording = pipeline;
  recording.rounds[0].data[1][0] = 1'000'000;      // ns
  recording.rounds[0].data[2][0] = 5'000'000'000;  // bytes
  EXPECT_DOUBLE_EQ(tb_per_s(first_round(recording), 0), 5.0);
}

TEST_F(Model, SizesAreNamedInKibWhereTheyAreWhole) {
  EXPECT_EQ(to_text(at_size(16384)), "kib=16");
  EXPECT_EQ(to_text(at_size(1024)), "kib=1");
  EXPECT_EQ(to_text(at_size(512)), "bytes=512");
  EXPECT_EQ(to_text(at_size(1536)), "bytes=1536");
}

TEST_F(Model, RatiosAreTakenAtCommonSizesOnly) {
  const Curve over{{512, 2.0, "a"}, {1024, 3.0, "b"}, {4096, 1.0, "c"}},
      under{{1024, 1.5, "d"}, {2048, 1.0, "e"}};
  const auto ratios = ratio_by_size(over, under);
  ASSERT_THAT(ratios, SizeIs(1));
  EXPECT_EQ(to_text(ratios[0].where), "kib=1");
  EXPECT_EQ(ratios[0].value, 2.0);
  EXPECT_EQ(ratios[0].detail, "b over d");
  EXPECT_THROW(ratio_by_size({{512, 1.0, ""}}, {{1024, 1.0, ""}}), MissingConfiguration);
}

TEST_F(Model, GainsAreOfEachStepAtEachFixedValue) {
  const auto gains = gain_of_each_step(first_round(pipeline), "stages", "threads");
  ASSERT_THAT(gains, SizeIs(4));
  EXPECT_EQ(to_text(gains[0].where), "stages=8 threads=64");
  EXPECT_THAT(gains[0].value, DoubleNear(2.0, 1e-5));
  EXPECT_EQ(to_text(gains[3].where), "stages=12 threads=128");
  EXPECT_THAT(gains[3].value, DoubleNear(1.5, 1e-5));
}

TEST_F(Model, AGainNeverSkipsAStepThatIsMissing) {
  for (auto& round : pipeline.rounds) {  // take 8 stages, 64 threads out
    for (auto& column : round.data) column.erase(column.begin() + 2);
  }
  const auto gains = gain_of_each_step(first_round(pipeline), "stages", "threads");
  ASSERT_THAT(gains, SizeIs(2)) << "4 to 12 stages is no step";
  for (const auto& gain : gains) EXPECT_EQ(gain.where.at("threads"), Parameter{std::int64_t{128}});
}

TEST_F(Model, LatencyIsOfTheSlowestSm) {
  const auto recording =
      made_up::latency(ldgsts_latency, made_up::ldgsts_configurations({1, 4}, {1}, {256}, {4, 16}),
                       [](const Parameters& p) { return made_up::ldgsts_cold(made_up::integer(p, "bif")); });
  const auto round = first_round(recording);
  EXPECT_EQ(slowest_sm(up_to(round, 8 * KiB), "cold_cycles").value, 830);
  EXPECT_EQ(slowest_sm(up_to(round, 8 * KiB), "cold_cycles").detail, "SM 3");
  EXPECT_EQ(slowest_sm(round, "steady_cycles").value, 630);
  EXPECT_EQ(value_at(cold_latency_by_size(round), 16 * KiB), 1215) << "the median over SMs";
  EXPECT_THROW(up_to(round, 512), MissingConfiguration);
}

TEST_F(Model, ACheckThatCheckedNothingIsWrong) {
  const auto with = [](std::int64_t checked, std::int64_t wrong) {
    return made_up::record(tma_function, {{"checked", "B"}, {"wrong", "count"}}, {{{"swizzle", "none"}}},
                           [=](const Parameters&) {
                             return made_up::Rows{{checked, wrong}};
                           });
  };
  const auto count = [](const Recording& recording) { return wrong_at(first_round(recording), {}).value; };
  EXPECT_EQ(count(with(4096, 0)), 0);
  EXPECT_EQ(count(with(4096, 3)), 3);
  EXPECT_EQ(count(with(4096, -3)), 3);
  EXPECT_EQ(count(with(0, 0)), 1);
}

TEST_F(Model, WordsOfAParameterAreSortedAndOnce) {
  const auto recordings = made_up::every_sweep();
  EXPECT_THAT(words_of(first_round(recordings.at(7)), "mechanism"), ElementsAre("ldgsts", "tma"));
  EXPECT_THROW(words_of(first_round(recordings.at(7)), "swizzle"), MissingConfiguration);
  EXPECT_EQ(over_the_edge(first_round(recordings.at(6))).size(), 16U);
}

}  // namespace
}  // namespace assay::async_copy
