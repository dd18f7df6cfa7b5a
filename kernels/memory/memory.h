#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <span>

/// What every family needs around its own kernels: known data, a cold L2, the clock, tensor maps.
namespace assay::kernels {

/// Fills with pattern_word(index, seed).
cudaError_t fill_pattern(std::uint32_t* words, std::uint64_t count, std::uint32_t seed, cudaStream_t stream);

/// Reads `bytes` of `buffer`, which is more than twice the L2, so that nothing else stays there. Reading
/// leaves no dirty line whose write-back would run into the next measurement. `sink` takes one word, never
/// written in practice.
cudaError_t flush_l2(const std::byte* buffer, std::uint64_t bytes, std::uint32_t* sink, cudaStream_t stream);

/// Every SM counts its cycles over at least `ns` nanoseconds of %globaltimer. `cycles` and `elapsed_ns`:
/// [sm_count].
cudaError_t spin_clock(int sm_count, std::uint64_t ns, std::uint64_t* cycles, std::uint64_t* elapsed_ns,
                       cudaStream_t stream);

/// The whole box that a tensor map describes; see cuTensorMapEncodeTiled. Sizes innermost first, strides in
/// bytes from the second dimension on. Returns cudaErrorInvalidValue when the driver refuses the combination,
/// cudaErrorNotSupported when the driver has no such call.
struct TensorMapRequest {
  const void* base;
  CUtensorMapDataType type = CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
  std::span<const std::uint64_t> sizes;
  std::span<const std::uint64_t> strides;
  std::span<const std::uint32_t> box;
  CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE;
  CUtensorMapFloatOOBfill fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
};
cudaError_t encode_tensor_map(const TensorMapRequest& request, CUtensorMap* map);

}  // namespace assay::kernels
