#include "ctest/tool/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

#include "ctest/tool/claims_program.h"
#include "ctest/tool/error.h"
#include "fixtures/report/report.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr const char* replayed_sku = "h200";

/// The folder <sku>-<date> of the latest date.
fs::path newest_recording(const fs::path& recordings) {
  fs::path newest;
  if (fs::is_directory(recordings)) {
    for (const auto& entry : fs::directory_iterator(recordings)) {
      const bool is_of_sku = entry.path().filename().string().starts_with(std::string(replayed_sku) + "-");
      if (is_of_sku && entry.is_directory() && entry.path() > newest) newest = entry.path();
    }
  }
  if (newest.empty()) {
    throw ToolError(
        fmt::format("there is no recording {}-* in {}, so nothing can be replayed; unpack the whole suite",
                    replayed_sku, recordings.string()),
        nothing_decided);
  }
  return newest;
}

bool holds(const fs::path& recording, const std::string& sweep) {
  return fs::exists(recording / (sweep + ".recording.jsonl.gz"));
}

/// An exact claim needs no band, so only what was recorded tells whether it was measured here; a band without
/// its recording is a fault of the package, and the replay says which one is missing.
bool is_decidable(const Claim& claim, const Sku& sku, const fs::path& recording) {
  if (claim.kind == ClaimKind::statement) return false;
  if (claim.kind == ClaimKind::exact) {
    const auto& on = claim.architectures;
    const bool applies = on.empty() || std::ranges::find(on, sku.architecture) != on.end();
    return applies &&
           std::ranges::all_of(claim.sweeps, [&](const auto& sweep) { return holds(recording, sweep); });
  }
  const auto found = sku.bands.find(claim.name);
  return found != sku.bands.end() &&
         std::any_of(found->second.begin(), found->second.end(),
                     [](const Band& band) { return !band.method.starts_with("published-"); });
}

std::regex pattern(const std::string& text) {
  try {
    return std::regex(text);
  } catch (const std::regex_error&) {
    throw ToolError(fmt::format("'{}' is no regular expression", text));
  }
}

bool selects(const Selection& selection, const Claim& claim) {
  const auto has = [&claim](const std::string& wanted) {
    const auto regex = pattern(wanted);
    return std::any_of(claim.labels.begin(), claim.labels.end(),
                       [&](const std::string& label) { return std::regex_search(label, regex); });
  };
  if (!std::all_of(selection.labels.begin(), selection.labels.end(), has)) return false;
  return selection.regex.empty() ||
         std::regex_search(fmt::format("replay.{}.{}", replayed_sku, claim.name), pattern(selection.regex));
}

}  // namespace

std::vector<std::string> replayed_claims(const Layout& layout, const Expectations& expectations,
                                         const Selection& selection) {
  const auto recording = newest_recording(layout.recordings);
  const auto* sku = expectations.sku(replayed_sku);
  std::vector<std::string> names;
  for (const auto& [name, claim] : expectations.claims) {
    if (sku && is_decidable(claim, *sku, recording) && selects(selection, claim)) names.push_back(name);
  }
  if (names.empty())
    throw ToolError("no claim that the shipped recording can decide is selected", nothing_decided);
  return names;
}

int replay(const Layout& layout, const Selection& selection, const fs::path& overlay) {
  const auto recording = newest_recording(layout.recordings);
  const auto claims = replayed_claims(layout, load_catalogue(layout, overlay), selection);
  const auto words =
      fmt::format("no hardware was tested: this is the recording {} of another day, judged again",
                  recording.filename().string());
  fmt::print("{}\n\n", words);
  std::fflush(stdout);
  const auto verdicts = judge_with_claims_program(layout, {recording, claims, "", "", overlay});
  fmt::print("{}\n{}\n", summary(verdicts), words);
  return exit_code(verdicts);
}

}  // namespace assay
