// The program assay-claims and the shipped expectations: on a made-up GPU with known answers, and on the
// published data.
#include <gmock/gmock.h>

#include <map>
#include <set>

#include "conformance/async_copy/made_up_gpu.h"
#include "expectations/expectations.h"
#include "fixtures/claim/run_program.h"
#include "fixtures/report/report.h"

namespace assay::async_copy {
namespace {

const std::string expectations = std::string(ASSAY_SOURCE_DIR) + "/expectations";

const std::string of_the_family = "--gtest_filter=AsyncCopy.*";

Ended claims(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {ASSAY_CLAIMS, "--expectations", expectations});
  return run_program(std::move(arguments), {{"ASSAY_EXPECTATIONS", ""}, {"ASSAY_FAKE", ""}});
}

std::map<std::string, Verdict> by_claim(const std::string& file) {
  std::map<std::string, Verdict> verdicts;
  for (auto& verdict : read_verdicts(file)) verdicts.emplace(verdict.claim, verdict);
  return verdicts;
}

TEST(AsyncCopyClaims, EveryClaimHasATestAndEveryTestAClaim) {
  std::set<std::string> in_catalogue, in_program;
  for (const auto& [name, claim] : load_expectations(expectations).claims) {
    if (claim.kind != ClaimKind::statement) in_catalogue.insert(name);
  }
  std::istringstream listed(claims({"--list-claims"}).output);
  for (std::string name; listed >> name;) in_program.insert(name);
  EXPECT_EQ(in_program, in_catalogue);
}

TEST(AsyncCopyClaims, EveryClaimCanBePlanted) {
  for (const auto& [name, claim] : load_expectations(expectations).claims) {
    EXPECT_TRUE(claim.planted || claim.kind == ClaimKind::statement) << name;
  }
}

/// What each claim must find on the made-up GPU: value by point.
using Answers = std::map<std::string, std::map<std::string, double>>;

class MadeUpGpu : public testing::Test {
 protected:
  void SetUp() override {
    for (const auto& recording : made_up::every_sweep()) {
      write_recording(folder / (recording.sweep + ".recording.jsonl.gz"), recording);
    }
  }
  Ended judge(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), of_the_family);
    more.insert(more.end(), {"--run", folder.path().string(), "--verdicts", (folder / "verdicts").string()});
    return claims(std::move(more));
  }

  const examples::TemporaryFolder folder;
};

TEST_F(MadeUpGpu, GivesTheKnownAnswers) {
  const Answers answers{
      {"LdgstsLoadSizesAgree",
       {{"kib=1 narrow=8 wide=16", 1 / 0.98}, {"bytes=512 narrow=4 wide=8", 0.98 / 0.96}}},
      {"LdgstsWideLoadsLead", {{"kib=1", 1 / 0.98}, {"kib=32", 1 / 0.98}}},
      {"LdgstsWideLoadsNeedFewerStages", {{"", 1 / 0.98}}},
      {"LdgstsSaturation", {{"", 16}}},
      {"LdgstsPlateau", {{"kib=12", 3.0}, {"kib=32", 4.0}, {"kib=64", 4.0}}},
      {"LdgstsRisesLinearly", {{"bytes=256", 0.24}, {"bytes=512", 0.245}, {"kib=1", 0.25}, {"kib=4", 0.25}}},
      {"LdgstsDeeperPipeline",
       {{"stages=8 threads=64", 2}, {"stages=16 threads=64", 4.0 / 3}, {"stages=16 threads=256", 1}}},
      {"LdgstsMoreThreads",
       {{"stages=4 threads=128", 2}, {"stages=8 threads=256", 4.0 / 4.0}, {"stages=12 threads=256", 1}}},
      {"LdgstsTwoWarpsTwelveStages", {{"", 3.0}}},
      {"LdgstsLatency", {{"", 830}}},
      {"LdgstsSteadyLatency", {{"", 630}}},
      {"LdgstsLatencyRise", {{"kib=12", 1215.0 / 815}, {"kib=16", 1215.0 / 815}}},
      {"TmaSaturatesLater", {{"", 2}}},
      {"TmaPlateau", {{"", 4.4}}},
      {"TmaWarpsPlateau", {{"warps=1", 4.4}, {"warps=4", 4.4}}},
      {"LdgstsAheadAtSmallSizes",
       {{"bytes=512", 0.245 / 0.18}, {"kib=8", 0.25 / 0.18}, {"kib=64", 4.0 / 4.4}}},
      {"TmaCatchesUp", {{"", 1.1}}},
      {"TmaStaysFlat", {{"", 1}}},
      {"TmaLatencyAboveLdgsts", {{"bytes=512", 1015.0 / 815}, {"kib=8", 1015.0 / 815}}},
      {"TmaLatencyRise", {{"", 1615.0 / 1015}}},
      {"TmaLatencyLargeBox", {{"", 12815}}},
      {"TmaSteadyLatency", {{"bytes=512", 630}, {"kib=128", 630}}},
      {"ResultsAreRight", {{"sweep=async_copy.tma_warps", 0}}},
      {"TmaSwizzles", {{"swizzle=128B", 0}, {"swizzle=none", 0}}},
      {"TmaFillsOutOfBounds", {{"fill=nan", 0}, {"fill=zero", 0}}},
      {"CopyOverlapsCompute", {{"mechanism=ldgsts", 1.1}, {"mechanism=tma", 1.1}}},
      {"GatherThroughput",
       {{"mechanism=ldgsts page_bytes=1024", 2.0}, {"mechanism=tma page_bytes=4096", 3.5}}},
      {"GatherLatency", {{"mechanism=ldgsts page_bytes=1024", 630}, {"mechanism=tma page_bytes=4096", 630}}}};
  EXPECT_EQ(judge().exit_code, 0);
  const auto verdicts = by_claim(folder / "verdicts");
  EXPECT_EQ(verdicts.size(), answers.size());
  for (const auto& [name, points] : answers) {
    std::map<std::string, double> found;
    for (const auto& estimate : verdicts.at("AsyncCopy." + name).estimates)
      found[to_text(estimate.where)] = estimate.value;
    for (const auto& [where, value] : points) {
      ASSERT_TRUE(found.contains(where)) << name << " at " << where;
      EXPECT_NEAR(found.at(where), value, 1e-4 * value) << name << " at " << where;
    }
  }
}

