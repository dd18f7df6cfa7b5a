#include "expectations/waivers.h"

#include <fmt/format.h>

#include <regex>

namespace assay {
namespace {

void check_names(const CheckedTable& table, const Waiver& waiver, const Expectations& expectations) {
  const auto claim = expectations.claims.find(waiver.claim);
  if (claim == expectations.claims.end()) {
    table.reject("claim", fmt::format("\"{}\" is no claim in claims/*.toml", waiver.claim),
                 "correct the name");
  }
  if (claim->second.kind == ClaimKind::statement) {
    table.reject("claim", fmt::format("\"{}\" is a statement and has no test", waiver.claim),
                 "remove the waiver");
  }
  if (!waiver.sku.empty() && !expectations.sku(waiver.sku)) {
    table.reject("sku", fmt::format("\"{}\" is no file in sku/", waiver.sku),
                 "correct the name, or leave it out");
  }
}

/// "580.159.04", or "" for an open bound.
std::string bound_of(const CheckedTable& table, const NumberOrWord& bound) {
  static const std::regex version("[0-9]+(\\.[0-9]+)*");
  const std::string* word = std::get_if<std::string>(&bound);
  if (word && *word == "open") return "";
  if (word && std::regex_match(*word, version)) return *word;
  table.reject("drivers", "a bound is not a driver version",
               "give two, in quotes, as [\"580.105.08\", \"open\"]");
}

Waiver read_waiver(const CheckedTable& table, const Expectations& expectations) {
  Waiver waiver;
  waiver.location = table.location();
  waiver.claim = table.text("claim", "name of the claim");
  waiver.owner = table.text("owner", "person or team that answers for it");
  waiver.issue = table.text("issue", "address of the issue that tracks it");
  waiver.reason = table.text("reason", "reason, one sentence");
  waiver.expires = table.date("expires", "last day on which it holds");
  const auto drivers = table.range("drivers", "drivers it holds for, as [\"580.105.08\", \"open\"]");
  waiver.driver_low = bound_of(table, drivers[0]);
  waiver.driver_high = bound_of(table, drivers[1]);
  waiver.sku = table.text_or("sku", "SKU it holds for", "");
  table.no_other_keys();
  check_names(table, waiver, expectations);
  return waiver;
}

}  // namespace

std::vector<Waiver> read_waivers(const std::filesystem::path& file, const Expectations& expectations) {
  const CheckedTable whole(file);
  std::vector<Waiver> waivers;
  if (whole.has("waiver")) {
    for (const CheckedTable& table : whole.tables("waiver", "waivers as [[waiver]] tables")) {
      waivers.push_back(read_waiver(table, expectations));
    }
  }
  whole.no_other_keys();
  return waivers;
}

}  // namespace assay
