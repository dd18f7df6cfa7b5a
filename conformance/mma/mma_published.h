#pragma once

#include <string>
#include <vector>

#include "fixtures/recording/recording.h"

namespace assay::mma {

/// The published B200 files of the family in `directory`, as recordings of our sweeps: one round, one row a
/// configuration, method published-2026-03. Each row was measured on one SM (or pair), which is not named
/// (-1), with one depth; warpgroups is 0, since one thread issues. k is what the PTX ISA gives the kind that
/// was issued: 32 for the 4-bit rows, whose files say 64, because they were issued through kinds f8f6f4 and
/// mxf8f6f4. Rows that the ISA forbids (kind i8 on a pair with N no multiple of 32) are left out, with that
/// reason. Nothing is known of what was computed. Throws RecordingError with file and line.
std::vector<Recording> read_published(const std::string& directory);

}  // namespace assay::mma
