#include "expectations/expectations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "expectations/test_folder.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::ThrowsMessage;

Expectations load(const Files& files) { return load_expectations(TestFolder(files).path()); }

TEST(Expectations, ReadEveryFieldOfAClaim) {
  const auto claims = load(good_files()).claims;
  ASSERT_THAT(claims, SizeIs(4));
  const Claim& claim = claims.at("Mma.HalfRate");
  EXPECT_EQ(claim.name, "Mma.HalfRate");
  EXPECT_THAT(claim.ids, ElementsAre("MMA-02", "ARCH-03b"));
  EXPECT_EQ(claim.statement, "Half of the peak is all there is") << "lines of the file must not show";
  EXPECT_EQ(claim.kind, ClaimKind::band);
  EXPECT_EQ(claim.domain, Domain::cycles);
  EXPECT_EQ(claim.loss, Loss::either);
  EXPECT_EQ(claim.unit, "%");
  EXPECT_EQ(claim.scope, "SM");
  EXPECT_THAT(claim.sweeps, ElementsAre("mma.throughput"));
  EXPECT_THAT(claim.labels, ElementsAre("mma", "throughput", "blackwell"));
  EXPECT_THAT(claim.architectures, ElementsAre("sm_100"));
  EXPECT_EQ(claim.smallest_effect, 0.03);
  ASSERT_TRUE(claim.planted);
  EXPECT_EQ(claim.planted->column, "cycles");
  EXPECT_EQ(claim.planted->factor, 1.05);
  EXPECT_EQ(claim.planted->add, 0);
  EXPECT_EQ(to_text(claim.planted->where), "m=64");
  EXPECT_EQ(claim.location.line, 2);
  EXPECT_THAT(claim.location.file, HasSubstr("claims/mma.toml"));
  EXPECT_EQ(claims.at("Mma.Bandwidth").limit, "dram");
  EXPECT_EQ(claims.at("Mma.Bandwidth").planted->add, 100);
  EXPECT_EQ(claims.at("Mma.ResultsAreRight").kind, ClaimKind::exact);
  EXPECT_EQ(claims.at("Mma.Why").kind, ClaimKind::statement);
}

TEST(Expectations, ReadEveryFieldOfASku) {
  const auto expectations = load(good_files());
  ASSERT_THAT(expectations.skus, SizeIs(2));
  const Sku* sku = expectations.sku("b200");
  ASSERT_TRUE(sku);
  EXPECT_EQ(sku->title, "B200");
  EXPECT_EQ(sku->architecture, "sm_100");
  EXPECT_EQ(sku->match.at(0).pci_device_id, 0x290110deu);
  EXPECT_EQ(sku->match.at(0).memory_bus_bits, 8192);
  EXPECT_EQ(sku->peaks.at("dram").value, 8e12);
  EXPECT_EQ(expectations.sku("h100"), nullptr);
}

TEST(Expectations, ReadAPublishedBand) {
  const auto expectations = load(good_files());
  const Band* band = expectations.sku("b200")->band("Mma.HalfRate", "published-2026-03");
  ASSERT_TRUE(band);
  ASSERT_THAT(band->points, SizeIs(1));
  EXPECT_THAT(band->points[0].where, IsEmpty());
  EXPECT_EQ(band->points[0].low, 48.3);
  EXPECT_EQ(band->points[0].high, 50.3);
  EXPECT_EQ(band->points[0].observed.value, 49.8);
  EXPECT_EQ(band->points[0].observed.low, 49.2);
  EXPECT_EQ(band->points[0].observed.high, 49.9);
  EXPECT_EQ(band->points[0].observed.n, 24);
  EXPECT_EQ(band->noise, 0.005);
  EXPECT_EQ(band->date, "2026-03-31");
  EXPECT_EQ(band->source, "article");
  EXPECT_FALSE(band->provisional);
  EXPECT_EQ(expectations.sku("b200")->band("Mma.HalfRate", "assay-1"), nullptr);
  EXPECT_EQ(expectations.sku("h200")->band("Mma.HalfRate", "published-2026-03"), nullptr);
}

