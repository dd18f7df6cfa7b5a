#include <fmt/format.h>

#include "ctest/tool/claims_program.h"
#include "ctest/tool/commands.h"
#include "fixtures/report/report.h"

namespace assay {
namespace {

struct Options {
  std::string run, sku, today, expectations;
};

int judge_run(const Options& options) {
  const auto verdicts = judge_with_claims_program(
      find_layout(), {options.run, {}, options.sku, options.today, overlay_folder(options.expectations)});
  fmt::print("{}", summary(verdicts));
  return exit_code(verdicts);
}

}  // namespace

void add_judge(CLI::App& app, Action& action) {
  auto options = std::make_shared<Options>();
  auto* command = app.add_subcommand("judge", "judges the recordings of a run again, without a GPU");
  command->add_option("--run", options->run, "run folder, or folder of recordings")->required();
  command->add_option("--sku", options->sku, "judge by the bands of this SKU, not of the board");
  command->add_option("--today", options->today,
                      "date that waivers are judged at; otherwise the recording's");
  command->add_option("--expectations", options->expectations, "folder of your own bands");
  command->callback([options, &action] { action = [options] { return judge_run(*options); }; });
}

}  // namespace assay
