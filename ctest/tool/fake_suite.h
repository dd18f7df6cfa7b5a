#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "ctest/tool/process.h"
#include "fixtures/recording/examples.h"

namespace assay {

/// A suite of shell scripts in a folder with a blank in its name: programs, expectations, recordings and
/// CTest entries of two claims that share a sweep. Every script can be replaced. The tool finds it through
/// $ASSAY_BIN.
class FakeSuite {
 public:
  FakeSuite();

  void script(const std::string& program, const std::string& body);  ///< in bin/
  /// run.begin, the sweep, a claim, run.end: what the entry does, as shell. `$ASSAY_RUN` is the run folder.
  void entry(const std::string& name, const std::string& body);
  /// Shell that writes a verdict line as a claim's entry does.
  std::string verdict(const std::string& claim, const std::string& status, bool required = true) const;
  void gpus(const std::string& usable, const std::string& unusable = "", const std::string& fault = "null",
            int code = 0);
  void ship_recording();  ///< share/assay/recordings/h200-2026-11-30, as far as the tool looks at it

  /// Runs `assay` with these arguments in the suite's folder.
  Captured assay(std::vector<std::string> arguments,
                 std::map<std::string, std::string> environment = {}) const;
  Command command(std::vector<std::string> arguments,
                  std::map<std::string, std::string> environment = {}) const;

  std::filesystem::path path() const { return folder_.path() / "a suite"; }
  std::filesystem::path runs() const { return path() / "runs"; }
  std::vector<std::filesystem::path> run_folders() const;  ///< in runs(), hidden ones too

 private:
  examples::TemporaryFolder folder_;
};

/// One GPU as `assay-sweep devices --json` tells it.
std::string usable_gpu_json(int index);
std::string unusable_gpu_json(const std::string& bus_id, const std::string& kind, const std::string& reason);

}  // namespace assay
