#pragma once

#include <cstdint>

#include "kernels/encoding/tmem_layout.h"

namespace assay {

/// A byte of tensor memory that holds one scale factor.
struct ScalePlace {
  std::uint32_t lane, column, byte;  ///< byte 0 is the lowest of the cell
  constexpr bool operator==(const ScalePlace&) const = default;
};

/// Groups of 32 lanes; PTX wants the scale factors of A and B repeated in each.
inline constexpr std::uint32_t scale_replicas = 4;

/// Where the scale factor of block `block` along K lies, for row `index` of A or column `index` of B, in the
/// group of lanes `replica`; columns from the first of the scale factors (PTX ISA 9.1, "Scale Factor A ID").
/// A cell holds the blocks of one row: `id`, from the instruction descriptor, picks the first byte, 0 to 3
/// for one block an instruction (scale_vec::1X), 0 or 2 for two (2X), 0 for four (4X).
///
/// Two readings exist for B where M = 128 is spread over two CTAs (layout B). PTX says that scale factors are
/// repeated in all groups of lanes, and that is what this function gives. CUTLASS (ScaleFactorDuplicated2by2)
/// gives lanes 0-63 the first half of N and lanes 64-127 the second half, each from the first column on.
ASSAY_HOST_DEVICE constexpr ScalePlace scale_factor(std::uint32_t index, std::uint32_t block,
                                                    std::uint32_t id, std::uint32_t replica) {
  return {index % 32 + 32 * replica, index / 32, id + block};
}

}  // namespace assay
