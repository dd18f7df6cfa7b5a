#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>

namespace assay::kernels {

/// Launches `ctas_per_sm` CTAs on every SM, all resident, no SM with more: each asks for so much shared
/// memory that one more would not fit. Returns cudaErrorInvalidConfiguration when `bytes` a CTA do not fit.
template <class... Parameters, class... Arguments>
cudaError_t launch_resident(void (*kernel)(Parameters...), int sm_count, int ctas_per_sm, int threads,
                            std::size_t bytes, cudaStream_t stream, Arguments... arguments) {
  int device = 0, per_sm = 0, per_cta = 0, reserved = 0;
  cudaError_t error = cudaGetDevice(&device);
  if (error == cudaSuccess)
    error = cudaDeviceGetAttribute(&per_sm, cudaDevAttrMaxSharedMemoryPerMultiprocessor, device);
  if (error == cudaSuccess)
    error = cudaDeviceGetAttribute(&per_cta, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
  if (error == cudaSuccess)
    error = cudaDeviceGetAttribute(&reserved, cudaDevAttrReservedSharedMemoryPerBlock, device);
  if (error != cudaSuccess) return error;
  cudaFuncAttributes attributes{};
  if (error = cudaFuncGetAttributes(&attributes, kernel); error != cudaSuccess) return error;
  const int fixed = static_cast<int>(attributes.sharedSizeBytes);
  const int share = (std::min(per_sm / ctas_per_sm - reserved, per_cta) - fixed) / 128 * 128;
  if (share < 0 || bytes > static_cast<std::size_t>(share)) return cudaErrorInvalidConfiguration;
  error = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, share);
  if (error == cudaSuccess) {
    error = cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                                 cudaSharedmemCarveoutMaxShared);
  }
  if (error != cudaSuccess) return error;
  kernel<<<static_cast<unsigned>(sm_count * ctas_per_sm), static_cast<unsigned>(threads),
           static_cast<std::size_t>(share), stream>>>(arguments...);
  return cudaGetLastError();
}

}  // namespace assay::kernels
