#include "conformance/mma/mma_reference.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "conformance/mma/made_up_products.h"

namespace assay::mma {
namespace {

/// A window in which byte `address` holds the number of its chunk, modulo 256.
SharedMemory numbered_chunks() {
  SharedMemory memory{0, std::vector<std::byte>(1 << 18)};
  for (std::size_t i = 0; i < memory.bytes.size(); ++i) memory.bytes[i] = static_cast<std::byte>(i / 16);
  return memory;
}

double chunk_read(const HopperDescriptor& descriptor, int row, int k) {
  const OperandShape shape{Number::u8, false, false, 16, 32};
  return read_operand(numbered_chunks(), descriptor.bits(), Generation::hopper, shape).at(row, k);
}

// Addresses worked out by hand; row 9 is row 1 of the second group of eight.
TEST(OperandReader, FollowsDescriptorsWhereverTheyLead) {
  EXPECT_EQ(chunk_read({0x400, 16, 0x400, 0, Swizzle::b128}, 9, 0), 0x89);   // 0x880, row 1 of the pattern
  EXPECT_EQ(chunk_read({0x400, 16, 0x400, 0, Swizzle::b128}, 9, 16), 0x88);  // 0x890, row 1 of the pattern
  EXPECT_EQ(chunk_read({0x400, 16, 0x400, 1, Swizzle::b128}, 9, 0), 0x88);   // 0x880, phase 0
  EXPECT_EQ(chunk_read({0x400, 16, 0x400, 0, Swizzle::b64}, 9, 0), 0x84);    // 0x840, row 0 of the pattern
  EXPECT_EQ(chunk_read({0x400, 16, 0x400, 0, Swizzle::b64}, 10, 0), 0x89);   // 0x880, row 1
  EXPECT_EQ(chunk_read({0x400, 16, 0x400, 0, Swizzle::b32}, 13, 0), 0x8B);   // 0x8A0, odd
  EXPECT_EQ(chunk_read({0x400, 0x100, 0x80, 0, Swizzle::none}, 9, 16), 0x59);
  EXPECT_EQ(chunk_read({0x3FF80, 16, 0x400, 0, Swizzle::b128}, 9, 0), 0x40);  // 0x40400 wraps to 0x400
  EXPECT_EQ(chunk_read({0x400, 16, 0x3FC00, 0, Swizzle::b128}, 9, 0), 0x09);  // SBO -1024: 0x80, row 1
}

TEST(OperandReader, CountsWhatTheImageDoesNotHold) {
  const SharedMemory memory{0x400, std::vector<std::byte>(1024)};
  const OperandShape shape{Number::u8, false, false, 16, 32};
  const std::uint64_t descriptor = HopperDescriptor{0x400, 16, 0x400, 0, Swizzle::b128}.bits();
  EXPECT_EQ(read_operand(memory, descriptor, Generation::hopper, shape).outside, 16);  // the second 8 rows
}

TEST(OperandReader, RefusesWhatHasNoMeaning) {
  const SharedMemory memory = numbered_chunks();
  const auto read = [&](std::uint64_t descriptor, Generation generation, Number number, bool mn_major) {
    read_operand(memory, descriptor, generation, {number, false, mn_major, 16, 256 / bits_of(number)});
  };
  const std::uint64_t hopper = HopperDescriptor{0x400}.bits(), blackwell = BlackwellDescriptor{0x400}.bits();
  EXPECT_NO_THROW(read(blackwell, Generation::blackwell, Number::s8, true));
  EXPECT_THROW(read(hopper, Generation::blackwell, Number::s8, false), std::invalid_argument);
  EXPECT_THROW(read(blackwell | 3ull << 61, Generation::blackwell, Number::s8, false), std::invalid_argument);
  EXPECT_THROW(read(hopper, Generation::hopper, Number::s8, true), std::invalid_argument);
  EXPECT_THROW(read(blackwell, Generation::blackwell, Number::tf32, true), std::invalid_argument);
  const std::uint64_t atom32 = BlackwellDescriptor{0x400, 16, 1024, 0, Swizzle::b128_atom32}.bits();
  EXPECT_NO_THROW(read(atom32, Generation::blackwell, Number::tf32, true));
  EXPECT_THROW(read(atom32, Generation::blackwell, Number::tf32, false), std::invalid_argument);
}

/// A and B of ones behind no-swizzle descriptors, in one CTA.
struct Ones {
  SharedMemory memory{0, std::vector<std::byte>(0x4000, std::byte{0x22})};  // e2m1 1.0, twice a byte
  TensorMemory tensor;
  std::vector<Cta> ctas{{&memory, &tensor}};
  Tcgen05Call call{.mnemonic = {Kind::mxf4nvf4, 1, 4},
                   .instruction_descriptor = 1 << 7 | 1 << 10 | 1 << 17 | 1 << 23 | 1 << 27,
                   .ctas = ctas};
  Ones() {
    const std::uint64_t descriptor = BlackwellDescriptor{0, 128, 256, 0, Swizzle::none}.bits();
    call.a_descriptor = descriptor, call.b_descriptor = descriptor, call.scale_b_address = 64;
    for (int lane = 0; lane < 128; ++lane) {
      for (int column = 0; column < 128; ++column) tensor.cell(lane, column) = 0x7F7F7F7F;  // 2^0
    }
  }
};

// Row 40 is computed by lanes 32-63, which hold its four scale factors in lane 40, column 1: 1, 2, 4, 8.
TEST(MmaReference, ScaleFactorsBelongToTheirBlockAndTheirLanes) {
  Ones ones;
  ones.tensor.cell(40, 1) = 0x8281807F;
  ones.tensor.cell(8, 1) = 0x8F8F8F8F;        // the copy for other lanes
  ones.tensor.cell(32 + 5, 64) = 0x7F7F7F80;  // column 5 of B, its first block doubled, for rows 32-63
  const Product product = tcgen05(ones.call);
  EXPECT_EQ(product.exact(39, 0), 64);
  EXPECT_EQ(product.exact(40, 0), 16 * (1 + 2 + 4 + 8));
  EXPECT_EQ(product.exact(40, 5), 16 * (2 + 2 + 4 + 8));
  EXPECT_EQ(product.exact(39, 5), 16 * (2 + 1 + 1 + 1));
  EXPECT_EQ(product.exact(64, 5), 64);
}

// M = 128 over two CTAs: each half of the lanes reads A for its half of N.
TEST(MmaReference, BothCopiesOfAInTensorMemoryCount) {
  Random random(9);
  const Matrix a = random_matrix(128, 16, false, random), b = random_matrix(32, 16, false, random);
  std::vector<SharedMemory>& images = images_of(2);
  std::vector<TensorMemory> tensors(2);
  Tcgen05Call call{.mnemonic = {Kind::f16, 2}, .instruction_descriptor = 1 << 4 | 4 << 17 | 8 << 24};
  const Placement place{true, Major::k, Swizzle::b128};
  call.b_descriptor =
      place_operand<BlackwellDescriptor>(images, place, b_start, Number::f16, false, b, random);
  fill_tensor_a(tensors, TmemLayout::b, 0, Number::f16, false, a);
  const std::vector<Cta> ctas{{images.data(), tensors.data()}, {&images[1], &tensors[1]}};
  call.ctas = ctas;
  const Product right = tcgen05(call);
  for (int column = 0; column < 8; ++column)
    tensors[1].cell(70, column) ^= 0x80008000;  // row 70, second copy
  const Product wrong = tcgen05(call);
  EXPECT_EQ(wrong.exact(70, 15), right.exact(70, 15));
  EXPECT_EQ(wrong.exact(70, 16), -right.exact(70, 16));
  EXPECT_NE(right.exact(70, 16), 0);
  EXPECT_EQ(wrong.exact(6, 16), right.exact(6, 16));
}

// M = 128 over two CTAs, N = 64: column 40 is computed by lanes 64-127. Its scale factor stands in cell
// column 1 of lane 8 by one reading, in cell column 0 of lane 8 (that of column 8) by the other.
TEST(MmaReference, UpperHalfOfNFindsItsScalesByEitherReading) {
  Ones ones;
  TensorMemory peer = ones.tensor;
  ones.call.mnemonic.cta_group = 2;
  ones.call.instruction_descriptor = 1 << 7 | 1 << 10 | 8 << 17 | 1 << 23 | 1 << 27;
  ones.ctas = {{&ones.memory, &ones.tensor}, {&ones.memory, &peer}};
  ones.call.ctas = ones.ctas;
  for (const int replica : {2, 3}) {
    peer.cell(32 * replica + 8, 64) = 0x80808080;      // 2
    peer.cell(32 * replica + 8, 64 + 1) = 0x81818181;  // 4
  }
  const Product at_their_column = tcgen05(ones.call);
  ones.call.upper_scales = UpperScales::from_the_start;
  const Product from_the_start = tcgen05(ones.call);
  EXPECT_EQ(at_their_column.exact(100, 40), 64 * 4);
  EXPECT_EQ(from_the_start.exact(100, 40), 64 * 2);
  for (const Product& product : {at_their_column, from_the_start}) {
    EXPECT_EQ(product.exact(100, 8), 64);  // lanes 0-63 have scale factors of their own
    EXPECT_EQ(product.exact(20, 40), 64);  // and so has the first CTA
  }
}

/// Of f16: A has `first` and `second` in row 0, else zeros; B is ones.
double with_first_row(std::uint32_t first, std::uint32_t second) {
  std::vector<std::uint32_t> registers(512, 0);
  registers[0] = second << 16 | first;  // row 0, k 0 and 1
  SharedMemory memory{0, std::vector<std::byte>(0x1000)};
  for (std::size_t i = 1; i < memory.bytes.size(); i += 2) memory.bytes[i] = std::byte{0x3C};  // f16 1
  WgmmaCall call{.a = Number::f16, .b = Number::f16, .d = Accumulator::f32, .n = 8, .shared = &memory};
  call.a_registers = registers;
  return wgmma(call).exact(0, 0);
}

TEST(MmaReference, SpecialValuesFollowIeee754) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(with_first_row(0x7C00, 0x4000), inf);  // infinity and 2
  EXPECT_EQ(with_first_row(0xFC00, 0x4000), -inf);
  EXPECT_TRUE(std::isnan(with_first_row(0x7C00, 0xFC00)));  // infinity less infinity
  EXPECT_TRUE(std::isnan(with_first_row(0x7E00, 0x4000)));  // NaN
  EXPECT_EQ(with_first_row(0x0001, 0x8003), -0x1p-23);      // subnormals: (1 - 3) 2^-24
}

TEST(MmaReference, StoresWhatTheAccumulatorHolds) {
  std::vector<std::uint32_t> ones(512, 0x01010101);
  const SharedMemory memory{0, std::vector<std::byte>(0x4000, std::byte{1})};
  WgmmaCall call{.a = Number::s8, .b = Number::s8, .d = Accumulator::s32, .n = 8, .shared = &memory};
  call.a_registers = ones;
  EXPECT_EQ(wgmma(call).stored(63, 7), 32u);
  EXPECT_EQ(wgmma(call).stored(0, 0, 0x7FFFFFF0), 0x80000010u);  // wraps
  call.saturated = true;
  EXPECT_EQ(wgmma(call).stored(0, 0, 0x7FFFFFF0), 0x7FFFFFFFu);
  call.saturated = false, call.a = call.b = Number::e5m2, call.d = Accumulator::f16;  // 0x01 is 2^-16
  EXPECT_EQ(wgmma(call).stored(0, 0, 2049), 0x6801u);  // 2050: a little over the tie
  call.a_negated = true;
  EXPECT_EQ(wgmma(call).exact(0, 0), -0x1p-27);
}

TEST(MmaReference, RefusesWhatTheIsaDoesNotHave) {
  EXPECT_FALSE(wgmma_has(Number::s8, Number::s8, Accumulator::s32, 40));
  EXPECT_FALSE(wgmma_has(Number::f16, Number::bf16, Accumulator::f32, 64));
  EXPECT_FALSE(wgmma_has(Number::bf16, Number::bf16, Accumulator::f16, 64));
  EXPECT_FALSE(wgmma_has(Number::e2m1, Number::e2m1, Accumulator::f32, 64));
  EXPECT_TRUE(is_legal_shape({Kind::i8, 1}, 128, 24, false));  // PTX; an assertion of CUTLASS refuses it
  EXPECT_FALSE(is_legal_shape({Kind::i8, 1}, 128, 40, false));
  EXPECT_FALSE(is_legal_shape({Kind::i8, 2}, 128, 48, false));
  EXPECT_FALSE(is_legal_shape({Kind::mxf4, 1, 2}, 64, 64, false));
  EXPECT_TRUE(is_legal_shape({Kind::mxf4, 2, 2}, 128, 16, false));
  EXPECT_FALSE(is_legal_shape({Kind::f8f6f4, 1}, 128, 24, true));
  EXPECT_FALSE(is_legal_shape({Kind::f16, 1}, 256, 64, false));
  EXPECT_FALSE(is_legal_shape({Kind::f16, 2}, 256, 24, false));
  EXPECT_FALSE(is_legal_shape({Kind::f16, 1}, 128, 0, false));
  EXPECT_FALSE(is_legal_shape({Kind::f16, 1}, 128, 264, false));
}

}  // namespace
}  // namespace assay::mma
