#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace assay {

/// A published CSV file: a head of names, then rows of as many fields; no quotes. Every fault is a
/// RecordingError that names file, line and column.
class Csv {
 public:
  explicit Csv(const std::filesystem::path& file);

  std::size_t rows() const { return rows_.size(); }
  std::int64_t integer(std::size_t row, const std::string& column) const;
  /// A number above zero.
  double positive(std::size_t row, const std::string& column) const;
  /// What the word in the field stands for.
  template <class T>
  const T& one_of(std::size_t row, const std::string& column, const std::map<std::string, T>& known) const {
    const auto found = known.find(field(row, column));
    if (found != known.end()) return found->second;
    std::string words;
    for (const auto& [word, meaning] : known) words += (words.empty() ? "" : ", ") + word;
    refuse(row, column, "one of " + words);
  }
  /// Refuses the field: "file:line: column: 'field', but it must be `what`".
  [[noreturn]] void refuse(std::size_t row, const std::string& column, const std::string& what) const;

 private:
  struct Row {
    int line;
    std::vector<std::string> fields;
  };

  const std::string& field(std::size_t row, const std::string& column) const;
  [[noreturn]] void refuse(int line, const std::string& what) const;

  std::filesystem::path file_;
  std::map<std::string, std::size_t> columns_;
  std::vector<Row> rows_;
};

}  // namespace assay