TEST(Expectations, ReadABandOfOurOwnWithPointsAndALimit) {
  const auto expectations = load(good_files());
  const Sku& sku = *expectations.sku("b200");
  const Band* band = sku.band("Mma.Bandwidth", "assay-1");
  ASSERT_TRUE(band);
  ASSERT_THAT(band->points, SizeIs(2));
  EXPECT_EQ(to_text(band->points[0].where), "mode=a n=64");
  EXPECT_EQ(band->points[0].high, 8.0) << "\"limit\" is the peak in the unit of the claim";
  EXPECT_EQ(band->points[1].observed.low, 7.2) << "low and high default to value";
  EXPECT_EQ(band->points[1].observed.processes, 15);
  EXPECT_FALSE(band->provisional);
  EXPECT_EQ(sku.band("Mma.Bandwidth", "published-2026-03")->points[0].high, std::nullopt);
  EXPECT_EQ(sku.limit_of(expectations.claims.at("Mma.Bandwidth")), 8.0);
  EXPECT_EQ(sku.limit_of(expectations.claims.at("Mma.HalfRate")), std::nullopt);
}

TEST(Expectations, BandsOfFewBoardsOrProcessesAreProvisional) {
  const auto provisional_with = [](const std::string& counts) {
    Files files = good_files();
    std::string& sku = files.at("sku/b200.toml");
    const std::string before = "boards = 3, processes = 15";
    sku.replace(sku.find(before), before.size(), counts);
    return load(files).sku("b200")->band("Mma.Bandwidth", "assay-1")->provisional;
  };
  EXPECT_TRUE(provisional_with("boards = 2, processes = 15"));
  EXPECT_TRUE(provisional_with("boards = 3, processes = 14"));
  EXPECT_TRUE(provisional_with("boards = 4, processes = 15"));
  EXPECT_FALSE(provisional_with("boards = 3, processes = 15"));
}

TEST(Expectations, ReadWaivers) {
  const auto waivers = load(good_files()).waivers;
  ASSERT_THAT(waivers, SizeIs(1));
  EXPECT_EQ(waivers[0].claim, "Mma.Bandwidth");
  EXPECT_EQ(waivers[0].owner, "Ada");
  EXPECT_EQ(waivers[0].issue, "https://tracker.example/1");
  EXPECT_EQ(waivers[0].reason, "refresh rate");
  EXPECT_EQ(waivers[0].expires, "2027-01-31");
  EXPECT_EQ(waivers[0].driver_low, "580.1");
  EXPECT_EQ(waivers[0].driver_high, "");
  EXPECT_EQ(waivers[0].sku, "b200");
}

TEST(Expectations, FindTheSkuOfABoard) {
  const auto expectations = load(good_files());
  Board board{"NVIDIA H200", 0x233510de, 0x18be10de, 132, 6144, 700};
  ASSERT_TRUE(expectations.sku_of(board));
  EXPECT_EQ(expectations.sku_of(board)->name, "h200");
  board.sm_count = 114;
  ASSERT_TRUE(expectations.sku_of(board)) << "the second alternative";
  board.sm_count = 78;
  EXPECT_EQ(expectations.sku_of(board), nullptr) << "every field given must agree";
  board.sm_count = 0;
  EXPECT_EQ(expectations.sku_of(board), nullptr) << "what the driver does not tell does not agree";
}

TEST(Expectations, RefuseABoardThatTwoSkusMatch) {
  auto expectations = load(good_files());
  expectations.skus.push_back(*expectations.sku("h200"));
  expectations.skus.back().name = "twin";
  EXPECT_THAT(
      [&] {
        expectations.sku_of({"NVIDIA H200", 0x233510de, 0, 132, 6144, 700});
      },
      ThrowsMessage<ExpectationError>(HasSubstr("NVIDIA H200 matches both h200 and twin")));
}

