// The program assay-claims and the shipped expectations: on a made-up GPU with known answers, and on the
// published data.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>

#include "conformance/mma/made_up_hopper.h"
#include "expectations/expectations.h"
#include "fixtures/claim/run_program.h"
#include "fixtures/recording/examples.h"
#include "fixtures/report/report.h"

namespace assay::mma {
namespace {

const std::string expectations = std::string(ASSAY_SOURCE_DIR) + "/expectations";

Ended claims(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {ASSAY_CLAIMS, "--expectations", expectations, "--gtest_filter=Mma.*"});
  return run_program(std::move(arguments), {{"ASSAY_EXPECTATIONS", ""}, {"ASSAY_FAKE", ""}});
}

std::map<std::string, Verdict> by_claim(const std::string& file) {
  std::map<std::string, Verdict> verdicts;
  for (auto& verdict : read_verdicts(file)) verdicts.emplace(verdict.claim, verdict);
  return verdicts;
}

std::size_t count(const std::string& text, const std::string& words) {
  std::size_t seen = 0;
  for (auto at = text.find(words); at != std::string::npos; at = text.find(words, at + 1)) ++seen;
  return seen;
}

/// What a claim must find on the made-up GPU at one point.
struct Answer {
  std::string claim, where;  ///< as a band names it
  double value;
};

double in_flight_share(double alone, double interval, int count) {
  return 100 * count * 32 / ((alone + (count - 1) * interval) * made_up::slow_sm);
}

const std::vector<Answer>& answers() {
  using made_up::slow_sm, made_up::slow_u8;
  static const std::vector<Answer> all{
      {"FullRateOfWarpgroups", R"(format = "bf16")", 100 / slow_sm},
      {"FullRateOfWarpgroups", R"(format = "u8")", 100 / slow_sm / slow_u8},
      {"SharedMemoryBoundBelowKnee", R"(format = "tf32")", 64},
      {"RegisterOperandNeverSlower", R"(format = "e4m3")", 1},
      {"SameWidthFormatsAgree", R"(bits = 16, region = "elsewhere")", 1},
      {"SameWidthFormatsAgree", R"(bits = 8, region = "elsewhere")", slow_u8},
      {"RateMonotoneInShape", R"(format = "s8")", 1},
      {"WarpgroupModel", R"(ab_layout = "ss", n = 16)", slow_sm * slow_u8},
      {"WarpgroupModel", R"(ab_layout = "rs", n = 256)", slow_sm * slow_u8},
      {"WarpgroupLatencyLine", R"(ab_layout = "rs", format = "bf16")", 0.5 * slow_sm},
      {"WarpgroupLatency", R"(ab_layout = "rs", n = 64)", 95},
      {"WarpgroupLatency", R"(ab_layout = "ss", n = 64)", 111},
      {"WarpgroupLatencyOfSharedOperand", "n = 64", 16 * slow_sm},
      {"WarpgroupInFlightModel", R"(of = "median")", 1},
      {"WarpgroupSteadyState", R"(ab_layout = "rs", n = 64, outstanding = 1)", 100 * 32 / 92.0 / slow_sm},
      {"WarpgroupSteadyState", R"(ab_layout = "rs", n = 256, outstanding = 4)", 100 / slow_sm / slow_u8},
      {"WarpgroupBatchCost", R"(ab_layout = "rs", n = 64)", made_up::batch_cost},
      {"RegisterOperandFloor", "n = 16", 13 * slow_sm * slow_u8},
      {"SameAloneAsTogether", R"(ab_layout = "ss")", 1},
      {"WarpgroupInFlight", R"(ab_layout = "rs", in_flight = 1, n = 64)", in_flight_share(92, 32, 1)},
      {"WarpgroupInFlight", R"(ab_layout = "ss", in_flight = 4, n = 64)",
       in_flight_share(108, 32 * slow_u8, 4)}};
  return all;
}

/// The made-up GPU as a SKU, and what it must show as its bands.
std::string sku_text() {
  const auto catalogue = load_expectations(expectations).claims;
  std::string text = R"(title = "Made-up Hopper"
architecture = "sm_90"
[match]
pci_device_id = 0x12345678
)";
  for (const auto& [peak, value, unit] : {std::tuple{"shared_bytes_per_cycle_per_sm", 128, "B/cycle/SM"},
                                          {"tf32_flop_per_cycle_per_sm", 2048, "FLOP/cycle/SM"},
                                          {"f16_flop_per_cycle_per_sm", 4096, "FLOP/cycle/SM"},
                                          {"f8_flop_per_cycle_per_sm", 8192, "FLOP/cycle/SM"},
                                          {"i8_flop_per_cycle_per_sm", 8192, "FLOP/cycle/SM"}}) {
    text += fmt::format("[peak.{}]\nvalue = {}\nunit = \"{}\"\nsource = \"made up\"\n", peak, value, unit);
  }
  std::map<std::string, std::string> points;
  for (const auto& [name, where, value] : answers()) {
    const auto& claim = catalogue.at("Mma." + name);
    const double half_width = 0.9 * claim.smallest_effect * value;
    points[name] += fmt::format(
        "{{ where = {{ {} }}, band = [{}, {}], observed = {{ value = {}, n = 15, boards = 3, processes = 15, "
        "deviation = 0, interval = 0 }} }},\n",
        where, value - half_width, value + half_width, value);
  }
  for (const auto& [name, list] : points) {
    text += fmt::format(
        "[Mma.{}]\nunit = \"{}\"\nmethod = \"assay-1\"\nsource = \"made up\"\ndate = 2026-11-30\n"
        "points = [\n{}]\n",
        name, catalogue.at("Mma." + name).unit, list);
  }
  return text;
}

