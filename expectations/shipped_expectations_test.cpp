#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "expectations/expectations.h"

// The expectations as they are shipped. That the published values fall into their bands, and the planted
// losses out of them, is also seen end to end by the replays of the published data, where those lie beside
// the checkout.

namespace assay {
namespace {

using testing::IsSupersetOf;
using testing::UnorderedElementsAre;

constexpr const char* published = "published-2026-03";

const Expectations& shipped() {
  static const auto expectations = load_expectations(ASSAY_SOURCE_DIR "/expectations");
  return expectations;
}

std::set<std::string> names_of(ClaimKind kind, const std::string& family) {
  std::set<std::string> names;
  for (const auto& [name, claim] : shipped().claims) {
    if (claim.kind == kind && name.starts_with(family + ".")) names.insert(name.substr(family.size() + 1));
  }
  return names;
}

const Band& published_band(const std::string& claim) {
  const Band* band = shipped().sku("b200")->band(claim, published);
  if (!band) throw std::runtime_error(claim + " has no published band");
  return *band;
}

TEST(ShippedExpectations, HaveEveryClaimOfTheFamilyAsyncCopy) {
  EXPECT_THAT(
      names_of(ClaimKind::band, "AsyncCopy"),
      UnorderedElementsAre("LdgstsLoadSizesAgree", "LdgstsWideLoadsLead", "LdgstsWideLoadsNeedFewerStages",
                           "LdgstsSaturation", "LdgstsPlateau", "LdgstsRisesLinearly", "LdgstsDeeperPipeline",
                           "LdgstsMoreThreads", "LdgstsTwoWarpsTwelveStages", "LdgstsLatency",
                           "LdgstsSteadyLatency", "LdgstsLatencyRise", "TmaSaturatesLater", "TmaPlateau",
                           "TmaWarpsPlateau", "LdgstsAheadAtSmallSizes", "TmaCatchesUp", "TmaStaysFlat",
                           "TmaLatencyAboveLdgsts", "TmaLatencyRise", "TmaLatencyLargeBox",
                           "TmaSteadyLatency", "CopyOverlapsCompute", "GatherThroughput", "GatherLatency"));
  EXPECT_THAT(names_of(ClaimKind::exact, "AsyncCopy"),
              UnorderedElementsAre("ResultsAreRight", "TmaSwizzles", "TmaFillsOutOfBounds"));
}

TEST(ShippedExpectations, CoverEveryPublishedIdOfTheFamilyAsyncCopy) {
  std::set<std::string> ids;
  for (const auto& [name, claim] : shipped().claims) ids.insert(claim.ids.begin(), claim.ids.end());
  EXPECT_THAT(ids,
              IsSupersetOf({"LDG-02", "LDG-03", "LDG-04", "LDG-05", "LDG-06", "MLA-01", "MLA-02", "MLA-03",
                            "MLA-04", "LAT-01", "LAT-02", "LAT-03", "LAT-04", "TMA-02", "TMA-03", "TMA-04",
                            "CMP-01", "CMP-02", "CMP-03", "CMP-04", "CMP-05", "CMP-06", "CMP-07"}));
}

TEST(ShippedExpectations, KnowTheirBoardsApart) {
  for (const Sku& sku : shipped().skus) {
    for (Board board : sku.match) {
      board.name = "a board of " + sku.name;
      ASSERT_TRUE(shipped().sku_of(board)) << board.name;
      EXPECT_EQ(shipped().sku_of(board)->name, sku.name);
    }
  }
  Board board{"NVIDIA B200", 0x290110de, 0x199910de, 148, 8192, 1000};
  ASSERT_TRUE(shipped().sku_of(board));
  EXPECT_EQ(shipped().sku_of(board)->name, "b200");
  board.memory_bus_bits = 7680;
  EXPECT_EQ(shipped().sku_of(board), nullptr) << "another DRAM peak";
}

TEST(ShippedExpectations, ExpectOfTheB200WhatWasPublished) {
  std::set<std::string> without;
  for (const std::string& name : names_of(ClaimKind::band, "AsyncCopy")) {
    if (!shipped().sku("b200")->band("AsyncCopy." + name, published)) without.insert(name);
  }
  EXPECT_THAT(without, UnorderedElementsAre("LdgstsSteadyLatency", "TmaWarpsPlateau", "TmaSteadyLatency",
                                            "CopyOverlapsCompute", "GatherThroughput", "GatherLatency"));
}

// The loader demands this as well. It is what keeps a replay of the published data from being INCONCLUSIVE.
TEST(ShippedExpectations, PublishedValuesLieInTheirBandsWithTheirNoise) {
  int points = 0;
  for (const auto& [name, bands] : shipped().sku("b200")->bands) {
    for (const Band& band : bands) {
      for (const BandPoint& point : band.points) {
        EXPECT_GE(point.observed.low * (1 - band.noise), *point.low) << name << " " << to_text(point.where);
        EXPECT_LE(point.observed.high * (1 + band.noise), point.high.value_or(HUGE_VAL)) << name;
        ++points;
      }
    }
  }
  EXPECT_EQ(points, 199);
}

// A planted loss without `where` scales the whole curve, so what it does to the estimate is known without a
// recording.
TEST(ShippedExpectations, PlantedLossesOnAllRowsLeaveTheBandWithTheWholeInterval) {
  int checked = 0;
  for (const std::string& name : names_of(ClaimKind::band, "AsyncCopy")) {
    const Claim& claim = shipped().claims.at("AsyncCopy." + name);
    const Band* band = shipped().sku("b200")->band(claim.name, published);
    if (!band || !claim.planted->where.empty()) continue;
    ++checked;
    for (const BandPoint& point : band->points) {
      if (claim.planted->column == "ns") {
        EXPECT_LT(point.observed.high / claim.planted->factor * (1 + band->noise), *point.low) << name;
      } else {
        EXPECT_GT(point.observed.low * claim.planted->factor * (1 - band->noise), *point.high) << name;
      }
    }
  }
  EXPECT_EQ(checked, 6);
}

// Cycles of the SM's own clock repeat so well that 5 % is much.
TEST(ShippedExpectations, PlantedLossesOnSomeRowsAreNotSmall) {
  for (const auto& [name, claim] : shipped().claims) {
    if (claim.kind != ClaimKind::band) continue;
    const double least = claim.domain == Domain::time ? 1.1 : 1.05;
    EXPECT_GE(std::abs(std::log(claim.planted->factor)), std::log(least)) << name;
  }
}

TEST(ShippedExpectations, AnswerTheArticlesFigures) {
  EXPECT_EQ(published_band("AsyncCopy.LdgstsSaturation").points.at(0).observed.value, 32);
  const auto& plateau = published_band("AsyncCopy.LdgstsPlateau").points;
  ASSERT_EQ(plateau.size(), 2u);
  EXPECT_EQ(to_text(plateau[0].where), "kib=32");
  EXPECT_EQ(plateau[0].low, 6.3);
  EXPECT_EQ(plateau[0].high, 7.3);
  EXPECT_EQ(plateau[1].low, 6.4);
  EXPECT_NEAR(*plateau[1].high, 8.183, 1e-9) << "\"limit\" is the peak of DRAM in TB/s";
}

}  // namespace
}  // namespace assay
