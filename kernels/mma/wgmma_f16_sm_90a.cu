#include "kernels/mma/wgmma_formats.h"
#include "kernels/mma/wgmma_launch.cuh"

namespace assay::kernels {

cudaError_t wgmma_f16(const WgmmaShape& shape, const WgmmaWork& work, int sm_count,
                      const WgmmaOperands& operands, const MmaOutput& output, cudaStream_t stream) {
  return launch_wgmma<ptx::WgmmaFormat::f16>(shape, work, sm_count, operands, output, stream);
}

}  // namespace assay::kernels
