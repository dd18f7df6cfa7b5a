#pragma once

#include <cstdint>

namespace assay::ptx {

/// cp.async.bulk.tensor.2d: one thread loads the box at element (x, y) into shared memory and lets `barrier`
/// count its bytes (SASS UTMALDG.2D). `map` is a CUtensorMap in kernel parameter or global space. PTX
/// ISA 8.0, sm_90.
__device__ __forceinline__ void cp_async_bulk_tensor_2d(std::uint32_t shared_address, const void* map,
                                                        std::int32_t x, std::int32_t y,
                                                        std::uint32_t barrier) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, "
      "%3}], [%4];" ::"r"(shared_address),
      "l"(map), "r"(x), "r"(y), "r"(barrier)
      : "memory");
}

/// cp.async.bulk.tensor.4d: as above for four coordinates, innermost first (SASS UTMALDG.4D). PTX ISA 8.0,
/// sm_90.
__device__ __forceinline__ void cp_async_bulk_tensor_4d(std::uint32_t shared_address, const void* map,
                                                        std::int32_t c0, std::int32_t c1, std::int32_t c2,
                                                        std::int32_t c3, std::uint32_t barrier) {
  asm volatile(
      "cp.async.bulk.tensor.4d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, "
      "%4, %5}], "
      "[%6];" ::"r"(shared_address),
      "l"(map), "r"(c0), "r"(c1), "r"(c2), "r"(c3), "r"(barrier)
      : "memory");
}

}  // namespace assay::ptx
