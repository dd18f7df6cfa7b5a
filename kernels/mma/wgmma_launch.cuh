#pragma once

#include <utility>

#include "kernels/memory/launch_resident.cuh"
#include "kernels/mma/wgmma_kernels.cuh"

/// From a shape and a pattern known at run time to the kernel made for it.
namespace assay::kernels {

template <int Value>
using Constant = std::integral_constant<int, Value>;

/// Calls `use` with the constant among Values that equals `value`; cudaErrorInvalidValue when none does.
template <int... Values, class Use>
cudaError_t with_constant(int value, std::integer_sequence<int, Values...>, const Use& use) {
  cudaError_t error = cudaErrorInvalidValue;
  static_cast<void>(((value == Values && (error = use(Constant<Values>{}), true)) || ...));
  return error;
}

using Widths = std::integer_sequence<int, 8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256>;
using ShortWidths = std::integer_sequence<int, 64, 128, 256>;
using ShortDepths = std::integer_sequence<int, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10>;

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
  using Kernel = void (*)(WgmmaWork, WgmmaOperands, WgmmaOutput);

  static cudaError_t find(const WgmmaShape& shape, const WgmmaWork& work, Kernel& kernel) {
    switch (work.pattern) {
      case WgmmaWork::Pattern::stream:
        if (work.depth % 8 != 0) return cudaErrorInvalidValue;
        return with_constant(shape.n, Widths{}, [&](auto n) {
          kernel = stream<Format, n, Layout>;
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
    return with_constant(shape.n, Widths{}, [&](auto n) {
      kernel = batch<Format, n, Layout, 1>;
      return cudaSuccess;
    });
  }
  static cudaError_t find_batch(const WgmmaShape& shape, const WgmmaWork& work, Kernel& kernel) {
    return with_constant(shape.n, ShortWidths{}, [&](auto n) {
      return with_constant(work.depth, ShortDepths{}, [&](auto depth) {
        kernel = batch<Format, n, Layout, depth>;
        return cudaSuccess;
      });
    });
  }
  static cudaError_t find_steady(const WgmmaShape& shape, const WgmmaWork& work, Kernel& kernel) {
    return with_constant(shape.n, ShortWidths{}, [&](auto n) {
      const auto index = [&] {
        for (int i = 0; i < static_cast<int>(std::size(steady_depths)); ++i) {
          if (steady_depths[i].groups == work.groups && steady_depths[i].of_group == work.depth) return i;
        }
        return -1;
      }();
      return with_constant(index, std::make_integer_sequence<int, std::size(steady_depths)>{}, [&](auto i) {
        kernel = steady<Format, n, Layout, steady_depths[i].groups, steady_depths[i].of_group>;
        return cudaSuccess;
      });
    });
  }
};

/// Launches what `work` asks for on every SM: each format is a translation unit of its own.
template <ptx::WgmmaFormat Format>
cudaError_t launch_wgmma(const WgmmaShape& shape, const WgmmaWork& work, int sm_count,
                         const WgmmaOperands& operands, const WgmmaOutput& output, cudaStream_t stream) {
  void (*kernel)(WgmmaWork, WgmmaOperands, WgmmaOutput) = nullptr;
  const cudaError_t error = shape.a_in_registers
                                ? WgmmaKernels<Format, ptx::WgmmaA::registers>::find(shape, work, kernel)
                                : WgmmaKernels<Format, ptx::WgmmaA::shared>::find(shape, work, kernel);
  if (error != cudaSuccess) return error;
  const std::size_t bytes = static_cast<std::size_t>(shape.warpgroups * mma_m + shape.n) * mma_row_bytes;
  return launch_resident(kernel, sm_count, 1, shape.warpgroups * 128, bytes, stream, work, operands, output);
}

}  // namespace assay::kernels
