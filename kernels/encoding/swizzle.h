#pragma once

#include <cstdint>

#include "kernels/encoding/pattern.h"

namespace assay {

/// Shared-memory swizzle modes of the tensor copy engine and of the matrix units.
enum class Swizzle { none, b32, b64, b128 };

/// Width in bytes of the pattern's row; 16 (one atom, nothing moves) for none.
ASSAY_HOST_DEVICE constexpr std::uint32_t swizzle_span(Swizzle mode) {
  return mode == Swizzle::b128 ? 128 : mode == Swizzle::b64 ? 64 : mode == Swizzle::b32 ? 32 : 16;
}

/// Where byte `offset` of the unswizzled image lies in the swizzled one; offsets from a 1024-byte boundary.
/// The index of the 16-byte atom inside the span is XORed with address bits from 7 up: 3 bits for 128B, 2 for
/// 64B, 1 for 32B (PTX ISA 9.1, "Tensor swizzling modes").
ASSAY_HOST_DEVICE constexpr std::uint32_t swizzled(std::uint32_t offset, Swizzle mode) {
  const std::uint32_t atoms = swizzle_span(mode) / 16;
  return offset ^ (((offset >> 7) & (atoms - 1)) << 4);
}

}  // namespace assay
