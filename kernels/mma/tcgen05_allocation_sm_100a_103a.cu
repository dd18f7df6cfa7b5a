#include "kernels/encoding/pattern.h"
#include "kernels/memory/launch_resident.cuh"
#include "kernels/mma/tcgen05.h"
#include "kernels/ptx/clock.cuh"
#include "kernels/ptx/shared.cuh"
#include "kernels/ptx/sm_100a/tcgen05.cuh"

namespace assay::kernels {
namespace {

constexpr std::uint32_t more_columns = 32;

/// Warps 0 to 3: fill every word of their lanes, then count those that hold something else.
__device__ std::uint32_t wrong_words(std::uint32_t tensor_memory) {
  const std::uint32_t lanes = tensor_memory + tmem_address(threadIdx.x / 32 * 32, 0);
  std::uint32_t words[8], wrong = 0;
  const auto expected = [](std::uint32_t column) {
    return pattern_word(threadIdx.x * tmem_columns + column, blockIdx.x);
  };
#pragma unroll 1
  for (std::uint32_t column = 0; column < tmem_columns; column += 8) {
    for (std::uint32_t i = 0; i < 8; ++i) words[i] = expected(column + i);
    ptx::tcgen05_st_8(lanes + column, words);
  }
  ptx::tcgen05_wait_st();
#pragma unroll 1
  for (std::uint32_t column = 0; column < tmem_columns; column += 8) {
    ptx::tcgen05_ld_8(words, lanes + column);
    ptx::tcgen05_wait_ld();
    for (std::uint32_t i = 0; i < 8; ++i)
      wrong += static_cast<std::uint32_t>(words[i] != expected(column + i));
  }
  return wrong;
}

/// Four warps hold all of tensor memory while the fifth asks for more.
__global__ void __launch_bounds__(160) ask_twice(std::uint32_t hold_cycles, AllocationRecord* records) {
  __shared__ std::uint32_t first, second, wrong;
  __shared__ std::uint64_t asked, came;
  const std::uint32_t warp = threadIdx.x / 32;
  if (threadIdx.x == 0) wrong = came = 0;
  if (warp == 0) ptx::tcgen05_alloc<1>(ptx::shared_address(&first), tmem_columns);
  __syncthreads();
  if (warp < 4) atomicAdd(&wrong, wrong_words(first));
  if (threadIdx.x == 128) asked = ptx::clock64();
  ptx::tcgen05_fence_before_thread_sync();
  __syncthreads();
  ptx::tcgen05_fence_after_thread_sync();

  if (warp == 4) {
    ptx::tcgen05_alloc<1>(ptx::shared_address(&second), more_columns);
    if (threadIdx.x == 128) *static_cast<volatile std::uint64_t*>(&came) = ptx::clock64();
    __syncwarp();
    ptx::tcgen05_dealloc<1>(second, more_columns);
  } else if (warp == 0) {
    ptx::wait_until(asked, hold_cycles);
    const bool early = *static_cast<volatile std::uint64_t*>(&came) != 0;
    const std::uint64_t held = ptx::clock64() - asked;
    ptx::tcgen05_dealloc<1>(first, tmem_columns);
    if (threadIdx.x == 0) records[blockIdx.x] = {ptx::smid(), first, wrong, early ? 1u : 0u, held, 0};
  }
  __syncthreads();
  if (threadIdx.x == 0) records[blockIdx.x].waited_cycles = came - asked;
  if (warp == 0) ptx::tcgen05_relinquish_alloc_permit<1>();
}

}  // namespace

cudaError_t tcgen05_allocation(int sm_count, std::uint32_t hold_cycles, AllocationRecord* records,
                               cudaStream_t stream) {
  return launch_resident(ask_twice, sm_count, 1, 160, 0, stream, hold_cycles, records);
}

}  // namespace assay::kernels
