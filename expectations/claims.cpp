#include "expectations/claims.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <regex>
#include <set>

#include "expectations/checked_table.h"

namespace assay {
namespace {

using Words = std::vector<std::string>;

const Words measured_kinds{"throughput", "latency", "functional", "numerics"};
const Words architecture_labels{"hopper", "blackwell"};
const Words labels_of_entries{"hardware", "replay", "host",
                              "sass"};  ///< which CTest entries get by their own kind

bool contains(const Words& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string pascal_case(const std::string& snake) {
  std::string name;
  bool upper = true;
  for (const char c : snake) {
    if (c != '_') name += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    upper = c == '_';
  }
  return name;
}

void check_name(const CheckedTable& family, const std::string& claim) {
  static const std::regex form("[A-Z][A-Za-z]*");
  if (std::regex_match(claim, form)) return;
  family.reject(
      claim, "is not the name of a claim",
      "use PascalCase letters only: a number is data that differs per SKU and belongs into sku/*.toml");
}

void check_each(const CheckedTable& table, std::string_view key, const Words& words, const std::regex& form,
                std::string_view what_to_do) {
  std::set<std::string> seen;
  for (const std::string& word : words) {
    if (!std::regex_match(word, form)) table.reject(key, fmt::format("malformed \"{}\"", word), what_to_do);
    if (!seen.insert(word).second) table.reject(key, fmt::format("\"{}\" stands twice", word), "remove one");
  }
}

Words read_architectures(const CheckedTable& table) {
  const Words architectures = table.texts_or_none("architectures", "architectures it applies to");
  for (const std::string& architecture : architectures) {
    if (contains(known_architectures(), architecture)) continue;
    table.reject_word("architectures", "architecture", architecture,
                      fmt::format("{}", fmt::join(known_architectures(), ", ")));
  }
  return architectures;
}

bool applies_to(const Claim& claim, const Words& architectures) {
  return claim.architectures.empty() ||
         std::any_of(architectures.begin(), architectures.end(),
                     [&](const std::string& each) { return contains(claim.architectures, each); });
}

void check_label_says(const CheckedTable& table, const Claim& claim, const std::string& label,
                      const Words& architectures) {
  if (contains(claim.labels, label) == applies_to(claim, architectures)) return;
  table.reject("labels", fmt::format("label \"{}\" and the architectures say different things", label),
               "make labels and architectures agree");
}

Words read_labels(const CheckedTable& table, const Claim& claim, const std::string& family) {
  const Words labels = table.texts("labels", "labels of its CTest entry");
  check_each(table, "labels", labels, std::regex("[a-z][a-z0-9_]*"), "use lower-case letters, digits and _");
  Words known{family};
  known.insert(known.end(), measured_kinds.begin(), measured_kinds.end());
  known.insert(known.end(), architecture_labels.begin(), architecture_labels.end());
  for (const std::string& label : labels) {
    if (!contains(known, label)) {
      table.reject_word("labels", "label", label, fmt::format("{}", fmt::join(known, ", ")));
    }
  }
  if (!contains(labels, family)) {
    table.reject("labels", "the family is missing", fmt::format("add \"{}\"", family));
  }
  const auto kinds = std::count_if(labels.begin(), labels.end(),
                                   [](const std::string& label) { return contains(measured_kinds, label); });
  if (claim.kind != ClaimKind::statement && kinds != 1) {
    table.reject("labels", "a test is of exactly one kind",
                 fmt::format("use one of: {}", fmt::join(measured_kinds, ", ")));
  }
  return labels;
}

PlantedLoss read_planted(const CheckedTable& claim) {
  const CheckedTable table =
      claim.table("planted", "loss that a test plants into recorded data, { column = \"ns\", factor = 1.1 }");
  PlantedLoss loss;
  loss.column = table.text("column", "column that the loss is put into");
  loss.factor = table.number_or("factor", "factor on the column", 1.0);
  loss.add = table.integer_or("add", "what is added to the column", 0);
  loss.where = table.parameters_or_none("where");
  table.no_other_keys();
  if (loss.factor <= 0) table.reject("factor", "is not positive", "give a factor such as 1.1");
  if (loss.factor == 1.0 && loss.add == 0) {
    claim.reject("planted", "changes nothing", "give a factor other than 1, or add");
  }
  return loss;
}

void read_measured(const CheckedTable& table, Claim& claim) {
  claim.domain = table.choice<Domain>(
      "domain", "domain",
      {{"time", Domain::time}, {"cycles", Domain::cycles}, {"function", Domain::function}});
  claim.unit = table.text("unit", "unit of the estimate");
  if (!contains(claim_units(), claim.unit)) {
    table.reject_word("unit", "unit", claim.unit, fmt::format("{}", fmt::join(claim_units(), ", ")));
  }
  claim.scope = table.choice<std::string>("scope", "scope", {{"GPU", "GPU"}, {"SM", "SM"}});
  claim.sweeps = table.texts("sweeps", "sweeps whose recordings it reads");
  if (claim.sweeps.empty()) table.reject("sweeps", "is empty", "name at least one sweep");
  check_each(table, "sweeps", claim.sweeps, std::regex("[a-z][a-z0-9_]*\\.[a-z][a-z0-9_]*"),
             "name a sweep as \"async_copy.ldgsts_throughput\"");
  claim.planted = read_planted(table);
  claim.informative = table.text_or("informative", "reason why it is not required", "");
}

void read_band_claim(const CheckedTable& table, Claim& claim) {
  claim.loss = table.choice<Loss>(
      "loss", "loss", {{"either", Loss::either}, {"lower", Loss::lower}, {"higher", Loss::higher}});
  claim.limit = table.text_or("limit", "name of the peak in sku/*.toml that no estimate can exceed", "");
  claim.smallest_effect = table.number("smallest_effect", "smallest relative change that must be noticed");
  if (claim.smallest_effect <= 0 || claim.smallest_effect > 1) {
    table.reject("smallest_effect", "is not a share above 0 and up to 1",
                 "give it relative to observed.value");
  }
}

Claim read_claim(const CheckedTable& table, const std::string& name, const std::string& family) {
  Claim claim;
  claim.name = name;
  claim.location = table.location();
  claim.ids = table.texts_or_none("ids", "published ids it stands for");
  check_each(table, "ids", claim.ids, std::regex("[A-Z0-9]+-[0-9]+[a-z]?"), "give an id as \"LDG-05\"");
  claim.statement = table.text("statement", "statement, one sentence");
  claim.rationale = table.text_or("rationale", "rationale", "");
  if (table.has("kind")) {
    claim.kind = table.choice<ClaimKind>(
        "kind", "kind",
        {{"band", ClaimKind::band}, {"exact", ClaimKind::exact}, {"statement", ClaimKind::statement}});
  }
  claim.architectures = read_architectures(table);
  claim.labels = read_labels(table, claim, family);
  check_label_says(table, claim, "hopper", {"sm_90"});
  check_label_says(table, claim, "blackwell", {"sm_100", "sm_103"});
  if (claim.kind != ClaimKind::statement) read_measured(table, claim);
  if (claim.kind == ClaimKind::band) read_band_claim(table, claim);
  if (claim.kind == ClaimKind::exact && claim.unit != "count") {
    table.reject("unit", "an exact claim counts violations", "use \"count\"");
  }
  table.no_other_keys();
  return claim;
}

}  // namespace

const std::vector<std::string>& known_architectures() {
  static const Words architectures{"sm_90", "sm_100", "sm_103"};
  return architectures;
}

std::map<std::string, Claim> read_claims(const std::filesystem::path& file) {
  const CheckedTable whole(file);
  const std::string family = file.stem().string();
  const std::string prefix = pascal_case(family);
  std::map<std::string, Claim> claims;
  for (const std::string& key : whole.keys()) {
    if (key != prefix) {
      whole.reject(key, "unknown key",
                   fmt::format("this file holds claims of one family, [{}.<Claim>]", prefix));
    }
    const CheckedTable tables = whole.table(key, "claims of the family");
    for (const std::string& name : tables.keys()) {
      check_name(tables, name);
      const std::string full = prefix + "." + name;
      claims.emplace(full, read_claim(tables.table(name, "claim"), full, family));
    }
  }
  return claims;
}

void check_labels(const std::map<std::string, Claim>& claims) {
  std::set<std::string> all(measured_kinds.begin(), measured_kinds.end());
  all.insert(architecture_labels.begin(), architecture_labels.end());
  all.insert(labels_of_entries.begin(), labels_of_entries.end());
  for (const auto& [name, claim] : claims) all.insert(claim.labels.begin(), claim.labels.end());
  for (const auto& [name, claim] : claims) {
    for (const std::string& label : claim.labels) {
      for (const std::string& other : all) {
        if (label == other || label.find(other) == std::string::npos) continue;
        reject(claim.location, name + ".labels",
               fmt::format("label \"{}\" contains label \"{}\"", label, other),
               "rename one: ctest -L matches parts of labels");
      }
    }
  }
}

}  // namespace assay
