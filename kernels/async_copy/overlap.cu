#include "kernels/async_copy/async_copy.h"
#include "kernels/async_copy/cta_record.cuh"
#include "kernels/async_copy/launch.cuh"
#include "kernels/ptx/cp_async.cuh"
#include "kernels/ptx/cp_async_bulk_tensor.cuh"
#include "kernels/ptx/mbarrier.cuh"
#include "kernels/ptx/shared.cuh"

namespace assay::kernels {
namespace {

/// `fmas` dependent FMAs, each adding one.
__device__ __forceinline__ float count(float sum, float one, int fmas) {
  for (int i = 0; i < fmas; ++i) sum = fmaf(sum, one, one);
  return sum;
}

__global__ void by_ldgsts(const std::byte* source, std::uint32_t tiles, bool copy, int fmas, float one,
                          CtaRecord* records, float* sums, std::byte* last) {
  extern __shared__ __align__(1024) std::byte ring[];
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
    sum = count(sum, one, fmas);
    ptx::cp_async_wait_group<stages - 1>();
  }
  ptx::cp_async_wait_group<0>();
  __syncthreads();
  clock.stop(records, trips);
  sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
  if (copy) store_shared(last, ring, stages * tile_bytes);
}

constexpr unsigned producer_threads = 32;

/// The same tiles as boxes of 128 x 8 floats, issued by a warp of its own beside those that compute, as TMA
/// kernels are built.
__global__ void by_tma(const __grid_constant__ CUtensorMap map, std::uint32_t tiles, bool copy, int fmas,
                       float one, CtaRecord* records, float* sums, std::byte* last) {
  extern __shared__ __align__(1024) std::byte ring[];
  constexpr std::uint32_t stages = OverlapShape::stages,
                          tile_bytes = OverlapShape::threads * OverlapShape::bytes;
  __shared__ std::uint64_t barriers[stages];
  const std::uint32_t slots = ptx::shared_address(ring), barrier = ptx::shared_address(barriers);
  const std::uint32_t trips = blockIdx.x < tiles ? (tiles - 1 - blockIdx.x) / gridDim.x + 1 : 0;
  ptx::init_barriers(barriers, stages);
  CtaClock clock;
  clock.start();
  if (threadIdx.x < OverlapShape::threads) {
    float sum = 0;
    for (std::uint32_t trip = 0; trip < trips; ++trip) sum = count(sum, one, fmas);
    sums[blockIdx.x * OverlapShape::threads + threadIdx.x] = sum;
  } else if (copy && threadIdx.x == OverlapShape::threads) {
    for (std::uint32_t trip = 0; trip < trips; ++trip) {
      const std::uint32_t stage = trip % stages, mine = barrier + stage * 8;
      if (trip >= stages) ptx::mbarrier_wait(mine, (trip / stages - 1) & 1);
      ptx::mbarrier_arrive_expect_tx(mine, tile_bytes);
      ptx::cp_async_bulk_tensor_2d(slots + stage * tile_bytes, &map, 0,
                                   static_cast<int>((blockIdx.x + trip * gridDim.x) * OverlapShape::box_rows),
                                   mine);
    }
  }
  __syncthreads();
  if (copy) ptx::wait_for_ring(barrier, stages, trips);
  __syncthreads();
  clock.stop(records, trips);
  if (copy) store_shared(last, ring, stages * tile_bytes);
}

}  // namespace

cudaError_t overlap_ldgsts(const OverlapShape& shape, int sm_count, const std::byte* source,
                           std::uint64_t source_bytes, CtaRecord* records, float* sums, std::byte* last,
                           cudaStream_t on) {
  constexpr std::size_t tile_bytes = OverlapShape::threads * OverlapShape::bytes;
  return launch_resident(by_ldgsts, sm_count, OverlapShape::ctas_per_sm, OverlapShape::threads,
                         OverlapShape::stages * tile_bytes, on, source,
                         static_cast<std::uint32_t>(source_bytes / tile_bytes), shape.copy, shape.fmas, 1.0f,
                         records, sums, last);
}

cudaError_t overlap_tma(const OverlapShape& shape, int sm_count, const CUtensorMap& map,
                        std::uint64_t source_bytes, CtaRecord* records, float* sums, std::byte* last,
                        cudaStream_t on) {
  constexpr std::size_t tile_bytes = OverlapShape::threads * OverlapShape::bytes;
  return launch_resident(by_tma, sm_count, OverlapShape::ctas_per_sm,
                         OverlapShape::threads + producer_threads, OverlapShape::stages * tile_bytes, on, map,
                         static_cast<std::uint32_t>(source_bytes / tile_bytes), shape.copy, shape.fmas, 1.0f,
                         records, sums, last);
}

}  // namespace assay::kernels
