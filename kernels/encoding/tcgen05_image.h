#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/encoding/instruction_descriptor.h"
#include "kernels/encoding/tmem_layout.h"

/// What the loop of tcgen05.mma puts where: known to the kernel that loads it and to the host that makes it.
namespace assay {

/// The operands as one CTA, of one or of a pair, keeps them in shared memory.
struct Tcgen05Image {
  static constexpr std::uint32_t row_bytes = 128, most_a_rows = 128, most_b_rows = 256;
  /// Of tensor memory: two of A, one of A's scale factors, two of B's.
  static constexpr std::uint32_t blocks = 5, scale_a_block = 2, scale_b_block = 3;

  /// K-major rows with 128-byte swizzle, of which an instruction reads the first 32 bytes: m / cta_group rows
  /// of A and n / cta_group of B.
  std::byte a[most_a_rows][row_bytes], b[most_b_rows][row_bytes];
  /// Blocks of tensor memory, 16 bytes for each lane: 4 columns, or 16 elements of 4 or 6 bits that tensor
  /// memory holds in a byte each. Those of A are unused if A is in shared memory.
  std::byte tensor[blocks][tmem_lanes][16];
};

/// Tensor memory: D from column 0, then the blocks of Tcgen05Image.
inline constexpr std::uint32_t tcgen05_block_column = 256, tcgen05_block_columns = 4;

/// How D and A lie in tensor memory.
ASSAY_HOST_DEVICE constexpr TmemLayout tcgen05_layout(const InstructionShape& shape) {
  if (shape.cta_group == 2) return shape.m == 256 ? TmemLayout::a : TmemLayout::b;
  return shape.m == 128 ? TmemLayout::d : TmemLayout::f;
}

/// Columns that D takes, of which 16-bit sums fill the lower halves.
ASSAY_HOST_DEVICE constexpr int tcgen05_d_columns(const InstructionShape& shape) {
  return shape.n / static_cast<int>(lane_shares(tcgen05_layout(shape)));
}

}  // namespace assay
