#include <gtest/gtest.h>

#include <cmath>

#include "conformance/mma/made_up_products.h"
#include "conformance/mma/mma_reference.h"

namespace assay::mma {
namespace {

constexpr int a_column = 40, scale_a_column = 100, scale_b_column = 200;

struct Tcgen05Types {
  Kind kind;
  Number a, b;
  std::uint32_t codes;  ///< bits 4-12 and 23 of the instruction descriptor: D, A, B, scale type
  int scale_blocks;
  Number scale;
  std::size_t combinations;  ///< legal (cta_group, M, N), each with all places of A and of B
};

// Shapes of a kind: M 64 and 128 with 32 N each, two CTAs M 128 and 256 with 16 each: 96; i8 has 18 and 8 N:
// 52; kinds with scale factors have no M = 64: 64. Each shape has as many pairs as the operand with more
// places: 4 K-major, 4 MN-major (tf32: 1; of 4 and 6 bits none; B of 8 bits in every second N only), and for
// A tensor memory. Codes from the table of the PTX ISA: D (f16 0, f32 1, s32 2) at 4, A at 7, B at 10, ue8m0
// at 23.
const std::vector<Tcgen05Types> tcgen05_types{
    {Kind::f16, Number::f16, Number::f16, 1 << 4, 0, {}, 96 * 9},
    {Kind::f16, Number::f16, Number::f16, 0, 0, {}, 96 * 9},
    {Kind::f16, Number::bf16, Number::bf16, 1 << 4 | 1 << 7 | 1 << 10, 0, {}, 96 * 9},
    {Kind::tf32, Number::tf32, Number::tf32, 1 << 4 | 2 << 7 | 2 << 10, 0, {}, 96 * 6},
    {Kind::f8f6f4, Number::e4m3, Number::e4m3, 1 << 4, 0, {}, 96 * 9},
    {Kind::f8f6f4, Number::e5m2, Number::e4m3, 0 << 4 | 1 << 7, 0, {}, 96 * 9},
    {Kind::f8f6f4, Number::e2m3, Number::e5m2, 1 << 4 | 3 << 7 | 1 << 10, 0, {}, 48 * 8 + 48 * 5},
    {Kind::f8f6f4, Number::e3m2, Number::e2m3, 1 << 4 | 4 << 7 | 3 << 10, 0, {}, 96 * 5},
    {Kind::f8f6f4, Number::e2m1, Number::e3m2, 1 << 4 | 5 << 7 | 4 << 10, 0, {}, 96 * 5},
    {Kind::f8f6f4, Number::e4m3, Number::e2m1, 1 << 4 | 5 << 10, 0, {}, 96 * 9},
    {Kind::i8, Number::u8, Number::u8, 2 << 4, 0, {}, 52 * 9},
    {Kind::i8, Number::s8, Number::u8, 2 << 4 | 1 << 7, 0, {}, 52 * 9},
    {Kind::i8, Number::s8, Number::s8, 2 << 4 | 1 << 7 | 1 << 10, 0, {}, 52 * 9},
    {Kind::mxf8f6f4, Number::e4m3, Number::e5m2, 1 << 10 | 1 << 23, 1, Number::ue8m0, 64 * 9},
    {Kind::mxf8f6f4, Number::e2m1, Number::e3m2, 5 << 7 | 4 << 10 | 1 << 23, 1, Number::ue8m0, 64 * 5},
    {Kind::mxf4, Number::e2m1, Number::e2m1, 1 << 7 | 1 << 10 | 1 << 23, 2, Number::ue8m0, 64 * 5},
    {Kind::mxf4nvf4, Number::e2m1, Number::e2m1, 1 << 7 | 1 << 10 | 1 << 23, 2, Number::ue8m0, 64 * 5},
    {Kind::mxf4nvf4, Number::e2m1, Number::e2m1, 1 << 7 | 1 << 10 | 1 << 23, 4, Number::ue8m0, 64 * 5},
    {Kind::mxf4nvf4, Number::e2m1, Number::e2m1, 1 << 7 | 1 << 10, 4, Number::ue4m3, 64 * 5}};

/// Scale factors that differ from block to block and from row to row.
Matrix random_scales(int rows, const Tcgen05Types& types, Random& random) {
  Matrix scales{rows, types.scale_blocks, {}};
  for (int i = 0; i < rows * types.scale_blocks; ++i) {
    const int step = static_cast<int>(random() % 5) + i % 2 * 2;
    scales.values.push_back(types.scale == Number::ue8m0 ? std::ldexp(1, step - 3) : 0.5 + 0.25 * step);
  }
  return scales;
}

/// M, N, majors and ids beside the codes of the types.
std::uint32_t instruction_word(const Tcgen05Types& types, int m, int n, const Placement& a_place,
                               const Placement& b_place, int a_id, int b_id) {
  const bool a_mn = a_place.in_shared && a_place.major == Major::mn, b_mn = b_place.major == Major::mn;
  const std::uint32_t word = types.codes | static_cast<std::uint32_t>(a_mn) << 15 |
                             static_cast<std::uint32_t>(b_mn) << 16 | static_cast<std::uint32_t>(n / 8) << 17;
  if (types.scale_blocks == 0) return word | static_cast<std::uint32_t>(m / 16) << 24;
  return word | static_cast<std::uint32_t>(b_id) << 4 | static_cast<std::uint32_t>(m / 128) << 27 |
         static_cast<std::uint32_t>(a_id) << 29;
}

TmemLayout layout_of(int cta_group, int m) {
  if (cta_group == 2) return m == 256 ? TmemLayout::a : TmemLayout::b;
  return m == 128 ? TmemLayout::d : TmemLayout::f;
}

void check_tcgen05(const Tcgen05Types& types, int cta_group, int m, int n, const Placement& a_place,
                   const Placement& b_place, Random& random) {
  static std::vector<TensorMemory> tensors(2);
  const int k = k_of(types.kind), blocks = types.scale_blocks;
  Plain plain{random_matrix(m, k, types.a == Number::u8, random),
              random_matrix(n, k, types.b == Number::u8, random)};
  std::vector<SharedMemory>& images = images_of(cta_group);
  const int ids = blocks == 0 ? 0 : 4 / blocks;
  const auto any_id = [&] {
    return ids == 0 ? 0 : static_cast<int>(random() % static_cast<unsigned>(ids)) * blocks;
  };
  const int a_id = any_id(), b_id = any_id();
  Tcgen05Call call{.mnemonic = {types.kind, cta_group, blocks},
                   .instruction_descriptor = 0,
                   .ctas = {},
                   .b_descriptor = 0};
  call.instruction_descriptor = instruction_word(types, m, n, a_place, b_place, a_id, b_id);
  call.b_descriptor = place_operand<BlackwellDescriptor>(images, b_place, b_start, types.b,
                                                         is_padded(types.kind, types.b), plain.b, random);
  const bool a_padded = is_padded(types.kind, types.a);
  if (a_place.in_shared) {
    call.a_descriptor =
        place_operand<BlackwellDescriptor>(images, a_place, a_start, types.a, a_padded, plain.a, random);
  } else {
    fill_tensor_a(tensors, layout_of(cta_group, m), a_column, types.a, a_padded, plain.a);
    call.a_address = a_column;
  }
  std::vector<Cta> ctas;
  if (blocks != 0)
    plain.scale_a = random_scales(m, types, random), plain.scale_b = random_scales(n, types, random);
  for (int cta = 0; cta < cta_group; ++cta) {
    TensorMemory& tensor = tensors[static_cast<std::size_t>(cta)];
    ctas.push_back({&images[static_cast<std::size_t>(cta)], &tensor});
    if (blocks == 0) continue;
    fill_scales(tensor, scale_a_column, types.scale, plain.scale_a, cta * m / cta_group, m / cta_group, a_id);
    fill_scales(tensor, scale_b_column, types.scale, plain.scale_b, 0, n, b_id);
  }
  call.ctas = ctas, call.scale_a_address = scale_a_column, call.scale_b_address = scale_b_column;
  expect_product(tcgen05(call), plain, random);
}

/// Every place of A and every place of B at least once, in pairs that differ from shape to shape.
std::size_t check_shape(const Tcgen05Types& types, int cta_group, int m, int n, std::size_t turn,
                        Random& random) {
  std::vector<Placement> of_a = placements(types.a, is_padded(types.kind, types.a), blackwell_reads);
  of_a.push_back({false, Major::k, Swizzle::none});
  std::vector<Placement> of_b = placements(types.b, is_padded(types.kind, types.b), blackwell_reads);
  std::erase_if(of_b, [&](const Placement& place) {
    const bool eight_bit_mn_major = place.major == Major::mn && bits_of(types.b) == 8;
    return !is_legal_shape({types.kind, cta_group, types.scale_blocks}, m, n, eight_bit_mn_major);
  });
  if (of_b.empty()) return 0;
  const std::size_t pairs = std::max(of_a.size(), of_b.size());
  for (std::size_t i = 0; i < pairs; ++i) {
    check_tcgen05(types, cta_group, m, n, of_a[(turn + i) % of_a.size()], of_b[i % of_b.size()], random);
  }
  return pairs;
}

class Tcgen05Reference : public testing::TestWithParam<std::size_t> {};

TEST_P(Tcgen05Reference, EveryShapeIsThePlainProduct) {
  const Tcgen05Types& types = tcgen05_types[GetParam()];
  Random random(2);
  std::size_t combinations = 0, turn = 0;
  for (const int cta_group : {1, 2}) {
    for (const int m : {64 * cta_group, 128 * cta_group}) {
      for (int n = 8; n <= 256; n += 8) {
        SCOPED_TRACE(testing::Message() << "cta_group " << cta_group << ", M " << m << ", N " << n);
        combinations += check_shape(types, cta_group, m, n, turn++, random);
        if (HasFatalFailure()) return;
      }
    }
  }
  EXPECT_EQ(combinations, types.combinations);
}

INSTANTIATE_TEST_SUITE_P(Types, Tcgen05Reference, testing::Range(std::size_t{0}, tcgen05_types.size()));

}  // namespace
}  // namespace assay::mma
