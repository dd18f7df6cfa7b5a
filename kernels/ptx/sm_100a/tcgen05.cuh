#pragma once

#include <cstdint>
#include <type_traits>

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ != 1000 && __CUDA_ARCH__ != 1030
#error "tcgen05 exists on sm_100a and sm_103a: name the file x_sm_100a.cu or x_sm_100a_103a.cu"
#endif

/// tcgen05: the matrix unit with tensor memory, 128 lanes x 512 columns of 32 bits for an SM. An address has
/// the lane in bits 16-31 and the column in bits 0-15. CtaGroup is 1, or 2 for a pair of CTAs whose ranks in
/// the cluster differ in bit 0; a kernel uses one of them throughout. PTX ISA 8.6, sm_100a.
namespace assay::ptx {

/// elect.sync: true for one thread of a converged warp. PTX ISA 8.0, sm_90.
__device__ __forceinline__ bool elect_one() {
  std::uint32_t chosen;
  asm volatile(
      "{\n\t.reg .pred chosen;\n\t"
      "elect.sync _|chosen, 0xFFFFFFFF;\n\t"
      "selp.u32 %0, 1, 0, chosen;\n\t}"
      : "=r"(chosen));
  return chosen != 0;
}

/// tcgen05.alloc: a whole warp (one of each CTA of a pair) waits for `columns`, a power of two from 32 to
/// 512, and finds their address at `shared_address`. Blocks until they are free.
template <int CtaGroup>
__device__ __forceinline__ void tcgen05_alloc(std::uint32_t shared_address, std::uint32_t columns) {
  if constexpr (CtaGroup == 1) {
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(shared_address),
                 "r"(columns)
                 : "memory");
  } else {
    asm volatile("tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(shared_address),
                 "r"(columns)
                 : "memory");
  }
}

/// tcgen05.dealloc: a whole warp (one of each CTA of a pair) gives back what tcgen05_alloc gave.
template <int CtaGroup>
__device__ __forceinline__ void tcgen05_dealloc(std::uint32_t address, std::uint32_t columns) {
  if constexpr (CtaGroup == 1) {
    asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1;" ::"r"(address), "r"(columns)
                 : "memory");
  } else {
    asm volatile("tcgen05.dealloc.cta_group::2.sync.aligned.b32 %0, %1;" ::"r"(address), "r"(columns)
                 : "memory");
  }
}

/// tcgen05.relinquish_alloc_permit: a whole warp promises that its CTA allocates no more.
template <int CtaGroup>
__device__ __forceinline__ void tcgen05_relinquish_alloc_permit() {
  if constexpr (CtaGroup == 1) {
    asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;" ::: "memory");
  } else {
    asm volatile("tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned;" ::: "memory");
  }
}

/// tcgen05.commit: `barrier` gets one arrival once all that this thread issued before is complete; of a pair,
/// the barrier at this address in both CTAs.
template <int CtaGroup>
__device__ __forceinline__ void tcgen05_commit(std::uint32_t barrier) {
  if constexpr (CtaGroup == 1) {
    asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(barrier)
                 : "memory");
  } else {
    const std::uint16_t both = 3;
    asm volatile(
        "tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [%0], "
        "%1;" ::"r"(barrier),
        "h"(both)
        : "memory");
  }
}

/// tcgen05.fence::before_thread_sync: what this thread did with tensor memory comes before its next
/// synchronisation.
__device__ __forceinline__ void tcgen05_fence_before_thread_sync() {
  asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
}

/// tcgen05.fence::after_thread_sync: what this thread does with tensor memory comes after its last
/// synchronisation.
__device__ __forceinline__ void tcgen05_fence_after_thread_sync() {
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
}

