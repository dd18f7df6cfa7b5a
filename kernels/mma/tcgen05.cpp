#include "kernels/mma/tcgen05.h"

#include "kernels/encoding/instruction_shape.h"
#include "kernels/mma/tcgen05_kinds.h"

namespace assay::kernels {
namespace {

bool is_a_pattern(const Tcgen05Work& work, int cta_group) {
  using enum Tcgen05Work::Pattern;
  if (work.batches < 1 || work.depth < 1 || (work.alone_on_sm >= 0 && cta_group != 1)) return false;
  if (work.pattern == stream) return work.depth % 8 == 0;
  if (work.pattern == batch) return work.depth <= Tcgen05Work::most_in_short_batch;
  return work.in_flight >= 1 && work.in_flight <= Tcgen05Work::most_in_flight;
}

}  // namespace

cudaError_t tcgen05(const InstructionShape& shape, const Tcgen05Work& work, int sm_count,
                    const Tcgen05Image* images, const MmaOutput& output, cudaStream_t stream) {
  static constexpr Tcgen05Launcher* launchers[] = {tcgen05_f16,     tcgen05_tf32,     tcgen05_f8f6f4,
                                                   tcgen05_i8,      tcgen05_mxf8f6f4, tcgen05_mxf4,
                                                   tcgen05_mxf4nvf4};
  if (!why_refused(shape).empty() || !is_a_pattern(work, shape.cta_group)) return cudaErrorInvalidValue;
  return launchers[static_cast<std::size_t>(shape.kind)](shape, work, sm_count, images, output, stream);
}

}  // namespace assay::kernels
