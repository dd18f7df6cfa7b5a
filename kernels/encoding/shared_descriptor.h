#pragma once

#include <cstdint>

#include "kernels/encoding/swizzle.h"

namespace assay {

/// An address or a distance as both descriptors hold it: 18 bits without the lowest four.
ASSAY_HOST_DEVICE constexpr std::uint64_t descriptor_field(std::uint32_t bytes) {
  return (bytes & 0x3FFFF) >> 4;
}

/// Shared-memory matrix descriptor of wgmma (PTX ISA 9.1, "Matrix-descriptor"; sm_90a). Byte quantities; all
/// are multiples of 16.
struct HopperDescriptor {
  std::uint32_t start;                ///< address in the shared window, 18 bits
  std::uint32_t leading_bytes = 16;   ///< LBO; ignored for K-major operands with a swizzle
  std::uint32_t stride_bytes = 1024;  ///< SBO: from one group of 8 rows to the next
  /// (start of the pattern >> 7) & 7 where the swizzle pattern does not begin on its boundary
  std::uint32_t base_offset = 0;
  Swizzle swizzle = Swizzle::b128;  ///< not b128_atom32, for which Hopper has no code

  ASSAY_HOST_DEVICE constexpr std::uint64_t bits() const {
    const std::uint64_t mode = swizzle == Swizzle::b128  ? 1
                               : swizzle == Swizzle::b64 ? 2
                               : swizzle == Swizzle::b32 ? 3
                                                         : 0;
    return descriptor_field(start) | descriptor_field(leading_bytes) << 16 |
           descriptor_field(stride_bytes) << 32 | static_cast<std::uint64_t>(base_offset & 7) << 49 |
           mode << 62;
  }
};

/// Shared-memory matrix descriptor of tcgen05 (PTX ISA 9.1, "Shared memory descriptor"; sm_100a, sm_103a).
/// Byte quantities; all are multiples of 16. Not interchangeable with Hopper's: the version and the codes of
/// the swizzles differ.
struct BlackwellDescriptor {
  std::uint32_t start;                ///< address in the shared window, 18 bits
  std::uint32_t leading_bytes = 16;   ///< LBO; ignored for K-major operands with a swizzle
  std::uint32_t stride_bytes = 1024;  ///< SBO: from one group of 8 rows to the next
  /// (start of the pattern >> 7) & 7 where the swizzle pattern does not begin on its boundary
  std::uint32_t base_offset = 0;
  Swizzle swizzle = Swizzle::b128;
  bool leading_is_address = false;  ///< LBO is the address of the second chunk; sm_103a with K = 96 only

  ASSAY_HOST_DEVICE constexpr std::uint64_t bits() const {
    const std::uint64_t version = 1;
    const std::uint64_t mode = swizzle == Swizzle::b128_atom32 ? 1
                               : swizzle == Swizzle::b128      ? 2
                               : swizzle == Swizzle::b64       ? 4
                               : swizzle == Swizzle::b32       ? 6
                                                               : 0;
    return descriptor_field(start) | descriptor_field(leading_bytes) << 16 |
           descriptor_field(stride_bytes) << 32 | version << 46 |
           static_cast<std::uint64_t>(base_offset & 7) << 49 |
           static_cast<std::uint64_t>(leading_is_address) << 52 | mode << 61;
  }
};

}  // namespace assay
