#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace assay {

/// A program to start. The first argument is looked up in PATH unless it has a slash.
struct Command {
  std::vector<std::string> arguments;
  std::map<std::string, std::string> environment;  ///< over ours
  std::filesystem::path output;                    ///< file for its stdout and stderr; empty: ours
};

/// How a program ended.
struct Ending {
  int code = 0;               ///< exit code; 128 + signal if a signal ended it
  int signal = 0;             ///< 0: none
  std::string words() const;  ///< "exit code 7", "signal 11"
};

/// A started program, leader of a process group of its own. Whatever it started dies with it when this object
/// does.
class Child {
 public:
  /// Throws ToolError when the program cannot be started.
  explicit Child(const Command& command);
  ~Child();
  Child(Child&& other) noexcept;
  Child& operator=(Child&&) = delete;

  std::optional<Ending> poll();  ///< its end, once it ended; never waits
  pid_t pid() const { return pid_; }
  void send(int signal);  ///< to the program alone
  /// SIGTERM to the whole group, SIGKILL after `grace` to what is left of it.
  void stop(std::chrono::milliseconds grace);

 private:
  friend struct Capturing;
  Child(const Command& command, int out, int err);
  pid_t pid_ = -1;
  std::optional<Ending> ending_;
};

/// What a program said and how it ended. `timed_out`: it was killed at the limit.
struct Captured {
  Ending ending;
  std::string out, err;
  bool timed_out = false;
};

/// Runs a program to its end, for at most `limit`. Throws ToolError when it cannot be started, or when a
/// signal asked this process to stop (see stop_signals()).
Captured capture(const Command& command, std::chrono::milliseconds limit);

/// Becomes the program (same process, so that a profiler that wraps us sees it). Returns only by throwing
/// ToolError.
[[noreturn]] void become(const Command& command);

/// From now on SIGINT, SIGTERM and SIGHUP only set what stop_requested() returns, so that children can be
/// stopped first.
void catch_stop_signals();
int stop_requested();  ///< the signal, or 0

/// Where PATH finds a program, or nothing.
std::optional<std::filesystem::path> find_program(const std::string& name);

}  // namespace assay
