#pragma once

#include <cstdint>

namespace assay::ptx {

/// What wgmma multiplies, and in what it adds: K and accumulator follow from it. f16_in_f16 adds in 16 bits,
/// two to a register.
enum class WgmmaFormat { f16, f16_in_f16, bf16, tf32, e4m3, e5m2, s8, u8 };
enum class WgmmaA { shared, registers };  ///< where A comes from; B is always in shared memory

/// wgmma.mma_async of one format, N and layout: see make_wgmma.py, which writes the specialisations.
template <WgmmaFormat Format, int N, WgmmaA A>
struct Wgmma;

/// wgmma.fence.sync.aligned: orders register accesses before the next wgmma. PTX ISA 8.0, sm_90a.
__device__ __forceinline__ void wgmma_fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }

/// wgmma.commit_group.sync.aligned: closes the group of wgmmas issued so far. PTX ISA 8.0, sm_90a.
__device__ __forceinline__ void wgmma_commit_group() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}

/// wgmma.wait_group.sync.aligned: returns once at most `Pending` groups are in flight. PTX ISA 8.0, sm_90a.
template <int Pending>
__device__ __forceinline__ void wgmma_wait_group() {
  static_assert(0 <= Pending && Pending <= 7);
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(Pending) : "memory");
}

}  // namespace assay::ptx

#include "wgmma_instructions.cuh"
