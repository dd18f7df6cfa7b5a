#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ctest/tool/layout.h"

namespace assay {

/// Which CTest entries: those with all these labels (regular expressions, as ctest -L) and a name that
/// `regex` finds.
struct Selection {
  std::vector<std::string> labels;
  std::string regex;
};

/// One CTest entry.
struct Entry {
  std::string name;
  bool is_sweep() const { return name.starts_with("sweep."); }
  std::string sweep() const { return name.substr(name.find('.') + 1); }
};

/// ctest, at least 3.25. Throws ToolError that says what to install.
std::string required_ctest();

/// Why ctest cannot be used, or "" and its version.
struct CtestFound {
  std::string program, version, fault;
};
CtestFound find_ctest();

/// Arguments that select hardware entries. run.begin, sweeps and run.end come along as fixtures.
std::vector<std::string> hardware_arguments(const Selection& selection);

/// Makes `folder` one that ctest can start from: the suite's own may be read-only and shared.
void write_start_file(const std::filesystem::path& folder, const Layout& layout);

/// The hardware entries of a selection, in ctest's order. Throws ToolError when there are none.
std::vector<Entry> hardware_entries(const Layout& layout, const std::string& ctest,
                                    const Selection& selection);

/// Seconds that a sweep takes on an H200, by its name, as assay-sweep tells. Throws ToolError.
std::map<std::string, double> expected_seconds(const Layout& layout);

}  // namespace assay
