#include "ctest/tool/ctest_log.h"

#include <algorithm>

#include "ctest/tool/error.h"
#include "ctest/tool/text.h"

namespace assay {
namespace {

constexpr const char* not_started = "Command: \"\"";

/// Red for ctest too: the entry failed because of this verdict.
bool explains_failure(const Verdict& verdict) {
  return verdict.status != Status::pass && verdict.status != Status::skip && verdict.status != Status::waived;
}

bool names(const Verdict& error, const std::string& sweep) {
  return error.status == Status::error && error.reason.find(sweep) != std::string::npos;
}

/// The verdict that says why this entry is red. A sweep has none of its own: run.end names it in those of its
/// claims.
bool is_explained(const std::string& entry, const std::vector<Verdict>& verdicts, int code) {
  if (entry == "run.end") return code != all_good;
  return std::any_of(verdicts.begin(), verdicts.end(), [&](const Verdict& verdict) {
    if (entry.starts_with("sweep.")) return names(verdict, entry.substr(entry.find('.') + 1));
    return verdict.claim == entry && explains_failure(verdict);
  });
}

/// "12:AsyncCopy.LdgstsPlateau"
std::string name_of(const std::string& line) { return line.substr(line.find(':') + 1); }

std::string block_of(const std::string& log, const std::string& name) {
  const auto begin = log.find(" Test: " + name + "\n");
  if (begin == std::string::npos) return "";
  return log.substr(begin, log.find("<end of output>", begin) - begin);
}

}  // namespace

CtestLog::CtestLog(const std::filesystem::path& folder)
    : log_(text_of(folder / "Testing/Temporary/LastTest.log")) {
  for (const auto& line : lines_of(text_of(folder / "Testing/Temporary/LastTestsFailed.log"))) {
    if (!line.empty()) failed_.push_back(name_of(line));
  }
}

std::vector<std::string> CtestLog::failures_without(const std::vector<Verdict>& verdicts, int code) const {
  std::vector<std::string> unexplained;
  for (const auto& name : failed_) {
    if (!is_explained(name, verdicts, code)) unexplained.push_back(name);
  }
  const auto was_started = [this](const std::string& name) {
    return block_of(log_, name).find(not_started) == std::string::npos;
  };
  const auto rest = std::stable_partition(unexplained.begin(), unexplained.end(), was_started);
  if (rest != unexplained.begin()) unexplained.erase(rest, unexplained.end());
  return unexplained;
}

std::string CtestLog::last_words(const std::string& name) const {
  auto lines = lines_of(block_of(log_, name));
  const auto output = std::find(lines.begin(), lines.end(), "Output:");
  if (lines.end() - output <= 2) return "it said nothing";
  lines.erase(lines.begin(), output + 2);  // and the dashes below
  std::erase_if(lines, [](const std::string& line) { return line.starts_with("<CTest"); });
  std::string text;
  for (const auto& line : lines) text += line + "\n";
  return last_line(text);
}

}  // namespace assay
