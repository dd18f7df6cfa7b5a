#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "fixtures/verdict/verdict.h"

namespace assay {

/// What ctest wrote under Testing/Temporary of its folder.
class CtestLog {
 public:
  explicit CtestLog(const std::filesystem::path& folder);

  /// Failed entries that no verdict explains: a claim that gave none or a green one, a sweep that no ERROR
  /// names, run.begin, run.end while the verdicts ask for exit code 0. Entries that were not started are left
  /// out when another one failed.
  std::vector<std::string> failures_without(const std::vector<Verdict>& verdicts, int code) const;

  /// The last line that an entry printed, or that it said nothing.
  std::string last_words(const std::string& name) const;

 private:
  std::vector<std::string> failed_;
  std::string log_;
};

}  // namespace assay
