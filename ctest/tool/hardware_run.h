#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ctest/tool/process.h"
#include "ctest/tool/suite.h"
#include "fixtures/device/listing.h"

namespace assay {

/// What all runs of one `assay conform` share.
struct Campaign {
  Layout layout;
  std::string ctest;
  Selection selection;
  std::filesystem::path overlay;
  std::vector<Entry> entries;             ///< that the selection selects
  std::map<std::string, double> seconds;  ///< by sweep
};

/// The hardware entries on one GPU: ctest in a folder of its own, which ends up in the run folder.
class HardwareRun {
 public:
  HardwareRun(const Campaign& campaign, device::Usable device, std::filesystem::path directory);

  bool is_over();                ///< never waits
  std::string progress() const;  ///< "sweep 2 of 8, async_copy.tma_latency: ..."; "" while no sweep runs
  void stop();                   ///< ends ctest and all it started; the run folder stays
  /// Once over: gathers ctest's files into the run folder, prints the table, and returns rule 9's exit code.
  int conclude();

  const device::Usable& device() const { return device_; }
  const std::filesystem::path& directory() const { return directory_; }

 private:
  void gather();

  const Campaign& campaign_;
  device::Usable device_;
  std::filesystem::path directory_, ctest_folder_;
  std::optional<Child> child_;
  Ending ending_;
};

}  // namespace assay