TEST_F(MadeUpGpu, PassesItsExactClaimsAndSkipsWhatNobodyExpectsOfIt) {
  judge();
  for (const auto& [name, verdict] : by_claim(folder / "verdicts")) {
    const bool exact = verdict.unit == "count";
    EXPECT_EQ(verdict.status, exact ? Status::pass : Status::skip) << name << ": " << verdict.reason;
  }
}

TEST_F(MadeUpGpu, ShowsEveryPlantedWrongElement) {
  for (const auto* claim : {"ResultsAreRight", "TmaSwizzles"}) {
    const auto ended = judge({"--planted", std::string("--gtest_filter=AsyncCopy.") + claim});
    EXPECT_EQ(ended.exit_code, 0) << ended.output;
  }
}

TEST_F(MadeUpGpu, OneWrongByteInOneRoundFails) {
  auto recording = made_up::every_sweep().at(4);
  recording.rounds[5].data[3][2] = 1;
  std::filesystem::remove(folder / "async_copy.tma_warps.recording.jsonl.gz");
  write_recording(folder / "async_copy.tma_warps.recording.jsonl.gz", recording);
  const auto ended = judge({"--gtest_filter=AsyncCopy.ResultsAreRight"});
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_THAT(ended.output, testing::HasSubstr("FAIL"));
}

TEST_F(MadeUpGpu, AMissingConfigurationIsAnError) {
  std::filesystem::remove(folder / "async_copy.tma_function.recording.jsonl.gz");
  auto recording = made_up::every_sweep().at(6);
  for (auto& configuration : recording.configurations) {
    if (matches(configuration, {{"swizzle", "64B"}})) configuration["swizzle"] = "96B";
  }
  write_recording(folder / "async_copy.tma_function.recording.jsonl.gz", recording);
  const auto ended = judge({"--gtest_filter=AsyncCopy.TmaSwizzles"});
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_THAT(ended.output, testing::AllOf(testing::HasSubstr("ERROR"), testing::HasSubstr("swizzle=64B")));
}

/// The published data are not ours to ship: ASSAY_PUBLISHED names the folder.
class PublishedData : public testing::Test {
 protected:
  void SetUp() override {
    const char* directory = std::getenv("ASSAY_PUBLISHED");
    if (!directory || !*directory) GTEST_SKIP() << "no published data: ASSAY_PUBLISHED is not set";
  }

  static std::size_t bands() {
    const auto loaded = load_expectations(expectations);
    std::size_t count = 0;
    for (const auto& [name, claim] : loaded.claims) {
      if (name.starts_with("AsyncCopy.") && loaded.sku("b200")->band(name, "published-2026-03")) ++count;
    }
    return count;
  }
};

TEST_F(PublishedData, PassTheirBands) {
  const examples::TemporaryFolder folder;
  claims({of_the_family, "--published", "--sku", "b200", "--verdicts", (folder / "verdicts").string()});
  std::size_t passed = 0;
  for (const auto& [name, verdict] : by_claim(folder / "verdicts")) {
    if (verdict.status == Status::skip) continue;
    EXPECT_EQ(verdict.status, Status::pass) << name << ": " << verdict.reason;
    ++passed;
  }
  EXPECT_EQ(passed, bands());
  EXPECT_GT(passed, 0U);
}

TEST_F(PublishedData, FailWithEveryPlantedLoss) {
  const auto ended = claims({of_the_family, "--published", "--sku", "b200", "--planted"});
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  std::size_t seen = 0;
  for (auto at = ended.output.find("the loss is seen"); at != std::string::npos;
       at = ended.output.find("the loss is seen", at + 1)) {
    ++seen;
  }
  EXPECT_EQ(seen, bands());
}

}  // namespace
}  // namespace assay::async_copy
