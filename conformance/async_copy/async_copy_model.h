#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>

#include "fixtures/estimate/estimate.h"

/// What the claims of the family have in common: the names of its sweeps, its metrics, and readings by size.
/// "Size" is always the parameter `bif`, nominal bytes in flight per SM.
namespace assay::async_copy {

inline constexpr const char* ldgsts_throughput = "async_copy.ldgsts_throughput";
inline constexpr const char* ldgsts_pipeline = "async_copy.ldgsts_pipeline";
inline constexpr const char* ldgsts_latency = "async_copy.ldgsts_latency";
inline constexpr const char* tma_throughput = "async_copy.tma_throughput";
inline constexpr const char* tma_warps = "async_copy.tma_warps";
inline constexpr const char* tma_latency = "async_copy.tma_latency";
inline constexpr const char* tma_function = "async_copy.tma_function";
inline constexpr const char* overlap = "async_copy.overlap";
inline constexpr const char* gather_throughput = "async_copy.gather_throughput";
inline constexpr const char* gather_latency = "async_copy.gather_latency";

inline constexpr std::int64_t KiB = 1024;

/// Share of its plateau at which a throughput counts as saturated (LDG-05, TMA-03).
inline constexpr double saturated = 0.95;

/// Decimal TB/s of one row: bytes_moved / ns / 1000.
double tb_per_s(const Samples& samples, std::size_t row);

/// Best throughput at each size, TB/s.
Curve throughput_by_size(const Samples& samples);
/// Best throughput of all rows, TB/s.
double best_throughput(const Samples& samples);
/// Median cold latency of the configurations of each size, cycles.
Curve cold_latency_by_size(const Samples& samples);
/// Latency of the slowest SM: the highest of its SMs' medians over the configurations, cycles. `column` is
/// cold_cycles or steady_cycles.
Reading slowest_sm(const Samples& samples, const std::string& column);

/// Rows with at most `bytes` in flight per SM.
Samples up_to(const Samples& samples, std::int64_t bytes);

/// Rows of boxes that reach over an edge of their tensor: every case but "inside".
Samples over_the_edge(const Samples& samples);
/// The distinct words that a parameter has, sorted.
std::set<std::string> words_of(const Samples& samples, const std::string& parameter);

/// How bands name a size: {kib = 16}, or {bytes = 512} where it is no whole number of KiB.
Parameters at_size(std::int64_t bytes);

/// The only reading of a claim.
Readings one(double value, const std::string& detail = "");
/// Every point of a curve, at its size.
Readings by_size(const Curve& curve);
/// over / under at every size that both have, at it; MissingConfiguration when there is none.
Readings ratio_by_size(const Curve& over, const Curve& under);

/// Throughput at each value of `varied` over the throughput at the next smaller one that the sweep has, for
/// each value of `fixed`: {stages = 8, threads = 64} is the gain from the stages before 8, at 64 threads.
Readings gain_of_each_step(const Samples& samples, const std::string& varied, const std::string& fixed);

/// A reading for each mechanism and page size of a gather, at {mechanism = "tma", page_bytes = 4096}.
Readings by_mechanism_and_page(const Samples& samples, const std::function<Reading(const Samples&)>& reading);

/// Wrong elements of these rows; a row that checked nothing counts as one.
Reading wrong_at(const Samples& samples, const Parameters& where);

}  // namespace assay::async_copy
