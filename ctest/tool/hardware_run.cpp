#include "ctest/tool/hardware_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "ctest/tool/ctest_log.h"
#include "ctest/tool/error.h"
#include "ctest/tool/verdicts.h"
#include "fixtures/recording/run_folder.h"
#include "fixtures/report/report.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr auto stop_grace = std::chrono::seconds(5);
constexpr unsigned most_jobs = 8;

Command ctest_command(const Campaign& campaign, const device::Usable& device, const fs::path& folder,
                      const fs::path& run) {
  const auto jobs = std::clamp(std::thread::hardware_concurrency(), 1u, most_jobs);
  Command command;
  command.arguments = {campaign.ctest,
                       "--test-dir",
                       folder.string(),
                       "--no-tests=error",
                       "--output-on-failure",
                       "--output-junit",
                       (folder / "junit.xml").string(),
                       "--test-output-size-passed",
                       "65536",
                       "--parallel",
                       fmt::format("{}", jobs)};
  const auto select = hardware_arguments(campaign.selection);
  command.arguments.insert(command.arguments.end(), select.begin(), select.end());
  command.environment = {{"ASSAY_RUNS", run.parent_path().string()},
                         {"ASSAY_RUN", run.string()},
                         {"ASSAY_DEVICE", device.gpu.uuid},
                         {"ASSAY_EXPECTATIONS", campaign.overlay.string()}};
  command.output = folder / "ctest.log";
  return command;
}

bool is_selected(const std::vector<Entry>& entries, const std::string& name) {
  return std::any_of(entries.begin(), entries.end(), [&](const Entry& entry) { return entry.name == name; });
}

double share_done(const Progress& now) {
  if (now.rounds <= 0 || now.configurations <= 0) return 0;
  const double of_round = static_cast<double>(now.configurations_done) / now.configurations;
  return std::min(1.0, (now.round + of_round) / now.rounds);
}

}  // namespace

HardwareRun::HardwareRun(const Campaign& campaign, device::Usable device, fs::path directory)
    : campaign_(campaign),
      device_(std::move(device)),
      directory_(std::move(directory)),
      ctest_folder_(directory_.parent_path() / ("." + directory_.filename().string() + ".ctest")) {
  fs::create_directories(ctest_folder_);
  write_start_file(ctest_folder_, campaign_.layout);
  child_.emplace(ctest_command(campaign_, device_, ctest_folder_, directory_));
}

bool HardwareRun::is_over() {
  const auto ended = child_->poll();
  if (ended) ending_ = *ended;
  return ended.has_value();
}

std::string HardwareRun::progress() const {
  try {
    const auto run = RunFolder::open(directory_);
    const auto now = run.read_progress();
    if (!now) return "";
    int number = 0, sweeps = 0;
    double left = 0;
    for (const auto& entry : campaign_.entries) {
      if (!entry.is_sweep()) continue;
      ++sweeps;
      const auto sweep = entry.sweep();
      const bool done = fs::exists(run.recording_file(sweep)) || fs::exists(run.error_file(sweep));
      const auto expected = campaign_.seconds.find(sweep);
      const double all = expected == campaign_.seconds.end() ? 0 : expected->second;
      if (done || sweep == now->sweep) ++number;
      if (!done) left += sweep == now->sweep ? all * (1 - share_done(*now)) : all;
    }
    return fmt::format("sweep {} of {}, {}: round {} of {}, {} of {} configurations, about {:.0f} s left",
                       number, sweeps, now->sweep, now->round + 1, now->rounds, now->configurations_done,
                       now->configurations, left);
  } catch (const RunError&) {
    return "";  // run.begin has not made it yet
  }
}

void HardwareRun::stop() {
  child_->stop(stop_grace);
  gather();
}

void HardwareRun::gather() {
  fs::create_directories(directory_);
  std::error_code ignored;
  fs::rename(ctest_folder_ / "junit.xml", directory_ / "junit.xml", ignored);
  fs::rename(ctest_folder_, directory_ / "ctest");
}

int HardwareRun::conclude() {
  gather();
  auto verdicts = verdicts_of(directory_);
  // run.end writes ERROR for every claim of a failed sweep, whether it was selected or not.
  std::erase_if(verdicts,
                [this](const Verdict& verdict) { return !is_selected(campaign_.entries, verdict.claim); });
  const int code = exit_code(verdicts);
  const auto& gpu = device_.gpu;
  fmt::print("\n{} {} at {}, driver {}\nrun {}\n\n{}", gpu.name, gpu.uuid, gpu.pci_bus_id, gpu.driver,
             directory_.string(), summary(verdicts));
  const CtestLog log(directory_ / "ctest");
  const auto unexplained = log.failures_without(verdicts, code);
  for (const auto& name : unexplained) fmt::print("ERROR  {}: {}\n", name, log.last_words(name));
  if (!unexplained.empty()) return suite_error;
  if (ending_.code != 0 && code == all_good) {
    fmt::print("ERROR  ctest ended with {} though no verdict says why; its words are in {}\n",
               ending_.words(), (directory_ / "ctest/ctest.log").string());
    return suite_error;
  }
  return code;
}

}  // namespace assay