class MadeUpHopper : public testing::Test {
 protected:
  void SetUp() override {
    for (const auto& recording : made_up::every_sweep()) write(recording);
    std::filesystem::create_directories(folder / "overlay/sku");
    examples::write_bytes(folder / "overlay/sku/made_up.toml", sku_text());
  }
  void write(const Recording& recording) const {
    const auto file = folder / (recording.sweep + ".recording.jsonl.gz");
    std::filesystem::remove(file);
    write_recording(file, recording);
  }
  Ended judge(std::vector<std::string> more) const {
    more.insert(more.end(), {"--run", folder.path().string(), "--verdicts", (folder / "verdicts").string()});
    return claims(std::move(more));
  }
  Ended judge_known(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"--overlay", (folder / "overlay").string()});
    return judge(std::move(more));
  }
  std::map<std::string, Verdict> verdicts() const { return by_claim(folder / "verdicts"); }

  const examples::TemporaryFolder folder;
};

TEST_F(MadeUpHopper, GivesTheKnownAnswers) {
  EXPECT_EQ(judge_known().exit_code, 0);
  const auto found = verdicts();
  std::set<std::string> answered{"Mma.ResultsAreRight"};
  for (const auto& [name, where, value] : answers()) {
    answered.insert("Mma." + name);
    const auto& verdict = found.at("Mma." + name);
    EXPECT_EQ(verdict.status, Status::pass) << name << ": " << verdict.reason;
  }
  for (const auto& [name, verdict] : found) {
    const auto expected = answered.contains(name) ? Status::pass : Status::skip;
    EXPECT_EQ(verdict.status, expected) << name << ": " << verdict.reason;
  }
  const auto& model = found.at("Mma.WarpgroupModel").estimates;
  ASSERT_EQ(model.size(), 11U) << "six N, of RS those from 32 on";
  for (const auto& estimate : model) {
    EXPECT_NEAR(estimate.value, made_up::slow_sm * made_up::slow_u8, 1e-3) << to_text(estimate.where);
    EXPECT_THAT(estimate.detail, testing::AllOf(testing::HasSubstr("SM 3"), testing::HasSubstr("format=u8")));
  }
}

TEST_F(MadeUpHopper, ShowsEveryPlantedLoss) {
  const auto ended = judge_known({"--planted"});
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  std::set<std::string> claims_with_bands;
  for (const auto& answer : answers()) claims_with_bands.insert(answer.claim);
  EXPECT_EQ(count(ended.output, "the loss is seen"), claims_with_bands.size() + 1) << "and ResultsAreRight";
}

TEST_F(MadeUpHopper, OfAnUnknownGpuNothingIsExpected) {
  judge({});
  for (const auto& [name, verdict] : verdicts()) {
    const auto expected = name == "Mma.ResultsAreRight" ? Status::pass : Status::skip;
    EXPECT_EQ(verdict.status, expected) << name << ": " << verdict.reason;
  }
}

