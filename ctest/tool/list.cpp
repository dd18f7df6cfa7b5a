#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ctest/tool/commands.h"
#include "ctest/tool/error.h"
#include "ctest/tool/layout.h"
#include "ctest/tool/text.h"
#include "fixtures/report/words.h"

namespace assay {
namespace {

struct Options {
  std::string family, sku, expectations;
};

bool is_of_family(const Claim& claim, const std::string& family) {
  if (family.empty()) return true;
  const auto names = claim.labels;
  return claim.name.substr(0, claim.name.find('.')) == family ||
         std::find(names.begin(), names.end(), family) != names.end();
}

/// "20 .. 40 KiB (assay-1)" of every method; of a band with several points their number.
std::string bands_of(const Sku& sku, const Claim& claim) {
  std::vector<std::string> words;
  const auto found = sku.bands.find(claim.name);
  if (found == sku.bands.end()) return claim.kind == ClaimKind::exact ? "exact" : "-";
  for (const auto& band : found->second) {
    words.push_back(band.points.size() == 1
                        ? fmt::format("{} ({})", interval_words(band.points.front(), claim.unit), band.method)
                        : fmt::format("{} points ({})", band.points.size(), band.method));
  }
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string kind_of(const Claim& claim) {
  if (claim.kind == ClaimKind::statement) return "statement";
  if (claim.kind == ClaimKind::exact) return "exact";
  return claim.informative.empty() ? "band" : "informative";
}

int list(const Options& options) {
  const auto layout = find_layout();
  const auto expectations = load_catalogue(layout, overlay_folder(options.expectations));
  const Sku* sku = nullptr;
  if (!options.sku.empty() && !(sku = expectations.sku(options.sku))) {
    std::vector<std::string> names;
    for (const auto& known : expectations.skus) names.push_back(known.name);
    throw ToolError(fmt::format("there is no SKU '{}'; there are: {}", options.sku, fmt::join(names, ", ")));
  }
  std::vector<std::vector<std::string>> rows = {
      {"claim", "ids", "kind", sku ? "band on " + sku->name : "statement"}};
  for (const auto& [name, claim] : expectations.claims) {
    if (!is_of_family(claim, options.family)) continue;
    rows.push_back({name, fmt::format("{}", fmt::join(claim.ids, ",")), kind_of(claim),
                    sku ? bands_of(*sku, claim) : claim.statement});
  }
  if (rows.size() == 1) throw ToolError(fmt::format("there is no claim of the family '{}'", options.family));
  fmt::print("{}", columns(rows));
  return all_good;
}

}  // namespace

void add_list(CLI::App& app, Action& action) {
  auto options = std::make_shared<Options>();
  auto* command = app.add_subcommand("list", "every claim, one a line");
  command->add_option("--family", options->family, "only this family: async_copy or AsyncCopy");
  command->add_option("--sku", options->sku, "with the bands of this SKU");
  command->add_option("--expectations", options->expectations, "folder of your own bands");
  command->callback([options, &action] { action = [options] { return list(*options); }; });
}

}  // namespace assay
