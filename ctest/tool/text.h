#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace assay {

/// Rows of cells as aligned columns, two blanks apart; the last column is not padded.
std::string columns(const std::vector<std::vector<std::string>>& rows);

std::vector<std::string> lines_of(const std::string& text);
std::string last_line(const std::string& text);  ///< the last that is not blank, or "it said nothing"

/// A whole file; "" when there is none.
std::string text_of(const std::filesystem::path& file);

}  // namespace assay
