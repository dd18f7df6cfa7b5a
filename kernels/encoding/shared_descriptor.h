#pragma once

#include <cstdint>

#include "kernels/encoding/swizzle.h"

namespace assay {

/// Shared-memory matrix descriptor of wgmma (PTX ISA 9.1, "Matrix-descriptor"; sm_90a). Byte quantities; all
/// are multiples of 16.
struct HopperDescriptor {
  std::uint32_t start;                ///< address in the shared window, 18 bits
  std::uint32_t leading_bytes = 16;   ///< LBO; ignored for K-major operands with a swizzle
  std::uint32_t stride_bytes = 1024;  ///< SBO: from one group of 8 rows to the next
  std::uint32_t base_offset =
      0;  ///< (start >> 7) & 7 where the swizzle pattern does not begin on its boundary
  Swizzle swizzle = Swizzle::b128;

  ASSAY_HOST_DEVICE constexpr std::uint64_t bits() const {
    const std::uint64_t mode = swizzle == Swizzle::b128  ? 1
                               : swizzle == Swizzle::b64 ? 2
                               : swizzle == Swizzle::b32 ? 3
                                                         : 0;
    return field(start) | field(leading_bytes) << 16 | field(stride_bytes) << 32 |
           static_cast<std::uint64_t>(base_offset & 7) << 49 | mode << 62;
  }

 private:
  ASSAY_HOST_DEVICE static constexpr std::uint64_t field(std::uint32_t bytes) {
    return (bytes & 0x3FFFF) >> 4;
  }
};

}  // namespace assay
