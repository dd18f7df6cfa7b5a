#pragma once

#include <cstdint>

#include "kernels/encoding/pattern.h"

namespace assay {

/// Shared-memory swizzle modes of the tensor copy engine and of the matrix units. b128_atom32 is the 128-byte
/// mode that moves atoms of 32 bytes instead of 16; Hopper's wgmma does not know it.
enum class Swizzle { none, b32, b64, b128, b128_atom32 };

/// Width in bytes of the pattern's row; 16 (one atom, nothing moves) for none.
ASSAY_HOST_DEVICE constexpr std::uint32_t swizzle_span(Swizzle mode) {
  return mode == Swizzle::none ? 16 : mode == Swizzle::b32 ? 32 : mode == Swizzle::b64 ? 64 : 128;
}

/// Bytes that move as one.
ASSAY_HOST_DEVICE constexpr std::uint32_t swizzle_atom(Swizzle mode) {
  return mode == Swizzle::b128_atom32 ? 32 : 16;
}

/// Bytes after which the pattern repeats: it begins on a multiple of them.
ASSAY_HOST_DEVICE constexpr std::uint32_t swizzle_period(Swizzle mode) {
  return 128 * (swizzle_span(mode) / swizzle_atom(mode));
}

/// Where byte `offset` of the unswizzled image lies in the swizzled one; offsets from a 1024-byte boundary.
/// The index of the atom inside the span is XORed with address bits from 7 up: 3 bits for 128B, 2 for 64B and
/// for 128B with 32-byte atoms, 1 for 32B (PTX ISA 9.1, "Tensor swizzling modes").
ASSAY_HOST_DEVICE constexpr std::uint32_t swizzled(std::uint32_t offset, Swizzle mode) {
  const std::uint32_t atoms = swizzle_span(mode) / swizzle_atom(mode);
  return offset ^ (((offset >> 7) & (atoms - 1)) * swizzle_atom(mode));
}

}  // namespace assay
