#pragma once

#include <cstdint>

namespace assay::ptx {

/// %clock64: cycles of this SM. Volatile, and a memory clobber keeps it in place among loads and stores for
/// nvcc; ptxas still moves it past arithmetic, so consume a loaded value first (design rule 13). PTX ISA 2.0.
__device__ __forceinline__ std::uint64_t clock64() {
  std::uint64_t cycles;
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(cycles)::"memory");
  return cycles;
}

/// %clock64 after `value` has been used: the predicate needs it, and volatile code keeps its order. A value
/// that is none of the data read here would sleep.
__device__ __forceinline__ std::uint64_t clock64_after(std::uint32_t value) {
  std::uint64_t cycles;
  asm volatile(
      "{\n\t.reg .pred p;\n\t"
      "setp.eq.u32 p, %1, 0x80000001;\n\t"
      "@p nanosleep.u32 1;\n\t"
      "mov.u64 %0, %%clock64;\n\t}"
      : "=l"(cycles)
      : "r"(value)
      : "memory");
  return cycles;
}

/// Returns no earlier than `cycles` after `start`.
__device__ __forceinline__ void wait_until(std::uint64_t start, std::uint32_t cycles) {
  while (clock64() - start < cycles) {
  }
}

/// %globaltimer: nanoseconds since an epoch common to all SMs; its step is tens of ns. PTX ISA 3.1.
__device__ __forceinline__ std::uint64_t globaltimer() {
  std::uint64_t ns;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns)::"memory");
  return ns;
}

/// %smid: the SM that runs this CTA. PTX ISA 1.3.
__device__ __forceinline__ std::uint32_t smid() {
  std::uint32_t id;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(id));
  return id;
}

}  // namespace assay::ptx
