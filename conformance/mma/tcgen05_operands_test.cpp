#include "conformance/mma/tcgen05_operands.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <stdexcept>

namespace assay::mma {
namespace {

const Tcgen05Format& format(const std::string& name, const std::string& accumulator = "") {
  for (const Tcgen05Format& each : blackwell_formats()) {
    if (each.name == name && (accumulator.empty() || each.accumulator == accumulator)) return each;
  }
  throw std::out_of_range(name);
}

unsigned byte(std::byte value) { return std::to_integer<unsigned>(value); }

/// The 16-byte slot `slot` of row `row`, undone from the 128-byte swizzle.
const std::byte* slot_of(const std::byte* rows, int row, int slot) {
  return rows + row * 128 + (slot ^ row % 8) * 16;
}

/// Values that are zero but for 1 and -1 as the first two elements of row 0.
Tcgen05Values one_and_minus_one(const Tcgen05Format& of) {
  Tcgen05Values values = make_values(of, 1);
  for (auto* all : {&values.a, &values.b}) {
    std::fill(all->begin(), all->end(), std::int8_t{0});
    (*all)[0] = 1;
    (*all)[1] = -1;
  }
  return values;
}

// Bits of 1 and -1 as IEEE 754, bfloat16, the OCP FP8 and the OCP MX formats define them.
TEST(Tcgen05Operands, ElementsLieAsTheIsaPacksThem) {
  const struct {
    const char* name;
    std::uint64_t first_bytes, mask;
  } rows[] = {{"f16", 0xBC00'3C00, 0xFFFF'FFFF},
              {"bf16", 0xBF80'3F80, 0xFFFF'FFFF},
              {"tf32", 0xBF80'0000'3F80'0000, ~0ull},
              {"e4m3", 0xB838, 0xFFFF},
              {"e5m2", 0xBC3C, 0xFFFF},
              {"s8", 0xFF01, 0xFFFF},
              {"e2m3", 0xA08, 0xFFF},  // 001000, 101000: 12 bits
              {"e3m2", 0xB0C, 0xFFF},  // 001100, 101100
              {"f4", 0xA2, 0xFF},      // 0010, 1010
              {"mxf4", 0xA2, 0xFF},
              {"mxf4_packed", 0xA2, 0xFF},
              {"nvf4", 0xA2, 0xFF}};
  for (const auto& row : rows) {
    const Tcgen05Format& of = format(row.name);
    const auto made = images(of.shape(1, 128, 64, true), one_and_minus_one(of));
    for (const std::byte* bytes : {made[0].a[0], made[0].b[0], made[0].tensor[0][0]}) {
      std::uint64_t word = 0;
      for (unsigned i = 0; i < 8; ++i) word |= std::uint64_t{byte(bytes[i])} << 8 * i;
      EXPECT_EQ(word & row.mask, row.first_bytes) << row.name;
    }
  }
}

TEST(Tcgen05Operands, NarrowElementsOfF8f6f4FillTheBeginningOfSlots) {
  Tcgen05Values values = make_values(format("f4"), 1);
  std::fill(values.a.begin(), values.a.end(), std::int8_t{0});
  values.a[3 * 32 + 17] = 1;  // row 3, second slot, upper half of its first byte
  const auto image = images(format("f4").shape(1, 128, 64, false), values)[0];
  EXPECT_EQ(byte(slot_of(image.a[0], 3, 1)[0]), 0x20u);
  EXPECT_EQ(byte(slot_of(image.a[0], 3, 0)[0]), 0u);
  EXPECT_EQ(byte(slot_of(image.a[0], 3, 1)[7]), 0u);
  EXPECT_EQ(byte(slot_of(image.a[0], 3, 1)[8]), 0x7Fu);  // padding
  values = make_values(format("e3m2"), 1);
  std::fill(values.a.begin(), values.a.end(), std::int8_t{0});
  values.a[15] = 1;  // bits 90 to 95 of 96
  const auto six = images(format("e3m2").shape(1, 128, 64, false), values)[0];
  EXPECT_EQ(byte(six.a[0][11]), 0x30u);
  EXPECT_EQ(byte(six.a[0][12]), 0x7Fu);
  values = make_values(format("nvf4"), 1);
  std::fill(values.a.begin(), values.a.end(), std::int8_t{0});
  values.a[33] = -1;  // without padding: byte 16
  const auto packed = images(format("nvf4").shape(1, 128, 64, false), values)[0];
  EXPECT_EQ(byte(slot_of(packed.a[0], 0, 1)[0]), 0xA0u);
}

TEST(Tcgen05Operands, APairSharesRowsOfAAndColumnsOfB) {
  const Tcgen05Format& s8 = format("s8");
  Tcgen05Values values = make_values(s8, 1);
  for (auto* all : {&values.a, &values.b}) std::fill(all->begin(), all->end(), std::int8_t{0});
  values.a[130 * 32] = 1;  // row 130: row 2 of the second CTA
  values.b[40 * 32] = 1;   // column 40 of 64: row 8 of the second CTA
  const auto pair = images(s8.shape(2, 256, 64, true), values);
  EXPECT_EQ(byte(slot_of(pair[1].a[0], 2, 0)[0]), 1u);
  EXPECT_EQ(byte(slot_of(pair[1].b[0], 8, 0)[0]), 1u);
  EXPECT_EQ(byte(pair[1].tensor[0][2][0]), 1u);
  EXPECT_EQ(byte(slot_of(pair[0].a[0], 2, 0)[0]), 0u);
  EXPECT_EQ(byte(slot_of(pair[0].b[0], 8, 0)[0]), 0u);
}

TEST(Tcgen05Operands, AInTensorMemoryFollowsTheDataPath) {
  const Tcgen05Format& s8 = format("s8");
  Tcgen05Values values = make_values(s8, 1);
  std::fill(values.a.begin(), values.a.end(), std::int8_t{0});
  values.a[20 * 32 + 16] = 1;  // row 20, byte 16
  const auto half = images(s8.shape(1, 64, 64, true), values)[0];
  EXPECT_EQ(byte(half.tensor[1][36][0]), 1u);  // rows 16 to 31 are on lanes 32 to 47
  const auto pair = images(s8.shape(2, 128, 64, true), values)[0];
  EXPECT_EQ(byte(pair.tensor[1][20][0]), 1u);
  EXPECT_EQ(byte(pair.tensor[1][84][0]), 1u);  // again for the upper half of N
}

// ue8m0 is exponent + 127; ue4m3 of a power of two is (exponent + 7) << 3.
TEST(Tcgen05Operands, ScaleFactorsLieAsTheIsaDrawsThem) {
  const Tcgen05Format& mxf8 = format("mxf8");
  Tcgen05Values values = make_values(mxf8, 1);
  values.scale_a[77] = 1;
  values.scale_b[200] = -1;
  const auto image = images(mxf8.shape(1, 128, 256, false), values)[0];
  for (int replica = 0; replica < 4; ++replica) {
    EXPECT_EQ(byte(image.tensor[2][32 * replica + 13][8]), 128u);  // row 77: lane 13, third column
    EXPECT_EQ(byte(image.tensor[4][32 * replica + 8][8]), 126u);   // column 200: lane 8, seventh column
    EXPECT_EQ(byte(image.tensor[2][32 * replica + 13][9]), 255u);  // a byte that no instruction reads
  }
  const Tcgen05Format& nvf4 = format("nvf4");
  values = make_values(nvf4, 1);
  values.scale_a[5 * 4 + 3] = 1;
  const auto four = images(nvf4.shape(1, 128, 64, false), values)[0];
  EXPECT_EQ(byte(four.tensor[2][5][3]), 0x40u);
}

TEST(Tcgen05Operands, UpperLanesOfAPairFindTheUpperHalfOfNEitherWay) {
  const Tcgen05Format& mxf8 = format("mxf8");
  Tcgen05Values values = make_values(mxf8, 1);
  std::fill(values.scale_b.begin(), values.scale_b.end(), std::int8_t{0});
  values.scale_b[48 + 3] = 1;  // column 51 of 96: the fourth of the upper half
  const auto pair = images(mxf8.shape(2, 128, 96, false), values);
  for (const auto& cta : pair) {
    EXPECT_EQ(byte(cta.tensor[3][64 + 3][0]), 128u);   // from the first column on
    EXPECT_EQ(byte(cta.tensor[3][96 + 19][4]), 128u);  // as one of all 96
    EXPECT_EQ(byte(cta.tensor[3][19][4]), 128u);       // the lower lanes have only that
    EXPECT_EQ(byte(cta.tensor[3][3][0]), 127u);
  }
}

TEST(Tcgen05Operands, EveryElementAndScaleFactorOfBDecidesSomething) {
  for (const Tcgen05Format& of : blackwell_formats()) {
    const Tcgen05Values values = make_values(of, 7);
    std::vector<int> picked(static_cast<std::size_t>(values.k), 0);
    for (int row = 0; row < 64; ++row) {
      for (int i = 0; i < values.k; ++i)
        picked[static_cast<std::size_t>(i)] += values.a[static_cast<std::size_t>(row * values.k + i)] != 0;
    }
    for (const int each : picked) EXPECT_GE(each, 1) << of.name;
  }
}

// Figures of the data paths: where element (row, column) of D is.
TEST(Tcgen05Operands, SumsAreWhereTheIsaPutsThem) {
  const Tcgen05Format& s8 = format("s8");
  const Tcgen05Values values = make_values(s8, 3);
  const struct {
    int group, m, n, row, column;
    std::size_t cta, lane, at;
  } places[] = {{1, 128, 64, 77, 50, 0, 77, 50},
                {1, 64, 64, 20, 50, 0, 36, 50},
                {2, 256, 64, 130, 9, 1, 2, 9},
                {2, 128, 64, 70, 9, 1, 6, 9},
                {2, 128, 64, 70, 41, 1, 70, 9}};
  for (const auto& place : places) {
    const auto shape = s8.shape(place.group, place.m, place.n, false);
    const auto expected = expected_d(shape, values, 10);
    const auto columns = static_cast<std::size_t>(tcgen05_d_columns(shape));
    const std::size_t at = (place.cta * 128 + place.lane) * columns + place.at;
    EXPECT_EQ(static_cast<int>(expected.words[at]) * 4, 10 * values.product_times_4(place.row, place.column));
    EXPECT_EQ(expected.bits[at], 0xFFFF'FFFFu);
  }
  const auto half = expected_d(s8.shape(1, 64, 64, false), values, 1);
  EXPECT_EQ(half.bits[16 * 64], 0u);  // lanes 16 to 31 hold nothing
  const auto narrow =
      expected_d(format("f16", "f16").shape(1, 128, 64, false), make_values(format("f16", "f16"), 3), 1);
  EXPECT_EQ(narrow.bits[0], 0xFFFFu);
}

/// A number of few bits: sign, exponent, mantissa; the formats of these tests hold no infinity or NaN.
double decoded(std::uint32_t bits, int exponent_bits, int mantissa_bits) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const auto mantissa = static_cast<double>(bits & ((1u << mantissa_bits) - 1)) / (1 << mantissa_bits);
  const int exponent = static_cast<int>(bits >> mantissa_bits & ((1u << exponent_bits) - 1));
  const double magnitude =
      exponent == 0 ? std::ldexp(mantissa, 1 - bias) : std::ldexp(1 + mantissa, exponent - bias);
  return (bits >> (exponent_bits + mantissa_bits) & 1) != 0 ? -magnitude : magnitude;
}

double element(const Tcgen05Format& of, const std::byte* rows, int row, int i) {
  const bool slots = of.kind == MmaKind::f8f6f4 || of.kind == MmaKind::mxf8f6f4;
  const int width = of.type == MmaType::e2m1                               ? 4
                    : of.type == MmaType::e2m3 || of.type == MmaType::e3m2 ? 6
                    : of.type == MmaType::f16 || of.type == MmaType::bf16  ? 16
                    : of.type == MmaType::tf32                             ? 32
                                                                           : 8;
  const int bit = slots ? i % 16 * width : i * width % 128, slot = slots ? i / 16 : i * width / 128;
  std::uint64_t word = 0;
  for (int b = 0; b < 5 && bit / 8 + b < 16; ++b) {
    word |= std::uint64_t{byte(slot_of(rows, row, slot)[bit / 8 + b])} << 8 * b;
  }
  const auto bits = static_cast<std::uint32_t>(word >> bit % 8 & ((1ull << width) - 1));
  switch (of.type) {
    case MmaType::f16:
      return decoded(bits, 5, 10);
    case MmaType::bf16:
      return decoded(bits, 8, 7);
    case MmaType::tf32:
      return std::bit_cast<float>(bits);
    case MmaType::e4m3:
      return decoded(bits, 4, 3);
    case MmaType::e5m2:
      return decoded(bits, 5, 2);
    case MmaType::e2m3:
      return decoded(bits, 2, 3);
    case MmaType::e3m2:
      return decoded(bits, 3, 2);
    case MmaType::e2m1:
      return decoded(bits, 2, 1);
    case MmaType::s8:
      return static_cast<std::int8_t>(bits);
    default:
      return bits;
  }
}

double scale(const Tcgen05Format& of, const Tcgen05Image& image, std::size_t first_block, int index, int i) {
  if (of.block == 0) return 1;
  const int column = index / 32;
  const auto bits = byte(image.tensor[first_block + static_cast<std::size_t>(column / 4)][index % 32]
                                     [column % 4 * 4 + i / of.block]);
  return of.scale == MmaScale::ue8m0 ? std::ldexp(1.0, static_cast<int>(bits) - 127) : decoded(bits, 4, 3);
}

// A second way from the images to the sums: what is uploaded multiplies to what is expected.
TEST(Tcgen05Operands, ImagesMultiplyToTheExpectedSums) {
  for (const Tcgen05Format& of : blackwell_formats()) {
    const Tcgen05Values values = make_values(of, 11);
    for (const auto& [group, m] : {std::pair{1, 128}, {2, 256}}) {
      const int n = 160, mine = n / group;
      const auto shape = of.shape(group, m, n, false);
      const auto made = images(shape, values);
      const auto expected = expected_d(shape, values, 3);
      for (int row = 0; row < m; row += 7) {
        const Tcgen05Image& of_row = made[static_cast<std::size_t>(row / 128)];
        for (int column = 0; column < n; column += 3) {
          const Tcgen05Image& of_column = made[static_cast<std::size_t>(column / mine)];
          double sum = 0;
          for (int i = 0; i < values.k; ++i) {
            sum += element(of, of_row.a[0], row % 128, i) * element(of, of_column.b[0], column % mine, i) *
                   scale(of, of_row, 2, row % 128, i) * scale(of, of_row, 3, column, i);
          }
          const auto word = expected.words[static_cast<std::size_t>(row * n + column)];
          const double found = of.accumulator == "s32"   ? static_cast<std::int32_t>(word)
                               : of.accumulator == "f16" ? decoded(word, 5, 10)
                                                         : static_cast<double>(std::bit_cast<float>(word));
          ASSERT_EQ(found, 3 * sum) << of.name << " " << row << " " << column;
        }
      }
    }
  }
}

}  // namespace
}  // namespace assay::mma
