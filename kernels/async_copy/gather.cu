#include "kernels/async_copy/async_copy.h"
#include "kernels/async_copy/cta_record.cuh"
#include "kernels/async_copy/launch.cuh"
#include "kernels/ptx/cp_async.cuh"
#include "kernels/ptx/cp_async_bulk_tensor.cuh"
#include "kernels/ptx/mbarrier.cuh"
#include "kernels/ptx/shared.cuh"

namespace assay::kernels {
namespace {

constexpr std::uint32_t threads = 128;

/// The pages of a CTA in order, 32 table entries read by the warp at once and one batch ahead, as
/// paged-attention kernels do: the latency of the table is not the copy's.
class PageList {
 public:
  __device__ PageList(const std::uint32_t* table, std::uint32_t pages) : table_(table), pages_(pages) {
    next_ = load(0);
  }
  /// Page of this trip; by all lanes of the warp, trips ascending from 0.
  __device__ __forceinline__ std::uint32_t page(std::uint32_t trip) {
    if (trip % 32 == 0) {
      now_ = next_;
      next_ = load(trip + 32);
    }
    return __shfl_sync(0xFFFFFFFFu, now_, static_cast<int>(trip % 32));
  }

 private:
  __device__ __forceinline__ std::uint32_t load(std::uint32_t first_trip) const {
    const std::uint32_t entry = blockIdx.x + (first_trip + threadIdx.x % 32) * gridDim.x;
    return entry < pages_ ? table_[entry] : 0;
  }
  const std::uint32_t* table_;
  std::uint32_t pages_, now_ = 0, next_;
};

/// One page by all threads of the CTA: 16 bytes a thread and copy.
__device__ __forceinline__ void copy_page(std::uint32_t to, const std::byte* page, std::uint32_t page_bytes) {
  for (std::uint32_t offset = threadIdx.x * 16; offset < page_bytes; offset += threads * 16) {
    ptx::cp_async<16>(to + offset, page + offset);
  }
  ptx::cp_async_commit_group();
}

template <int Stages>
__global__ void by_ldgsts(const std::byte* source, const std::uint32_t* table, std::uint32_t pages,
                          std::uint32_t page_bytes, CtaRecord* records, std::byte* last) {
  extern __shared__ __align__(1024) std::byte ring[];
  const std::uint32_t first = ptx::shared_address(ring), end = first + Stages * page_bytes;
  const std::uint32_t trips = blockIdx.x < pages ? (pages - 1 - blockIdx.x) / gridDim.x + 1 : 0;
  CtaClock clock;
  clock.start();
  PageList list(table, pages);
  std::uint32_t slot = first;
  for (std::uint32_t trip = 0; trip < trips; ++trip) {
    copy_page(slot, source + static_cast<std::uint64_t>(list.page(trip)) * page_bytes, page_bytes);
    slot = slot + page_bytes == end ? first : slot + page_bytes;
    ptx::cp_async_wait_group<Stages - 1>();
  }
  ptx::cp_async_wait_group<0>();
  __syncthreads();
  clock.stop(records, trips);
  store_shared(last, ring, Stages * page_bytes);
}

__device__ __forceinline__ void load_page(std::uint32_t to, const CUtensorMap& map, std::uint32_t page,
                                          std::uint32_t page_bytes, std::uint32_t barrier) {
  ptx::mbarrier_arrive_expect_tx(barrier, page_bytes);
  ptx::cp_async_bulk_tensor_4d(to, &map, 0, 0, 0, static_cast<int>(page), barrier);
}

constexpr std::uint32_t max_stages = 16;

__global__ void by_tma(const __grid_constant__ CUtensorMap map, const std::uint32_t* table,
                       std::uint32_t pages, std::uint32_t page_bytes, std::uint32_t stages,
                       CtaRecord* records, std::byte* last) {
  extern __shared__ __align__(1024) std::byte ring[];
  __shared__ std::uint64_t barriers[max_stages];
  const std::uint32_t slots = ptx::shared_address(ring), barrier = ptx::shared_address(barriers);
  const std::uint32_t trips = blockIdx.x < pages ? (pages - 1 - blockIdx.x) / gridDim.x + 1 : 0;
  ptx::init_barriers(barriers, stages);
  CtaClock clock;
  clock.start();
  if (threadIdx.x < 32) {
    PageList list(table, pages);
    std::uint32_t stage = 0, parity = 1;
    for (std::uint32_t trip = 0; trip < trips; ++trip) {
      const std::uint32_t page = list.page(trip);
      if (threadIdx.x == 0) {
        if (trip >= stages) ptx::mbarrier_wait(barrier + stage * 8, parity);
        load_page(slots + stage * page_bytes, map, page, page_bytes, barrier + stage * 8);
      }
      if (++stage == stages) {
        stage = 0;
        parity ^= 1;
      }
    }
  }
  __syncthreads();  // here the other warps wait, instead of polling the barriers of the one that issues
  ptx::wait_for_ring(barrier, stages, trips);
  __syncthreads();
  clock.stop(records, trips);
  store_shared(last, ring, stages * page_bytes);
}

__global__ void latency_by_ldgsts(const std::byte* source, const std::uint32_t* table,
                                  std::uint32_t page_bytes, int repetitions, CtaRecord* records,
                                  std::uint32_t* cycles, std::byte* last) {
  extern __shared__ __align__(1024) std::byte box[];
  const std::uint32_t to = ptx::shared_address(box);
  CtaClock clock;
  clock.start();
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    const std::uint32_t page = table[static_cast<std::uint32_t>(repetition) * gridDim.x + blockIdx.x];
    __syncthreads();
    const std::uint64_t start = ptx::clock64_after(page);
    copy_page(to, source + static_cast<std::uint64_t>(page) * page_bytes, page_bytes);
    ptx::cp_async_wait_group<0>();
    __syncthreads();
    const std::uint64_t stop = ptx::clock64_after(ptx::load_shared(to + page_bytes - 4));
    if (threadIdx.x == 0) store_cycles(cycles, repetitions, repetition, stop - start);
  }
  __syncthreads();
  clock.stop(records, static_cast<std::uint32_t>(repetitions));
  store_shared(last, box, page_bytes);
}

__global__ void latency_by_tma(const __grid_constant__ CUtensorMap map, const std::uint32_t* table,
                               std::uint32_t page_bytes, int repetitions, CtaRecord* records,
                               std::uint32_t* cycles, std::byte* last) {
  extern __shared__ __align__(1024) std::byte box[];
  __shared__ std::uint64_t barrier_storage;
  __shared__ std::uint32_t earliest;
  const std::uint32_t barrier = ptx::shared_address(&barrier_storage), to = ptx::shared_address(box);
  ptx::init_barriers(&barrier_storage, 1);
  CtaClock clock;
  clock.start();
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    const std::uint32_t page = table[static_cast<std::uint32_t>(repetition) * gridDim.x + blockIdx.x];
    __syncthreads();
    const std::uint64_t start = ptx::clock64_after(page);
    if (threadIdx.x == 0) load_page(to, map, page, page_bytes, barrier);
    const std::uint32_t elapsed =
        cycles_until(barrier, static_cast<std::uint32_t>(repetition) & 1, start, &earliest);
    if (threadIdx.x == 0) store_cycles(cycles, repetitions, repetition, elapsed);
  }
  ptx::mbarrier_wait(barrier,
                     static_cast<std::uint32_t>(repetitions - 1) & 1);  // by every thread that reads the box
  __syncthreads();
  clock.stop(records, static_cast<std::uint32_t>(repetitions));
  store_shared(last, box, page_bytes);
}

}  // namespace

