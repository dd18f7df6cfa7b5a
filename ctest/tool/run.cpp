#include <fmt/format.h>

#include "ctest/tool/commands.h"
#include "ctest/tool/layout.h"
#include "ctest/tool/process.h"
#include "ctest/tool/run_names.h"

namespace assay {
namespace {

struct Options {
  std::string sweep, configuration, device, run;
  int rounds = 0;
  double scale = 0;
};

int run_sweep(const Options& options) {
  Command command{{required_program(find_layout().sweep_program()), "run", options.sweep}, {}, {}};
  const auto add = [&command](const std::string& option, const std::string& value) {
    if (!value.empty()) command.arguments.insert(command.arguments.end(), {option, value});
  };
  add("--configuration", options.configuration);
  add("--device", options.device);
  add("--run", options.run.empty() ? "" : new_run_directory(options.run, "").string());
  add("--rounds", options.rounds > 0 ? fmt::format("{}", options.rounds) : "");
  add("--scale", options.scale > 0 ? fmt::format("{}", options.scale) : "");
  become(command);
}

}  // namespace

void add_run(CLI::App& app, Action& action) {
  auto options = std::make_shared<Options>();
  auto* command =
      app.add_subcommand("run", "runs one sweep, for a profiler, debugger or sanitizer around it");
  command->add_option("SWEEP", options->sweep, "async_copy.ldgsts_throughput")->required();
  command->add_option("--configuration", options->configuration, "only configurations with k=v,...");
  command->add_option("--device", options->device, "UUID or index; otherwise the first usable GPU");
  command->add_option("--rounds", options->rounds, "this many rounds")->check(CLI::PositiveNumber);
  command->add_option("--scale", options->scale, "below 1: less work, for compute-sanitizer")
      ->check(CLI::PositiveNumber);
  command->add_option("--run", options->run, "folder to make for the recording; otherwise there is none");
  command->footer(
      "ncu --target-processes all assay run SWEEP --configuration stages=4,threads=256 --rounds 1");
  command->callback([options, &action] { action = [options] { return run_sweep(*options); }; });
}

}  // namespace assay
