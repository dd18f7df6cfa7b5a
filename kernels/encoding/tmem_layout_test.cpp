#include "kernels/encoding/tmem_layout.h"

#include <gtest/gtest.h>

#include <set>
#include <tuple>
#include <vector>

#include "kernels/encoding/scale_factor_layout.h"

namespace assay {
namespace {

TEST(TmemLayout, AddressIsLaneThenColumn) { EXPECT_EQ(tmem_address(96, 511), 0x0060'01FFu); }

// Written down from the ISA's figures of the data paths; D is M x 256 where N is shared, else any N.
TEST(TmemLayout, AccumulatorsLieWhereTheIsaDrawsThem) {
  const auto place = [](TmemLayout layout, std::uint32_t row, std::uint32_t column) {
    return tmem_accumulator(layout, row, column, 256);
  };
  EXPECT_EQ(place(TmemLayout::a, 127, 255), (TmemPlace{0, 127, 255}));
  EXPECT_EQ(place(TmemLayout::a, 128, 7), (TmemPlace{1, 0, 7}));
  EXPECT_EQ(place(TmemLayout::b, 63, 127), (TmemPlace{0, 63, 127}));
  EXPECT_EQ(place(TmemLayout::b, 63, 128), (TmemPlace{0, 127, 0}));
  EXPECT_EQ(place(TmemLayout::b, 64, 129), (TmemPlace{1, 64, 1}));
  EXPECT_EQ(place(TmemLayout::c, 80, 255), (TmemPlace{1, 32, 255}));
  EXPECT_EQ(place(TmemLayout::c, 63, 0), (TmemPlace{0, 111, 0}));
  EXPECT_EQ(place(TmemLayout::d, 77, 200), (TmemPlace{0, 77, 200}));
  EXPECT_EQ(place(TmemLayout::e, 5, 128), (TmemPlace{0, 69, 0}));
  EXPECT_EQ(place(TmemLayout::f, 15, 9), (TmemPlace{0, 15, 9}));
  EXPECT_EQ(place(TmemLayout::f, 16, 9), (TmemPlace{0, 32, 9}));
  EXPECT_EQ(place(TmemLayout::f, 47, 9), (TmemPlace{0, 79, 9}));
  EXPECT_EQ(place(TmemLayout::f, 48, 9), (TmemPlace{0, 96, 9}));
  EXPECT_EQ(place(TmemLayout::g, 31, 64), (TmemPlace{0, 63, 0}));
  EXPECT_EQ(place(TmemLayout::g, 0, 255), (TmemPlace{0, 96, 63}));
}

struct Case {
  TmemLayout layout;
  std::uint32_t rows, lanes;  // lanes used in each CTA
};
const std::vector<Case> cases{{TmemLayout::a, 256, 128}, {TmemLayout::b, 128, 128}, {TmemLayout::c, 128, 64},
                              {TmemLayout::d, 128, 128}, {TmemLayout::e, 64, 128},  {TmemLayout::f, 64, 64},
                              {TmemLayout::g, 32, 128}};

TEST(TmemLayout, EveryElementHasACellOfItsOwnInsideTheMemory) {
  for (const auto& [layout, rows, lanes] : cases) {
    for (const std::uint32_t n : {64u, 128u, 256u}) {
      std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> cells;
      std::set<std::pair<std::uint32_t, std::uint32_t>> used_lanes;
      for (std::uint32_t row = 0; row < rows; ++row) {
        for (std::uint32_t column = 0; column < n; ++column) {
          const TmemPlace place = tmem_accumulator(layout, row, column, n);
          ASSERT_LT(place.lane, tmem_lanes);
          ASSERT_LT(place.column, tmem_columns);
          cells.insert({place.cta, place.lane, place.column});
          used_lanes.insert({place.cta, place.lane});
        }
      }
      EXPECT_EQ(cells.size(), rows * n);
      EXPECT_EQ(used_lanes.size(), lanes * (rows / rows_per_cta(layout)));
    }
  }
}

TEST(TmemLayout, OperandAIsRepeatedWhereLanesShareN) {
  EXPECT_EQ(tmem_operand(TmemLayout::b, 70, 0, 7, 2), (TmemPlace{1, 6, 3}));
  EXPECT_EQ(tmem_operand(TmemLayout::b, 70, 1, 7, 2), (TmemPlace{1, 70, 3}));
  EXPECT_EQ(tmem_operand(TmemLayout::g, 3, 2, 31, 4), (TmemPlace{0, 67, 7}));
  EXPECT_EQ(tmem_operand(TmemLayout::f, 20, 0, 8, 1), (TmemPlace{0, 36, 8}));
  for (const auto& [layout, rows, lanes] : cases) {
    std::set<std::tuple<std::uint32_t, std::uint32_t>> places;
    for (std::uint32_t row = 0; row < rows; ++row) {
      for (std::uint32_t share = 0; share < lane_shares(layout); ++share) {
        const TmemPlace place = tmem_operand(layout, row, share, 0, 2);
        places.insert({place.cta, place.lane});
      }
    }
    EXPECT_EQ(places.size(), lanes * (rows / rows_per_cta(layout)));
  }
}

TEST(ScaleFactorLayout, RowsBlocksAndIdsAreWhereTheIsaPutsThem) {
  EXPECT_EQ(scale_factor(0, 0, 0, 0), (ScalePlace{0, 0, 0}));
  EXPECT_EQ(scale_factor(31, 0, 3, 0), (ScalePlace{31, 0, 3}));    // 1X: the id is the byte
  EXPECT_EQ(scale_factor(33, 1, 2, 0), (ScalePlace{1, 1, 3}));     // 2X: the second block of the upper half
  EXPECT_EQ(scale_factor(127, 2, 0, 3), (ScalePlace{127, 3, 2}));  // 4X
  EXPECT_EQ(scale_factor(255, 0, 0, 1), (ScalePlace{63, 7, 0}));   // column 255 of B
}

}  // namespace
}  // namespace assay
