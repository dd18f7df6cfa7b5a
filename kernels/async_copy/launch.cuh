#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "kernels/ptx/clock.cuh"

namespace assay::kernels {

/// Copies the CTA's shared memory out, 16 bytes a thread and trip. By all threads, after a barrier.
__device__ __forceinline__ void store_shared(std::byte* last, const std::byte* shared, std::uint32_t bytes) {
  auto* to = reinterpret_cast<uint4*>(last + static_cast<std::uint64_t>(blockIdx.x) * bytes);
  const auto* from = reinterpret_cast<const uint4*>(shared);
  for (std::uint32_t i = threadIdx.x; i < bytes / sizeof(uint4); i += blockDim.x) to[i] = from[i];
}

/// %clock64 after `value` has been used: the branch needs it, and volatile code does not move above a branch.
__device__ __forceinline__ std::uint64_t clock_after(std::uint32_t value) {
  std::uint64_t cycles;
  asm volatile(
      "{\n\t.reg .pred p;\n\t"
      "setp.eq.u32 p, %1, 0xFFFFFFFF;\n\t"
      "@p nanosleep.u32 1;\n\t"
      "mov.u64 %0, %%clock64;\n\t}"
      : "=l"(cycles)
      : "r"(value)
      : "memory");
  return cycles;
}

/// A barrier is polled in steps of up to 173 cycles (seen on GH100). Polls begin at eight different times,
/// before any copy can have come: over repetitions, and over CTAs in the first one, so that a median is finer
/// than a step.
__device__ __forceinline__ void dither(std::uint64_t start, int repetition) {
  constexpr std::uint32_t first_poll_cycles = 300, step_cycles = 22;
  ptx::wait_until(
      start, first_poll_cycles + step_cycles * ((blockIdx.x + static_cast<std::uint32_t>(repetition)) % 8));
}

/// Launches `ctas_per_sm` CTAs on every SM, all resident, no SM with more: each asks for so much shared
/// memory that one more would not fit. Returns cudaErrorInvalidConfiguration when `bytes` a CTA do not fit.
template <class... Parameters, class... Arguments>
cudaError_t launch_resident(void (*kernel)(Parameters...), int sm_count, int ctas_per_sm, int threads,
                            std::size_t bytes, cudaStream_t stream, Arguments... arguments) {
  int device = 0, per_sm = 0, per_cta = 0, reserved = 0;
  cudaError_t error = cudaGetDevice(&device);
  if (error == cudaSuccess)
    error = cudaDeviceGetAttribute(&per_sm, cudaDevAttrMaxSharedMemoryPerMultiprocessor, device);
  if (error == cudaSuccess)
    error = cudaDeviceGetAttribute(&per_cta, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
  if (error == cudaSuccess)
    error = cudaDeviceGetAttribute(&reserved, cudaDevAttrReservedSharedMemoryPerBlock, device);
  if (error != cudaSuccess) return error;
  cudaFuncAttributes attributes{};
  if (error = cudaFuncGetAttributes(&attributes, kernel); error != cudaSuccess) return error;
  const int fixed = static_cast<int>(attributes.sharedSizeBytes);
  const int share = (std::min(per_sm / ctas_per_sm - reserved, per_cta) - fixed) / 128 * 128;
  if (share < 0 || bytes > static_cast<std::size_t>(share)) return cudaErrorInvalidConfiguration;
  error = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, share);
  if (error == cudaSuccess) {
    error = cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                                 cudaSharedmemCarveoutMaxShared);
  }
  if (error != cudaSuccess) return error;
  kernel<<<static_cast<unsigned>(sm_count * ctas_per_sm), static_cast<unsigned>(threads),
           static_cast<std::size_t>(share), stream>>>(arguments...);
  return cudaGetLastError();
}

}  // namespace assay::kernels
