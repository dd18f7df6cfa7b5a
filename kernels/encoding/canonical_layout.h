#pragma once

#include <cstdint>

#include "kernels/encoding/swizzle.h"

namespace assay {

/// Which index of an operand runs along the bytes of shared memory: K, or M (for A) and N (for B).
enum class Major { k, mn };

/// How elements fill the 16-byte chunks that the matrix units read. `per_chunk` elements of `bits` follow
/// each other from the first byte of a chunk; what is left of the chunk is padding.
struct ChunkFormat {
  std::uint32_t bits;       ///< of one element: 4, 6, 8, 16, 32
  std::uint32_t per_chunk;  ///< elements in a chunk: T of the ISA's canonical layouts
};

/// Chunks without padding: f16, bf16, tf32 (32 bits), 8-bit types, and e2m1 of the kinds mxf4 and mxf4nvf4.
ASSAY_HOST_DEVICE constexpr ChunkFormat dense_chunks(std::uint32_t element_bits) {
  return {element_bits, 128 / element_bits};
}

/// 4- and 6-bit types of the kinds f8f6f4 and mxf8f6f4: 16 elements packed at the front of a chunk, then 8 or
/// 4 bytes of padding, as the tensor copy engine writes b4x16_p64 and b6x16_p32.
ASSAY_HOST_DEVICE constexpr ChunkFormat padded_chunks(std::uint32_t element_bits) {
  return {element_bits, 16};
}

/// Canonical layouts of operands in shared memory (PTX ISA 9.1, "Canonical Layouts" of wgmma and tcgen05). In
/// the ISA's notation, with T elements a chunk and W chunks a row of the pattern (2, 4 or 8):
///
/// K-major, none: ((8,m),(T,2k)):((1T,SBO),(1,LBO))
///
/// K-major, swizzled: ((8,m),(T,2k)):((W T,SBO),(1,T))
///
/// MN-major, none: ((T,1,m),(8,k)):((1,T,SBO),(1T,LBO))
///
/// MN-major, swizzled: ((T,W,m),(8,k)):((1,T,LBO),(W T,SBO))
///
/// MN-major, 32-byte atoms: ((T,8,m),(4,k)):((1,T,LBO),(8T,SBO)), groups of 4 instead of 8 along K
struct CanonicalLayout {
  ChunkFormat format;
  Major major;
  Swizzle swizzle;
  std::uint32_t leading_bytes;  ///< LBO; unused by K-major operands with a swizzle
  std::uint32_t stride_bytes;   ///< SBO

  /// Where element (row, k) begins, in bits from the start of the operand, which lies on a boundary of the
  /// swizzle pattern. `row` counts rows of A or columns of B. K-major operands with a swizzle hold at most
  /// swizzle_span() bytes of K a row.
  ASSAY_HOST_DEVICE constexpr std::uint32_t bit_offset(std::uint32_t row, std::uint32_t k) const {
    const std::uint32_t along = major == Major::k ? k : row;
    const std::uint32_t chunk = along / format.per_chunk;
    const std::uint32_t byte =
        swizzled(major == Major::k ? k_major_chunk(row, chunk) : mn_major_chunk(chunk, k), swizzle);
    return byte * 8 + along % format.per_chunk * format.bits;
  }

  /// The same in bytes, for elements of whole bytes.
  ASSAY_HOST_DEVICE constexpr std::uint32_t byte_offset(std::uint32_t row, std::uint32_t k) const {
    return bit_offset(row, k) / 8;
  }

  /// Rows of one K (MN-major) or of 16 bytes (K-major) that follow each other before SBO or LBO applies.
  ASSAY_HOST_DEVICE constexpr std::uint32_t group() const {
    return swizzle == Swizzle::b128_atom32 && major == Major::mn ? 4 : 8;
  }

 private:
  ASSAY_HOST_DEVICE constexpr std::uint32_t k_major_chunk(std::uint32_t row, std::uint32_t chunk) const {
    const std::uint32_t in_group = row % 8 * swizzle_span(swizzle) + row / 8 * stride_bytes;
    return in_group + chunk * (swizzle == Swizzle::none ? leading_bytes : 16);
  }

  ASSAY_HOST_DEVICE constexpr std::uint32_t mn_major_chunk(std::uint32_t chunk, std::uint32_t k) const {
    if (swizzle == Swizzle::none) return k % 8 * 16 + k / 8 * leading_bytes + chunk * stride_bytes;
    const std::uint32_t width = swizzle_span(swizzle) / 16;
    return chunk % width * 16 + chunk / width * leading_bytes + k % group() * swizzle_span(swizzle) +
           k / group() * stride_bytes;
  }
};

/// The layout of `rows` x `k` elements without gaps: LBO and SBO as small as the pattern allows.
ASSAY_HOST_DEVICE constexpr CanonicalLayout tight_layout(ChunkFormat format, Major major, Swizzle swizzle,
                                                         std::uint32_t rows) {
  const std::uint32_t span = swizzle_span(swizzle);
  CanonicalLayout layout{format, major, swizzle, 16, 8 * span};
  if (major == Major::k) {
    if (swizzle == Swizzle::none) layout.leading_bytes = (rows + 7) / 8 * layout.stride_bytes;
    return layout;
  }
  const std::uint32_t atom = span * layout.group();
  const std::uint32_t row_bytes = (rows + format.per_chunk - 1) / format.per_chunk * 16;
  const std::uint32_t atoms = (row_bytes + span - 1) / span;
  layout.leading_bytes = swizzle == Swizzle::none ? atoms * atom : atom;
  layout.stride_bytes = swizzle == Swizzle::none ? atom : atoms * atom;
  return layout;
}

/// Whether wgmma reads such an operand: without 32-byte atoms, and MN-major for 16-bit types only (PTX
/// ISA 9.1, wgmma.mma_async: transposition is for f16 and bf16).
ASSAY_HOST_DEVICE constexpr bool hopper_reads(ChunkFormat format, Major major, Swizzle swizzle) {
  return swizzle != Swizzle::b128_atom32 && (major == Major::k || format.bits == 16);
}

/// Whether tcgen05.mma reads such an operand (PTX ISA 9.1, "Valid Combinations of Type-Size, Major-ness and
/// Swizzling"): MN-major is for 8- and 16-bit types without 32-byte atoms, and for 32-bit types with them.
/// The ISA's table also allows 32-byte atoms K-major but gives no canonical layout for them, and CUTLASS
/// refuses them; so they are refused here.
ASSAY_HOST_DEVICE constexpr bool blackwell_reads(ChunkFormat format, Major major, Swizzle swizzle) {
  if (major == Major::k) return swizzle != Swizzle::b128_atom32;
  if (format.bits == 32) return swizzle == Swizzle::b128_atom32;
  return (format.bits == 8 || format.bits == 16) && swizzle != Swizzle::b128_atom32;
}

}  // namespace assay
