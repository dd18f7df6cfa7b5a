#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "ctest/tool/commands.h"
#include "ctest/tool/error.h"
#include "ctest/tool/layout.h"
#include "ctest/tool/text.h"
#include "ctest/tool/verdicts.h"
#include "fixtures/recording/run_folder.h"
#include "fixtures/report/report.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

/// The GPU is free again however run.end ends.
class Release {
 public:
  explicit Release(const RunInfo& info) : info_(info) {}
  ~Release() {
    try {
      unlock_gpu(info_.gpu.uuid, info_.owner);
    } catch (const std::exception& error) {
      fmt::print(stderr, "assay: the lock of {} stays: {}\n", info_.gpu.uuid, error.what());
    }
  }
  Release(const Release&) = delete;
  Release& operator=(const Release&) = delete;

 private:
  const RunInfo& info_;
};

/// Why a sweep that was started left no recording; "" if it left one, was not started, or does not apply to
/// this GPU.
std::string failure_of(const RunFolder& run, const std::string& sweep) {
  if (fs::exists(run.recording_file(sweep))) return "";
  if (const auto file = run.error_file(sweep); fs::exists(file)) {
    const auto sentence = last_line(text_of(file));
    if (sentence.starts_with("not applicable")) return "";
    return sentence.starts_with(sweep) ? sentence : fmt::format("{}: {}", sweep, sentence);
  }
  const auto partial = run.recording_file(sweep).filename().string() + ".partial";
  if (fs::exists(run.directory() / partial))
    return fmt::format("{} did not finish; its rounds so far are in {}", sweep, partial);
  const auto progress = run.read_progress();
  return progress && progress->sweep == sweep ? fmt::format("{} died before its first round", sweep) : "";
}

bool applies(const Claim& claim, const Gpu& gpu) {
  const auto& on = claim.architectures;
  return on.empty() || std::find(on.begin(), on.end(), gpu.architecture()) != on.end();
}

/// ctest does not start the claims of a sweep that failed, so nobody but run.end can say what became of them.
std::vector<Verdict> verdicts_nobody_wrote(const RunFolder& run, const std::vector<Verdict>& written) {
  const auto expectations = load_catalogue(find_layout(), overlay_folder(""));
  std::vector<Verdict> missing;
  for (const auto& [name, claim] : expectations.claims) {
    const bool is_written =
        std::any_of(written.begin(), written.end(), [&](const Verdict& v) { return v.claim == claim.name; });
    if (is_written || claim.kind == ClaimKind::statement || !applies(claim, run.info().gpu)) continue;
    for (const auto& sweep : claim.sweeps) {
      if (const auto failure = failure_of(run, sweep); !failure.empty()) {
        missing.push_back(errored(claim, failure));
        break;
      }
    }
  }
  return missing;
}

int end_run(const std::string& root) {
  try {
    const auto run = open_current(runs_root(root));
    const Release release(run.info());
    for (const auto& verdict : verdicts_nobody_wrote(run, verdicts_of(run.directory()))) {
      run.append_verdict(to_json_line(verdict, run.info().gpu, run.info().id));
    }
    const auto verdicts = verdicts_of(run.directory());
    const auto text = summary(verdicts);
    std::ofstream file(run.directory() / "summary.txt");
    file << text;
    file.close();
    if (!file) throw ToolError(fmt::format("cannot write {}", (run.directory() / "summary.txt").string()));
    fmt::print("run {}\n{}", run.directory().string(), text);
    return exit_code(verdicts);
  } catch (const RunSkipped& skipped) {
    throw ToolError(fmt::format("nothing was decided: {}", skipped.what()), nothing_decided);
  }
}

}  // namespace

void add_end(CLI::App& app, Action& action) {
  auto root = std::make_shared<std::string>();
  auto* command =
      app.add_subcommand("end", "run.end: closes the run that this ctest opened; for CTest, not for people");
  command->add_option("--root", *root, "where runs go, unless $ASSAY_RUNS says")->required();
  command->callback([root, &action] { action = [root] { return end_run(*root); }; });
}

}  // namespace assay
