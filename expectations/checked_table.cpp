#include "expectations/checked_table.h"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <set>
#include <sstream>

#define TOML_HEADER_ONLY 1
#include <toml++/toml.h>

namespace assay {

void reject(const Location& location, std::string_view key, std::string_view what,
            std::string_view what_to_do) {
  throw ExpectationError(
      fmt::format("{}:{}: {}: {}; {}", location.file, location.line, key, what, what_to_do));
}

struct CheckedTable::State {
  std::shared_ptr<const toml::table> root;  ///< owns `table`
  const toml::table* table = nullptr;
  std::string file;
  std::string path;  ///< dotted, "" for the whole file
  std::set<std::string, std::less<>> asked;

  const toml::node* find(std::string_view key) {
    asked.emplace(key);
    return table->get(key);
  }
};

namespace {

Location location_in(const std::string& file, const toml::node& node) {
  return {file, static_cast<int>(node.source().begin.line)};
}

/// Text as it is meant: words with one space between them, so that the lines of a file do not show.
std::string in_one_line(const std::string& text) {
  std::istringstream words(text);
  std::string line, word;
  while (words >> word) line += (line.empty() ? "" : " ") + word;
  return line;
}

toml::table parse(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::ostringstream content;
  content << stream.rdbuf();
  if (!stream) reject({file.string(), 1}, "file", "cannot be read", "check its permissions");
  try {
    return toml::parse(content.str(), file.string());
  } catch (const toml::parse_error& error) {
    reject({file.string(), static_cast<int>(error.source().begin.line)}, "TOML", error.description(),
           "correct the syntax; every table and key may appear once");
  }
}

}  // namespace

CheckedTable::CheckedTable(const std::filesystem::path& file) : state_(std::make_shared<State>()) {
  state_->root = std::make_shared<const toml::table>(parse(file));
  state_->table = state_->root.get();
  state_->file = file.string();
}

Location CheckedTable::location() const {
  const Location here = location_in(state_->file, *state_->table);
  return {here.file, std::max(here.line, 1)};
}

Location CheckedTable::location_of(std::string_view key) const {
  const toml::node* node = state_->table->get(key);
  return node ? location_in(state_->file, *node) : location();
}

std::vector<std::string> CheckedTable::keys() const {
  std::vector<std::string> names;
  for (const auto& [key, node] : *state_->table) names.emplace_back(key.str());
  return names;
}

bool CheckedTable::has(std::string_view key) const { return state_->find(key) != nullptr; }

bool CheckedTable::is_table(std::string_view key) const {
  const toml::node* node = state_->table->get(key);
  return node && node->is_table();
}

std::string CheckedTable::path_of(std::string_view key) const {
  return state_->path.empty() ? std::string(key) : fmt::format("{}.{}", state_->path, key);
}

void CheckedTable::reject(std::string_view key, std::string_view what, std::string_view what_to_do) const {
  assay::reject(location_of(key), path_of(key), what, what_to_do);
}

void CheckedTable::reject_word(std::string_view key, std::string_view kind, std::string_view word,
                               std::string_view known) const {
  reject(key, fmt::format("unknown {} \"{}\"", kind, word), fmt::format("use one of: {}", known));
}

std::string CheckedTable::text(std::string_view key, std::string_view meaning) const {
  const toml::node* node = state_->find(key);
  if (!node) reject(key, "is missing", fmt::format("give the {}", meaning));
  if (!node->is_string()) reject(key, "is not a text", fmt::format("give the {} in quotes", meaning));
  std::string value = in_one_line(node->as_string()->get());
  if (value.empty()) reject(key, "is empty", fmt::format("give the {}", meaning));
  return value;
}

std::string CheckedTable::text_or(std::string_view key, std::string_view meaning,
                                  std::string_view fallback) const {
  return has(key) ? text(key, meaning) : std::string(fallback);
}

double CheckedTable::number(std::string_view key, std::string_view meaning) const {
  const toml::node* node = state_->find(key);
  if (!node) reject(key, "is missing", fmt::format("give the {}", meaning));
  if (!node->is_number()) reject(key, "is not a number", fmt::format("give the {} without quotes", meaning));
  const double value = *node->value<double>();
  if (!std::isfinite(value)) reject(key, "is not a finite number", fmt::format("give the {}", meaning));
  return value;
}

double CheckedTable::number_or(std::string_view key, std::string_view meaning, double fallback) const {
  return has(key) ? number(key, meaning) : fallback;
}

std::int64_t CheckedTable::integer(std::string_view key, std::string_view meaning) const {
  const toml::node* node = state_->find(key);
  if (!node) reject(key, "is missing", fmt::format("give the {}", meaning));
  if (!node->is_integer()) reject(key, "is not a whole number", fmt::format("give the {}", meaning));
  return node->as_integer()->get();
}

std::int64_t CheckedTable::integer_or(std::string_view key, std::string_view meaning,
                                      std::int64_t fallback) const {
  return has(key) ? integer(key, meaning) : fallback;
}

std::string CheckedTable::date(std::string_view key, std::string_view meaning) const {
  const toml::node* node = state_->find(key);
  if (!node) reject(key, "is missing", fmt::format("give the {}", meaning));
  if (!node->is_date())
    reject(key, "is not a date", fmt::format("give the {} as 2026-11-30, without quotes", meaning));
  const toml::date& day = node->as_date()->get();
  return fmt::format("{:04}-{:02}-{:02}", day.year, day.month, day.day);
}

std::vector<std::string> CheckedTable::texts(std::string_view key, std::string_view meaning) const {
  const toml::node* node = state_->find(key);
  if (!node) reject(key, "is missing", fmt::format("give the {}", meaning));
  if (!node->is_array()) reject(key, "is not a list", fmt::format("give the {} in brackets", meaning));
  std::vector<std::string> words;
  for (const toml::node& element : *node->as_array()) {
    if (!element.is_string() || element.as_string()->get().empty()) {
      reject(key, "holds something that is not a text", fmt::format("give the {}, each in quotes", meaning));
    }
    words.push_back(element.as_string()->get());
  }
  return words;
}

std::vector<std::string> CheckedTable::texts_or_none(std::string_view key, std::string_view meaning) const {
  return has(key) ? texts(key, meaning) : std::vector<std::string>{};
}

std::array<NumberOrWord, 2> CheckedTable::range(std::string_view key, std::string_view meaning) const {
  const toml::node* node = state_->find(key);
  if (!node) reject(key, "is missing", fmt::format("give the {}", meaning));
  if (!node->is_array() || node->as_array()->size() != 2) {
    reject(key, "is not a list of two edges", fmt::format("give the {}", meaning));
  }
  std::array<NumberOrWord, 2> edges;
  for (std::size_t i = 0; i < 2; ++i) {
    const toml::node& edge = *node->as_array()->get(i);
    if (edge.is_string()) {
      edges[i] = edge.as_string()->get();
    } else if (edge.is_number() && std::isfinite(*edge.value<double>())) {
      edges[i] = *edge.value<double>();
    } else {
      reject(key, "has an edge that is not a finite number", fmt::format("give the {}", meaning));
    }
  }
  return edges;
}

Parameters CheckedTable::parameters_or_none(std::string_view key) const {
  if (!has(key)) return {};
  const CheckedTable inner = table(key, "parameters, as in { stages = 4 }");
  Parameters parameters;
  for (const auto& [name, node] : *inner.state_->table) {
    if (node.is_integer()) {
      parameters.emplace(name.str(), node.as_integer()->get());
    } else if (node.is_string()) {
      parameters.emplace(name.str(), node.as_string()->get());
    } else {
      inner.reject(name.str(), "is neither a whole number nor a text",
                   "give the parameter as the sweep has it");
    }
  }
  return parameters;
}

CheckedTable CheckedTable::table(std::string_view key, std::string_view meaning) const {
  const toml::node* node = state_->find(key);
  if (!node) reject(key, "is missing", fmt::format("give the {}", meaning));
  if (!node->is_table()) reject(key, "is not a table", fmt::format("give the {}", meaning));
  return CheckedTable(
      std::make_shared<State>(State{state_->root, node->as_table(), state_->file, path_of(key), {}}));
}

std::vector<CheckedTable> CheckedTable::tables(std::string_view key, std::string_view meaning) const {
  const toml::node* node = state_->find(key);
  if (!node || !node->is_array()) return {table(key, meaning)};
  std::vector<CheckedTable> all;
  for (const toml::node& element : *node->as_array()) {
    if (!element.is_table())
      reject(key, "holds something that is not a table", fmt::format("give the {}", meaning));
    all.push_back(CheckedTable(std::make_shared<State>(State{state_->root,
                                                             element.as_table(),
                                                             state_->file,
                                                             fmt::format("{}[{}]", path_of(key), all.size()),
                                                             {}})));
  }
  if (all.empty()) reject(key, "is empty", fmt::format("give the {}", meaning));
  return all;
}

void CheckedTable::no_other_keys() const {
  for (const auto& [key, node] : *state_->table) {
    if (state_->asked.find(key.str()) != state_->asked.end()) continue;
    assay::reject(location_in(state_->file, node), path_of(key.str()), "unknown key",
                  fmt::format("remove it or use one of: {}", fmt::join(state_->asked, ", ")));
  }
}

}  // namespace assay
