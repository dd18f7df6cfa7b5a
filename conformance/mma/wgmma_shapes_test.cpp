#include "conformance/mma/wgmma_shapes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace assay::mma {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

std::size_t count(const std::vector<Parameters>& list, const Parameters& where) {
  return static_cast<std::size_t>(
      std::ranges::count_if(list, [&](const Parameters& each) { return matches(each, where); }));
}

TEST(WgmmaShapes, StreamsOfEveryFormatWidthAndLayoutAtTwoDepths) {
  std::vector<LeftOut> left_out;
  const auto streams = wgmma_streams(left_out);
  for (const Format& format : hopper_formats()) {
    const Parameters kind{{"format", format.name}, {"accumulator", format.accumulator}, {"k", format.k()}};
    for (const std::int64_t n : {8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256}) {
      for (const std::string layout : {"ss", "rs"}) {
        Parameters where = kind;
        where.insert({{"n", n}, {"ab_layout", layout}, {"warpgroups", 1}, {"m", 64}, {"cta_group", 1}});
        EXPECT_EQ(count(streams, where), 2U) << to_text(where);
      }
    }
  }
}

TEST(WgmmaShapes, LeaveOutFourWarpgroupsWhoseAccumulatorsDoNotFit) {
  std::vector<LeftOut> left_out;
  const auto streams = wgmma_streams(left_out);
  ASSERT_THAT(left_out, SizeIs(14));  // 7 formats with 32-bit sums, SS and RS
  EXPECT_TRUE(matches(left_out[0].parameters, {{"n", 256}, {"warpgroups", 4}, {"accumulator", "f32"}}));
  EXPECT_THAT(left_out[0].reason,
              HasSubstr("needs 128 accumulator registers a thread, 4 warpgroups leave 96"));
  EXPECT_EQ(count(streams, {{"n", 256}, {"warpgroups", 4}}), 4U);  // sums in f16
}

TEST(WgmmaShapes, SinglesAreEveryShapeOnce) { EXPECT_THAT(wgmma_singles(), SizeIs(8 * 14 * 2)); }

TEST(WgmmaShapes, BatchesOfOneToTen) {
  const auto batches = wgmma_batches();
  EXPECT_THAT(batches, SizeIs(5 * 2 * 3 * 10));
  EXPECT_EQ(count(batches, {{"format", "bf16"}, {"n", 128}, {"ab_layout", "rs"}, {"in_flight", 7}}), 1U);
  EXPECT_EQ(count(batches, {{"format", "u8"}}), 0U);
}

TEST(WgmmaShapes, MoreThanEightOutstandingTakeSeveralAGroup) {
  std::set<std::int64_t> depths;
  for (const auto& each : wgmma_steady_states()) {
    const auto groups = integer_of(each, "groups"), size = integer_of(each, "group_size");
    EXPECT_EQ(integer_of(each, "outstanding"), groups * size);
    EXPECT_LE(groups, 8) << "wait_group counts to 7";
    EXPECT_EQ(size > 1, groups * size > 8) << to_text(each);
    depths.insert(groups * size);
  }
  EXPECT_EQ(depths, (std::set<std::int64_t>{1, 2, 3, 4, 5, 6, 8, 10, 16}));
}

TEST(WgmmaShapes, FindTheFormatOfAConfiguration) {
  EXPECT_EQ(format_of({{"format", "f16"}, {"accumulator", "f16"}}).kernel_name(), "f16_in_f16");
  EXPECT_EQ(format_of({{"format", "u8"}, {"accumulator", "s32"}}).kernel_name(), "u8");
}

}  // namespace
}  // namespace assay::mma
