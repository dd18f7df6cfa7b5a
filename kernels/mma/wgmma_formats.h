#pragma once

#include "kernels/mma/mma.h"

/// One launcher a format, each from a translation unit of its own: touching one rebuilds only its own object.
namespace assay::kernels {

using WgmmaLauncher = cudaError_t(const WgmmaShape& shape, int sm_count, int batches, int depth,
                                  const WgmmaOperands& operands, WarpgroupRecord* records,
                                  std::uint32_t* accumulators, cudaStream_t stream);
WgmmaLauncher wgmma_loop_f16, wgmma_loop_f16_in_f16, wgmma_loop_bf16, wgmma_loop_tf32, wgmma_loop_e4m3,
    wgmma_loop_e5m2, wgmma_loop_s8, wgmma_loop_u8;

}  // namespace assay::kernels
