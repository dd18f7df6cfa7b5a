#include "ctest/tool/progress_lines.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace assay {
namespace {

constexpr auto quiet_time = std::chrono::seconds(10);

std::string sweep_of(const std::string& text) { return text.substr(0, text.find(':')); }

}  // namespace

ProgressLines::ProgressLines(bool one_run) : written_over_(one_run && isatty(STDERR_FILENO)) {}

ProgressLines::~ProgressLines() {
  if (written_over_ && !shown_.empty()) fmt::print(stderr, "\r\033[K");
}

void ProgressLines::show(const std::string& who, const std::string& text) {
  auto& shown = shown_[who];
  if (text.empty() || text == shown.text) return;
  const auto now = std::chrono::steady_clock::now();
  if (!written_over_ && sweep_of(text) == sweep_of(shown.text) && now - shown.when < quiet_time) return;
  shown = {text, now};
  fmt::print(stderr, "{}{}: {}{}", written_over_ ? "\r\033[K" : "", who, text, written_over_ ? "" : "\n");
  std::fflush(stderr);
}

}  // namespace assay
