#pragma once

#include <array>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "expectations/expectations.h"

namespace assay {

/// Throws the one kind of message that every fault in an expectation file gets.
[[noreturn]] void reject(const Location& location, std::string_view key, std::string_view what,
                         std::string_view what_to_do);

/// An edge of a range: a number, or a word such as "limit" or "open".
using NumberOrWord = std::variant<double, std::string>;

/// A TOML table that is read strictly: a value of the wrong type, a missing value and a number that is not
/// finite are rejected where they are asked for, and no_other_keys() rejects every key that nobody asked for.
/// `meaning` completes the sentence "give ..." in the message.
class CheckedTable {
 public:
  /// Parses a whole file. Syntax errors, which include a table or key written twice, are ExpectationErrors.
  explicit CheckedTable(const std::filesystem::path& file);

  Location location() const;
  Location location_of(std::string_view key) const;
  std::vector<std::string> keys() const;  ///< in the order of their names
  bool has(std::string_view key) const;
  bool is_table(std::string_view key) const;

  std::string text(std::string_view key,
                   std::string_view meaning) const;  ///< never empty; line breaks become spaces
  std::string text_or(std::string_view key, std::string_view meaning, std::string_view fallback) const;
  double number(std::string_view key, std::string_view meaning) const;  ///< always finite
  double number_or(std::string_view key, std::string_view meaning, double fallback) const;
  std::int64_t integer(std::string_view key, std::string_view meaning) const;
  std::int64_t integer_or(std::string_view key, std::string_view meaning, std::int64_t fallback) const;
  std::string date(std::string_view key, std::string_view meaning) const;  ///< ISO, from a TOML date
  std::vector<std::string> texts(std::string_view key, std::string_view meaning) const;
  std::vector<std::string> texts_or_none(std::string_view key, std::string_view meaning) const;
  std::array<NumberOrWord, 2> range(std::string_view key, std::string_view meaning) const;
  Parameters parameters_or_none(std::string_view key) const;
  CheckedTable table(std::string_view key, std::string_view meaning) const;
  /// One table, or an array of them.
  std::vector<CheckedTable> tables(std::string_view key, std::string_view meaning) const;

  /// The meaning of a word that must be one of a few. `kind` names it in the message: "unit".
  template <class T>
  T choice(std::string_view key, std::string_view kind,
           std::initializer_list<std::pair<std::string_view, T>> choices) const {
    const std::string word = text(key, kind);
    std::string known;
    for (const auto& [name, value] : choices) {
      if (name == word) return value;
      known += (known.empty() ? "" : ", ") + std::string(name);
    }
    reject_word(key, kind, word, known);
  }

  [[noreturn]] void reject(std::string_view key, std::string_view what, std::string_view what_to_do) const;
  [[noreturn]] void reject_word(std::string_view key, std::string_view kind, std::string_view word,
                                std::string_view known) const;
  /// "AsyncCopy.LdgstsPlateau.points[1].band", for messages.
  std::string path_of(std::string_view key) const;
  void no_other_keys() const;

 private:
  struct State;
  explicit CheckedTable(std::shared_ptr<State> state) : state_(std::move(state)) {}
  std::shared_ptr<State> state_;
};

}  // namespace assay
