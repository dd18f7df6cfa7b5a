#include "conformance/mma/number_formats.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>
#include <vector>

namespace assay::mma {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity(),
                 nan = std::numeric_limits<double>::quiet_NaN();

// Magnitudes in the order of their codes, written out from the formats' definitions; a sign bit is above
// them.
const std::vector<double> e2m1_magnitudes{0, 0.5, 1, 1.5, 2, 3, 4, 6};
const std::vector<double> e2m3_magnitudes{
    0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1, 1.125, 1.25, 1.375, 1.5, 1.625, 1.75, 1.875,
    2, 2.25,  2.5,  2.75,  3,   3.25,  3.5,  3.75,  4, 4.5,   5,    5.5,   6,   6.5,   7,    7.5};
const std::vector<double> e3m2_magnitudes{
    0, 0.0625, 0.125, 0.1875, 0.25, 0.3125, 0.375, 0.4375, 0.5, 0.625, 0.75, 0.875, 1,  1.25, 1.5, 1.75,
    2, 2.5,    3,     3.5,    4,    5,      6,     7,      8,   10,    12,   14,    16, 20,   24,  28};
const std::vector<double> e4m3_magnitudes{
    0,        0x1p-9,   0x1p-8,   0x1.8p-8, 0x1p-7,   0x1.4p-7, 0x1.8p-7, 0x1.cp-7, 0x1p-6,   0x1.2p-6,
    0x1.4p-6, 0x1.6p-6, 0x1.8p-6, 0x1.ap-6, 0x1.cp-6, 0x1.ep-6, 0x1p-5,   0x1.2p-5, 0x1.4p-5, 0x1.6p-5,
    0x1.8p-5, 0x1.ap-5, 0x1.cp-5, 0x1.ep-5, 0x1p-4,   0x1.2p-4, 0x1.4p-4, 0x1.6p-4, 0x1.8p-4, 0x1.ap-4,
    0x1.cp-4, 0x1.ep-4, 0x1p-3,   0x1.2p-3, 0x1.4p-3, 0x1.6p-3, 0x1.8p-3, 0x1.ap-3, 0x1.cp-3, 0x1.ep-3,
    0x1p-2,   0x1.2p-2, 0x1.4p-2, 0x1.6p-2, 0x1.8p-2, 0x1.ap-2, 0x1.cp-2, 0x1.ep-2, 0x1p-1,   0x1.2p-1,
    0x1.4p-1, 0x1.6p-1, 0x1.8p-1, 0x1.ap-1, 0x1.cp-1, 0x1.ep-1, 0x1p0,    0x1.2p0,  0x1.4p0,  0x1.6p0,
    0x1.8p0,  0x1.ap0,  0x1.cp0,  0x1.ep0,  0x1p1,    0x1.2p1,  0x1.4p1,  0x1.6p1,  0x1.8p1,  0x1.ap1,
    0x1.cp1,  0x1.ep1,  0x1p2,    0x1.2p2,  0x1.4p2,  0x1.6p2,  0x1.8p2,  0x1.ap2,  0x1.cp2,  0x1.ep2,
    0x1p3,    0x1.2p3,  0x1.4p3,  0x1.6p3,  0x1.8p3,  0x1.ap3,  0x1.cp3,  0x1.ep3,  0x1p4,    0x1.2p4,
    0x1.4p4,  0x1.6p4,  0x1.8p4,  0x1.ap4,  0x1.cp4,  0x1.ep4,  0x1p5,    0x1.2p5,  0x1.4p5,  0x1.6p5,
    0x1.8p5,  0x1.ap5,  0x1.cp5,  0x1.ep5,  0x1p6,    0x1.2p6,  0x1.4p6,  0x1.6p6,  0x1.8p6,  0x1.ap6,
    0x1.cp6,  0x1.ep6,  0x1p7,    0x1.2p7,  0x1.4p7,  0x1.6p7,  0x1.8p7,  0x1.ap7,  0x1.cp7,  0x1.ep7,
    0x1p8,    0x1.2p8,  0x1.4p8,  0x1.6p8,  0x1.8p8,  0x1.ap8,  0x1.cp8,  nan};
const std::vector<double> e5m2_magnitudes{
    0,         0x1p-16,   0x1p-15,   0x1.8p-15, 0x1p-14,   0x1.4p-14, 0x1.8p-14, 0x1.cp-14, 0x1p-13,
    0x1.4p-13, 0x1.8p-13, 0x1.cp-13, 0x1p-12,   0x1.4p-12, 0x1.8p-12, 0x1.cp-12, 0x1p-11,   0x1.4p-11,
    0x1.8p-11, 0x1.cp-11, 0x1p-10,   0x1.4p-10, 0x1.8p-10, 0x1.cp-10, 0x1p-9,    0x1.4p-9,  0x1.8p-9,
    0x1.cp-9,  0x1p-8,    0x1.4p-8,  0x1.8p-8,  0x1.cp-8,  0x1p-7,    0x1.4p-7,  0x1.8p-7,  0x1.cp-7,
    0x1p-6,    0x1.4p-6,  0x1.8p-6,  0x1.cp-6,  0x1p-5,    0x1.4p-5,  0x1.8p-5,  0x1.cp-5,  0x1p-4,
    0x1.4p-4,  0x1.8p-4,  0x1.cp-4,  0x1p-3,    0x1.4p-3,  0x1.8p-3,  0x1.cp-3,  0x1p-2,    0x1.4p-2,
    0x1.8p-2,  0x1.cp-2,  0x1p-1,    0x1.4p-1,  0x1.8p-1,  0x1.cp-1,  0x1p0,     0x1.4p0,   0x1.8p0,
    0x1.cp0,   0x1p1,     0x1.4p1,   0x1.8p1,   0x1.cp1,   0x1p2,     0x1.4p2,   0x1.8p2,   0x1.cp2,
    0x1p3,     0x1.4p3,   0x1.8p3,   0x1.cp3,   0x1p4,     0x1.4p4,   0x1.8p4,   0x1.cp4,   0x1p5,
    0x1.4p5,   0x1.8p5,   0x1.cp5,   0x1p6,     0x1.4p6,   0x1.8p6,   0x1.cp6,   0x1p7,     0x1.4p7,
    0x1.8p7,   0x1.cp7,   0x1p8,     0x1.4p8,   0x1.8p8,   0x1.cp8,   0x1p9,     0x1.4p9,   0x1.8p9,
    0x1.cp9,   0x1p10,    0x1.4p10,  0x1.8p10,  0x1.cp10,  0x1p11,    0x1.4p11,  0x1.8p11,  0x1.cp11,
    0x1p12,    0x1.4p12,  0x1.8p12,  0x1.cp12,  0x1p13,    0x1.4p13,  0x1.8p13,  0x1.cp13,  0x1p14,
    0x1.4p14,  0x1.8p14,  0x1.cp14,  0x1p15,    0x1.4p15,  0x1.8p15,  0x1.cp15,  inf,       nan,
    nan,       nan};

struct Table {
  Number number;
  const std::vector<double>* magnitudes;
  bool has_sign;
};
const std::vector<Table> tables{
    {Number::e2m1, &e2m1_magnitudes, true}, {Number::e2m3, &e2m3_magnitudes, true},
    {Number::e3m2, &e3m2_magnitudes, true}, {Number::e4m3, &e4m3_magnitudes, true},
    {Number::e5m2, &e5m2_magnitudes, true}, {Number::ue4m3, &e4m3_magnitudes, false}};

void expect_value(Number number, std::uint32_t code, double value) {
  const double decoded = decode(number, code);
  if (std::isnan(value)) {
    EXPECT_TRUE(std::isnan(decoded)) << code;
    EXPECT_TRUE(std::isnan(decode(number, encode(number, value))));
    return;
  }
  EXPECT_EQ(decoded, value) << code;
  EXPECT_EQ(std::signbit(decoded), std::signbit(value)) << code;
  EXPECT_EQ(encode(number, value), code) << value;
}

TEST(NumberFormats, EveryCodeOfTheNarrowFormatsIsTheNumberOfItsTable) {
  for (const Table& table : tables) {
    SCOPED_TRACE(static_cast<int>(table.number));
    const auto codes = static_cast<std::uint32_t>(table.magnitudes->size());
    EXPECT_EQ(codes, 1u << (bits_of(table.number) - 1));
    for (std::uint32_t code = 0; code < codes; ++code) {
      expect_value(table.number, code, (*table.magnitudes)[code]);
      if (table.has_sign) expect_value(table.number, code + codes, -(*table.magnitudes)[code]);
    }
  }
}

TEST(NumberFormats, IntegersAndPowersOfTwo) {
  for (std::uint32_t code = 0; code < 256; ++code) {
    EXPECT_EQ(decode(Number::u8, code), code);
    EXPECT_EQ(encode(Number::u8, code), code);
    EXPECT_EQ(decode(Number::s8, code), code < 128 ? code : code - 256.0);
    EXPECT_EQ(encode(Number::s8, code < 128 ? code : code - 256.0), code);
    if (code < 255) expect_value(Number::ue8m0, code, std::pow(2.0, code - 127.0));
  }
  expect_value(Number::ue8m0, 255, nan);
  EXPECT_EQ(encode(Number::s8, 200), 0x7Fu);
  EXPECT_EQ(encode(Number::s8, -200), 0x80u);
  EXPECT_EQ(encode(Number::u8, 300), 0xFFu);
}

// Landmarks of the wide formats: one, largest, smallest normal, smallest subnormal, infinity, a NaN.
TEST(NumberFormats, LandmarksOfTheWideFormats) {
  expect_value(Number::f16, 0x3C00, 1);
  expect_value(Number::f16, 0xC500, -5);
  expect_value(Number::f16, 0x7BFF, 65504);
  expect_value(Number::f16, 0x0400, 0x1p-14);
  expect_value(Number::f16, 0x8001, -0x1p-24);
  expect_value(Number::f16, 0xFC00, -inf);
  EXPECT_TRUE(std::isnan(decode(Number::f16, 0x7C01)));
  expect_value(Number::bf16, 0x3F80, 1);
  expect_value(Number::bf16, 0x7F7F, 0x1.FEp127);
  expect_value(Number::bf16, 0x0001, 0x1p-133);
  expect_value(Number::bf16, 0x7F80, inf);
  EXPECT_TRUE(std::isnan(decode(Number::bf16, 0x7F81)));
  expect_value(Number::tf32, 0x3F800000, 1);
  expect_value(Number::tf32, 0x3F802000, 1 + 0x1p-10);
  EXPECT_EQ(decode(Number::tf32, 0x3F801FFF), 1);  // the lowest 13 bits are ignored
  expect_value(Number::tf32, 0xFF800000, -inf);
}

TEST(NumberFormats, EveryF16AndBf16CodeIsWhatFloatSays) {
  for (std::uint32_t code = 0; code < 0x10000; ++code) {
    const double value = std::bit_cast<float>(code << 16);
    if (!std::isnan(value)) expect_value(Number::bf16, code, value);
    const double half = decode(Number::f16, code);
    if (!std::isnan(half)) {
      EXPECT_EQ(encode(Number::f16, half), code);
    }
  }
}

TEST(NumberFormats, RoundingGoesToTheNearestAndTiesToTheEvenCode) {
  EXPECT_EQ(encode(Number::f16, 2049), encode(Number::f16, 2048));  // tie, down to even
  EXPECT_EQ(encode(Number::f16, 2051), encode(Number::f16, 2052));  // tie, up to even
  EXPECT_EQ(encode(Number::f16, 65519), 0x7BFFu);
  EXPECT_EQ(encode(Number::f16, 65520), 0x7C00u);  // rounds beyond the largest
  EXPECT_EQ(encode(Number::f16, 0x1p-25), 0u);     // tie between zero and the smallest
  EXPECT_EQ(encode(Number::f16, 0x1.8p-25), 1u);
  EXPECT_EQ(encode(Number::bf16, 1 + 0x1p-8), 0x3F80u);
  EXPECT_EQ(encode(Number::e4m3, 19), 0x5Au);  // between 18 and 20, up to even
  EXPECT_EQ(encode(Number::e4m3, 17), 0x58u);  // between 16 and 18, down to even
  EXPECT_EQ(encode(Number::e4m3, 1e9), 0x7Eu);
  EXPECT_EQ(encode(Number::e4m3, -inf), 0xFEu);
  EXPECT_EQ(encode(Number::e5m2, 1e9), 0x7Cu);
  EXPECT_EQ(encode(Number::e2m1, 5), 0x6u);  // between 4 (code 6) and 6 (code 7)
  EXPECT_EQ(encode(Number::e2m1, -100), 0xFu);
}

TEST(NumberFormats, WhatAFormatCannotHoldIsRefused) {
  EXPECT_THROW(encode(Number::ue8m0, 3), std::invalid_argument);
  EXPECT_THROW(encode(Number::ue8m0, -2), std::invalid_argument);
  EXPECT_THROW(encode(Number::ue8m0, 0), std::invalid_argument);
  EXPECT_THROW(encode(Number::ue4m3, -1), std::invalid_argument);
  EXPECT_THROW(encode(Number::u8, -1), std::invalid_argument);
}

}  // namespace
}  // namespace assay::mma
