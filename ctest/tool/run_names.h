#pragma once

#include <filesystem>
#include <string>

namespace assay {

/// The absolute path of a run folder that is still to be made: the one given, otherwise
/// <root>/<UTC time>-<suffix> where root is $ASSAY_RUNS or ./runs. Its parent is made. Throws ToolError when
/// the folder given holds something, or the parent cannot be written.
std::filesystem::path new_run_directory(const std::string& given, const std::string& suffix);

}  // namespace assay
