#include "conformance/csv.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <fstream>
#include <sstream>

#include "fixtures/recording/recording.h"

namespace assay {
namespace {

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, ',');) fields.push_back(field);
  if (line.ends_with(',')) fields.emplace_back();
  return fields;
}

/// The whole text as a number; false otherwise.
template <class Number>
bool parse(const std::string& text, Number& number) {
  const auto end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, number);
  return result.ec == std::errc() && result.ptr == end;
}

}  // namespace

Csv::Csv(const std::filesystem::path& file) : file_(file) {
  std::ifstream stream(file);
  if (!stream) {
    throw RecordingError(
        fmt::format("{}: cannot be read; is this the folder of the published CSV files?", file.string()));
  }
  int line_number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++line_number;
    if (line.ends_with('\r')) line.pop_back();
    if (line.empty()) continue;
    auto fields = split(line);
    if (columns_.empty()) {
      for (const auto& name : fields) columns_.emplace(name, columns_.size());
    } else if (fields.size() == columns_.size()) {
      rows_.push_back({line_number, std::move(fields)});
    } else {
      refuse(line_number, fmt::format("{} fields under {} names", fields.size(), columns_.size()));
    }
  }
  if (rows_.empty()) refuse(line_number, "the file holds no row");
}

std::int64_t Csv::integer(std::size_t row, const std::string& column) const {
  std::int64_t value = 0;
  if (parse(field(row, column), value)) return value;
  refuse(rows_.at(row).line, fmt::format("{}: '{}' is no integer", column, field(row, column)));
}

double Csv::positive(std::size_t row, const std::string& column) const {
  double value = 0;
  if (parse(field(row, column), value) && std::isfinite(value) && value > 0) return value;
  refuse(rows_.at(row).line, fmt::format("{}: '{}' is no number above zero", column, field(row, column)));
}

void Csv::refuse(std::size_t row, const std::string& column, const std::string& what) const {
  refuse(rows_.at(row).line, fmt::format("{}: '{}', but it must be {}", column, field(row, column), what));
}

const std::string& Csv::field(std::size_t row, const std::string& column) const {
  const auto found = columns_.find(column);
  if (found == columns_.end()) refuse(1, fmt::format("no column {}", column));
  return rows_.at(row).fields.at(found->second);
}

void Csv::refuse(int line, const std::string& what) const {
  throw RecordingError(
      fmt::format("{}:{}: {}; get the file again from its repository", file_.string(), line, what));
}

}  // namespace assay
