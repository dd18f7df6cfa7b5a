#include "kernels/async_copy/async_copy.h"
#include "kernels/async_copy/cta_record.cuh"
#include "kernels/async_copy/launch.cuh"
#include "kernels/ptx/cp_async.cuh"
#include "kernels/ptx/shared.cuh"

namespace assay::kernels {
namespace {

__global__ void copy_and_compute(const std::byte* source, std::uint32_t tiles, bool copy, int fmas, float one,
                                 CtaRecord* records, float* sums, std::byte* last) {
  extern __shared__ __align__(128) std::byte ring[];
  constexpr int bytes = OverlapShape::bytes, stages = OverlapShape::stages;
  const std::uint32_t tile_bytes = blockDim.x * bytes;
  const std::uint32_t first = ptx::shared_address(ring) + threadIdx.x * bytes,
                      end = first + stages * tile_bytes;
  const std::byte* from = source + static_cast<std::uint64_t>(blockIdx.x) * tile_bytes + threadIdx.x * bytes;
  const std::uint64_t step = static_cast<std::uint64_t>(gridDim.x) * tile_bytes;
  const std::uint32_t trips = blockIdx.x < tiles ? (tiles - 1 - blockIdx.x) / gridDim.x + 1 : 0;
  CtaClock clock;
  clock.start();
  float sum = 0;
  std::uint32_t slot = first;
  for (std::uint32_t trip = 0; trip < trips; ++trip) {
    if (copy) {
      ptx::cp_async<bytes>(slot, from);
      ptx::cp_async_commit_group();
      from += step;
      slot = slot + tile_bytes == end ? first : slot + tile_bytes;
    }
    for (int i = 0; i < fmas; ++i) sum = fmaf(sum, one, one);
    ptx::cp_async_wait_group<stages - 1>();
  }
  ptx::cp_async_wait_group<0>();
  __syncthreads();
  clock.stop(records, trips);
  sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
  if (copy) store_shared(last, ring, stages * tile_bytes);
}

}  // namespace

cudaError_t overlap(const OverlapShape& shape, int sm_count, const std::byte* source,
                    std::uint64_t source_bytes, CtaRecord* records, float* sums, std::byte* last,
                    cudaStream_t on) {
  constexpr std::size_t tile_bytes = OverlapShape::threads * OverlapShape::bytes;
  return launch_resident(copy_and_compute, sm_count, OverlapShape::ctas_per_sm, OverlapShape::threads,
                         OverlapShape::stages * tile_bytes, on, source,
                         static_cast<std::uint32_t>(source_bytes / tile_bytes), shape.copy, shape.fmas, 1.0f,
                         records, sums, last);
}

}  // namespace assay::kernels
