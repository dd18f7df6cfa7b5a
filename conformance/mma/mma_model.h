#pragma once

#include <string>

#include "conformance/mma/mma_readings.h"
#include "expectations/expectations.h"

/// What the claims of the family have in common: its sweeps, its metrics, and the model of a tensor core that
/// is fed from shared memory. A kind of instruction is a configuration without its depth: format,
/// accumulator, ab_layout, cta_group, m, n, k, and on Hopper warpgroups.
namespace assay::mma {

inline constexpr const char* throughput = "mma.throughput";
inline constexpr const char* latency = "mma.latency";
inline constexpr const char* in_flight = "mma.in_flight";
inline constexpr const char* throughput_alone = "mma.throughput_alone";
inline constexpr const char* steady_state = "mma.steady_state";

/// Bytes that one row of A or B takes in shared memory for one instruction: k elements of every format, those
/// of 4 bits padded to 8 where they share a kind with FP8.
inline constexpr double operand_row_bytes = 32;

/// Share of its best rate from which on a format counts as not bound by shared memory (MMA-16).
inline constexpr double nearly_full = 0.95;

/// Cycles that a batch takes beside its instructions: commit, barrier, wait. Median of a fit to the published
/// depths of 132 kinds (4.8 to 14.7).
inline constexpr double batch_overhead_cycles = 12;

/// Cycles of the SM per instruction of each kind, on the slowest SM; with several warpgroups an instruction
/// of any of them counts. With two depths or more it is the slope between the shallowest and the deepest,
/// where the fixed cost of a batch cancels; with one depth that cost is in it.
Readings cycles_per_instruction(const Samples& samples);

/// Cycles of one batch of each kind at its greatest depth, at the kind with its `depth`, on the slowest SM.
Readings cycles_of_deepest_batch(const Samples& samples);

/// Cycles that a batch of each kind takes beside its instructions, on the slowest SM: what is left at depth 0
/// of the line through the shallowest and the deepest.
Readings batch_costs(const Samples& samples);

/// Cycles from issue to visible result of each kind, on the slowest SM: of one, where a row counts several
/// one after another.
Readings latencies(const Samples& samples);

/// FLOP per cycle and SM: 2 m n k over the cycles per instruction, shared by the SMs of the CTA group.
Readings flop_per_cycle(Readings cycles);

/// The same in % of the peak of the format in the SKU file.
Readings share_of_peak(const Readings& cycles, const Sku& sku);

/// Bytes of operands that an SM reads from shared memory for one instruction: B, and A unless it comes from
/// tensor memory or registers. Each SM of a pair holds half of either.
double operand_bytes(const Parameters& kind);

/// Cycles per instruction that shared memory and math allow, whichever takes longer.
double model_cycles(const Parameters& kind, const Sku& sku);

/// Measured cycles over those of the model.
Readings over_model(Readings cycles, const Sku& sku);

/// Cycles per column of N between two of them, for each kind, at the kind without its n.
Readings slope_in_n(const Readings& cycles, std::int64_t from, std::int64_t to);

/// Cycles from one instruction of a batch to the next, at the kind: what the deepest batch takes beyond the
/// latency of its last instruction.
Readings issue_intervals(const Readings& deepest_batches, const Readings& latencies);

/// Measured cycles of each shallow batch over latency + overhead (cycles) + one interval for each further
/// instruction.
Readings batches_over_model(const Readings& cycles_in_flight, const Readings& latencies,
                            const Readings& intervals, double overhead);

/// The smallest n at which each format reaches nearly_full.
Readings smallest_full_n(const Readings& rates);

/// Bits of an element: 4, 8, 16 or 32.
std::int64_t bits_of(const std::string& format);

/// Whether the latencies of the kinds of one shape are in the published order: integers before floats of any
/// width, all alike, before formats with scale factors, all alike. 100 if so and 0 if not.
Reading in_order_of_formats(const Readings& latencies_of_shape);

}  // namespace assay::mma
