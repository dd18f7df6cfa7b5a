#include "conformance/mma/tcgen05_shapes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "kernels/encoding/instruction_shape.h"

namespace assay::mma {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

std::size_t count(const std::vector<Parameters>& list, const Parameters& where) {
  return static_cast<std::size_t>(
      std::ranges::count_if(list, [&](const Parameters& each) { return matches(each, where); }));
}

const LeftOut* left(const std::vector<LeftOut>& left_out, const Parameters& where) {
  const auto found =
      std::ranges::find_if(left_out, [&](const LeftOut& each) { return matches(each.parameters, where); });
  return found == left_out.end() ? nullptr : &*found;
}

TEST(Tcgen05Shapes, StreamsHoldEveryPublishedShapeThatIsLegal) {
  std::vector<LeftOut> left_out;
  const auto streams = tcgen05_streams("sm_100", left_out);
  for (const std::string format : {"bf16", "e4m3", "s8", "f4", "mxf8", "mxf4"}) {
    for (const std::string layout : {"ss", "ts"}) {
      for (const auto& [group, m] : {std::pair{1, 64}, {1, 128}, {2, 128}, {2, 256}}) {
        for (const std::int64_t n : {64, 80, 96, 112, 128, 256}) {
          const Parameters where{{"format", format}, {"ab_layout", layout}, {"cta_group", group}, {"m", m},
                                 {"n", n},           {"warpgroups", 0}};
          const bool refused =
              (format.starts_with("mx") && m == 64) || (format == "s8" && group == 2 && n % 32 != 0);
          EXPECT_EQ(count(streams, where), refused ? 0U : 2U) << to_text(where);
        }
      }
    }
  }
}

TEST(Tcgen05Shapes, WhatIsNotThereIsLeftOutWithItsSentence) {
  std::vector<LeftOut> left_out;
  tcgen05_singles("sm_100", left_out);
  const auto* const narrow = left(left_out, {{"format", "s8"}, {"cta_group", 2}, {"n", 80}});
  ASSERT_NE(narrow, nullptr);
  EXPECT_EQ(narrow->reason, "kind i8 with cta_group 2 takes N 32, 64, 96, ... 256; 80 is not one of them");
  const auto* const half = left(left_out, {{"format", "nvf4"}, {"m", 64}});
  ASSERT_NE(half, nullptr);
  EXPECT_EQ(half->reason, "kind mxf4nvf4 with cta_group 1 takes M 128; 64 is not one of them");
}

TEST(Tcgen05Shapes, NoIntegersOnSm103) {
  std::vector<LeftOut> left_out;
  const auto streams = tcgen05_streams("sm_103", left_out);
  EXPECT_EQ(count(streams, {{"format", "s8"}}) + count(streams, {{"format", "u8"}}), 0U);
  ASSERT_NE(left(left_out, {{"format", "s8"}}), nullptr);
  EXPECT_EQ(left(left_out, {{"format", "s8"}})->reason, "kind i8 exists on sm_100 only, this GPU is sm_103");
  EXPECT_GT(count(streams, {{"format", "nvf4"}}), 0U);
}

TEST(Tcgen05Shapes, KIsThatOfTheKindThatIsIssued) {
  std::vector<LeftOut> left_out;
  const auto singles = tcgen05_singles("sm_100", left_out);
  for (const auto& [format, k] :
       {std::pair{"bf16", 16}, {"tf32", 8}, {"f4", 32}, {"mxf4", 32}, {"mxf4_packed", 64}, {"nvf4", 64}}) {
    EXPECT_GT(count(singles, {{"format", format}, {"k", k}}), 0U) << format;
    EXPECT_EQ(count(singles, {{"format", format}}), count(singles, {{"format", format}, {"k", k}})) << format;
  }
}

TEST(Tcgen05Shapes, EveryConfigurationIsAnInstruction) {
  for (const auto list :
       {tcgen05_streams, tcgen05_singles, tcgen05_batches, tcgen05_steady_states, tcgen05_streams_alone}) {
    std::vector<LeftOut> left_out;
    const auto all = list("sm_100", left_out);
    EXPECT_FALSE(all.empty());
    EXPECT_EQ(std::set(all.begin(), all.end()).size(), all.size());
    for (const Parameters& each : all) EXPECT_EQ(why_refused(tcgen05_shape_of(each)), "") << to_text(each);
    for (const LeftOut& each : left_out) EXPECT_NE(why_refused(tcgen05_shape_of(each.parameters)), "");
  }
}

TEST(Tcgen05Shapes, BatchesOfOneToTenWithAInTensorMemory) {
  std::vector<LeftOut> left_out;
  const auto batches = tcgen05_batches("sm_100", left_out);
  EXPECT_EQ(count(batches, {{"format", "bf16"}, {"cta_group", 2}, {"m", 256}, {"n", 128}}), 10U);
  EXPECT_EQ(count(batches, {{"ab_layout", "ss"}}), 0U);
  EXPECT_EQ(count(batches, {{"in_flight", 7}}) * 10, batches.size());
}

TEST(Tcgen05Shapes, OneInstructionIsAGroupOfTheSteadyState) {
  std::vector<LeftOut> left_out;
  std::set<std::int64_t> outstanding;
  for (const Parameters& each : tcgen05_steady_states("sm_100", left_out)) {
    EXPECT_EQ(integer_of(each, "outstanding"), integer_of(each, "groups"));
    EXPECT_EQ(integer_of(each, "group_size"), 1);
    outstanding.insert(integer_of(each, "outstanding"));
  }
  EXPECT_EQ(outstanding, (std::set<std::int64_t>{1, 2, 3, 4, 5, 6, 8, 10, 16}));
}

TEST(Tcgen05Shapes, AloneAreSinglesOfOneCta) {
  std::vector<LeftOut> left_out;
  EXPECT_THAT(tcgen05_streams_alone("sm_100", left_out), SizeIs(5 * 2 * 2));
  EXPECT_THAT(left_out, IsEmpty());
}

TEST(Tcgen05Shapes, AFormatThatIsNoneIsNamed) {
  EXPECT_THROW(tcgen05_format_of({{"format", "int4"}, {"accumulator", "s32"}}), std::out_of_range);
}

}  // namespace
}  // namespace assay::mma
