#include "ctest/tool/layout.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>

#include "ctest/tool/error.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

fs::path folder_of_programs() {
  const auto given = environment("ASSAY_BIN");
  return given.empty() ? fs::read_symlink("/proc/self/exe").parent_path() : fs::absolute(given);
}

Layout layout_of_build_tree(const fs::path& bin, const fs::path& file) {
  std::ifstream stream(file);
  const auto json = nlohmann::json::parse(stream, nullptr, false);
  const auto place = [&](const char* key) {
    if (!json.is_object() || !json.contains(key) || !json[key].is_string()) {
      throw ToolError(
          fmt::format("{}: it has no text '{}'; configure the build tree again", file.string(), key));
    }
    return fs::path(json[key].get<std::string>());
  };
  return {bin, place("expectations"), place("recordings"), place("tests")};
}

/// Edit distance of two names, case ignored.
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = std::tolower(static_cast<unsigned char>(a[i - 1])) ==
                        std::tolower(static_cast<unsigned char>(b[j - 1]));
      const auto changed = diagonal + (same ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({changed, row[j] + 1, row[j - 1] + 1}));
    }
  }
  return row.back();
}

}  // namespace

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

Layout find_layout() {
  const auto bin = folder_of_programs();
  if (const auto file = bin / "assay-layout.json"; fs::exists(file)) return layout_of_build_tree(bin, file);
  const auto prefix = bin.parent_path();
  return {bin, prefix / "share/assay/expectations", prefix / "share/assay/recordings", prefix / "tests"};
}

std::string required_program(const fs::path& program) {
  if (access(program.c_str(), X_OK) == 0) return program.string();
  throw ToolError(fmt::format("there is no program {}; build or unpack the whole suite", program.string()));
}

fs::path overlay_folder(const std::string& given) {
  const auto folder = given.empty() ? environment("ASSAY_EXPECTATIONS") : given;
  if (folder.empty()) return {};
  if (!fs::is_directory(folder))
    throw ToolError(fmt::format("there is no folder of expectations {}", folder));
  return fs::absolute(folder);
}

Expectations load_catalogue(const Layout& layout, const fs::path& overlay) {
  if (!fs::is_directory(layout.expectations)) {
    throw ToolError(fmt::format("there are no expectations in {}; build or unpack the whole suite",
                                layout.expectations.string()));
  }
  return load_expectations(layout.expectations,
                           overlay.empty() ? std::vector<fs::path>{} : std::vector{overlay});
}

const Claim& claim_named(const Expectations& expectations, const std::string& name) {
  if (const auto found = expectations.claims.find(name); found != expectations.claims.end())
    return found->second;
  const auto nearest = std::min_element(
      expectations.claims.begin(), expectations.claims.end(),
      [&](const auto& a, const auto& b) { return distance(a.first, name) < distance(b.first, name); });
  throw ToolError(
      fmt::format("there is no claim '{}'{}; `assay list` names them all", name,
                  nearest == expectations.claims.end() ? "" : ", did you mean " + nearest->first));
}

}  // namespace assay
