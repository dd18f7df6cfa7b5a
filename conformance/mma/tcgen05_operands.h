#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/encoding/tcgen05_image.h"

/// Operands of one tcgen05.mma with known products, as its CTAs upload them, and what tensor memory holds
/// after any number of instructions. PURE.
namespace assay::mma {

/// A format of tcgen05.mma as the sweeps name it: A and B are of one type.
struct Tcgen05Format {
  std::string name;         ///< "bf16", "f4"; as in the published data where those have it
  std::string accumulator;  ///< "f32", "f16", "s32"
  MmaKind kind;
  MmaType type;
  int block = 0;  ///< elements that share a scale factor; 0 without
  MmaScale scale = MmaScale::ue8m0;

  InstructionShape shape(int cta_group, int m, int n, bool a_in_tensor_memory) const;
};
/// f4 is e2m1 in kind f8f6f4 and mxf4 in kind mxf8f6f4, K = 32, as they were published; mxf4_packed, nvf4 and
/// nvf4_block32 are two elements to a byte, K = 64.
const std::vector<Tcgen05Format>& blackwell_formats();

/// Values of one instruction. A picks for row r the element (5 r + 3) mod K with a sign; B is random in {-1,
/// 0, 1}, or {0, 1} for u8. Scale factors are powers of two, 2^-1 to 2^1, that differ from block to block; a
/// row picks one element, so a factor taken from another row or block is noticed. Every sum of n products is
/// n, 0 or -n times a power of two: exact up to n = 2048.
struct Tcgen05Values {
  static constexpr int most_rows = 256;
  int k = 0, blocks = 0;          ///< blocks that have a scale factor of their own along K; 0 without
  std::vector<std::int8_t> a, b;  ///< [256][k]
  std::vector<std::int8_t> scale_a, scale_b;  ///< [256][blocks] exponents of two

  /// Of one instruction, times four: so that it is whole with scale factors, too.
  int product_times_4(int row, int column) const;
};
Tcgen05Values make_values(const Tcgen05Format& format, std::uint64_t seed);

/// Of each CTA of the group.
std::vector<Tcgen05Image> images(const InstructionShape& shape, const Tcgen05Values& values);

/// D of each CTA, [cta][128 lanes][tcgen05_d_columns], and the bits of each word that D fills: none of lanes
/// that are not used, the lower half with 16-bit sums.
struct Tcgen05Expected {
  std::vector<std::uint32_t> words, bits;
};
Tcgen05Expected expected_d(const InstructionShape& shape, const Tcgen05Values& values, int count);

}  // namespace assay::mma
