#pragma once

#include "kernels/encoding/shared_descriptor.h"
#include "kernels/mma/mma.h"
#include "kernels/ptx/clock.cuh"
#include "kernels/ptx/fence.cuh"
#include "kernels/ptx/shared.cuh"
#include "kernels/ptx/sm_90a/wgmma.cuh"

/// The kernels of WgmmaWork's patterns, from one template of what surrounds the instructions.
namespace assay::kernels {

/// The operands of a warpgroup, in shared memory and in registers, and its accumulators.
template <ptx::WgmmaFormat Format, int N, ptx::WgmmaA Layout>
class Warpgroup {
 public:
  using Instruction = ptx::Wgmma<Format, N, Layout>;

  /// Loads the operands; by all threads of the CTA.
  __device__ __forceinline__ Warpgroup(const WgmmaOperands& operands, std::byte* tiles) {
    constexpr std::uint32_t a_bytes = mma_m * mma_row_bytes, b_bytes = N * mma_row_bytes;
    const std::uint32_t b_offset = count() * a_bytes;
    auto* words = reinterpret_cast<std::uint32_t*>(tiles);
    for (std::uint32_t i = threadIdx.x; i < b_offset / 4; i += blockDim.x) {
      words[i] = reinterpret_cast<const std::uint32_t*>(operands.a)[i % (a_bytes / 4)];
    }
    for (std::uint32_t i = threadIdx.x; i < b_bytes / 4; i += blockDim.x) {
      words[b_offset / 4 + i] = reinterpret_cast<const std::uint32_t*>(operands.b)[i];
    }
    const std::uint32_t base = ptx::shared_address(tiles);
    a_shared_ = HopperDescriptor{base + index() * a_bytes}.bits();
    b_ = HopperDescriptor{base + b_offset}.bits();
    for (int i = 0; i < 4; ++i) a_registers_[i] = operands.a_registers[thread() * 4 + i];
    for (auto& d : d_) keep_here(d);  // or ptxas zeroes the accumulators within what is timed
    ptx::fence_proxy_async();         // written by stores, read by the matrix unit
    __syncthreads();
  }

  /// Issues and commits a group of `Count` instructions.
  template <int Count>
  __device__ __forceinline__ void issue_group() {
    ptx::wgmma_fence();
#pragma unroll
    for (int i = 0; i < Count; ++i) {
      if constexpr (Layout == ptx::WgmmaA::registers) {
        Instruction::issue(d_, a_registers_, b_);
      } else {
        Instruction::issue(d_, a_shared_, b_);
      }
    }
    ptx::wgmma_commit_group();
  }

  /// %clock64 once the accumulators can be read.
  __device__ __forceinline__ std::uint64_t clock_after_result() const {
    std::uint32_t word;
    memcpy(&word, &d_[0], 4);
    return ptx::clock64_after(word);
  }

  __device__ __forceinline__ void store(const MmaOutput& output, bool alone, std::uint64_t start,
                                        std::uint64_t end) const {
    const std::uint64_t slot =
        (alone ? static_cast<std::uint64_t>(output.slot) : blockIdx.x) * count() + index();
    if (thread() == 0) output.records[slot] = {ptx::smid(), 0, start, end};
    auto* mine = reinterpret_cast<typename Instruction::Register*>(output.accumulators) +
                 (slot * 128 + thread()) * Instruction::registers;
#pragma unroll
    for (int i = 0; i < Instruction::registers; ++i) mine[i] = d_[i];
  }

 private:
  __device__ __forceinline__ static void keep_here(float& value) { asm volatile("" : "+f"(value)); }
  template <class Integer>
  __device__ __forceinline__ static void keep_here(Integer& value) {
    asm volatile("" : "+r"(value));
  }
  __device__ static std::uint32_t index() { return threadIdx.x / 128; }
  __device__ static std::uint32_t count() { return blockDim.x / 128; }
  __device__ static std::uint32_t thread() { return threadIdx.x % 128; }

  std::uint64_t a_shared_, b_;
  std::uint32_t a_registers_[4];
  typename Instruction::Register d_[Instruction::registers] = {};
};

__device__ __forceinline__ bool idle_here(const WgmmaWork& work) {
  return work.alone_on_sm >= 0 && static_cast<int>(ptx::smid()) != work.alone_on_sm;
}

/// Long batches: one wait at the end of each. Eight instructions are straight-line code because each trip
/// begins with a WARPGROUP.ARRIVE of about 30 cycles, which would bound one instruction a trip below N = 64.
/// The first eight stand apart because ptxas waits at the end of each trip otherwise (C7517).
template <ptx::WgmmaFormat Format, int N, ptx::WgmmaA Layout>
__global__ void stream(WgmmaWork work, WgmmaOperands operands, MmaOutput output) {
  extern __shared__ __align__(1024) std::byte tiles[];
  if (idle_here(work)) return;
  Warpgroup<Format, N, Layout> warpgroup(operands, tiles);
  std::uint64_t start = 0;
#pragma unroll 1
  for (int batch = -work.untimed_batches(); batch < work.batches; ++batch) {
    if (batch == 0) start = ptx::clock64();
    warpgroup.template issue_group<8>();
#pragma unroll 1
    for (int i = 8; i < work.depth; i += 8) warpgroup.template issue_group<8>();
    ptx::wgmma_wait_group<0>();
  }
  warpgroup.store(output, work.alone_on_sm >= 0, start, warpgroup.clock_after_result());
}

/// Short batches, each timed from its first instruction to its result. Straight-line code, so that no branch
/// and no fetch of instructions lies between; the loop around it is not timed.
template <ptx::WgmmaFormat Format, int N, ptx::WgmmaA Layout, int Depth>
__global__ void batch(WgmmaWork work, WgmmaOperands operands, MmaOutput output) {
  extern __shared__ __align__(1024) std::byte tiles[];
  Warpgroup<Format, N, Layout> warpgroup(operands, tiles);
  std::uint64_t cycles = 0;
#pragma unroll 1
  for (int batch = -work.untimed_batches(); batch < work.batches; ++batch) {
    const std::uint64_t start = ptx::clock64();
    warpgroup.template issue_group<Depth>();
    ptx::wgmma_wait_group<0>();
    const std::uint64_t timed = batch < 0 ? 0 : ~0ull;
    cycles += (warpgroup.clock_after_result() - start) & timed;
  }
  warpgroup.store(output, false, 0, cycles);
}

/// A steady state: as many groups in flight as there may be, the oldest awaited before the next is issued.
/// The groups before the loop stand apart because ptxas waits after each instruction otherwise (C7514).
template <ptx::WgmmaFormat Format, int N, ptx::WgmmaA Layout, int Groups, int OfGroup>
__global__ void steady(WgmmaWork work, WgmmaOperands operands, MmaOutput output) {
  extern __shared__ __align__(1024) std::byte tiles[];
  Warpgroup<Format, N, Layout> warpgroup(operands, tiles);
  std::uint64_t start = 0, end = 0;
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {
    const int batches = pass == 0 ? work.untimed_batches() : work.batches;
    start = ptx::clock64();
#pragma unroll
    for (int group = 1; group < Groups; ++group) warpgroup.template issue_group<OfGroup>();
#pragma unroll 1
    for (int batch = Groups - 1; batch < batches; ++batch) {
      warpgroup.template issue_group<OfGroup>();
      ptx::wgmma_wait_group<Groups - 1>();
    }
    ptx::wgmma_wait_group<0>();
    end = warpgroup.clock_after_result();
  }
  warpgroup.store(output, false, start, end);
}

}  // namespace assay::kernels
