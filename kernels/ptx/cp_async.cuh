#pragma once

#include <cstdint>

namespace assay::ptx {

/// cp.async.{ca,cg}.shared.global: one asynchronous copy of `Bytes` bytes by this thread (SASS LDGSTS). 16
/// bytes bypass L1 (.cg), the shorter ones exist only with .ca. PTX ISA 7.0, sm_80.
template <int Bytes>
__device__ __forceinline__ void cp_async(std::uint32_t shared_address, const void* global) {
  static_assert(Bytes == 4 || Bytes == 8 || Bytes == 16);
  if constexpr (Bytes == 16) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address), "l"(global) : "memory");
  } else {
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(shared_address), "l"(global), "n"(Bytes)
                 : "memory");
  }
}

/// cp.async.commit_group: closes the group of this thread's copies. PTX ISA 7.0, sm_80.
__device__ __forceinline__ void cp_async_commit_group() {
  asm volatile("cp.async.commit_group;" ::: "memory");
}

/// cp.async.wait_group: returns once at most `Pending` of this thread's groups are in flight. PTX ISA 7.0,
/// sm_80.
template <int Pending>
__device__ __forceinline__ void cp_async_wait_group() {
  static_assert(Pending >= 0);
  asm volatile("cp.async.wait_group %0;" ::"n"(Pending) : "memory");
}

}  // namespace assay::ptx
