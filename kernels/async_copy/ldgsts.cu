#include "kernels/async_copy/async_copy.h"
#include "kernels/async_copy/cta_record.cuh"
#include "kernels/async_copy/launch.cuh"
#include "kernels/ptx/cp_async.cuh"
#include "kernels/ptx/shared.cuh"

namespace assay::kernels {
namespace {

/// A thread uses only its own slots, so a stage is free for the next load as soon as its own group has
/// landed: Stages groups are in flight at every wait, and no barrier stands between.
template <int Bytes, int Stages>
__global__ void stream(const std::byte* source, std::uint32_t tiles, CtaRecord* records, std::byte* last) {
  extern __shared__ __align__(128) std::byte ring[];
  const std::uint32_t tile_bytes = blockDim.x * Bytes;
  const std::uint32_t first = ptx::shared_address(ring) + threadIdx.x * Bytes;
  const std::uint32_t end = first + Stages * tile_bytes;
  const std::byte* from = source + static_cast<std::uint64_t>(blockIdx.x) * tile_bytes + threadIdx.x * Bytes;
  const std::uint64_t step = static_cast<std::uint64_t>(gridDim.x) * tile_bytes;
  const std::uint32_t trips = blockIdx.x < tiles ? (tiles - 1 - blockIdx.x) / gridDim.x + 1 : 0;

  CtaClock clock;
  clock.start();
  std::uint32_t slot = first;
  for (std::uint32_t trip = 0; trip < trips; ++trip) {
    ptx::cp_async<Bytes>(slot, from);
    ptx::cp_async_commit_group();
    from += step;
    slot = slot + tile_bytes == end ? first : slot + tile_bytes;
    ptx::cp_async_wait_group<Stages - 1>();
  }
  ptx::cp_async_wait_group<0>();
  __syncthreads();
  clock.stop(records, trips);
  store_shared(last, ring, Stages * tile_bytes);
}

template <int Bytes>
__global__ void latency(const std::byte* source, int repetitions, CtaRecord* records, std::uint32_t* cycles,
                        std::byte* last) {
  extern __shared__ __align__(128) std::byte ring[];
  const std::uint32_t slot = ptx::shared_address(ring) + threadIdx.x * Bytes;
  const std::uint32_t tile_bytes = blockDim.x * Bytes;
  const std::uint32_t warp = threadIdx.x / 32, warps = blockDim.x / 32;
  CtaClock clock;
  clock.start();
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    const std::uint64_t tile = static_cast<std::uint64_t>(repetition) * gridDim.x + blockIdx.x;
    const std::byte* from = source + tile * tile_bytes + threadIdx.x * Bytes;
    __syncthreads();
    const std::uint64_t start = ptx::clock64();
    ptx::cp_async<Bytes>(slot, from);
    ptx::cp_async_commit_group();
    ptx::cp_async_wait_group<0>();
    const std::uint64_t stop = ptx::clock64_after(ptx::load_shared(slot));
    if (threadIdx.x % 32 == 0) {
      cycles[(static_cast<std::uint64_t>(blockIdx.x) * warps + warp) *
                 static_cast<std::uint32_t>(repetitions) +
             static_cast<std::uint32_t>(repetition)] = static_cast<std::uint32_t>(stop - start);
    }
  }
  __syncthreads();
  clock.stop(records, static_cast<std::uint32_t>(repetitions));
  store_shared(last, ring, tile_bytes);
}

template <int Bytes, int Stages>
cudaError_t launch_stream(const LdgstsShape& shape, int sm_count, const std::byte* source,
                          std::uint64_t source_bytes, CtaRecord* records, std::byte* last, cudaStream_t on) {
  const auto tiles = static_cast<std::uint32_t>(source_bytes / shape.tile_bytes());
  return launch_resident(stream<Bytes, Stages>, sm_count, shape.ctas_per_sm, shape.threads,
                         shape.in_flight_per_cta(), on, source, tiles, records, last);
}

template <int Bytes>
cudaError_t launch_stages(const LdgstsShape& shape, int sm_count, const std::byte* source,
                          std::uint64_t source_bytes, CtaRecord* records, std::byte* last, cudaStream_t on) {
  switch (shape.stages) {
    case 1:
      return launch_stream<Bytes, 1>(shape, sm_count, source, source_bytes, records, last, on);
    case 2:
      return launch_stream<Bytes, 2>(shape, sm_count, source, source_bytes, records, last, on);
    case 4:
      return launch_stream<Bytes, 4>(shape, sm_count, source, source_bytes, records, last, on);
    case 8:
      return launch_stream<Bytes, 8>(shape, sm_count, source, source_bytes, records, last, on);
    case 12:
      return launch_stream<Bytes, 12>(shape, sm_count, source, source_bytes, records, last, on);
    case 16:
      return launch_stream<Bytes, 16>(shape, sm_count, source, source_bytes, records, last, on);
    default:
      return cudaErrorInvalidValue;
  }
}

}  // namespace

cudaError_t ldgsts_stream(const LdgstsShape& shape, int sm_count, const std::byte* source,
                          std::uint64_t source_bytes, CtaRecord* records, std::byte* last, cudaStream_t on) {
  switch (shape.bytes) {
    case 4:
      return launch_stages<4>(shape, sm_count, source, source_bytes, records, last, on);
    case 8:
      return launch_stages<8>(shape, sm_count, source, source_bytes, records, last, on);
    case 16:
      return launch_stages<16>(shape, sm_count, source, source_bytes, records, last, on);
    default:
      return cudaErrorInvalidValue;
  }
}

cudaError_t ldgsts_latency(const LdgstsShape& shape, int sm_count, int repetitions, const std::byte* source,
                           CtaRecord* records, std::uint32_t* cycles, std::byte* last, cudaStream_t on) {
  const auto launch = [&](auto kernel) {
    return launch_resident(kernel, sm_count, shape.ctas_per_sm, shape.threads, shape.tile_bytes(), on, source,
                           repetitions, records, cycles, last);
  };
  switch (shape.bytes) {
    case 4:
      return launch(latency<4>);
    case 8:
      return launch(latency<8>);
    case 16:
      return launch(latency<16>);
    default:
      return cudaErrorInvalidValue;
  }
}

}  // namespace assay::kernels
