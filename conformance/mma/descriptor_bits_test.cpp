#include <gtest/gtest.h>

#include <bit>
#include <optional>
#include <stdexcept>

#include "conformance/mma/made_up_products.h"
#include "conformance/mma/mma_reference.h"

// Every bit of every descriptor: those that the model lists as ignored change nothing, every other one
// changes D or is refused.
namespace assay::mma {
namespace {

// Anywhere, so that every bit of them counts.
constexpr std::uint32_t start = 0x14A30, other_start = 0x2B5C0, leading = 0x1150, stride = 0x2390;

/// The whole window of shared memory, full of small values of a format.
SharedMemory full_window(Number number, std::uint32_t seed) {
  SharedMemory memory{0, std::vector<std::byte>(1 << 18)};
  Random random(seed);
  const int width = std::max(bits_of(number), 8);
  for (std::size_t bit = 0; bit < memory.bytes.size() * 8; bit += static_cast<std::size_t>(width)) {
    const int value = static_cast<int>(random() % 9) - 4;
    put_bits(memory.bytes, bit, encode(number, number == Number::u8 ? value + 4 : value), width);
  }
  return memory;
}

/// What an instruction leaves: its shape and elements in all rows and columns. Nothing if it is refused.
using Left = std::optional<std::vector<std::uint32_t>>;

template <class Call>
Left left_by(Product (*multiply)(const Call&), const Call& call, double addend) {
  try {
    const Product product = multiply(call);
    std::vector<std::uint32_t> left{static_cast<std::uint32_t>(product.m),
                                    static_cast<std::uint32_t>(product.n)};
    for (int i = 0; i < std::max(product.m, product.n); ++i) {
      for (const int column : {i, 5 * i + 3}) {
        left.push_back(product.stored(i % product.m, column % product.n, addend));
      }
    }
    return left;
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

/// Flips each bit of `word`, a member of `call`; `left` says what the instruction leaves.
template <class Word, class Leaves>
void expect_every_bit_matters(Word& word, Word ignored, const Leaves& leaves, const char* what) {
  const Left right = leaves();
  ASSERT_TRUE(right) << what;
  for (int bit = 0; bit < static_cast<int>(8 * sizeof(Word)); ++bit) {
    const Word flip = Word{1} << bit;
    word ^= flip;
    EXPECT_EQ(leaves() == right, (ignored & flip) != 0) << what << ", bit " << bit;
    word ^= flip;
  }
}

void check_wgmma(Number number, Accumulator d, const Placement& place, int n, const SharedMemory& memory) {
  const bool mn = place.major == Major::mn;
  WgmmaCall call{
      .a = number, .b = number, .d = d, .n = n, .a_mn_major = mn, .b_mn_major = mn, .shared = &memory};
  call.a_descriptor = HopperDescriptor{start, leading, stride, 0, place.swizzle}.bits();
  call.b_descriptor = HopperDescriptor{other_start, leading, stride, 0, place.swizzle}.bits();
  const auto leaves = [&] { return left_by(wgmma, call, 0); };
  const int k = 256 / bits_of(number);
  SCOPED_TRACE(testing::Message() << "number " << static_cast<int>(number) << ", swizzle "
                                  << static_cast<int>(place.swizzle) << ", MN-major " << mn << ", N " << n);
  expect_every_bit_matters(*call.a_descriptor,
                           ignored_bits(*call.a_descriptor, Generation::hopper, {number, false, mn, 64, k}),
                           leaves, "A");
  expect_every_bit_matters(call.b_descriptor,
                           ignored_bits(call.b_descriptor, Generation::hopper, {number, false, mn, n, k}),
                           leaves, "B");
}

TEST(DescriptorBits, EveryBitOfAHopperDescriptorMattersOrIsListed) {
  for (const auto& [number, d] : {std::pair{Number::s8, Accumulator::s32},
                                  {Number::bf16, Accumulator::f32},
                                  {Number::tf32, Accumulator::f32}}) {
    const SharedMemory memory = full_window(number, 3);
    for (const Placement& place : placements(number, false, hopper_reads)) {
      for (const int n : {8, 16, 112}) check_wgmma(number, d, place, n, memory);
    }
  }
}

struct Tcgen05Case {
  Mnemonic mnemonic;
  std::uint32_t word;  ///< instruction descriptor, put together by hand from the ISA's table
  Number a, b;
  int m, n;
  std::vector<Swizzle> swizzles;
};
const std::vector<Swizzle> four{Swizzle::none, Swizzle::b32, Swizzle::b64, Swizzle::b128};
const std::vector<Tcgen05Case> cases{
    {{Kind::f16, 1},
     1 << 4 | 1 << 7 | 1 << 10 | 2 << 17 | 8 << 24,
     Number::bf16,
     Number::bf16,
     128,
     16,
     four},
    {{Kind::f16, 1}, 1 << 4 | 3 << 15 | 9 << 17 | 4 << 24, Number::f16, Number::f16, 64, 72, four},
    {{Kind::f16, 2}, 1 << 4 | 1 << 15 | 4 << 17 | 8 << 24, Number::f16, Number::f16, 128, 32, four},
    {{Kind::tf32, 1},
     1 << 4 | 2 << 7 | 2 << 10 | 1 << 17 | 8 << 24,
     Number::tf32,
     Number::tf32,
     128,
     8,
     four},
    {{Kind::tf32, 2},
     1 << 4 | 2 << 7 | 2 << 10 | 3 << 15 | 10 << 17 | 16 << 24,
     Number::tf32,
     Number::tf32,
     256,
     80,
     {Swizzle::b128_atom32}},
    {{Kind::f8f6f4, 1},
     1 << 4 | 1 << 10 | 3 << 15 | 18 << 17 | 8 << 24,
     Number::e4m3,
     Number::e5m2,
     128,
     144,
     four},
    {{Kind::i8, 1}, 2 << 4 | 1 << 7 | 1 << 10 | 6 << 17 | 8 << 24, Number::s8, Number::s8, 128, 48, four},
    {{Kind::mxf8f6f4, 2, 1},
     1 << 4 | 1 << 23 | 4 << 17 | 2 << 27 | 3 << 29,
     Number::e4m3,
     Number::e4m3,
     256,
     32,
     four},
    {{Kind::mxf4, 1, 2},
     2 << 4 | 1 << 7 | 1 << 10 | 1 << 23 | 3 << 17 | 1 << 27,
     Number::e2m1,
     Number::e2m1,
     128,
     24,
     four},
    {{Kind::mxf4nvf4, 1, 4},
     1 << 7 | 1 << 10 | 1 << 23 | 3 << 17 | 1 << 27,
     Number::e2m1,
     Number::e2m1,
     128,
     24,
     four}};

void check_tcgen05(const Tcgen05Case& each, Swizzle swizzle, const std::vector<Cta>& ctas) {
  const int group = each.mnemonic.cta_group, k = k_of(each.mnemonic.kind);
  Tcgen05Call call{.mnemonic = each.mnemonic, .instruction_descriptor = each.word, .ctas = ctas};
  call.ctas = call.ctas.first(static_cast<std::size_t>(group));
  call.a_descriptor = BlackwellDescriptor{start, leading, stride, 0, swizzle}.bits();
  call.b_descriptor = BlackwellDescriptor{other_start, leading, stride, 0, swizzle}.bits();
  call.scale_b_address = 256;
  // Sums of integers begin at the largest one, so that saturation shows.
  const auto leaves = [&] { return left_by(tcgen05, call, each.mnemonic.kind == Kind::i8 ? 0x7FFFFFFF : 0); };
  const OperandShape a{each.a, false, (each.word >> 15 & 1) != 0, each.m / group, k};
  const OperandShape b{each.b, false, (each.word >> 16 & 1) != 0, each.n / group, k};
  SCOPED_TRACE(testing::Message() << "case " << &each - cases.data() << ", swizzle "
                                  << static_cast<int>(swizzle));
  expect_every_bit_matters(*call.a_descriptor, ignored_bits(*call.a_descriptor, Generation::blackwell, a),
                           leaves, "A");
  expect_every_bit_matters(call.b_descriptor, ignored_bits(call.b_descriptor, Generation::blackwell, b),
                           leaves, "B");
  expect_every_bit_matters(call.instruction_descriptor, ignored_bits(each.mnemonic), leaves, "instruction");
}

/// Tensor memory in which every byte is a usable scale factor, in both formats.
TensorMemory full_tensor(std::uint32_t seed) {
  TensorMemory tensor;
  Random random(seed);
  for (int lane = 0; lane < 128; ++lane) {
    for (int column = 0; column < 512; ++column) {
      for (int byte = 0; byte < 4; ++byte)
        tensor.cell(lane, column) |= static_cast<std::uint32_t>(124 + random() % 3) << 8 * byte;
    }
  }
  return tensor;
}

TEST(DescriptorBits, EveryBitOfABlackwellInstructionMattersOrIsListed) {
  const std::vector<TensorMemory> tensors{full_tensor(4), full_tensor(5)};
  for (const Tcgen05Case& each : cases) {
    const std::vector<SharedMemory> windows{full_window(each.a, 6), full_window(each.a, 7)};
    const std::vector<Cta> ctas{{windows.data(), tensors.data()}, {&windows[1], &tensors[1]}};
    for (const Swizzle swizzle : each.swizzles) check_tcgen05(each, swizzle, ctas);
  }
}

// What is ignored, written out for some descriptors.
TEST(DescriptorBits, IgnoredBitsAreThoseOfTheIsa) {
  const OperandShape k_major{Number::f16, false, false, 64, 16}, mn_major{Number::f16, false, true, 128, 16};
  const std::uint64_t hopper_reserved = 0x3FF1'C000'C000'C000u, leading_field = 0x3FFF'0000u;
  const auto hopper = [](Swizzle mode) { return HopperDescriptor{start, leading, stride, 0, mode}.bits(); };
  EXPECT_EQ(ignored_bits(hopper(Swizzle::b128), Generation::hopper, k_major),
            hopper_reserved | leading_field);
  EXPECT_EQ(ignored_bits(hopper(Swizzle::b128), Generation::hopper, mn_major), hopper_reserved);
  EXPECT_EQ(ignored_bits(hopper(Swizzle::none), Generation::hopper, k_major),
            hopper_reserved | 0x000E'0000'0000'0000u);
  const std::uint64_t blackwell = BlackwellDescriptor{start, leading, stride, 0, Swizzle::b64}.bits();
  EXPECT_EQ(ignored_bits(blackwell, Generation::blackwell, mn_major), 0x0008'0000'C000'C000u);
  EXPECT_EQ(ignored_bits(Mnemonic{Kind::f16}), 0xC000'0003u);
  EXPECT_EQ(ignored_bits(Mnemonic{Kind::mxf4, 1, 2}), 0u);
}

}  // namespace
}  // namespace assay::mma
