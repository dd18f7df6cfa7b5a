#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <string>

/// Kernels of the family mma on Hopper: one loop of wgmma for throughput, latency and depth. Every launcher
/// enqueues on `stream`.
namespace assay::kernels {

/// One instruction shape: M is 64, K is 32 bytes of operand.
struct WgmmaShape {
  std::string format;  ///< "f16", "f16_in_f16", "bf16", "tf32", "e4m3", "e5m2", "s8", "u8"
  int n;               ///< 8 to 256, as in make_wgmma.py
  bool a_in_registers;
  int warpgroups;  ///< 1, 2 or 4 side by side, each with a tile of A of its own and the same B
};

/// Bytes of a row of operand that an instruction reads; a row takes 128 bytes of shared memory, the rest is
/// not read.
inline constexpr int mma_k_bytes = 32, mma_row_bytes = 128, mma_m = 64;

/// What one warpgroup saw: cycles of its SM.
struct WarpgroupRecord {
  std::uint32_t sm = 0, pad = 0;
  std::uint64_t start_cycle = 0, end_cycle = 0;
};

/// `batches` x (`depth` instructions, commit, wait for all), all into the same accumulators, by `warpgroups`
/// warpgroups on one CTA an SM. `a`: [64][128] bytes and `b`: [n][128] bytes, as they lie in shared memory
/// (128-byte swizzle); `a_registers`: [128][4], the same A as a warpgroup holds it. `records`:
/// [grid][warpgroups]. `accumulators`: [grid][warpgroups][128][registers] 32-bit words.
struct WgmmaOperands {
  const std::byte* a;
  const std::byte* b;
  const std::uint32_t* a_registers;
};
cudaError_t wgmma_loop(const WgmmaShape& shape, int sm_count, int batches, int depth,
                       const WgmmaOperands& operands, WarpgroupRecord* records, std::uint32_t* accumulators,
                       cudaStream_t stream);

/// Accumulator registers a thread holds: n / 2, or n / 4 where two 16-bit sums share one.
constexpr int accumulator_registers(int n, bool sums_in_f16) { return sums_in_f16 ? n / 4 : n / 2; }

}  // namespace assay::kernels
