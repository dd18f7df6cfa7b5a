#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "kernels/encoding/tcgen05_image.h"
#include "kernels/mma/mma.h"

/// Kernels of the family mma on Blackwell: one loop of tcgen05.mma for every pattern, and one kernel that
/// tries the allocation of tensor memory. Every launcher enqueues on `stream`.
namespace assay::kernels {

/// What one thread of a CTA, or of a pair, does: all instructions go into the same D. The first one is not
/// timed and overwrites D, all others add to it.
struct Tcgen05Work {
  enum class Pattern {
    stream,  ///< `batches` x (`depth` instructions, commit, wait for all); depth is a multiple of 8
    batch,   ///< the same, but depth is 1 to 10 and in straight-line code, and only the batches are timed
    steady,  ///< `batches` x `depth` instructions, a commit after each; never more than `in_flight` of them
             ///< are outstanding, and no fewer once the first has been awaited
  };
  Pattern pattern;
  int batches, depth;
  int in_flight = 1;  ///< 1 to most_in_flight
  /// The only SM that works, while the others stay idle; below 0: every SM. cta_group 1 only.
  int alone_on_sm = -1;

  static constexpr int most_in_short_batch = 10, most_in_flight = 16;

  constexpr int instructions() const { return batches * depth; }  ///< timed
  /// And all of them: stream and batch run one batch more, which is not timed.
  constexpr int all_instructions() const {
    return instructions() + (pattern == Pattern::steady ? 0 : depth) + 1;
  }
};

/// CTAs of a launch: one on every SM, and pairs only.
constexpr int tcgen05_ctas(int sm_count, int cta_group) { return sm_count / cta_group * cta_group; }

/// One CTA on every SM; `images`: [cta_group], on the GPU. A CTA leaves one record, whose cycles are summed
/// up and start at 0 (none, if it does not issue for its pair), and [128 lanes][tcgen05_d_columns] words as
/// tensor memory holds them. cudaErrorInvalidValue for what is not one of the patterns above and for a shape
/// that why_refused() (kernels/encoding/instruction_shape.h) refuses. Kind i8 has no machine code for sm_103:
/// there the runtime refuses.
cudaError_t tcgen05(const InstructionShape& shape, const Tcgen05Work& work, int sm_count,
                    const Tcgen05Image* images, const MmaOutput& output, cudaStream_t stream);

/// What one CTA saw when it took all of tensor memory and asked for more.
struct AllocationRecord {
  std::uint32_t sm;
  std::uint32_t address;        ///< of the 512 columns
  std::uint32_t wrong_words;    ///< of 128 x 512 that did not hold what was stored
  std::uint32_t came_early;     ///< 1 if the second allocation came while the first was held
  std::uint64_t held_cycles;    ///< from the second request to the release of the first
  std::uint64_t waited_cycles;  ///< from the second request to its return
};

/// One CTA on every SM: allocates 512 columns, fills and reads all of them, lets another warp ask for 32
/// more, holds on for `hold_cycles` and releases. `records`: [sm_count].
cudaError_t tcgen05_allocation(int sm_count, std::uint32_t hold_cycles, AllocationRecord* records,
                               cudaStream_t stream);

}  // namespace assay::kernels
