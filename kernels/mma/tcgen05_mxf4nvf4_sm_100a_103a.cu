#include "kernels/mma/tcgen05_kinds.h"
#include "kernels/mma/tcgen05_loop.cuh"

namespace assay::kernels {

cudaError_t tcgen05_mxf4nvf4(const InstructionShape& shape, const Tcgen05Work& work, int sm_count,
                             const Tcgen05Image* images, const MmaOutput& output, cudaStream_t stream) {
  const auto launch = [&](auto launcher) { return launcher(shape, work, sm_count, images, output, stream); };
  return shape.block == 16 ? launch(launch_kind<ptx::Tcgen05Kind::mxf4nvf4, 16>)
                           : launch(launch_kind<ptx::Tcgen05Kind::mxf4nvf4, 32>);
}

}  // namespace assay::kernels
