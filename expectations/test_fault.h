#pragma once

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "expectations/expectations.h"
#include "expectations/test_folder.h"

namespace assay {

/// A kind of fault in an expectation file, one row in a test: an edit of a folder without a fault, and what
/// is said.
struct Fault {
  std::string name;
  std::string file;
  std::string before;  ///< text of the good file that is replaced, once; "" appends
  std::string after;
  std::string at;       ///< text of the edited file whose first line the message must name
  std::string message;  ///< "key: what; what to do", from its beginning
};

inline void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.name; }

inline std::string name_of(const testing::TestParamInfo<Fault>& row) { return row.param.name; }

inline std::string edited(std::string content, const std::string& before, const std::string& after) {
  if (before.empty()) return content + after;
  const auto at = content.find(before);
  if (at == std::string::npos) throw std::runtime_error("the good file does not hold: " + before);
  return content.replace(at, before.size(), after);
}

inline std::ptrdiff_t line_of(const std::string& content, const std::string& text) {
  const auto at = content.find(text);
  if (at == std::string::npos) throw std::runtime_error("the edited file does not hold: " + text);
  return 1 + std::count(content.begin(), content.begin() + static_cast<std::ptrdiff_t>(at), '\n');
}

inline void expect_rejected(const Fault& fault) {
  Files files = good_files();
  std::string& content = files[fault.file];
  content = edited(content, fault.before, fault.after);
  const TestFolder folder(files);
  const auto where =
      fmt::format("{}:{}: ", (folder.path() / fault.file).string(), line_of(content, fault.at));
  try {
    load_expectations(folder.path());
    FAIL() << "the fault was accepted";
  } catch (const ExpectationError& error) {
    EXPECT_THAT(error.what(), testing::StartsWith(where + fault.message));
    EXPECT_THAT(error.what(), testing::HasSubstr("; ")) << "what to do is missing";
  }
}

}  // namespace assay
