#pragma once

#include <cstdint>

namespace assay::ptx {

/// Address of `pointer` in the shared window, as PTX wants it.
__device__ __forceinline__ std::uint32_t shared_address(const void* pointer) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
}

/// ld.volatile.shared.u32: the value is loaded here and now. PTX ISA 1.1.
__device__ __forceinline__ std::uint32_t load_shared(std::uint32_t address) {
  std::uint32_t value;
  asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(value) : "r"(address) : "memory");
  return value;
}

}  // namespace assay::ptx
