#include "kernels/mma/mma.h"

#include <map>

#include "kernels/mma/wgmma_formats.h"

namespace assay::kernels {

cudaError_t wgmma(const WgmmaShape& shape, const WgmmaWork& work, int sm_count, const WgmmaOperands& operands,
                  const MmaOutput& output, cudaStream_t stream) {
  static const std::map<std::string, WgmmaLauncher*> launchers{
      {"f16", wgmma_f16},   {"f16_in_f16", wgmma_f16_in_f16},
      {"bf16", wgmma_bf16}, {"tf32", wgmma_tf32},
      {"e4m3", wgmma_e4m3}, {"e5m2", wgmma_e5m2},
      {"s8", wgmma_s8},     {"u8", wgmma_u8}};
  const auto found = launchers.find(shape.format);
  if (found == launchers.end()) return cudaErrorInvalidValue;
  return found->second(shape, work, sm_count, operands, output, stream);
}

}  // namespace assay::kernels
