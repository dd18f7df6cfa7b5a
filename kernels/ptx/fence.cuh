#pragma once

namespace assay::ptx {

/// fence.proxy.async.shared::cta: what generic stores wrote to shared memory is seen by the asynchronous
/// units. PTX ISA 8.0, sm_90.
__device__ __forceinline__ void fence_proxy_async() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

}  // namespace assay::ptx