cudaError_t gather_ldgsts(const GatherShape& shape, int sm_count, const std::byte* source,
                          const std::uint32_t* table, std::uint32_t pages, CtaRecord* records,
                          std::byte* last, cudaStream_t on) {
  const auto launch = [&](auto kernel) {
    return launch_resident(kernel, sm_count, shape.ctas_per_sm, threads, shape.in_flight_per_cta(), on,
                           source, table, pages, static_cast<std::uint32_t>(shape.page_bytes), records, last);
  };
  switch (shape.stages) {
    case 1:
      return launch(by_ldgsts<1>);
    case 2:
      return launch(by_ldgsts<2>);
    case 4:
      return launch(by_ldgsts<4>);
    case 8:
      return launch(by_ldgsts<8>);
    case 16:
      return launch(by_ldgsts<16>);
    default:
      return cudaErrorInvalidValue;
  }
}

cudaError_t gather_tma(const GatherShape& shape, int sm_count, const CUtensorMap& map,
                       const std::uint32_t* table, std::uint32_t pages, CtaRecord* records, std::byte* last,
                       cudaStream_t on) {
  if (static_cast<std::uint32_t>(shape.stages) > max_stages) return cudaErrorInvalidValue;
  return launch_resident(by_tma, sm_count, shape.ctas_per_sm, threads, shape.in_flight_per_cta(), on, map,
                         table, pages, static_cast<std::uint32_t>(shape.page_bytes),
                         static_cast<std::uint32_t>(shape.stages), records, last);
}

cudaError_t gather_latency_ldgsts(int page_bytes, int sm_count, int repetitions, const std::byte* source,
                                  const std::uint32_t* table, CtaRecord* records, std::uint32_t* cycles,
                                  std::byte* last, cudaStream_t on) {
  return launch_resident(latency_by_ldgsts, sm_count, 1, threads, static_cast<std::size_t>(page_bytes), on,
                         source, table, static_cast<std::uint32_t>(page_bytes), repetitions, records, cycles,
                         last);
}

cudaError_t gather_latency_tma(int page_bytes, int sm_count, int repetitions, const CUtensorMap& map,
                               const std::uint32_t* table, CtaRecord* records, std::uint32_t* cycles,
                               std::byte* last, cudaStream_t on) {
  return launch_resident(latency_by_tma, sm_count, 1, threads, static_cast<std::size_t>(page_bytes), on, map,
                         table, static_cast<std::uint32_t>(page_bytes), repetitions, records, cycles, last);
}

}  // namespace assay::kernels
