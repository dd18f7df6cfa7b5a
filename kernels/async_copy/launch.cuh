#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/memory/launch_resident.cuh"
#include "kernels/ptx/clock.cuh"
#include "kernels/ptx/mbarrier.cuh"

namespace assay::kernels {

/// Copies the CTA's shared memory out, 16 bytes a thread and trip. By all threads, after a barrier.
__device__ __forceinline__ void store_shared(std::byte* last, const std::byte* shared, std::uint32_t bytes) {
  auto* to = reinterpret_cast<uint4*>(last + static_cast<std::uint64_t>(blockIdx.x) * bytes);
  const auto* from = reinterpret_cast<const uint4*>(shared);
  for (std::uint32_t i = threadIdx.x; i < bytes / sizeof(uint4); i += blockDim.x) to[i] = from[i];
}

/// Cycles from `start` until the barrier's phase is complete, by all threads of the CTA. A thread can poll a
/// barrier only every 173 cycles or so (seen on GH100), so each warp watches at a time of its own and the
/// first one to see it decides. `earliest` is in shared memory.
__device__ __forceinline__ std::uint32_t cycles_until(std::uint32_t barrier, std::uint32_t parity,
                                                      std::uint64_t start, std::uint32_t* earliest) {
  constexpr std::uint32_t first_poll_cycles = 300, poll_cycles = 176;  // no copy comes within 300 cycles
  const std::uint32_t warps = blockDim.x / 32, warp = threadIdx.x / 32;
  if (threadIdx.x == 0) *earliest = 0xFFFFFFFFu;
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    ptx::wait_until(start, first_poll_cycles + poll_cycles * warp / warps);
    ptx::mbarrier_wait(barrier, parity);
    atomicMin(earliest, static_cast<std::uint32_t>(ptx::clock64() - start));
  }
  __syncthreads();
  return *earliest;
}

/// `cycles`: [grid][repetitions].
__device__ __forceinline__ void store_cycles(std::uint32_t* cycles, int repetitions, int repetition,
                                             std::uint64_t elapsed) {
  cycles[static_cast<std::uint64_t>(blockIdx.x) * static_cast<std::uint32_t>(repetitions) +
         static_cast<std::uint32_t>(repetition)] = static_cast<std::uint32_t>(elapsed);
}

}  // namespace assay::kernels
