#include <fmt/format.h>

#include "ctest/tool/commands.h"
#include "ctest/tool/error.h"
#include "ctest/tool/process.h"
#include "ctest/tool/text.h"
#include "fixtures/recording/run_folder.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr auto limit = std::chrono::minutes(5);

int bundle(const std::string& run) {
  const auto folder = fs::canonical(RunFolder::open(run).directory());
  const auto archive = fs::current_path() / (folder.filename().string() + ".tar.gz");
  if (fs::exists(archive))
    throw ToolError(fmt::format("{} exists already; move it away first", archive.string()));
  if (!find_program("tar"))
    throw ToolError("there is no program tar in PATH; install it, or pack the run folder by hand");
  const auto ended = capture({{"tar", "-czf", archive.string(), "-C", folder.parent_path().string(), "--",
                               folder.filename().string()},
                              {},
                              {}},
                             limit);
  if (ended.timed_out || ended.ending.code != 0) {
    std::error_code ignored;
    fs::remove(archive, ignored);
    throw ToolError(fmt::format("tar could not pack {} ({}): {}", folder.string(), ended.ending.words(),
                                last_line(ended.err)));
  }
  fmt::print(
      "{}\n{} bytes. It names this host, its kernel and driver, the GPU's UUID and bus id, and folders of "
      "this machine.\n",
      archive.string(), fs::file_size(archive));
  return all_good;
}

}  // namespace

void add_bundle(CLI::App& app, Action& action) {
  auto run = std::make_shared<std::string>();
  auto* command = app.add_subcommand("bundle", "packs a run folder for a bug report, into this folder");
  command->add_option("RUN", *run, "run folder")->required();
  command->footer(
      "The archive names the host, its kernel and driver, the GPU's UUID and bus id, and folders.");
  command->callback([run, &action] { action = [run] { return bundle(*run); }; });
}

}  // namespace assay
