#include "kernels/encoding/swizzle.h"

#include <gtest/gtest.h>

#include <set>

namespace assay {
namespace {

// Transcribed from the figures of the PTX ISA 9.1: atoms (16-byte units) of the first rows, left to right.
TEST(Swizzle, AtomsAreWhereTheIsaDrawsThem) {
  const auto atom = [](std::uint32_t row128, std::uint32_t index, Swizzle mode) {
    return swizzled(row128 * 128 + index * 16, mode) / 16 % 8;
  };
  const std::uint32_t rows128[4][8] = {
      {0, 1, 2, 3, 4, 5, 6, 7}, {1, 0, 3, 2, 5, 4, 7, 6}, {2, 3, 0, 1, 6, 7, 4, 5}, {3, 2, 1, 0, 7, 6, 5, 4}};
  const std::uint32_t rows64[4][8] = {
      {0, 1, 2, 3, 4, 5, 6, 7}, {1, 0, 3, 2, 5, 4, 7, 6}, {2, 3, 0, 1, 6, 7, 4, 5}, {3, 2, 1, 0, 7, 6, 5, 4}};
  const std::uint32_t rows32[4][8] = {
      {0, 1, 2, 3, 4, 5, 6, 7}, {1, 0, 3, 2, 5, 4, 7, 6}, {0, 1, 2, 3, 4, 5, 6, 7}, {1, 0, 3, 2, 5, 4, 7, 6}};
  for (std::uint32_t row = 0; row < 4; ++row) {
    for (std::uint32_t i = 0; i < 8; ++i) {
      EXPECT_EQ(atom(row, i, Swizzle::b128), rows128[row][i]) << row << " " << i;
      EXPECT_EQ(atom(row, i, Swizzle::b64), rows64[row][i]) << row << " " << i;
      EXPECT_EQ(atom(row, i, Swizzle::b32), rows32[row][i]) << row << " " << i;
      EXPECT_EQ(atom(row, i, Swizzle::none), i);
    }
  }
  EXPECT_EQ(atom(4, 0, Swizzle::b128), 4u);  // the third bit is the 128B mode's alone
  EXPECT_EQ(atom(4, 0, Swizzle::b64), 0u);
}

// 128B with 32-byte atoms: four atoms a row, the pattern repeats after four rows.
TEST(Swizzle, AtomsOf32BytesMoveInPairs) {
  const std::uint32_t rows[5][8] = {{0, 1, 2, 3, 4, 5, 6, 7},
                                    {2, 3, 0, 1, 6, 7, 4, 5},
                                    {4, 5, 6, 7, 0, 1, 2, 3},
                                    {6, 7, 4, 5, 2, 3, 0, 1},
                                    {0, 1, 2, 3, 4, 5, 6, 7}};
  for (std::uint32_t row = 0; row < 5; ++row) {
    for (std::uint32_t i = 0; i < 8; ++i) {
      EXPECT_EQ(swizzled(row * 128 + i * 16, Swizzle::b128_atom32) / 16 % 8, rows[row][i]) << row << " " << i;
    }
  }
}

// The boundaries of the ISA's table on which a repeating pattern starts; 16-byte rows have none.
TEST(Swizzle, PatternsRepeatWhereTheIsaSays) {
  EXPECT_EQ(swizzle_period(Swizzle::b128), 1024u);
  EXPECT_EQ(swizzle_period(Swizzle::b64), 512u);
  EXPECT_EQ(swizzle_period(Swizzle::b32), 256u);
  EXPECT_EQ(swizzle_period(Swizzle::b128_atom32), 512u);
}

TEST(Swizzle, MovesEveryByteToAPlaceOfItsOwn) {
  for (const Swizzle mode :
       {Swizzle::none, Swizzle::b32, Swizzle::b64, Swizzle::b128, Swizzle::b128_atom32}) {
    std::set<std::uint32_t> places;
    for (std::uint32_t offset = 0; offset < 4096; ++offset) places.insert(swizzled(offset, mode));
    EXPECT_EQ(places.size(), 4096u);
    EXPECT_EQ(*places.rbegin(), 4095u);
  }
}

TEST(Pattern, NoWordOccursTwice) {
  std::set<std::uint32_t> words;
  for (std::uint64_t i = 0; i < 100'000; ++i) words.insert(pattern_word(i * 4099, 7));
  EXPECT_EQ(words.size(), 100'000u);
  EXPECT_NE(pattern_word(5, 1), pattern_word(5, 2));
}

}  // namespace
}  // namespace assay
