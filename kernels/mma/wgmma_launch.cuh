#pragma once

#include <cstddef>
#include <iterator>
#include <utility>

#include "kernels/memory/launch_resident.cuh"
#include "kernels/mma/wgmma_kernels.cuh"

/// From a shape and a pattern known at run time to the kernel made for it.
namespace assay::kernels {

/// Calls `use` with the constant index of `value` in the array Values; cudaErrorInvalidValue when it is not
/// there.
template <const auto& Values, class Value, class Use>
cudaError_t with_index(const Value& value, const Use& use) {
  cudaError_t error = cudaErrorInvalidValue;
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    static_cast<void>(
        ((Values[I] == value && (error = use(std::integral_constant<std::size_t, I>{}), true)) || ...));
  }
  (std::make_index_sequence<std::size(Values)>{});
  return error;
}

inline constexpr int widths[] = {8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256};
inline constexpr int short_depths[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

/// Formats that batches of several are measured with: one an input type that can differ in its time.
constexpr bool has_short_batches(ptx::WgmmaFormat format) {
  return format != ptx::WgmmaFormat::f16_in_f16 && format != ptx::WgmmaFormat::e5m2 &&
         format != ptx::WgmmaFormat::u8;
}
/// Formats that the steady state is measured with: one a rate and a unit.
constexpr bool has_steady_state(ptx::WgmmaFormat format) {
  return format == ptx::WgmmaFormat::f16 || format == ptx::WgmmaFormat::tf32 ||
         format == ptx::WgmmaFormat::e4m3 || format == ptx::WgmmaFormat::s8;
}

template <ptx::WgmmaFormat Format, ptx::WgmmaA Layout>
class WgmmaKernels {
 public:
  using Kernel = void (*)(WgmmaWork, WgmmaOperands, MmaOutput);

  static cudaError_t find(const WgmmaShape& shape, const WgmmaWork& work, Kernel& kernel) {
    switch (work.pattern) {
      case WgmmaWork::Pattern::stream:
        if (work.depth % 8 != 0) return cudaErrorInvalidValue;
        return with_index<widths>(shape.n, [&](auto n) {
          kernel = stream<Format, widths[n], Layout>;
          return cudaSuccess;
        });
      case WgmmaWork::Pattern::batch:
        if (work.depth == 1) return find_single(shape, kernel);
        if constexpr (has_short_batches(Format)) return find_batch(shape, work, kernel);
        break;
      case WgmmaWork::Pattern::steady:
        if constexpr (has_steady_state(Format)) return find_steady(shape, work, kernel);
        break;
    }
    return cudaErrorInvalidValue;
  }

 private:
  static cudaError_t find_single(const WgmmaShape& shape, Kernel& kernel) {
    return with_index<widths>(shape.n, [&](auto n) {
      kernel = batch<Format, widths[n], Layout, 1>;
      return cudaSuccess;
    });
  }
  static cudaError_t find_batch(const WgmmaShape& shape, const WgmmaWork& work, Kernel& kernel) {
    return with_index<short_widths>(shape.n, [&](auto n) {
      return with_index<short_depths>(work.depth, [&](auto depth) {
        kernel = batch<Format, short_widths[n], Layout, short_depths[depth]>;
        return cudaSuccess;
      });
    });
  }
  static cudaError_t find_steady(const WgmmaShape& shape, const WgmmaWork& work, Kernel& kernel) {
    return with_index<short_widths>(shape.n, [&](auto n) {
      return with_index<steady_depths>(SteadyDepth{work.groups, work.depth}, [&](auto i) {
        constexpr SteadyDepth depth = steady_depths[i];
        kernel = steady<Format, short_widths[n], Layout, depth.groups, depth.of_group>;
        return cudaSuccess;
      });
    });
  }
};

/// Launches what `work` asks for on every SM: each format is a translation unit of its own.
template <ptx::WgmmaFormat Format>
cudaError_t launch_wgmma(const WgmmaShape& shape, const WgmmaWork& work, int sm_count,
                         const WgmmaOperands& operands, const MmaOutput& output, cudaStream_t stream) {
  void (*kernel)(WgmmaWork, WgmmaOperands, MmaOutput) = nullptr;
  const cudaError_t error = shape.a_in_registers
                                ? WgmmaKernels<Format, ptx::WgmmaA::registers>::find(shape, work, kernel)
                                : WgmmaKernels<Format, ptx::WgmmaA::shared>::find(shape, work, kernel);
  if (error != cudaSuccess) return error;
  const std::size_t bytes = static_cast<std::size_t>(shape.warpgroups * mma_m + shape.n) * mma_row_bytes;
  return launch_resident(kernel, sm_count, 1, shape.warpgroups * 128, bytes, stream, work, operands, output);
}

}  // namespace assay::kernels
