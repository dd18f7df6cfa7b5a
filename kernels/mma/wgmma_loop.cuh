#pragma once

#include "kernels/encoding/shared_descriptor.h"
#include "kernels/memory/launch_resident.cuh"
#include "kernels/mma/mma.h"
#include "kernels/ptx/clock.cuh"
#include "kernels/ptx/shared.cuh"
#include "kernels/ptx/sm_90a/wgmma.cuh"

namespace assay::kernels {

template <ptx::WgmmaFormat Format, int N, ptx::WgmmaA Layout>
__global__ void issue_batches(WgmmaOperands operands, int batches, int depth, WarpgroupRecord* records,
                              std::uint32_t* accumulators) {
  using Instruction = ptx::Wgmma<Format, N, Layout>;
  extern __shared__ __align__(1024) std::byte tiles[];
  const std::uint32_t warpgroup = threadIdx.x / 128, warpgroups = blockDim.x / 128,
                      thread = threadIdx.x % 128;
  constexpr std::uint32_t a_bytes = mma_m * mma_row_bytes, b_bytes = N * mma_row_bytes;
  auto* words = reinterpret_cast<std::uint32_t*>(tiles);
  for (std::uint32_t i = threadIdx.x; i < warpgroups * a_bytes / 4; i += blockDim.x) {
    words[i] = reinterpret_cast<const std::uint32_t*>(operands.a)[i % (a_bytes / 4)];
  }
  for (std::uint32_t i = threadIdx.x; i < b_bytes / 4; i += blockDim.x) {
    words[warpgroups * a_bytes / 4 + i] = reinterpret_cast<const std::uint32_t*>(operands.b)[i];
  }
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");  // written by stores, read by the matrix unit
  __syncthreads();

  const std::uint32_t base = ptx::shared_address(tiles);
  const std::uint64_t a_shared = HopperDescriptor{base + warpgroup * a_bytes}.bits();
  const std::uint64_t b = HopperDescriptor{base + warpgroups * a_bytes}.bits();
  std::uint32_t a_registers[4];
  for (int i = 0; i < 4; ++i) a_registers[i] = operands.a_registers[thread * 4 + i];
  typename Instruction::Register d[Instruction::registers] = {};

  __syncthreads();
  const std::uint64_t start = ptx::clock64();
  for (int batch = 0; batch < batches; ++batch) {
    ptx::wgmma_fence();
    // Not unrolled: ptxas puts a WARPGROUP.ARRIVE before each instruction, so one warpgroup issues one in
    // about 30 cycles and reaches the rate of the matrix unit from N = 64 on. Two warpgroups, with A in
    // shared memory, meet max(N / 2, 16 + N / 4) cycles at every N that was tried (seen on an H200).
#pragma unroll 1
    for (int i = 0; i < depth; ++i) {
      if constexpr (Layout == ptx::WgmmaA::registers) {
        Instruction::issue(d, a_registers, b);
      } else {
        Instruction::issue(d, a_shared, b);
      }
    }
    ptx::wgmma_commit_group();
    ptx::wgmma_wait_group<0>();
  }
  const std::uint64_t end = ptx::clock64();
  const std::uint64_t slot = static_cast<std::uint64_t>(blockIdx.x) * warpgroups + warpgroup;
  if (thread == 0) records[slot] = {ptx::smid(), 0, start, end};
  auto* mine = reinterpret_cast<typename Instruction::Register*>(accumulators) +
               (slot * 128 + thread) * Instruction::registers;
#pragma unroll
  for (int i = 0; i < Instruction::registers; ++i) mine[i] = d[i];
}

template <ptx::WgmmaFormat Format, int N>
cudaError_t launch_wgmma(const WgmmaShape& shape, int sm_count, int batches, int depth,
                         const WgmmaOperands& operands, WarpgroupRecord* records, std::uint32_t* accumulators,
                         cudaStream_t stream) {
  const std::size_t bytes = static_cast<std::size_t>(shape.warpgroups * mma_m + N) * mma_row_bytes;
  const auto launch = [&](auto kernel) {
    return launch_resident(kernel, sm_count, 1, shape.warpgroups * 128, bytes, stream, operands, batches,
                           depth, records, accumulators);
  };
  return shape.a_in_registers ? launch(issue_batches<Format, N, ptx::WgmmaA::registers>)
                              : launch(issue_batches<Format, N, ptx::WgmmaA::shared>);
}

/// The loop for any N of one format: each format is a translation unit of its own.
template <ptx::WgmmaFormat Format>
cudaError_t launch_format(const WgmmaShape& shape, int sm_count, int batches, int depth,
                          const WgmmaOperands& operands, WarpgroupRecord* records,
                          std::uint32_t* accumulators, cudaStream_t stream) {
  const auto launch = [&](auto launcher) {
    return launcher(shape, sm_count, batches, depth, operands, records, accumulators, stream);
  };
  switch (shape.n) {
    case 8:
      return launch(launch_wgmma<Format, 8>);
    case 16:
      return launch(launch_wgmma<Format, 16>);
    case 24:
      return launch(launch_wgmma<Format, 24>);
    case 32:
      return launch(launch_wgmma<Format, 32>);
    case 48:
      return launch(launch_wgmma<Format, 48>);
    case 64:
      return launch(launch_wgmma<Format, 64>);
    case 80:
      return launch(launch_wgmma<Format, 80>);
    case 96:
      return launch(launch_wgmma<Format, 96>);
    case 112:
      return launch(launch_wgmma<Format, 112>);
    case 128:
      return launch(launch_wgmma<Format, 128>);
    case 160:
      return launch(launch_wgmma<Format, 160>);
    case 192:
      return launch(launch_wgmma<Format, 192>);
    case 224:
      return launch(launch_wgmma<Format, 224>);
    case 256:
      return launch(launch_wgmma<Format, 256>);
    default:
      return cudaErrorInvalidValue;
  }
}

}  // namespace assay::kernels
