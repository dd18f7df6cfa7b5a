#pragma once

#include "kernels/mma/tcgen05.h"

/// One launcher a kind, each from a translation unit of its own: touching one rebuilds only its own object.
namespace assay::kernels {

using Tcgen05Launcher = cudaError_t(const InstructionShape& shape, const Tcgen05Work& work, int sm_count,
                                    const Tcgen05Image* images, const MmaOutput& output, cudaStream_t stream);
Tcgen05Launcher tcgen05_f16, tcgen05_tf32, tcgen05_f8f6f4, tcgen05_i8, tcgen05_mxf8f6f4, tcgen05_mxf4,
    tcgen05_mxf4nvf4;

}  // namespace assay::kernels
