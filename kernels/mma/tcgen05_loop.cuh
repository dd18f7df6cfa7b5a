#pragma once

#include "kernels/encoding/shared_descriptor.h"
#include "kernels/mma/tcgen05.h"
#include "kernels/ptx/clock.cuh"
#include "kernels/ptx/cluster.cuh"
#include "kernels/ptx/fence.cuh"
#include "kernels/ptx/mbarrier.cuh"
#include "kernels/ptx/shared.cuh"
#include "kernels/ptx/sm_100a/tcgen05.cuh"

/// The kernel of Tcgen05Work's patterns: types, M and N are data in the instruction descriptor, so that one
/// kernel serves a kind, group and place of A.
namespace assay::kernels {

/// What is the same for all CTAs of a launch.
struct Tcgen05Plan {
  std::uint32_t instruction;  ///< descriptor
  ptx::Tcgen05Slots a_slots;  ///< how elements of A lie that go to tensor memory
  int d_columns;
  Tcgen05Work work;
};

/// All threads of the CTA, or of the pair, meet; what they did with tensor memory before is seen after.
template <int Group>
__device__ __forceinline__ void meet() {
  ptx::tcgen05_fence_before_thread_sync();
  if constexpr (Group == 1) {
    __syncthreads();
  } else {
    ptx::cluster_sync();
  }
  ptx::tcgen05_fence_after_thread_sync();
}

/// mbarriers of a CTA, by address: of batches, of the end, and a ring for the steady state.
struct Tcgen05Barriers {
  static constexpr std::uint32_t count = 2 + Tcgen05Work::most_in_flight;
  std::uint32_t first;

  __device__ std::uint32_t batch() const { return first; }
  __device__ std::uint32_t end() const { return first + 8; }
  __device__ std::uint32_t ring(std::uint32_t slot) const { return first + 16 + 8 * slot; }
};

/// The instruction with its operands, as the one thread uses it that issues for all.
template <ptx::Tcgen05Kind Kind, int Block, int Group, ptx::Tcgen05A Layout>
class Tcgen05Instruction {
 public:
  using Mma = ptx::Tcgen05Mma<Kind, Block, Group, Layout>;
  static constexpr int group = Group;

  /// Copies what belongs into tensor memory from the image at `image` in shared memory. The descriptor lies
  /// at `instruction`: ptxas would load a parameter anew within what is timed.
  __device__ __forceinline__ void prepare(std::uint32_t image, std::uint32_t tensor_memory,
                                          std::uint32_t instruction, ptx::Tcgen05Slots a_slots) {
    operands_.d = tensor_memory;
    operands_.b = BlackwellDescriptor{image + static_cast<std::uint32_t>(offsetof(Tcgen05Image, b))}.bits();
    operands_.instruction = ptx::load_shared(instruction);
    const auto column = [&](std::uint32_t block) {
      return tensor_memory + tcgen05_block_column + tcgen05_block_columns * block;
    };
    if constexpr (Layout == ptx::Tcgen05A::shared) {
      operands_.a = BlackwellDescriptor{image}.bits();
    } else {
      operands_.a = column(0);
      for (std::uint32_t i : {0u, 1u}) copy(column(i), block_of(image, i), a_slots);
    }
    if constexpr (Block != 0) {
      operands_.scale_a = column(Tcgen05Image::scale_a_block);
      operands_.scale_b = column(Tcgen05Image::scale_b_block);
      for (std::uint32_t i = Tcgen05Image::scale_a_block; i < Tcgen05Image::blocks; ++i) {
        copy(column(i), block_of(image, i), ptx::Tcgen05Slots::bytes);
      }
    }
  }

  template <int Count>
  __device__ __forceinline__ void issue(bool accumulate = true) const {
#pragma unroll
    for (int i = 0; i < Count; ++i) Mma::issue(operands_, accumulate);
  }

