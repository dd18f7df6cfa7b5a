#include "ctest/tool/run_names.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <ctime>

#include "ctest/tool/error.h"
#include "fixtures/recording/run_folder.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

fs::path unused(const fs::path& wanted) {
  auto path = wanted;
  for (int more = 2; fs::exists(path); ++more) path = fmt::format("{}-{}", wanted.string(), more);
  return path;
}

fs::path named(const std::string& given) {
  if (fs::exists(given) && !(fs::is_directory(given) && fs::is_empty(given))) {
    throw ToolError(
        fmt::format("{} exists and is not an empty folder; a run is written once, so name a new one", given));
  }
  const auto directory = fs::absolute(given).lexically_normal();
  return directory.has_filename() ? directory : directory.parent_path();  // "DIR/"
}

fs::path dated(const std::string& suffix) {
  const auto name = fmt::format("{:%Y-%m-%dT%H-%M-%SZ}-{}", fmt::gmtime(std::time(nullptr)), suffix);
  return unused(fs::absolute(runs_root("runs")) / name);
}

}  // namespace

fs::path new_run_directory(const std::string& given, const std::string& suffix) {
  const auto directory = given.empty() ? dated(suffix) : named(given);
  const auto parent = directory.parent_path();
  std::error_code error;
  fs::create_directories(parent, error);
  if (error || access(parent.c_str(), W_OK) != 0) {
    throw ToolError(
        fmt::format("cannot make a run in {}; set ASSAY_RUNS, or --run, to a folder that can be written",
                    parent.string()));
  }
  return directory;
}

}  // namespace assay
