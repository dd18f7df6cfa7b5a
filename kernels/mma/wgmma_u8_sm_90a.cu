#include "kernels/mma/wgmma_formats.h"
#include "kernels/mma/wgmma_loop.cuh"

namespace assay::kernels {

cudaError_t wgmma_loop_u8(const WgmmaShape& shape, int sm_count, int batches, int depth,
                          const WgmmaOperands& operands, WarpgroupRecord* records,
                          std::uint32_t* accumulators, cudaStream_t stream) {
  return launch_format<ptx::WgmmaFormat::u8>(shape, sm_count, batches, depth, operands, records, accumulators,
                                             stream);
}

}  // namespace assay::kernels
