#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "expectations/expectations.h"

namespace assay {

/// Architectures that a claim or a SKU may name.
const std::vector<std::string>& known_architectures();

/// Reads claims/<family>.toml: tables [Family.Claim], where Family is the file's name in PascalCase.
std::map<std::string, Claim> read_claims(const std::filesystem::path& file);

/// Checks what only the whole catalogue shows: `ctest -L` matches substrings, so no label may contain
/// another.
void check_labels(const std::map<std::string, Claim>& claims);

}  // namespace assay
