#pragma once

#include <cstdint>

#include "kernels/ptx/clock.cuh"
#include "kernels/ptx/shared.cuh"

namespace assay::ptx {

/// mbarrier.init: `arrivals` arrivals complete a phase. PTX ISA 7.0, sm_80.
__device__ __forceinline__ void mbarrier_init(std::uint32_t barrier, std::uint32_t arrivals) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(barrier), "r"(arrivals) : "memory");
}

/// fence.mbarrier_init: makes initialised barriers visible to the asynchronous proxy and the cluster. PTX
/// ISA 8.0, sm_90.
__device__ __forceinline__ void fence_mbarrier_init() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

/// The first thread of the CTA makes `count` barriers of one arrival each ready for the tensor copy engine;
/// all threads call it.
__device__ __forceinline__ void init_barriers(std::uint64_t* barriers, std::uint32_t count) {
  if (threadIdx.x == 0) {
    for (std::uint32_t b = 0; b < count; ++b) mbarrier_init(shared_address(&barriers[b]), 1);
    fence_mbarrier_init();
  }
  __syncthreads();
}

/// mbarrier.arrive.expect_tx: one arrival, and `bytes` more that the asynchronous copies will bring. PTX
/// ISA 8.0, sm_90.
__device__ __forceinline__ void mbarrier_arrive_expect_tx(std::uint32_t barrier, std::uint32_t bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes) : "memory");
}

/// mbarrier.try_wait.parity: true once the phase of this parity is complete. PTX ISA 7.8, sm_90.
__device__ __forceinline__ bool mbarrier_try_wait(std::uint32_t barrier, std::uint32_t parity) {
  std::uint32_t done;
  asm volatile(
      "{\n\t.reg .pred p;\n\t"
      "mbarrier.try_wait.parity.shared.b64 p, [%1], %2;\n\t"
      "selp.u32 %0, 1, 0, p;\n\t}"
      : "=r"(done)
      : "r"(barrier), "r"(parity)
      : "memory");
  return done != 0;
}

/// About two seconds at any SM clock there is; a copy takes microseconds.
inline constexpr std::uint64_t wait_limit_cycles = 4'000'000'000;

/// Waits for the phase, and traps when it does not come: a wait that cannot end must not hang the suite (rule
/// 14).
__device__ __forceinline__ void mbarrier_wait(std::uint32_t barrier, std::uint32_t parity) {
  if (mbarrier_try_wait(barrier, parity)) return;
  const std::uint64_t start = clock64();
  while (!mbarrier_try_wait(barrier, parity)) {
    if (clock64() - start > wait_limit_cycles) __trap();
  }
}

}  // namespace assay::ptx
