#pragma once

#include "kernels/mma/mma.h"

/// One launcher a format, each from a translation unit of its own: touching one rebuilds only its own object.
namespace assay::kernels {

using WgmmaLauncher = cudaError_t(const WgmmaShape& shape, const WgmmaWork& work, int sm_count,
                                  const WgmmaOperands& operands, const MmaOutput& output,
                                  cudaStream_t stream);
WgmmaLauncher wgmma_f16, wgmma_f16_in_f16, wgmma_bf16, wgmma_tf32, wgmma_e4m3, wgmma_e5m2, wgmma_s8, wgmma_u8;

}  // namespace assay::kernels