TEST(Overlays, ReplaceBandsByClaimAndMethod) {
  const TestFolder base(good_files());
  const TestFolder overlay(Files{{"sku/b200.toml", R"(
[peak.dram]
value = 9.0e12
unit = "B/s"
source = "mine"
[Mma.HalfRate]
unit = "%"
method = "assay-1"
source = "my own boards"
date = 2026-12-01
band = [49.0, 50.0]
observed = { value = 49.5, n = 5, boards = 1, processes = 5, deviation = 0.05, interval = 0.1 }
[Mma.Bandwidth]
unit = "TB/s"
method = "published-2026-03"
source = "mine"
date = 2026-12-01
noise = 0.01
band = [5.0, "limit"]
observed = { value = 5.1, n = 1 }
)"}});
  const auto expectations = load_expectations(base.path(), {overlay.path()});
  const Sku& sku = *expectations.sku("b200");
  EXPECT_EQ(sku.title, "B200") << "the head of the base stays";
  EXPECT_EQ(sku.band("Mma.HalfRate", "published-2026-03")->source, "article");
  EXPECT_EQ(sku.band("Mma.HalfRate", "assay-1")->source, "my own boards");
  EXPECT_TRUE(sku.band("Mma.HalfRate", "assay-1")->provisional);
  ASSERT_THAT(sku.bands.at("Mma.Bandwidth"), SizeIs(2));
  EXPECT_EQ(sku.band("Mma.Bandwidth", "published-2026-03")->source, "mine");
  EXPECT_EQ(sku.band("Mma.Bandwidth", "published-2026-03")->points[0].high, 9.0);
  EXPECT_EQ(sku.band("Mma.Bandwidth", "assay-1")->points[0].high, 9.0) << "a limit follows the replaced peak";
  EXPECT_THAT(expectations.waivers, SizeIs(1));
}

TEST(Overlays, AddSkusAndWaiversAndReplaceClaims) {
  const TestFolder base(good_files());
  Files files{{"claims/mma.toml", good_files().at("claims/mma.toml")},
              {"waivers.toml", good_files().at("waivers.toml")},
              {"sku/mine.toml", good_files().at("sku/h200.toml")}};
  std::string& claims = files.at("claims/mma.toml");
  claims.replace(claims.find("0.06"), 4, "0.07");
  std::string& sku = files.at("sku/mine.toml");
  for (auto at = sku.find("2335"); at != std::string::npos; at = sku.find("2335")) sku.replace(at, 4, "2330");
  const TestFolder overlay(files);
  const auto expectations = load_expectations(base.path(), {overlay.path()});
  EXPECT_EQ(expectations.claims.at("Mma.Bandwidth").smallest_effect, 0.07);
  EXPECT_TRUE(expectations.sku("mine"));
  EXPECT_THAT(expectations.waivers, SizeIs(2));
}

TEST(Overlays, RefuseWhatTheyCannotDo) {
  const TestFolder base(good_files());
  const TestFolder empty(Files{});
  EXPECT_THAT([&] { load_expectations(base.path(), {empty.path()}); },
              ThrowsMessage<ExpectationError>(HasSubstr("holds no expectations")));
  const TestFolder new_claim(Files{{"claims/mma.toml",
                                    "[Mma.New]\nkind = \"statement\"\nstatement = \"x\"\n"
                                    "labels = [\"mma\", \"hopper\", \"blackwell\"]\n"}});
  EXPECT_THAT(
      [&] { load_expectations(base.path(), {new_claim.path()}); },
      ThrowsMessage<ExpectationError>(HasSubstr("claims/mma.toml:1: Mma.New: is not in the catalogue; an "
                                                "overlay may change claims; a new one needs a test")));
  const TestFolder headless(
      Files{{"sku/other.toml", "title = \"a SKU without a match\"\narchitecture = \"sm_90\"\n"}});
  EXPECT_THAT([&] { load_expectations(base.path(), {headless.path()}); },
              ThrowsMessage<ExpectationError>(HasSubstr("sku/other.toml:1: match: is missing")));
}

TEST(Expectations, SayWhenTheyAreNotInstalled) {
  EXPECT_THAT(
      [] { load_expectations("/nowhere"); },
      ThrowsMessage<ExpectationError>(HasSubstr("/nowhere/claims:1: folder: holds no claims; install")));
}

}  // namespace
}  // namespace assay