  /// All that was issued is complete when this returns: the phase of `barrier` after `parity`.
  __device__ __forceinline__ void drain(std::uint32_t barrier, std::uint32_t parity) const {
    ptx::tcgen05_commit<Group>(barrier);
    ptx::mbarrier_wait(barrier, parity);
  }

 private:
  __device__ static std::uint64_t block_of(std::uint32_t image, std::uint32_t block) {
    const auto start = image + static_cast<std::uint32_t>(offsetof(Tcgen05Image, tensor));
    return BlackwellDescriptor{start + block * static_cast<std::uint32_t>(sizeof(Tcgen05Image::tensor[0])),
                               16, 128, 0, Swizzle::none}
        .bits();
  }

  __device__ __forceinline__ static void copy(std::uint32_t address, std::uint64_t block,
                                              ptx::Tcgen05Slots slots) {
    using enum ptx::Tcgen05Slots;
    if (slots == of_4_bits) {
      ptx::tcgen05_cp_16_bytes<Group, of_4_bits>(address, block);
    } else if (slots == of_6_bits) {
      ptx::tcgen05_cp_16_bytes<Group, of_6_bits>(address, block);
    } else {
      ptx::tcgen05_cp_16_bytes<Group, bytes>(address, block);
    }
  }

  typename Mma::Operands operands_;
};

/// Batches, the first of which is not timed: cycles from the first instruction to the wait's end. `barrier`
/// is past its first phase.
template <class Instruction, class Issue>
__device__ __forceinline__ std::uint64_t time_batches(const Instruction& instruction, int batches,
                                                      std::uint32_t barrier, const Issue& issue) {
  std::uint64_t cycles = 0;
#pragma unroll 1
  for (int batch = 0; batch <= batches; ++batch) {
    const std::uint64_t start = ptx::clock64();
    issue();
    instruction.drain(barrier, static_cast<std::uint32_t>(batch + 1) & 1);
    const std::uint64_t end = ptx::clock64();
    if (batch > 0) cycles += end - start;
  }
  return cycles;
}

/// Straight-line code for each depth.
template <int Depth, class Instruction>
__device__ __forceinline__ std::uint64_t time_short_batches(const Instruction& instruction,
                                                            const Tcgen05Work& work, std::uint32_t barrier) {
  if (work.depth != Depth) {
    if constexpr (Depth < Tcgen05Work::most_in_short_batch)
      return time_short_batches<Depth + 1>(instruction, work, barrier);
  }
  return time_batches(instruction, work.batches, barrier, [&] { instruction.template issue<Depth>(); });
}

template <class Instruction>
__device__ __forceinline__ std::uint64_t time_stream(const Instruction& instruction, const Tcgen05Work& work,
                                                     std::uint32_t barrier) {
  return time_batches(instruction, work.batches, barrier, [&] {
#pragma unroll 1
    for (int i = 0; i < work.depth; i += 8) instruction.template issue<8>();
  });
}

/// Each instruction waits for the barrier that `in_flight` instructions before it committed to.
template <class Instruction>
__device__ __forceinline__ std::uint64_t time_steady(const Instruction& instruction, const Tcgen05Work& work,
                                                     const Tcgen05Barriers& barriers) {
  const int count = work.batches * work.depth;
  const auto in_flight = static_cast<std::uint32_t>(work.in_flight);
  std::uint32_t slot = 0, parity = 1;  // a barrier that was never used is past its phase of parity 1
  std::uint32_t last_barrier = 0, last_parity = 0;
  const std::uint64_t start = ptx::clock64();
#pragma unroll 1
  for (int i = 0; i < count; ++i) {
    last_barrier = barriers.ring(slot);
    last_parity = parity ^ 1;
    ptx::mbarrier_wait(last_barrier, parity);
    instruction.template issue<1>();
    ptx::tcgen05_commit<Instruction::group>(last_barrier);
    slot = slot + 1 == in_flight ? 0 : slot + 1;
    if (slot == 0) parity = last_parity;
  }
  ptx::mbarrier_wait(last_barrier, last_parity);
  return ptx::clock64() - start;
}

/// By the one thread that issues; cycles of what is timed.
template <class Instruction>
__device__ __forceinline__ std::uint64_t run(std::uint32_t image, std::uint32_t tensor_memory,
                                             std::uint32_t descriptor, const Tcgen05Plan& plan,
                                             const Tcgen05Barriers& barriers) {
  using enum Tcgen05Work::Pattern;
  Instruction instruction;
  instruction.prepare(image, tensor_memory, descriptor, plan.a_slots);
  instruction.template issue<1>(false);
  instruction.drain(barriers.batch(), 0);
  const Tcgen05Work& work = plan.work;
  const std::uint64_t cycles = work.pattern == stream ? time_stream(instruction, work, barriers.batch())
                               : work.pattern == batch
                                   ? time_short_batches<1>(instruction, work, barriers.batch())
                                   : time_steady(instruction, work, barriers);
  ptx::tcgen05_commit<Instruction::group>(barriers.end());
  return cycles;
}

/// All threads copy this CTA's image into shared memory.
__device__ inline void load_image(const Tcgen05Image& from, std::byte* to) {
  for (std::uint32_t i = threadIdx.x; i < sizeof(Tcgen05Image) / 16; i += blockDim.x) {
    reinterpret_cast<uint4*>(to)[i] = reinterpret_cast<const uint4*>(&from)[i];
  }
  ptx::fence_proxy_async();  // written by stores, read by the matrix unit
}

/// Each thread fills its lane of D with a word that no sum has, so that an unwritten one is noticed.
__device__ inline void poison_d(std::uint32_t lanes, int columns) {
  constexpr std::uint32_t no_sum = 0xEEEEEEEE,
                          words[8] = {no_sum, no_sum, no_sum, no_sum, no_sum, no_sum, no_sum, no_sum};
#pragma unroll 1
  for (int column = 0; column < columns; column += 8)
    ptx::tcgen05_st_8(lanes + static_cast<std::uint32_t>(column), words);
  ptx::tcgen05_wait_st();
}

/// Each thread stores its lane of D; `to`: [128 lanes][columns].
__device__ inline void store_d(std::uint32_t lanes, int columns, std::uint32_t* to) {
#pragma unroll 1
  for (int column = 0; column < columns; column += 8) {
    std::uint32_t words[8];
    ptx::tcgen05_ld_8(words, lanes + static_cast<std::uint32_t>(column));
    ptx::tcgen05_wait_ld();
    auto* row = reinterpret_cast<uint4*>(to + static_cast<int>(threadIdx.x) * columns + column);
    row[0] = {words[0], words[1], words[2], words[3]};
    row[1] = {words[4], words[5], words[6], words[7]};
  }
}

template <class Instruction>
__global__ void __launch_bounds__(128)
    tcgen05_loop(const Tcgen05Image* images, Tcgen05Plan plan, MmaOutput output) {
  constexpr int group = Instruction::group;
  extern __shared__ __align__(1024) std::byte image[];
  __shared__ std::uint32_t allocated, descriptor;
  __shared__ std::uint64_t barrier_words[Tcgen05Barriers::count];
  const bool alone = plan.work.alone_on_sm >= 0;
  if (alone && static_cast<int>(ptx::smid()) != plan.work.alone_on_sm) return;

  const std::uint32_t rank = group == 2 ? ptx::cluster_ctarank() : 0, warp = threadIdx.x / 32;
  if (warp == 0) {
    ptx::tcgen05_alloc<group>(ptx::shared_address(&allocated), tmem_columns);
    ptx::tcgen05_relinquish_alloc_permit<group>();
  }
  if (threadIdx.x == 0) descriptor = plan.instruction;
  load_image(images[rank], image);
  ptx::init_barriers(barrier_words, Tcgen05Barriers::count);
  const Tcgen05Barriers barriers{ptx::shared_address(barrier_words)};
  const std::uint32_t tensor_memory = allocated, lanes = tensor_memory + tmem_address(32 * warp, 0);
  poison_d(lanes, plan.d_columns);
  meet<group>();

  const std::uint64_t cta = alone ? static_cast<std::uint64_t>(output.slot) : blockIdx.x;
  // The other threads sleep in meet(): if they polled, they would take bandwidth of shared memory.
  if (warp == 0 && ptx::elect_one()) {
    const std::uint64_t cycles = rank == 0
                                     ? run<Instruction>(ptx::shared_address(image), tensor_memory,
                                                        ptx::shared_address(&descriptor), plan, barriers)
                                     : 0;
    output.records[cta] = {ptx::smid(), 0, 0, cycles};
  }
  meet<group>();
  ptx::mbarrier_wait(barriers.end(), 0);  // in both CTAs of a pair: the last commit reached it
  ptx::tcgen05_fence_after_thread_sync();
  store_d(lanes, plan.d_columns,
          output.accumulators + cta * tmem_lanes * static_cast<std::uint64_t>(plan.d_columns));
  meet<group>();
  if (warp == 0) ptx::tcgen05_dealloc<group>(tensor_memory, tmem_columns);
}

/// How elements of A lie in shared memory that tensor memory holds in a byte each.
inline ptx::Tcgen05Slots slots_of(const InstructionShape& shape) {
  using enum ptx::Tcgen05Slots;
  if (shape.a == MmaType::e2m3 || shape.a == MmaType::e3m2) return of_6_bits;
  return shape.a == MmaType::e2m1 && !is_packed(shape.kind) ? of_4_bits : bytes;
}

/// One CTA on every SM: each takes three quarters of the shared memory, so that no other fits beside it.
template <class Instruction>
cudaError_t launch_tcgen05(const InstructionShape& shape, const Tcgen05Work& work, int sm_count,
                           const Tcgen05Image* images, const MmaOutput& output, cudaStream_t stream) {
  auto* const kernel = tcgen05_loop<Instruction>;
  int device = 0, most = 0;
  cudaError_t error = cudaGetDevice(&device);
  if (error == cudaSuccess)
    error = cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
  const int bytes = most / 4 * 3;
  if (error == cudaSuccess)
    error = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  if (error != cudaSuccess) return error;

  cudaLaunchAttribute pair{};
  pair.id = cudaLaunchAttributeClusterDimension;
  pair.val.clusterDim = {2, 1, 1};
  cudaLaunchConfig_t config{};
  config.gridDim = static_cast<unsigned>(tcgen05_ctas(sm_count, Instruction::group));
  config.blockDim = 128;
  config.dynamicSmemBytes = static_cast<std::size_t>(bytes);
  config.stream = stream;
  config.attrs = &pair;
  config.numAttrs = Instruction::group == 2 ? 1 : 0;
  const Tcgen05Plan plan{shape.descriptor().bits(), slots_of(shape), tcgen05_d_columns(shape), work};
  return cudaLaunchKernelEx(&config, kernel, images, plan, output);
}

/// The loop for any group and place of A of one kind.
template <ptx::Tcgen05Kind Kind, int Block = 0>
cudaError_t launch_kind(const InstructionShape& shape, const Tcgen05Work& work, int sm_count,
                        const Tcgen05Image* images, const MmaOutput& output, cudaStream_t stream) {
  using enum ptx::Tcgen05A;
  const auto launch = [&](auto launcher) { return launcher(shape, work, sm_count, images, output, stream); };
  if (shape.cta_group == 1) {
    return shape.a_in_tensor_memory ? launch(launch_tcgen05<Tcgen05Instruction<Kind, Block, 1, tensor>>)
                                    : launch(launch_tcgen05<Tcgen05Instruction<Kind, Block, 1, shared>>);
  }
  return shape.a_in_tensor_memory ? launch(launch_tcgen05<Tcgen05Instruction<Kind, Block, 2, tensor>>)
                                  : launch(launch_tcgen05<Tcgen05Instruction<Kind, Block, 2, shared>>);
}

}  // namespace assay::kernels
