#pragma once

#include <stdexcept>
#include <string>

namespace assay {

/// Exit codes of the tool: rule 9's. 3 stands for a suite that cannot do what was asked, wrong usage
/// included.
inline constexpr int all_good = 0, some_failed = 1, unusable_gpu = 2, suite_error = 3, nothing_decided = 4;

/// Ends a command with one sentence on stderr and this exit code.
struct ToolError : std::runtime_error {
  explicit ToolError(const std::string& sentence, int code_ = suite_error)
      : std::runtime_error(sentence), code(code_) {}
  int code;
};

}  // namespace assay
