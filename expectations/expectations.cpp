#include "expectations/expectations.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

#include "expectations/claims.h"
#include "expectations/skus.h"
#include "expectations/units.h"
#include "expectations/waivers.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

/// The *.toml files of a folder by name; none if there is no such folder.
std::vector<fs::path> toml_files(const fs::path& folder) {
  std::vector<fs::path> files;
  if (!fs::is_directory(folder)) return files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".toml") continue;
    static const std::regex form("[a-z][a-z0-9_]*");
    if (!std::regex_match(entry.path().stem().string(), form)) {
      reject({entry.path().string(), 1}, "file name", "is not snake_case", "rename the file");
    }
    files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

void check_is_overlay(const fs::path& folder) {
  if (!toml_files(folder / "claims").empty() || !toml_files(folder / "sku").empty() ||
      fs::exists(folder / "waivers.toml")) {
    return;
  }
  reject({folder.string(), 1}, "folder", "holds no expectations",
         "give a folder with sku/<name>.toml, claims/<family>.toml or waivers.toml");
}

std::map<std::string, Claim> load_claims(const fs::path& directory, const std::vector<fs::path>& overlays) {
  std::map<std::string, Claim> claims;
  for (const fs::path& file : toml_files(directory / "claims")) {
    for (auto& [name, claim] : read_claims(file)) {
      const auto [place, is_new] = claims.emplace(name, claim);
      if (!is_new)
        reject(claim.location, name, "is in " + place->second.location.file + " too", "keep one of them");
    }
  }
  if (claims.empty()) {
    reject({(directory / "claims").string(), 1}, "folder", "holds no claims",
           "install the expectations beside the programs, or name their folder");
  }
  for (const fs::path& overlay : overlays) {
    for (const fs::path& file : toml_files(overlay / "claims")) {
      for (auto& [name, claim] : read_claims(file)) {
        const auto known = claims.find(name);
        if (known == claims.end()) {
          reject(claim.location, name, "is not in the catalogue",
                 "an overlay may change claims; a new one needs a test");
        }
        known->second = claim;
      }
    }
  }
  check_labels(claims);
  return claims;
}

std::vector<Sku> load_skus(const fs::path& directory, const std::vector<fs::path>& overlays,
                           const std::map<std::string, Claim>& claims) {
  std::map<std::string, std::vector<CheckedTable>> files;
  std::vector<fs::path> folders{directory};
  folders.insert(folders.end(), overlays.begin(), overlays.end());
  for (const fs::path& folder : folders) {
    for (const fs::path& file : toml_files(folder / "sku")) files[file.stem().string()].emplace_back(file);
  }
  std::vector<Sku> skus;
  for (const auto& [name, tables] : files) skus.push_back(read_sku(name, tables, claims));
  check_skus_apart(skus);
  return skus;
}

}  // namespace

const Band* Sku::band(const std::string& claim, const std::string& method) const {
  const auto found = bands.find(claim);
  if (found == bands.end()) return nullptr;
  const auto same = std::find_if(found->second.begin(), found->second.end(),
                                 [&](const Band& each) { return each.method == method; });
  return same == found->second.end() ? nullptr : &*same;
}

std::optional<double> Sku::limit_of(const Claim& claim) const {
  const auto peak = peaks.find(claim.limit);
  return peak == peaks.end() ? std::nullopt : peak_in(peak->second, claim.unit);
}

const Sku* Expectations::sku(const std::string& name) const {
  const auto found =
      std::find_if(skus.begin(), skus.end(), [&](const Sku& each) { return each.name == name; });
  return found == skus.end() ? nullptr : &*found;
}

const Sku* Expectations::sku_of(const Board& board) const {
  const Sku* found = nullptr;
  for (const Sku& each : skus) {
    if (!std::any_of(each.match.begin(), each.match.end(),
                     [&](const Board& alternative) { return matches(board, alternative); })) {
      continue;
    }
    if (found) {
      reject(each.location, "match",
             fmt::format("{} matches both {} and {}", board.name, found->name, each.name),
             "add what tells them apart to [match]");
    }
    found = &each;
  }
  return found;
}

bool is_published(const std::string& method) { return method.starts_with("published-"); }

Expectations load_expectations(const std::filesystem::path& directory,
                               const std::vector<std::filesystem::path>& overlays) {
  for (const fs::path& overlay : overlays) check_is_overlay(overlay);
  Expectations expectations;
  expectations.claims = load_claims(directory, overlays);
  expectations.skus = load_skus(directory, overlays, expectations.claims);
  std::vector<fs::path> folders{directory};
  folders.insert(folders.end(), overlays.begin(), overlays.end());
  for (const fs::path& folder : folders) {
    if (!fs::exists(folder / "waivers.toml")) continue;
    for (Waiver& waiver : read_waivers(folder / "waivers.toml", expectations)) {
      expectations.waivers.push_back(std::move(waiver));
    }
  }
  return expectations;
}

}  // namespace assay
