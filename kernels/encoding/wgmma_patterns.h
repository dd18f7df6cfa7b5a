#pragma once

/// With which N and depths wgmma is measured: known to the kernels made for them and to the sweeps that ask
/// for them.
namespace assay {

/// N that short batches and steady states are measured with.
inline constexpr int short_widths[] = {64, 128, 256};

/// How many instructions are in flight at once: groups x instructions a group. wgmma.wait_group counts to 7,
/// so more than 8 take several instructions a group.
struct SteadyDepth {
  int groups, of_group;

  bool operator==(const SteadyDepth&) const = default;
};
inline constexpr SteadyDepth steady_depths[] = {{1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1},
                                                {6, 1}, {8, 1}, {5, 2}, {8, 2}};

}  // namespace assay
