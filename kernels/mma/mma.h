#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "kernels/encoding/pattern.h"
#include "kernels/encoding/wgmma_patterns.h"

/// Kernels of the family mma on Hopper: wgmma streamed, in short batches and in a steady state. Every
/// launcher enqueues on `stream`.
namespace assay::kernels {

/// One instruction shape: M is 64, K is 32 bytes of operand.
struct WgmmaShape {
  std::string format;  ///< "f16", "f16_in_f16", "bf16", "tf32", "e4m3", "e5m2", "s8", "u8"
  int n;               ///< 8 to 256, as in make_wgmma.py
  bool a_in_registers;
  int warpgroups = 1;  ///< 1, 2 or 4 side by side, each with a tile of A of its own and the same B
};

/// Bytes that a row of operand takes in shared memory; an instruction reads the first 32. And rows of A.
inline constexpr int mma_row_bytes = 128, mma_m = 64;

/// What a warpgroup does: all instructions go into the same accumulators. A few batches before the timed ones
/// are not timed, so that the instructions are in the cache.
struct WgmmaWork {
  enum class Pattern {
    stream,  ///< `batches` x (`depth` instructions, commit, wait for all); depth is a multiple of 8
    batch,  ///< the same, but depth is 1 to 10 and in straight-line code, and only the batches are timed; for
            ///< N of `short_widths`, depth 1 for any N
    steady,  ///< `batches` x (`depth` instructions, commit, wait until less than `groups` groups are in
             ///< flight); for the formats, N, groups and depths of `steady_depths`
  };
  Pattern pattern;
  int batches, depth;
  int groups = 1;
  /// The only SM that works, while the others stay idle; below 0: every SM.
  int alone_on_sm = -1;

  ASSAY_HOST_DEVICE constexpr int untimed_batches() const {
    return pattern == Pattern::steady ? groups + 3 : 1;
  }
  constexpr int instructions() const { return batches * depth; }  ///< timed, of a warpgroup
  constexpr int all_instructions() const { return (batches + untimed_batches()) * depth; }
};

/// What one warpgroup saw: cycles of its SM. The cycles of short batches are summed up and start at 0.
struct WarpgroupRecord {
  std::uint32_t sm = 0, pad = 0;
  std::uint64_t start_cycle = 0, end_cycle = 0;
};

/// `a`: [64][128] bytes and `b`: [n][128] bytes, as they lie in shared memory (128-byte swizzle);
/// `a_registers`: [128][4], the same A as a warpgroup holds it.
struct WgmmaOperands {
  const std::byte* a;
  const std::byte* b;
  const std::uint32_t* a_registers;
};
/// Where the CTAs of a launch leave what they saw and computed, one after another. With one SM alone its CTA
/// writes as number `slot`.
struct MmaOutput {
  WarpgroupRecord* records;
  std::uint32_t* accumulators;
  int slot = 0;
};

/// One CTA an SM. Each warpgroup of it leaves a record and [128][registers] words. cudaErrorInvalidValue for
/// what is not one of the shapes or patterns above.
cudaError_t wgmma(const WgmmaShape& shape, const WgmmaWork& work, int sm_count, const WgmmaOperands& operands,
                  const MmaOutput& output, cudaStream_t stream);

/// Accumulator registers a thread holds: n / 2, or n / 4 where two 16-bit sums share one.
constexpr int accumulator_registers(int n, bool sums_in_f16) { return sums_in_f16 ? n / 4 : n / 2; }

}  // namespace assay::kernels
