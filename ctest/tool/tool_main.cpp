#include <fmt/format.h>

#include <cstdio>

#include "ctest/tool/commands.h"
#include "ctest/tool/error.h"

namespace assay {
namespace {

int complain(const std::string& sentence, int code) {
  std::fflush(stdout);
  fmt::print(stderr, "assay: {}\n", sentence);
  return code;
}

}  // namespace

int tool_main(int argc, const char* const* argv) {
  CLI::App app("Assay: what is documented about NVIDIA data-centre GPUs, tested on the GPU in front of you.",
               "assay");
  app.require_subcommand(1);
  Action action;
  for (const auto add :
       {add_conform, add_list, add_show, add_explain, add_judge, add_run, add_doctor, add_bundle, add_end}) {
    add(app, action);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    return complain(
        fmt::format("{}; `assay --help` and `assay COMMAND --help` say what there is", error.what()),
        suite_error);
  }
  try {
    return action();
  } catch (const ToolError& error) {
    return complain(error.what(), error.code);
  } catch (const std::exception& error) {
    return complain(error.what(), suite_error);
  }
}

}  // namespace assay
