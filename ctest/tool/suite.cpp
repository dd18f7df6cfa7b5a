#include "ctest/tool/suite.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

#include "ctest/tool/error.h"
#include "ctest/tool/process.h"
#include "ctest/tool/scratch.h"
#include "ctest/tool/text.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr auto limit = std::chrono::minutes(1);
constexpr int oldest_major = 3, oldest_minor = 25;
constexpr const char* how_to_install =
    "install CMake 3.25 or newer (its ctest is enough), for instance with `pip install cmake`";

std::string said(const Captured& ended) { return last_line(ended.err.empty() ? ended.out : ended.err); }

/// CMake quotes a path by bracket arguments, whatever is in it.
std::string quoted(const fs::path& path) { return "[===[" + path.string() + "]===]"; }

}  // namespace

CtestFound find_ctest() {
  const auto program = find_program("ctest");
  if (!program) return {"", "", fmt::format("there is no ctest in PATH; {}", how_to_install)};
  const auto ended = capture({{program->string(), "--version"}, {}, {}}, limit);
  int major = 0, minor = 0;
  char rest[32] = "";
  if (std::sscanf(ended.out.c_str(), "ctest version %d.%d%31s", &major, &minor, rest) < 2) {
    return {program->string(), "",
            fmt::format("{} does not tell its version; {}", program->string(), how_to_install)};
  }
  const auto version = fmt::format("{}.{}{}", major, minor, rest);
  const bool too_old = major < oldest_major || (major == oldest_major && minor < oldest_minor);
  return {program->string(), version,
          too_old ? fmt::format("{} is version {}, which is too old; {}", program->string(), version,
                                how_to_install)
                  : ""};
}

std::string required_ctest() {
  const auto found = find_ctest();
  if (!found.fault.empty()) throw ToolError(found.fault);
  return found.program;
}

std::vector<std::string> hardware_arguments(const Selection& selection) {
  std::vector<std::string> arguments = {"-L", "^hardware$"};
  for (const auto& label : selection.labels) arguments.insert(arguments.end(), {"-L", label});
  if (!selection.regex.empty()) arguments.insert(arguments.end(), {"-R", selection.regex});
  return arguments;
}

void write_start_file(const fs::path& folder, const Layout& layout) {
  if (!fs::exists(layout.tests / "CTestTestfile.cmake")) {
    throw ToolError(fmt::format("there is no {}; configure the build, or unpack the whole suite",
                                (layout.tests / "CTestTestfile.cmake").string()));
  }
  const auto file = folder / "CTestTestfile.cmake";
  std::ofstream stream(file);
  stream << "subdirs(" << quoted(layout.tests) << ")\n";
  stream.close();
  if (!stream) throw ToolError(fmt::format("cannot write {}", file.string()));
}

std::vector<Entry> hardware_entries(const Layout& layout, const std::string& ctest,
                                    const Selection& selection) {
  const ScratchFolder scratch;
  write_start_file(scratch.path(), layout);
  Command command{{ctest, "--test-dir", scratch.path().string(), "--show-only=json-v1"}, {}, {}};
  const auto select = hardware_arguments(selection);
  command.arguments.insert(command.arguments.end(), select.begin(), select.end());
  const auto ended = capture(command, limit);
  const auto begin = ended.out.find('{');  // ctest may print a line before it
  const auto json = Json::parse(begin == std::string::npos ? "" : ended.out.substr(begin), nullptr, false);
  if (ended.timed_out || ended.ending.code != 0 || !json.is_object() || !json.contains("tests")) {
    throw ToolError(fmt::format("ctest could not list the entries of {} ({}): {}", layout.tests.string(),
                                ended.ending.words(), said(ended)));
  }
  std::vector<Entry> entries;
  for (const auto& test : json["tests"]) entries.push_back({test.at("name").get<std::string>()});
  if (!entries.empty()) return entries;
  throw ToolError(fmt::format("no hardware entry matches {}; `ctest -N --test-dir {}` lists all",
                              fmt::join(select, " "), layout.tests.string()),
                  nothing_decided);
}

std::map<std::string, double> expected_seconds(const Layout& layout) {
  const auto ended = capture({{required_program(layout.sweep_program()), "list", "--json"}, {}, {}}, limit);
  try {
    std::map<std::string, double> seconds;
    for (const auto& sweep : Json::parse(ended.out)) {
      seconds[sweep.at("name").get<std::string>()] = sweep.at("expected_seconds").get<double>();
    }
    return seconds;
  } catch (const Json::exception&) {
    throw ToolError(
        fmt::format("assay-sweep could not list its sweeps ({}): {}", ended.ending.words(), said(ended)));
  }
}

}  // namespace assay
