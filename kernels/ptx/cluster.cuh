#pragma once

#include <cstdint>

namespace assay::ptx {

/// %cluster_ctarank: this CTA's place in its cluster. PTX ISA 7.8, sm_90.
__device__ __forceinline__ std::uint32_t cluster_ctarank() {
  std::uint32_t rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}

/// barrier.cluster.arrive and wait: all threads of the cluster meet, and see what was written before. PTX
/// ISA 7.8, sm_90.
__device__ __forceinline__ void cluster_sync() {
  asm volatile("barrier.cluster.arrive.release.aligned;\n\tbarrier.cluster.wait.acquire.aligned;" ::
                   : "memory");
}

}  // namespace assay::ptx
