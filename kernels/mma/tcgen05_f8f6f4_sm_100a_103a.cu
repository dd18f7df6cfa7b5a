#include "kernels/mma/tcgen05_kinds.h"
#include "kernels/mma/tcgen05_loop.cuh"

namespace assay::kernels {

cudaError_t tcgen05_f8f6f4(const InstructionShape& shape, const Tcgen05Work& work, int sm_count,
                           const Tcgen05Image* images, const MmaOutput& output, cudaStream_t stream) {
  return launch_kind<ptx::Tcgen05Kind::f8f6f4>(shape, work, sm_count, images, output, stream);
}

}  // namespace assay::kernels
