#pragma once

#include <vector>

#include "conformance/mma/mma_operands.h"
#include "fixtures/recording/recording.h"

/// What the sweeps of the family measure on Hopper. PURE.
///
/// Every configuration has format, accumulator, ab_layout ("ss": A and B from shared memory; "rs": A from
/// registers), cta_group (1), m (64), n and k. What a list names besides stands with it.
namespace assay::mma {

/// The format of a configuration.
const Format& format_of(const Parameters& configuration);

/// warpgroups 1, 2, 4 and two depths (instructions a batch), so that the slope is free of what a batch costs.
std::vector<Parameters> wgmma_streams(std::vector<LeftOut>& left_out);
/// One instruction at a time.
std::vector<Parameters> wgmma_singles();
/// in_flight 1 to 10: batches that are awaited whole, as the article did it.
std::vector<Parameters> wgmma_batches();
/// outstanding instructions in a steady state: groups x group_size; more than 8 take several a group, because
/// wgmma.wait_group counts to 7.
std::vector<Parameters> wgmma_steady_states();
/// As wgmma_streams, one warpgroup of a few shapes, each SM while all others are idle.
std::vector<Parameters> wgmma_streams_alone();

}  // namespace assay::mma