TEST_F(MadeUpHopper, OneWrongElementFails) {
  auto recording = made_up::every_sweep().at(3);
  recording.rounds[5].data[4][7] = 1;
  write(recording);
  EXPECT_EQ(judge_known().exit_code, 1);
  const auto found = verdicts();
  EXPECT_EQ(found.at("Mma.ResultsAreRight").status, Status::fail);
  EXPECT_EQ(found.at("Mma.WarpgroupLatency").status, Status::invalid);
}

TEST_F(MadeUpHopper, HalfOfAnSmIsSeen) {
  auto recording = made_up::every_sweep().at(0);
  for (auto& round : recording.rounds) {
    for (std::size_t row = 0; row < round.rows(); ++row) {
      if (round.data[1][row] == 2) round.data[2][row] *= 2;
    }
  }
  write(recording);
  judge_known({"--gtest_filter=Mma.FullRateOfWarpgroups"});
  const auto verdict = verdicts().at("Mma.FullRateOfWarpgroups");
  EXPECT_EQ(verdict.status, Status::fail);
  EXPECT_THAT(verdict.reason, testing::HasSubstr("SM 2"));
}

TEST(MmaCatalogue, EveryClaimCanBePlanted) {
  for (const auto& [name, claim] : load_expectations(expectations).claims) {
    if (!name.starts_with("Mma.") || claim.kind == ClaimKind::statement) continue;
    ASSERT_TRUE(claim.planted) << name;
    EXPECT_FALSE(claim.architectures.empty()) << name;
  }
}

TEST(MmaCatalogue, ExpectsOfTheB200WhatWasPublished) {
  const auto loaded = load_expectations(expectations);
  for (const auto& [name, claim] : loaded.claims) {
    if (!name.starts_with("Mma.") || claim.kind != ClaimKind::band) continue;
    const auto on_blackwell = std::ranges::count(claim.architectures, "sm_100") > 0;
    EXPECT_EQ(loaded.sku("b200")->band(name, "published-2026-03") != nullptr, on_blackwell) << name;
  }
}

TEST(MmaCatalogue, CoversEveryPublishedIdOfTheFamily) {
  std::set<std::string> ids;
  for (const auto& [name, claim] : load_expectations(expectations).claims) {
    if (name.starts_with("Mma.")) ids.insert(claim.ids.begin(), claim.ids.end());
  }
  std::set<std::string> published{"ARCH-01", "ARCH-02", "ARCH-03", "ARCH-03b",
                                  "ARCH-04", "ARCH-08", "ARCH-09"};
  for (int i = 1; i <= 23; ++i) published.insert(fmt::format("MMA-{:02}", i));
  for (int i = 1; i <= 8; ++i) published.insert(fmt::format("MML-{:02}", i));
  for (int i = 1; i <= 7; ++i) published.insert(fmt::format("INF-{:02}", i));
  EXPECT_EQ(ids, published);
}

/// The published data are not ours to ship: ASSAY_PUBLISHED names the folder.
class MmaPublishedData : public testing::Test {
 protected:
  void SetUp() override {
    const char* directory = std::getenv("ASSAY_PUBLISHED");
    if (!directory || !*directory) GTEST_SKIP() << "no published data: ASSAY_PUBLISHED is not set";
  }

  static std::size_t bands() {
    const auto loaded = load_expectations(expectations);
    std::size_t with_band = 0;
    for (const auto& [name, claim] : loaded.claims) {
      if (name.starts_with("Mma.") && loaded.sku("b200")->band(name, "published-2026-03")) ++with_band;
    }
    return with_band;
  }
};

TEST_F(MmaPublishedData, PassTheirBands) {
  const examples::TemporaryFolder folder;
  claims({"--published", "--sku", "b200", "--verdicts", (folder / "verdicts").string()});
  std::size_t passed = 0;
  for (const auto& [name, verdict] : by_claim(folder / "verdicts")) {
    if (verdict.status == Status::skip) continue;
    EXPECT_EQ(verdict.status, Status::pass) << name << ": " << verdict.reason;
    ++passed;
  }
  EXPECT_EQ(passed, bands());
  EXPECT_GT(passed, 30U);
}

TEST_F(MmaPublishedData, FailWithEveryPlantedLoss) {
  const auto ended = claims({"--published", "--sku", "b200", "--planted"});
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  EXPECT_EQ(count(ended.output, "the loss is seen"), bands());
}

}  // namespace
}  // namespace assay::mma
