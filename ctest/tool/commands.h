#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace assay {

/// What a command line asks for, once parsed: does it and returns the exit code.
using Action = std::function<int()>;

/// Each adds its subcommand to `app`; parsing that subcommand sets `action`. Faults leave an Action as
/// exceptions with one sentence (ToolError, ExpectationError, RunError, RecordingError, ReportError).
void add_list(CLI::App& app, Action& action);
void add_show(CLI::App& app, Action& action);
void add_explain(CLI::App& app, Action& action);
void add_judge(CLI::App& app, Action& action);
void add_run(CLI::App& app, Action& action);
void add_doctor(CLI::App& app, Action& action);
void add_bundle(CLI::App& app, Action& action);
void add_conform(CLI::App& app, Action& action);
void add_end(CLI::App& app, Action& action);

/// The program `assay`.
int tool_main(int argc, const char* const* argv);

}  // namespace assay
