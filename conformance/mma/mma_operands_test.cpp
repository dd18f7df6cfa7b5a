#include "conformance/mma/mma_operands.h"

#include <gtest/gtest.h>

#include <cstring>
#include <set>

namespace assay::mma {
namespace {

const Format& format(const std::string& kernel_name) {
  for (const Format& each : hopper_formats()) {
    if (each.kernel_name() == kernel_name) return each;
  }
  throw std::out_of_range(kernel_name);
}

TEST(MmaOperands, EveryElementOfBDecidesSomething) {
  for (const Format& each : hopper_formats()) {
    const Operands operands = make_operands(each, 7);
    std::set<int> columns;
    for (int row = 0; row < 64; ++row) {
      int nonzero = 0;
      for (int k = 0; k < operands.k; ++k) {
        if (operands.a[static_cast<std::size_t>(row * operands.k + k)] == 0) continue;
        columns.insert(k);
        ++nonzero;
      }
      EXPECT_EQ(nonzero, 1) << each.name << " row " << row;
    }
    EXPECT_EQ(static_cast<int>(columns.size()), operands.k) << each.name;
  }
}

// Bits of 1 and -1 as IEEE 754, bfloat16 and the OCP FP8 formats define them.
TEST(MmaOperands, ImagesHoldTheFormatsBits) {
  const struct {
    const char* name;
    std::uint32_t one, minus_one;
  } rows[] = {{"f16", 0x3C00, 0xBC00}, {"bf16", 0x3F80, 0xBF80}, {"tf32", 0x3F800000, 0xBF800000},
              {"e4m3", 0x38, 0xB8},    {"e5m2", 0x3C, 0xBC},     {"s8", 0x01, 0xFF}};
  for (const auto& row : rows) {
    const Format& each = format(row.name);
    std::vector<std::int8_t> values(static_cast<std::size_t>(64 * each.k()), 0);
    values[0] = 1;
    values[1] = -1;
    const auto words = register_image(each, values);
    std::uint64_t first = words[0] | static_cast<std::uint64_t>(words[4]) << 32;  // row 0, bytes 0 to 7
    const std::uint64_t mask = (1ull << (8 * each.element_bytes)) - 1;
    EXPECT_EQ(first & mask, row.one) << row.name;
    EXPECT_EQ(first >> (8 * each.element_bytes) & mask, row.minus_one) << row.name;
  }
}

TEST(MmaOperands, RowsLieSwizzledInSharedMemory) {
  const Format& bytes = format("s8");
  std::vector<std::int8_t> values(64 * 32, 0);
  values[5 * 32 + 17] = 1;  // row 5, byte 17: atom 1, which the swizzle moves to atom 1 XOR 5 = 4
  const auto image = shared_image(bytes, values, 64);
  EXPECT_EQ(image[5 * 128 + 4 * 16 + 1], std::byte{1});
  EXPECT_EQ(image[5 * 128 + 5 * 16], std::byte{0});     // atom 0 XOR 5
  EXPECT_EQ(image[5 * 128 + 0 * 16], std::byte{0x7F});  // an atom that no instruction reads
}

// D of m64nN: thread 37 is warp 1, group 1, second pair of columns: rows 17 and 25, columns 2, 3, 10, 11.
TEST(MmaOperands, AccumulatorsAreWhereTheIsaPutsThem) {
  const Format& each = format("s8");
  const Operands operands = make_operands(each, 3);
  const auto words = expected_accumulators(each, operands, 16, 10);
  const auto at = [&](int r) {
    return static_cast<std::int32_t>(words[static_cast<std::size_t>(37 * 8 + r)]);
  };
  const int rows[] = {17, 17, 25, 25, 17, 17, 25, 25}, columns[] = {2, 3, 2, 3, 10, 11, 10, 11};
  for (int r = 0; r < 8; ++r) EXPECT_EQ(at(r), 10 * operands.product(rows[r], columns[r])) << r;
}

TEST(MmaOperands, SixteenBitSumsArePackedAndExact) {
  const Format& each = format("f16_in_f16");
  const Operands operands = make_operands(each, 3);
  const auto words = expected_accumulators(each, operands, 8, 2048);
  const auto half = [](int value) { return value == 0 ? 0u : value > 0 ? 0x6800u : 0xE800u; };  // 2048 = 2^11
  for (int thread : {0, 1, 37, 127}) {
    const int row = 16 * (thread / 32) + thread % 32 / 4, column = 2 * (thread % 4);
    EXPECT_EQ(words[static_cast<std::size_t>(thread * 2)],
              half(operands.product(row, column)) | half(operands.product(row, column + 1)) << 16);
  }
  EXPECT_EQ(expected_accumulators(each, operands, 8, 3)[0] & 0x7FFF,
            operands.product(0, 0) == 0 ? 0u : 0x4200u);
}

}  // namespace
}  // namespace assay::mma
