#pragma once

#include <filesystem>

#include "ctest/tool/suite.h"

namespace assay {

/// Names of the claims that the shipped H200 recording can decide and the selection selects: the entries
/// replay.h200.*. Throws ToolError with `nothing_decided` when there are none.
std::vector<std::string> replayed_claims(const Layout& layout, const Expectations& expectations,
                                         const Selection& selection);

/// Judges the shipped H200 recording and prints the table; its first and last line say that no hardware was
/// tested. Returns rule 9's exit code.
int replay(const Layout& layout, const Selection& selection, const std::filesystem::path& overlay);

}  // namespace assay
