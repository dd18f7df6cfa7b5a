#pragma once

#include <filesystem>
#include <string>

#include "expectations/expectations.h"

namespace assay {

/// Where the suite's programs and data lie. `bin/assay-layout.json` says so in a build tree; a package is
/// <prefix>/bin, <prefix>/share/assay/{expectations,recordings} and <prefix>/tests.
struct Layout {
  std::filesystem::path bin, expectations, recordings;
  std::filesystem::path tests;  ///< folder of the CTestTestfile.cmake

  std::filesystem::path sweep_program() const { return bin / "assay-sweep"; }
  std::filesystem::path claims_program() const { return bin / "assay-claims"; }
};

/// The layout around this executable, or around the folder that $ASSAY_BIN names. Throws ToolError when the
/// layout file cannot be read; whether the places exist is for those to say who need them.
Layout find_layout();

/// A program of the suite, or ToolError that says what is incomplete.
std::string required_program(const std::filesystem::path& program);

/// Our expectations and, above them, the folder given or that of $ASSAY_EXPECTATIONS ("": none).
std::filesystem::path overlay_folder(const std::string& given);
Expectations load_catalogue(const Layout& layout, const std::filesystem::path& overlay);

/// A claim by name, or ToolError that names the nearest one.
const Claim& claim_named(const Expectations& expectations, const std::string& name);

/// An environment variable; "" when it is not set.
std::string environment(const char* name);

}  // namespace assay
