#include "expectations/parameters.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay {

std::string to_text(const Parameters& parameters) {
  std::string text;
  for (const auto& [name, value] : parameters) {
    if (!text.empty()) text += ' ';
    std::visit([&, &key = name](const auto& known) { text += fmt::format("{}={}", key, known); }, value);
  }
  return text;
}

bool matches(const Parameters& parameters, const Parameters& where) {
  return std::all_of(where.begin(), where.end(), [&](const auto& wanted) {
    const auto found = parameters.find(wanted.first);
    return found != parameters.end() && found->second == wanted.second;
  });
}

std::int64_t integer_of(const Parameters& parameters, const std::string& name) {
  return std::get<std::int64_t>(parameters.at(name));
}

int int_of(const Parameters& parameters, const std::string& name) {
  return static_cast<int>(integer_of(parameters, name));
}

const std::string& word_of(const Parameters& parameters, const std::string& name) {
  return std::get<std::string>(parameters.at(name));
}

}  // namespace assay
