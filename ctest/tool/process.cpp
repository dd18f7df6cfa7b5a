#include "ctest/tool/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <thread>

#include "ctest/tool/error.h"

extern char** environ;

namespace assay {
namespace {

using namespace std::chrono_literals;

constexpr auto tick = 5ms;
constexpr auto stop_grace = 3s;

constexpr int stop_signals[] = {SIGINT, SIGTERM, SIGHUP};
volatile std::sig_atomic_t caught_signal = 0;

std::vector<std::string> merged_environment(const std::map<std::string, std::string>& over) {
  std::vector<std::string> merged;
  for (char** entry = environ; *entry; ++entry) {
    const std::string text = *entry;
    if (!over.contains(text.substr(0, text.find('=')))) merged.push_back(text);
  }
  for (const auto& [name, value] : over) merged.push_back(name + "=" + value);
  return merged;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (auto& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

ToolError cannot_start(const std::string& program, int error) {
  return ToolError(fmt::format("cannot start {}: {}", program, std::strerror(error)));
}

/// Sends the child's output where the caller wants it and undoes what catch_stop_signals() did.
class SpawnSetup {
 public:
  SpawnSetup(int out, int err) {
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (out >= 0) posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    if (err >= 0) posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
    sigset_t defaults;
    sigemptyset(&defaults);
    for (const int signal : stop_signals) sigaddset(&defaults, signal);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  }
  ~SpawnSetup() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnSetup(const SpawnSetup&) = delete;
  SpawnSetup& operator=(const SpawnSetup&) = delete;

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};

/// A file without a name that holds what a program writes.
class MemoryFile {
 public:
  MemoryFile() : descriptor_(memfd_create("assay", MFD_CLOEXEC)) {
    if (descriptor_ < 0)
      throw ToolError(fmt::format("cannot keep a program's output: {}", std::strerror(errno)));
  }
  ~MemoryFile() { close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int descriptor() const { return descriptor_; }
  std::string text() const {
    std::string text;
    std::array<char, 65536> buffer;
    lseek(descriptor_, 0, SEEK_SET);
    for (ssize_t size; (size = read(descriptor_, buffer.data(), buffer.size())) > 0;) {
      text.append(buffer.data(), static_cast<std::size_t>(size));
    }
    return text;
  }

 private:
  int descriptor_;
};

int opened(const std::filesystem::path& file) {
  if (file.empty()) return -1;
  const int descriptor = open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (descriptor < 0)
    throw ToolError(fmt::format("cannot write {}: {}", file.string(), std::strerror(errno)));
  return descriptor;
}

/// Needs the group's leader to be gone. What it left behind is ours to reap.
bool group_is_gone(pid_t group) {
  while (waitpid(-group, nullptr, WNOHANG) > 0) {
  }
  return kill(-group, 0) != 0 && errno == ESRCH;
}

}  // namespace

std::string Ending::words() const {
  return signal ? fmt::format("signal {} ({})", signal, strsignal(signal))
                : fmt::format("exit code {}", code);
}

Child::Child(const Command& command) : Child(command, -1, -1) {}

Child::Child(const Command& command, int out, int err) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);  // orphans of our children come to us, so that stop() sees them end
  const int file = opened(command.output);
  const SpawnSetup setup(out >= 0 ? out : file, err >= 0 ? err : file);
  auto arguments = command.arguments;
  auto environment = merged_environment(command.environment);
  const int error = posix_spawnp(&pid_, arguments.front().c_str(), &setup.actions, &setup.attributes,
                                 pointers(arguments).data(), pointers(environment).data());
  if (file >= 0) close(file);
  if (error) throw cannot_start(arguments.front(), error);
}

Child::Child(Child&& other) noexcept : pid_(other.pid_), ending_(other.ending_) { other.pid_ = -1; }

Child::~Child() {
  if (pid_ > 0) stop(stop_grace);
}

std::optional<Ending> Child::poll() {
  if (ending_) return ending_;
  int status = 0;
  if (waitpid(pid_, &status, WNOHANG) != pid_) return std::nullopt;
  ending_ =
      WIFSIGNALED(status) ? Ending{128 + WTERMSIG(status), WTERMSIG(status)} : Ending{WEXITSTATUS(status), 0};
  return ending_;
}

void Child::send(int signal) {
  if (!poll()) kill(pid_, signal);
}

void Child::stop(std::chrono::milliseconds grace) {
  const auto is_over = [this] { return poll() && group_is_gone(pid_); };
  const auto wait_until = [&is_over](std::chrono::steady_clock::time_point until) {
    while (!is_over() && std::chrono::steady_clock::now() < until) std::this_thread::sleep_for(tick);
  };
  if (is_over()) return;  // its number may be somebody else's by now
  kill(-pid_, SIGTERM);
  wait_until(std::chrono::steady_clock::now() + grace);
  if (is_over()) return;
  kill(-pid_, SIGKILL);
  while (!poll()) std::this_thread::sleep_for(tick);
}

struct Capturing {
  static Child start(const Command& command, const MemoryFile& out, const MemoryFile& err) {
    return Child(command, out.descriptor(), err.descriptor());
  }
};

Captured capture(const Command& command, std::chrono::milliseconds limit) {
  const MemoryFile out, err;
  auto child = Capturing::start(command, out, err);
  const auto until = std::chrono::steady_clock::now() + limit;
  while (!child.poll()) {
    if (stop_requested()) throw ToolError(fmt::format("stopped by signal {}", stop_requested()));
    if (std::chrono::steady_clock::now() > until) {
      child.stop(stop_grace);
      return {*child.poll(), out.text(), err.text(), true};
    }
    std::this_thread::sleep_for(tick);
  }
  return {*child.poll(), out.text(), err.text(), false};
}

void become(const Command& command) {
  auto arguments = command.arguments;
  auto environment = merged_environment(command.environment);
  execvpe(arguments.front().c_str(), pointers(arguments).data(), pointers(environment).data());
  throw cannot_start(arguments.front(), errno);
}

void catch_stop_signals() {
  struct sigaction action = {};
  action.sa_handler = [](int signal) { caught_signal = signal; };
  for (const int signal : stop_signals) sigaction(signal, &action, nullptr);
}

int stop_requested() { return caught_signal; }

std::optional<std::filesystem::path> find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const auto file = std::filesystem::path(folder.empty() ? "." : folder) / name;
    if (access(file.c_str(), X_OK) == 0 && std::filesystem::is_regular_file(file)) return file;
  }
  return std::nullopt;
}

}  // namespace assay
