#include "kernels/mma/mma.h"

#include <map>

#include "kernels/mma/wgmma_formats.h"

namespace assay::kernels {

cudaError_t wgmma_loop(const WgmmaShape& shape, int sm_count, int batches, int depth,
                       const WgmmaOperands& operands, WarpgroupRecord* records, std::uint32_t* accumulators,
                       cudaStream_t stream) {
  static const std::map<std::string, WgmmaLauncher*> launchers{
      {"f16", wgmma_loop_f16},   {"f16_in_f16", wgmma_loop_f16_in_f16},
      {"bf16", wgmma_loop_bf16}, {"tf32", wgmma_loop_tf32},
      {"e4m3", wgmma_loop_e4m3}, {"e5m2", wgmma_loop_e5m2},
      {"s8", wgmma_loop_s8},     {"u8", wgmma_loop_u8}};
  const auto found = launchers.find(shape.format);
  if (found == launchers.end()) return cudaErrorInvalidValue;
  return found->second(shape, sm_count, batches, depth, operands, records, accumulators, stream);
}

}  // namespace assay::kernels
