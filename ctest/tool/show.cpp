#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ctest/tool/commands.h"
#include "ctest/tool/error.h"
#include "ctest/tool/layout.h"
#include "ctest/tool/show.h"
#include "fixtures/report/words.h"

namespace assay {
namespace {

constexpr std::size_t width = 110;
constexpr std::size_t label_width = 10;

std::string kind_words(ClaimKind kind) {
  return kind == ClaimKind::band    ? "an interval per SKU"
         : kind == ClaimKind::exact ? "exact: violations are counted"
                                    : "a statement without a test";
}

std::string domain_words(Domain domain) {
  return domain == Domain::time ? "time" : domain == Domain::cycles ? "cycles" : "function";
}

std::string planted_words(const std::optional<PlantedLoss>& planted) {
  if (!planted) return "";
  auto words = planted->column;
  if (planted->factor != 1.0) words += fmt::format(" x {}", planted->factor);
  if (planted->add != 0) words += fmt::format(" + {}", planted->add);
  return planted->where.empty() ? words : words + " where " + to_text(planted->where);
}

}  // namespace

std::string labelled(const std::string& label, const std::string& text) {
  if (text.empty()) return "";
  return fmt::format("  {:<{}}  {}\n", label, label_width,
                     wrap(text, width - label_width - 4, label_width + 4));
}

std::string catalogue_text(const Claim& claim) {
  return claim.name + "\n" + labelled("statement", claim.statement) +
         labelled("ids", fmt::format("{}", fmt::join(claim.ids, ", "))) +
         labelled("kind", kind_words(claim.kind)) + labelled("unit", claim.unit) +
         labelled("scope", claim.scope) + labelled("domain", domain_words(claim.domain)) +
         labelled("sweeps", fmt::format("{}", fmt::join(claim.sweeps, ", "))) +
         labelled("labels", fmt::format("{}", fmt::join(claim.labels, ", "))) +
         labelled("on", claim.architectures.empty()
                            ? "every architecture"
                            : fmt::format("{}", fmt::join(claim.architectures, ", "))) +
         labelled("limit", claim.limit) +
         labelled("effect", claim.smallest_effect > 0
                                ? fmt::format("{:.3g} % of the observed value is the smallest that counts",
                                              100 * claim.smallest_effect)
                                : "") +
         labelled("planted", planted_words(claim.planted)) + labelled("informative", claim.informative) +
         labelled("rationale", claim.rationale) +
         labelled("at", fmt::format("{}:{}", claim.location.file, claim.location.line));
}

std::string band_text(const Sku& sku, const Band& band, const std::string& unit) {
  auto text = fmt::format("{} ({}), {}{}\n", sku.name, sku.title, band.method,
                          band.provisional ? ", provisional" : "");
  for (const auto& point : band.points) {
    const auto& seen = point.observed;
    const Digits digits({seen.value, seen.low, seen.high}, {});
    auto words = interval_words(point, unit);
    if (!point.where.empty()) words += " at " + to_text(point.where);
    if (seen.n > 0) {
      words += fmt::format("; observed {} ({} .. {}), n = {}", digits(seen.value), digits(seen.low),
                           digits(seen.high), seen.n);
    }
    if (seen.boards > 0) words += fmt::format(", {} boards, {} processes", seen.boards, seen.processes);
    text += labelled("band", words);
  }
  return text + labelled("noise", band.noise > 0 ? fmt::format("{}", band.noise) : "") +
         labelled("source", band.source) + labelled("date", band.date) +
         labelled("rationale", band.rationale) +
         labelled("at", fmt::format("{}:{}", band.location.file, band.location.line));
}

namespace {

struct Options {
  std::string claim, expectations;
};

int show(const Options& options) {
  const auto layout = find_layout();
  const auto expectations = load_catalogue(layout, overlay_folder(options.expectations));
  const auto& claim = claim_named(expectations, options.claim);
  fmt::print("{}", catalogue_text(claim));
  for (const auto& sku : expectations.skus) {
    const auto found = sku.bands.find(claim.name);
    if (found == sku.bands.end()) continue;
    for (const auto& band : found->second) fmt::print("\n{}", band_text(sku, band, claim.unit));
  }
  return all_good;
}

}  // namespace

void add_show(CLI::App& app, Action& action) {
  auto options = std::make_shared<Options>();
  auto* command = app.add_subcommand("show", "what a claim says, and its bands on every SKU");
  command->add_option("CLAIM", options->claim, "AsyncCopy.LdgstsSaturation")->required();
  command->add_option("--expectations", options->expectations, "folder of your own bands");
  command->callback([options, &action] { action = [options] { return show(*options); }; });
}

}  // namespace assay
