#pragma once

#include <cstdint>

#include "kernels/ptx/fence.cuh"

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
  fence_proxy_async();
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

/// More than a second at any SM clock there is; a copy takes microseconds.
inline constexpr std::uint32_t wait_limit_polls = 1u << 27;

/// mbarrier.test_wait.parity in a loop: waits for the phase, and traps when it does not come: a wait that
/// cannot end must not hang the suite (rule 14). try_wait would suspend the thread and give it back in steps
/// of 184 cycles (seen on GH100), too coarse for a latency; the loop is written out so that a poll is one
/// test and one branch. PTX ISA 7.1, sm_80.
__device__ __forceinline__ void mbarrier_wait(std::uint32_t barrier, std::uint32_t parity) {
  asm volatile(
      "{\n\t.reg .pred done, late;\n\t.reg .u32 polls;\n\t"
      "mov.u32 polls, 0;\n\t"
      "poll:\n\t"
      "mbarrier.test_wait.parity.shared.b64 done, [%0], %1;\n\t"
      "@done bra came;\n\t"
      "add.u32 polls, polls, 1;\n\t"
      "setp.ne.u32 late, polls, %2;\n\t"
      "@late bra poll;\n\t"
      "trap;\n\t"
      "came:\n\t}" ::"r"(barrier),
      "r"(parity), "n"(wait_limit_polls)
      : "memory");
}

/// Waits for the last phase of each slot of a ring after `trips` trips: slot s is trip modulo `slots`, its
/// barrier 8 s bytes after the first.
__device__ __forceinline__ void wait_for_ring(std::uint32_t first_barrier, std::uint32_t slots,
                                              std::uint32_t trips) {
  for (std::uint32_t s = 0; s < min(slots, trips); ++s) {
    mbarrier_wait(first_barrier + s * 8, ((trips - 1 - s) / slots) & 1);
  }
}

}  // namespace assay::ptx
