#include "kernels/async_copy/async_copy.h"
#include "kernels/async_copy/cta_record.cuh"
#include "kernels/async_copy/launch.cuh"
#include "kernels/ptx/cp_async_bulk_tensor.cuh"
#include "kernels/ptx/mbarrier.cuh"
#include "kernels/ptx/shared.cuh"

namespace assay::kernels {
namespace {

constexpr int max_barriers = 16;  // 4 warps x 4 stages

/// Threads of every CTA here, whatever the number of issuing warps: the others help to store the rings.
constexpr int cta_threads = 256;

/// A box per stage and warp is in flight; a slot is filled again as soon as its box has come, since nothing
/// consumes it.
__global__ void stream(const __grid_constant__ CUtensorMap map, TmaShape shape, std::uint32_t boxes,
                       CtaRecord* records, std::byte* last) {
  extern __shared__ __align__(1024) std::byte ring[];
  __shared__ std::uint64_t barriers[max_barriers];
  const auto stages = static_cast<std::uint32_t>(shape.stages),
             warps = static_cast<std::uint32_t>(shape.warps);
  const auto box_bytes = static_cast<std::uint32_t>(shape.width * shape.height * 4);
  const std::uint32_t boxes_x_log2 = 31 - __clz(shape.boxes_x);
  const std::uint32_t warp = threadIdx.x / 32;
  const std::uint32_t slots = ptx::shared_address(ring) + warp * stages * box_bytes;
  const std::uint32_t my_barriers = ptx::shared_address(&barriers[warp * stages]);
  const std::uint32_t first = blockIdx.x * warps + warp, step = gridDim.x * warps;
  const std::uint32_t trips = warp < warps && first < boxes ? (boxes - 1 - first) / step + 1 : 0;
  ptx::init_barriers(barriers, stages * warps);

  const auto issue = [&](std::uint32_t stage, std::uint32_t trip) {
    const std::uint32_t box = first + trip * step, barrier = my_barriers + stage * 8;
    ptx::mbarrier_arrive_expect_tx(barrier, box_bytes);
    ptx::cp_async_bulk_tensor_2d(slots + stage * box_bytes, &map,
                                 static_cast<int>(box & ((1u << boxes_x_log2) - 1)) * shape.width,
                                 static_cast<int>(box >> boxes_x_log2) * shape.height, barrier);
  };
  CtaClock clock;
  clock.start();
  if (threadIdx.x % 32 == 0 && warp < warps) {
    for (std::uint32_t s = 0; s < min(stages, trips); ++s) issue(s, s);
    std::uint32_t stage = 0, parity = 0;
    for (std::uint32_t trip = stages; trip < trips; ++trip) {
      ptx::mbarrier_wait(my_barriers + stage * 8, parity);
      issue(stage, trip);
      if (++stage == stages) {
        stage = 0;
        parity ^= 1;
      }
    }
  }
  __syncwarp();
  // The last phase of every slot; then the barrier lets all threads see the bytes.
  ptx::wait_for_ring(my_barriers, stages, trips);
  __syncthreads();
  clock.stop(records, trips);
  store_shared(last, ring, warps * stages * box_bytes);
}

__global__ void latency(const __grid_constant__ CUtensorMap map, TmaShape shape, int repetitions,
                        CtaRecord* records, std::uint32_t* cycles, std::byte* last) {
  extern __shared__ __align__(1024) std::byte box[];
  __shared__ std::uint64_t barrier_storage;
  __shared__ std::uint32_t earliest;
  const std::uint32_t barrier = ptx::shared_address(&barrier_storage), to = ptx::shared_address(box);
  const auto box_bytes = static_cast<std::uint32_t>(shape.width * shape.height * 4);
  ptx::init_barriers(&barrier_storage, 1);
  CtaClock clock;
  clock.start();
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    __syncthreads();
    const std::uint64_t start = ptx::clock64();
    if (threadIdx.x == 0) {
      const int row =
          (repetition * static_cast<int>(gridDim.x) + static_cast<int>(blockIdx.x)) * shape.height;
      ptx::mbarrier_arrive_expect_tx(barrier, box_bytes);
      ptx::cp_async_bulk_tensor_2d(to, &map, 0, row, barrier);
    }
    const std::uint32_t elapsed =
        cycles_until(barrier, static_cast<std::uint32_t>(repetition) & 1, start, &earliest);
    if (threadIdx.x == 0) store_cycles(cycles, repetitions, repetition, elapsed);
  }
  ptx::mbarrier_wait(barrier, static_cast<std::uint32_t>(repetitions - 1) & 1);
  __syncthreads();
  clock.stop(records, static_cast<std::uint32_t>(repetitions));
  store_shared(last, box, box_bytes);
}

__global__ void one_box(const __grid_constant__ CUtensorMap map, int x, int y, int y_step,
                        std::uint32_t box_bytes, std::uint32_t poison, CtaRecord* records, std::byte* image) {
  extern __shared__ __align__(1024) std::byte box[];
  __shared__ std::uint64_t barrier_storage;
  const std::uint32_t barrier = ptx::shared_address(&barrier_storage);
  auto* words = reinterpret_cast<std::uint32_t*>(box);
  for (std::uint32_t i = threadIdx.x; i < box_bytes / 4; i += blockDim.x) words[i] = poison;
  ptx::init_barriers(&barrier_storage, 1);
  ptx::fence_proxy_async();  // the poison, before the engine's own writes
  __syncthreads();
  CtaClock clock;
  clock.start();
  if (threadIdx.x == 0) {
    ptx::mbarrier_arrive_expect_tx(barrier, box_bytes);
    ptx::cp_async_bulk_tensor_2d(ptx::shared_address(box), &map, x, y + static_cast<int>(blockIdx.x) * y_step,
                                 barrier);
  }
  ptx::mbarrier_wait(barrier, 0);
  __syncthreads();
  clock.stop(records, 1);
  store_shared(image, box, box_bytes);
}

}  // namespace

cudaError_t tma_stream(const TmaShape& shape, int sm_count, const CUtensorMap& map, std::uint64_t boxes,
                       CtaRecord* records, std::byte* last, cudaStream_t on) {
  if (shape.warps * shape.stages > max_barriers) return cudaErrorInvalidValue;
  return launch_resident(stream, sm_count, 1, cta_threads, shape.in_flight_per_cta(), on, map, shape,
                         static_cast<std::uint32_t>(boxes), records, last);
}

cudaError_t tma_latency(const TmaShape& shape, int sm_count, int repetitions, const CUtensorMap& map,
                        CtaRecord* records, std::uint32_t* cycles, std::byte* last, cudaStream_t on) {
  return launch_resident(latency, sm_count, 1, cta_threads, shape.box_bytes(), on, map, shape, repetitions,
                         records, cycles, last);
}

cudaError_t tma_box(int sm_count, const CUtensorMap& map, int x, int y, int y_step, std::uint32_t box_bytes,
                    std::uint8_t poison, CtaRecord* records, std::byte* image, cudaStream_t on) {
  return launch_resident(one_box, sm_count, 1, cta_threads, box_bytes, on, map, x, y, y_step, box_bytes,
                         poison * 0x01010101u, records, image);
}

}  // namespace assay::kernels
