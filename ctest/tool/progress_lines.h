#pragma once

#include <chrono>
#include <map>
#include <string>

namespace assay {

/// Progress on stderr: one line that is written over where a person watches one run; otherwise a plain line
/// when a sweep begins and every ten seconds.
class ProgressLines {
 public:
  explicit ProgressLines(bool one_run);
  ~ProgressLines();
  ProgressLines(const ProgressLines&) = delete;
  ProgressLines& operator=(const ProgressLines&) = delete;

  /// `text` is "SWEEP: how far"; "" shows nothing.
  void show(const std::string& who, const std::string& text);

 private:
  struct Shown {
    std::string text;
    std::chrono::steady_clock::time_point when;
  };
  bool written_over_;
  std::map<std::string, Shown> shown_;
};

}  // namespace assay