/// tcgen05.ld.32x32b.x8: thread t of a warp reads 8 columns of lane t of the warp's 32 lanes (those of warp w
/// begin at 32 (w mod 4)). To be followed by tcgen05_wait_ld.
__device__ __forceinline__ void tcgen05_ld_8(std::uint32_t (&words)[8], std::uint32_t address) {
  asm volatile("tcgen05.ld.sync.aligned.32x32b.x8.b32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8];"
               : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3]), "=r"(words[4]),
                 "=r"(words[5]), "=r"(words[6]), "=r"(words[7])
               : "r"(address)
               : "memory");
}

/// tcgen05.wait::ld: the registers of this thread's loads are valid.
__device__ __forceinline__ void tcgen05_wait_ld() {
  asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
}

/// tcgen05.st.32x32b.x8: thread t of a warp writes 8 columns of lane t of the warp's 32 lanes. To be followed
/// by tcgen05_wait_st.
__device__ __forceinline__ void tcgen05_st_8(std::uint32_t address, const std::uint32_t (&words)[8]) {
  asm volatile("tcgen05.st.sync.aligned.32x32b.x8.b32 [%0], {%1, %2, %3, %4, %5, %6, %7, %8};" ::"r"(address),
               "r"(words[0]), "r"(words[1]), "r"(words[2]), "r"(words[3]), "r"(words[4]), "r"(words[5]),
               "r"(words[6]), "r"(words[7])
               : "memory");
}

/// tcgen05.wait::st: this thread's stores are in tensor memory.
__device__ __forceinline__ void tcgen05_wait_st() {
  asm volatile("tcgen05.wait::st.sync.aligned;" ::: "memory");
}

/// How elements lie in shared memory that tensor memory holds in a byte each: as bytes, or 16 of 4 or 6 bits
/// packed into the first 8 or 12 bytes of a slot of 16.
enum class Tcgen05Slots { bytes, of_4_bits, of_6_bits };

#define ASSAY_TCGEN05_CP(group, slots)                                                                       \
  asm volatile("tcgen05.cp.cta_group::" group ".128x128b" slots " [%0], %1;" ::"r"(address), "l"(descriptor) \
               : "memory")

/// tcgen05.cp.128x128b: 16 bytes of each of 128 rows of shared memory, of both CTAs of a pair, go to 4
/// columns of the lane of that row, slots expanded. One thread; a tcgen05.mma that it issues later sees them.
template <int CtaGroup, Tcgen05Slots Slots = Tcgen05Slots::bytes>
__device__ __forceinline__ void tcgen05_cp_16_bytes(std::uint32_t address, std::uint64_t descriptor) {
  if constexpr (CtaGroup == 1) {
    if constexpr (Slots == Tcgen05Slots::bytes) ASSAY_TCGEN05_CP("1", "");
    if constexpr (Slots == Tcgen05Slots::of_4_bits) ASSAY_TCGEN05_CP("1", ".b8x16.b4x16_p64");
    if constexpr (Slots == Tcgen05Slots::of_6_bits) ASSAY_TCGEN05_CP("1", ".b8x16.b6x16_p32");
  } else {
    if constexpr (Slots == Tcgen05Slots::bytes) ASSAY_TCGEN05_CP("2", "");
    if constexpr (Slots == Tcgen05Slots::of_4_bits) ASSAY_TCGEN05_CP("2", ".b8x16.b4x16_p64");
    if constexpr (Slots == Tcgen05Slots::of_6_bits) ASSAY_TCGEN05_CP("2", ".b8x16.b6x16_p32");
  }
}
#undef ASSAY_TCGEN05_CP

enum class Tcgen05Kind { f16, tf32, f8f6f4, i8, mxf8f6f4, mxf4, mxf4nvf4 };
enum class Tcgen05A { shared, tensor };  ///< where A comes from; B is always in shared memory

/// What every tcgen05.mma reads. A is a descriptor of shared memory or an address in tensor memory.
template <Tcgen05A Layout>
struct Tcgen05Operands {
  std::conditional_t<Layout == Tcgen05A::shared, std::uint64_t, std::uint32_t> a;
  std::uint64_t b;                 ///< descriptor of shared memory
  std::uint32_t d;                 ///< address in tensor memory
  std::uint32_t instruction;       ///< instruction descriptor
  std::uint32_t scale_a, scale_b;  ///< addresses in tensor memory, for kinds with scale factors
};

