#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "ctest/tool/commands.h"
#include "ctest/tool/devices.h"
#include "ctest/tool/error.h"
#include "ctest/tool/hardware_run.h"
#include "ctest/tool/progress_lines.h"
#include "ctest/tool/replay.h"
#include "ctest/tool/run_names.h"
#include "ctest/tool/text.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr auto tick = 10ms;
constexpr int ticks_between_looks = 20;  ///< at the progress
constexpr std::size_t uuid_digits = 8;

struct Options {
  Selection selection;
  std::string device, expectations, run;
  int expected = 0;
  bool replay = false, plan = false;
};

/// "GPU-5d0c1a2b-..." -> "5d0c1a2b"
std::string short_name(const std::string& uuid) {
  const auto begin = uuid.find('-');
  return uuid.substr(begin == std::string::npos ? 0 : begin + 1, uuid_digits);
}

int print_plan(const Layout& layout, const Options& options) {
  if (options.replay) {
    for (const auto& name : replayed_claims(
             layout, load_catalogue(layout, overlay_folder(options.expectations)), options.selection)) {
      fmt::print("replay.h200.{}\n", name);
    }
    return all_good;
  }
  const auto entries = hardware_entries(layout, required_ctest(), options.selection);
  const auto seconds = expected_seconds(layout);
  std::vector<std::vector<std::string>> rows = {{"entry", "seconds on an H200"}};
  double total = 0;
  for (const auto& entry : entries) {
    const auto expected = seconds.find(entry.is_sweep() ? entry.sweep() : "");
    if (expected != seconds.end()) total += expected->second;
    rows.push_back({entry.name, expected == seconds.end() ? "" : fmt::format("{:6.1f}", expected->second)});
  }
  rows.push_back({fmt::format("{} entries", entries.size()), fmt::format("{:6.1f}", total)});
  fmt::print("{}", columns(rows));
  return all_good;
}

std::vector<std::unique_ptr<HardwareRun>> start(const Campaign& campaign,
                                                const std::vector<device::Usable>& devices,
                                                const std::string& given) {
  std::vector<std::unique_ptr<HardwareRun>> runs;
  for (const auto& one : devices) {
    const bool needs_own = !given.empty() && devices.size() > 1;
    const auto directory = new_run_directory(needs_own ? fmt::format("{}/gpu{}", given, one.index) : given,
                                             short_name(one.gpu.uuid));
    runs.push_back(std::make_unique<HardwareRun>(campaign, one, directory));
    fmt::print("testing GPU {}: {} {} at {}; run {}\n", one.index, one.gpu.name, one.gpu.uuid,
               one.gpu.pci_bus_id, directory.string());
  }
  std::fflush(stdout);
  return runs;
}

/// True when all runs came to their end, false when a signal asked to stop.
bool watch(const std::vector<std::unique_ptr<HardwareRun>>& runs) {
  ProgressLines progress(runs.size() == 1);
  bool all_over = false;
  for (int ticks = 0; !all_over; ++ticks) {
    if (stop_requested()) return false;
    all_over = true;
    for (const auto& run : runs) {
      if (run->is_over()) continue;
      all_over = false;
      if (ticks % ticks_between_looks == 0)
        progress.show(fmt::format("GPU {}", run->device().index), run->progress());
    }
    if (!all_over) std::this_thread::sleep_for(tick);
  }
  return true;
}

/// Rule 9 over several runs: the first of these that any of them ended with.
int worst(const std::vector<int>& codes) {
  for (const int code : {suite_error, some_failed, unusable_gpu, nothing_decided}) {
    if (std::find(codes.begin(), codes.end(), code) != codes.end()) return code;
  }
  return all_good;
}

void say_what_is_left_out(const device::Listing& listing) {
  for (const auto& one : listing.unusable) fmt::print(stderr, "not tested: {}: {}\n", one.bus_id, one.reason);
}

int test_hardware(const Layout& layout, const Options& options) {
  const auto overlay = overlay_folder(options.expectations);
  load_catalogue(layout, overlay);  // a fault in a user's own bands is said before anything runs
  const auto listing = list_devices(layout);
  const auto request = options.device.empty() ? environment("ASSAY_DEVICE") : options.device;
  const auto devices = choose(listing, request, options.expected);
  if (request.empty() || request == "all") say_what_is_left_out(listing);
  Campaign campaign{layout, required_ctest(), options.selection, overlay, {}, expected_seconds(layout)};
  campaign.entries = hardware_entries(layout, campaign.ctest, options.selection);
  const auto runs = start(campaign, devices, options.run);
  if (!watch(runs)) {
    for (const auto& run : runs) {
      run->stop();
      fmt::print(stderr, "what was measured so far stays in {}\n", run->directory().string());
    }
    throw ToolError(fmt::format("stopped by signal {}", stop_requested()));
  }
  std::vector<int> codes;
  for (const auto& run : runs) codes.push_back(run->conclude());
  return worst(codes);
}

int conform(const Options& options) {
  const auto layout = find_layout();
  if (options.plan) return print_plan(layout, options);
  if (options.replay) return replay(layout, options.selection, overlay_folder(options.expectations));
  return test_hardware(layout, options);
}

}  // namespace

void add_conform(CLI::App& app, Action& action) {
  auto options = std::make_shared<Options>();
  auto* command =
      app.add_subcommand("conform", "tests the GPU in this machine, or judges the shipped recording");
  command
      ->add_option("-L,--label", options->selection.labels,
                   "only claims with this label; all of them if repeated")
      ->allow_extra_args(false);
  command->add_option("-R,--regex", options->selection.regex,
                      "only entries whose name this regular expression finds");
  auto* replay =
      command->add_flag("--replay", options->replay, "judge the shipped H200 recording; needs no GPU");
  command->add_flag("--plan", options->plan, "entries and expected seconds; needs no GPU");
  command
      ->add_option("--device", options->device,
                   "UUID, index or all; otherwise $ASSAY_DEVICE, or the first usable GPU")
      ->excludes(replay);
  command->add_option("--expect", options->expected, "fail unless so many GPUs can be used")
      ->check(CLI::NonNegativeNumber)
      ->excludes(replay);
  command->add_option("--expectations", options->expectations,
                      "folder of your own bands, above those of the suite");
  command->add_option("--run", options->run, "run folder to make; otherwise one in $ASSAY_RUNS or ./runs")
      ->excludes(replay);
  command->footer(
      "Exit codes, first match wins: 3 suite error or crash; 1 a claim FAILs; 2 INVALID, INCONCLUSIVE, a "
      "required "
      "claim\nskipped, or a GPU that cannot be used; 4 nothing was decided, for instance without a GPU; 0.");
  command->callback([options, &action] { action = [options] { return conform(*options); }; });
}

}  // namespace assay
