#include "ctest/tool/claims_program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>

#include "ctest/tool/error.h"
#include "ctest/tool/process.h"
#include "ctest/tool/scratch.h"
#include "ctest/tool/text.h"
#include "fixtures/report/report.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr auto limit = std::chrono::minutes(5);

void demand_recordings(const fs::path& run) {
  if (!fs::is_directory(run)) throw ToolError(fmt::format("there is no run folder {}", run.string()));
  const auto is_recording = [](const fs::directory_entry& entry) {
    return entry.path().filename().string().ends_with(".recording.jsonl.gz");
  };
  if (std::none_of(fs::directory_iterator(run), fs::directory_iterator(), is_recording)) {
    throw ToolError(
        fmt::format("{} holds no finished recording (*.recording.jsonl.gz), so nothing can be judged; name a "
                    "folder that `assay conform` has filled",
                    run.string()));
  }
}

Command command_of(const Layout& layout, const Judging& judging, const fs::path& verdicts) {
  Command command{{required_program(layout.claims_program()), "--expectations", layout.expectations.string(),
                   "--run", judging.run.string(), "--verdicts", verdicts.string()},
                  {},
                  {}};
  const auto add = [&command](const std::string& option, const std::string& value) {
    if (!value.empty()) command.arguments.insert(command.arguments.end(), {option, value});
  };
  add("--sku", judging.sku);
  add("--today", judging.today);
  add("--overlay", judging.overlay.string());
  if (!judging.claims.empty()) {
    command.arguments.push_back(fmt::format("--gtest_filter={}", fmt::join(judging.claims, ":")));
  }
  // The overlay is named above; the variable would name it twice.
  command.environment["ASSAY_EXPECTATIONS"] = "";
  return command;
}

}  // namespace

std::vector<Verdict> judge_with_claims_program(const Layout& layout, const Judging& judging) {
  demand_recordings(judging.run);
  const ScratchFolder scratch;
  const auto verdicts_file = scratch.path() / "verdicts.jsonl";
  const auto ended = capture(command_of(layout, judging, verdicts_file), limit);
  if (ended.timed_out)
    throw ToolError("assay-claims did not finish judging within five minutes and was stopped");
  if (ended.ending.signal) {
    throw ToolError(fmt::format("assay-claims died of {} while judging: {}", ended.ending.words(),
                                last_line(ended.err.empty() ? ended.out : ended.err)));
  }
  const auto verdicts = fs::exists(verdicts_file) ? read_verdicts(verdicts_file) : std::vector<Verdict>{};
  if (verdicts.empty()) {
    throw ToolError(fmt::format("assay-claims gave no verdict ({}): {}", ended.ending.words(),
                                last_line(ended.err.empty() ? ended.out : ended.err)));
  }
  return verdicts;
}

}  // namespace assay
