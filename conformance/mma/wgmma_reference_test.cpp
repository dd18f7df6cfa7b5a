#include <gtest/gtest.h>

#include "conformance/mma/made_up_products.h"
#include "conformance/mma/mma_reference.h"

namespace assay::mma {
namespace {

/// A as the threads of a warpgroup hold it, from the ISA's fragment: row and byte of each word.
std::vector<std::uint32_t> registers_of(const Matrix& a, Number number) {
  std::vector<std::byte> bytes(64 * 32);
  const int width = bits_of(number);
  for (int row = 0; row < 64; ++row) {
    for (int k = 0; k < a.columns; ++k) {
      put_bits(bytes, static_cast<std::size_t>(row * 256 + k * width), encode(number, a.at(row, k)), width);
    }
  }
  std::vector<std::uint32_t> words;
  for (int thread = 0; thread < 128; ++thread) {
    for (const auto& [down, right] : {std::pair{0, 0}, {8, 0}, {0, 16}, {8, 16}}) {
      const int row = thread / 32 * 16 + thread % 32 / 4 + down;
      std::uint32_t word = 0;
      for (int i = 3; i >= 0; --i) {
        word = word << 8 | std::to_integer<std::uint32_t>(
                               bytes[static_cast<std::size_t>(row * 32 + thread % 4 * 4 + right + i)]);
      }
      words.push_back(word);
    }
  }
  return words;
}

struct WgmmaTypes {
  Number a, b;
  Accumulator d;
};
const std::vector<WgmmaTypes> wgmma_types{
    {Number::f16, Number::f16, Accumulator::f32},   {Number::f16, Number::f16, Accumulator::f16},
    {Number::bf16, Number::bf16, Accumulator::f32}, {Number::tf32, Number::tf32, Accumulator::f32},
    {Number::e4m3, Number::e4m3, Accumulator::f32}, {Number::e4m3, Number::e5m2, Accumulator::f16},
    {Number::e5m2, Number::e4m3, Accumulator::f32}, {Number::e5m2, Number::e5m2, Accumulator::f16},
    {Number::s8, Number::s8, Accumulator::s32},     {Number::s8, Number::u8, Accumulator::s32},
    {Number::u8, Number::s8, Accumulator::s32},     {Number::u8, Number::u8, Accumulator::s32}};

void check_wgmma(const WgmmaTypes& types, int n, const Placement& a_place, const Placement& b_place,
                 Random& random) {
  const int k = 256 / bits_of(types.a);
  const Plain plain{random_matrix(64, k, types.a == Number::u8, random),
                    random_matrix(n, k, types.b == Number::u8, random)};
  std::vector<SharedMemory>& images = images_of(1);
  std::vector<std::uint32_t> registers;
  WgmmaCall call{.a = types.a, .b = types.b, .d = types.d, .n = n, .shared = images.data()};
  call.a_mn_major = a_place.in_shared && a_place.major == Major::mn;
  call.b_mn_major = b_place.major == Major::mn;
  call.b_descriptor =
      place_operand<HopperDescriptor>(images, b_place, b_start, types.b, false, plain.b, random);
  if (a_place.in_shared) {
    call.a_descriptor =
        place_operand<HopperDescriptor>(images, a_place, a_start, types.a, false, plain.a, random);
  } else {
    registers = registers_of(plain.a, types.a);
    call.a_registers = registers;
  }
  expect_product(wgmma(call), plain, random);
}

TEST(MmaReference, EveryWgmmaIsThePlainProduct) {
  Random random(1);
  std::size_t combinations = 0;
  for (const WgmmaTypes& types : wgmma_types) {
    const std::vector<Placement> of_b = placements(types.b, false, hopper_reads);
    std::vector<Placement> of_a = of_b;
    of_a.push_back({false, Major::k, Swizzle::none});
    for (int n = 8; n <= 256; n += 8) {
      if (!wgmma_has(types.a, types.b, types.d, n)) continue;
      // Every place of A and of B at least once, in pairs that differ from N to N.
      for (std::size_t i = 0; i < of_a.size(); ++i, ++combinations) {
        SCOPED_TRACE(testing::Message() << "types " << &types - wgmma_types.data() << ", N " << n);
        check_wgmma(types, n, of_a[(i + static_cast<std::size_t>(n) / 8) % of_a.size()],
                    of_b[i % of_b.size()], random);
        if (HasFatalFailure()) return;
      }
    }
  }
  EXPECT_EQ(combinations, 3 * 32 * 9 + 5 * 32 * 5 + 4 * 18 * 5);  // 16-bit; tf32 and 8-bit; integers
}

}  // namespace
}  // namespace assay::mma
