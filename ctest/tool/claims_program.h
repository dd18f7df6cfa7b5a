#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ctest/tool/layout.h"
#include "fixtures/verdict/verdict.h"

namespace assay {

/// What to judge with assay-claims.
struct Judging {
  std::filesystem::path run;        ///< run folder or shipped recording
  std::vector<std::string> claims;  ///< by name; empty: all
  std::string sku, today;           ///< "" as the recording says
  std::filesystem::path overlay;    ///< user's own bands; "" none
};

/// Judges in one process and returns the verdicts in its order. Throws ToolError when the folder holds no
/// recording, when assay-claims crashes, or when it gives no verdict.
std::vector<Verdict> judge_with_claims_program(const Layout& layout, const Judging& judging);

}  // namespace assay