/// tcgen05.mma of one kind, with one scale factor for `Block` elements (0: none): issue() starts D = A B,
/// plus D if `accumulate`. One thread of a CTA or of a pair issues for all; instructions into the same D are
/// carried out in order.
template <Tcgen05Kind Kind, int Block, int CtaGroup, Tcgen05A Layout>
struct Tcgen05Mma;

#define ASSAY_TCGEN05_MMA(kind, block, group, layout, text, a_text, a_constraint, scales, ...) \
  template <>                                                                                  \
  struct Tcgen05Mma<Tcgen05Kind::kind, block, group, Tcgen05A::layout> {                       \
    using Operands = Tcgen05Operands<Tcgen05A::layout>;                                        \
    __device__ __forceinline__ static void issue(const Operands& of, bool accumulate) {        \
      asm volatile(                                                                            \
          "{\n\t.reg .pred p;\n\tsetp.ne.u32 p, %4, 0;\n\t"                                    \
          "tcgen05.mma.cta_group::" #group ".kind::" text " [%0], " a_text ", %2, %3, " scales \
          "p;\n\t}" ::"r"(of.d),                                                               \
          a_constraint(of.a), "l"(of.b), "r"(of.instruction),                                  \
          "r"(static_cast<std::uint32_t>(accumulate))__VA_ARGS__                               \
          : "memory");                                                                         \
    }                                                                                          \
  };
#define ASSAY_TCGEN05_PLAIN(kind, group)                          \
  ASSAY_TCGEN05_MMA(kind, 0, group, shared, #kind, "%1", "l", "") \
  ASSAY_TCGEN05_MMA(kind, 0, group, tensor, #kind, "[%1]", "r", "")
#define ASSAY_TCGEN05_SCALED(kind, block, group)                                                \
  ASSAY_TCGEN05_MMA(kind, block, group, shared, #kind ".block_scale.block" #block, "%1", "l",   \
                    "[%5], [%6], ", , "r"(of.scale_a), "r"(of.scale_b))                         \
  ASSAY_TCGEN05_MMA(kind, block, group, tensor, #kind ".block_scale.block" #block, "[%1]", "r", \
                    "[%5], [%6], ", , "r"(of.scale_a), "r"(of.scale_b))

ASSAY_TCGEN05_PLAIN(f16, 1)
ASSAY_TCGEN05_PLAIN(f16, 2)
ASSAY_TCGEN05_PLAIN(tf32, 1)
ASSAY_TCGEN05_PLAIN(tf32, 2)
ASSAY_TCGEN05_PLAIN(f8f6f4, 1)
ASSAY_TCGEN05_PLAIN(f8f6f4, 2)
ASSAY_TCGEN05_PLAIN(i8, 1)
ASSAY_TCGEN05_PLAIN(i8, 2)
ASSAY_TCGEN05_SCALED(mxf8f6f4, 32, 1)
ASSAY_TCGEN05_SCALED(mxf8f6f4, 32, 2)
ASSAY_TCGEN05_SCALED(mxf4, 32, 1)
ASSAY_TCGEN05_SCALED(mxf4, 32, 2)
ASSAY_TCGEN05_SCALED(mxf4nvf4, 16, 1)
ASSAY_TCGEN05_SCALED(mxf4nvf4, 16, 2)
ASSAY_TCGEN05_SCALED(mxf4nvf4, 32, 1)
ASSAY_TCGEN05_SCALED(mxf4nvf4, 32, 2)

#undef ASSAY_TCGEN05_SCALED
#undef ASSAY_TCGEN05_PLAIN
#undef ASSAY_TCGEN05_MMA

}  // namespace assay::ptx
