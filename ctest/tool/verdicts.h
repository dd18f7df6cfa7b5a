#pragma once

#include <filesystem>
#include <vector>

#include "fixtures/verdict/verdict.h"

namespace assay {

/// The verdicts of a run folder by claim's name; of several on one claim (ctest --repeat) the last. Empty
/// when there are none. Throws ReportError.
std::vector<Verdict> verdicts_of(const std::filesystem::path& run);

}  // namespace assay
