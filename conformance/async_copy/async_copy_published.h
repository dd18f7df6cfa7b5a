#pragma once

#include <string>
#include <vector>

#include "fixtures/recording/recording.h"

namespace assay::async_copy {

/// The published B200 files of the family in `directory`, as recordings of our sweeps: one round, one row a
/// configuration, method published-2026-03. Throughput is given there as DRAM bytes per second, so `ns` is
/// the time that 2 GiB would take; latencies are of no SM in particular (-1) and cold. Nothing is known of
/// clocks or of what was copied. Throws RecordingError with file and line.
std::vector<Recording> read_published(const std::string& directory);

}  // namespace assay::async_copy
