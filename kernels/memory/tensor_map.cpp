#include <array>

#include "kernels/memory/memory.h"

namespace assay::kernels {

cudaError_t encode_tensor_map(const TensorMapRequest& request, CUtensorMap* map) {
  // libcuda is the driver's own: its entry point is asked for at run time, so that the program starts without
  // a driver.
  static void* const entry = [] {
    void* found = nullptr;
    cudaDriverEntryPointQueryResult result{};
    const cudaError_t error =
        cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &found, 12000, cudaEnableDefault, &result);
    return error == cudaSuccess && result == cudaDriverEntryPointSuccess ? found : nullptr;
  }();
  if (entry == nullptr) return cudaErrorNotSupported;
  std::array<cuuint32_t, 5> element_strides{1, 1, 1, 1, 1};
  std::array<cuuint64_t, 5> sizes{}, strides{};
  std::array<cuuint32_t, 5> box{};
  if (request.sizes.size() > 5 || request.box.size() != request.sizes.size() ||
      request.strides.size() + 1 != request.sizes.size()) {
    return cudaErrorInvalidValue;
  }
  for (std::size_t d = 0; d < request.sizes.size(); ++d) {
    sizes[d] = request.sizes[d];
    box[d] = request.box[d];
  }
  for (std::size_t d = 0; d < request.strides.size(); ++d) strides[d] = request.strides[d];
  const auto encode = reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(entry);
  const CUresult result = encode(map, request.type, static_cast<cuuint32_t>(request.sizes.size()),
                                 const_cast<void*>(request.base), sizes.data(), strides.data(), box.data(),
                                 element_strides.data(), CU_TENSOR_MAP_INTERLEAVE_NONE, request.swizzle,
                                 CU_TENSOR_MAP_L2_PROMOTION_NONE, request.fill);
  return result == CUDA_SUCCESS ? cudaSuccess : cudaErrorInvalidValue;
}

}  // namespace assay::kernels
