#pragma once

#include <string_view>
#include <vector>

#include "conformance/mma/tcgen05_operands.h"
#include "fixtures/recording/recording.h"

/// What the sweeps of the family measure on Blackwell. PURE.
///
/// Every configuration has format, accumulator, ab_layout ("ss": A and B from shared memory; "ts": A from
/// tensor memory), cta_group (1: one CTA; 2: a pair), m, n and k. What a list names besides stands with it. A
/// shape that `architecture` ("sm_100", "sm_103") or the ISA does not have is left out with its sentence.
namespace assay::mma {

/// The format and the instruction of a configuration. Throws std::out_of_range for a format that is none.
const Tcgen05Format& tcgen05_format_of(const Parameters& configuration);
InstructionShape tcgen05_shape_of(const Parameters& configuration);

/// warpgroups (0: one thread issues) and two depths (instructions a batch), so that the slope is free of what
/// a batch costs.
std::vector<Parameters> tcgen05_streams(std::string_view architecture, std::vector<LeftOut>& left_out);
/// One instruction at a time.
std::vector<Parameters> tcgen05_singles(std::string_view architecture, std::vector<LeftOut>& left_out);
/// in_flight 1 to 10: batches that are awaited whole, as the article did it; A from tensor memory.
std::vector<Parameters> tcgen05_batches(std::string_view architecture, std::vector<LeftOut>& left_out);
/// outstanding instructions in a steady state, as groups x group_size with a commit a group: here of one.
std::vector<Parameters> tcgen05_steady_states(std::string_view architecture, std::vector<LeftOut>& left_out);
/// As tcgen05_streams, one CTA and a few shapes, each SM while all others are idle.
std::vector<Parameters> tcgen05_streams_alone(std::string_view architecture, std::vector<LeftOut>& left_out);

}  // namespace assay::mma
