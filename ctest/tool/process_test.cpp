#include "ctest/tool/process.h"

#include <gmock/gmock.h>

#include <csignal>
#include <thread>

#include "ctest/tool/error.h"
#include "ctest/tool/text.h"
#include "fixtures/recording/examples.h"

namespace assay {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

Command shell(const std::string& script) { return {{"sh", "-c", script}, {}, {}}; }

TEST(Capture, KeepsStdoutStderrAndExitCodeApart) {
  const auto done = capture(shell("echo out; echo err >&2; exit 7"), 1min);
  EXPECT_EQ(done.out, "out\n");
  EXPECT_EQ(done.err, "err\n");
  EXPECT_EQ(done.ending.code, 7);
  EXPECT_EQ(done.ending.words(), "exit code 7");
  EXPECT_FALSE(done.timed_out);
}

TEST(Capture, TakesMoreThanAPipeHolds) {
  EXPECT_EQ(capture(shell("head -c 300000 /dev/zero"), 1min).out.size(), 300000u);
}

TEST(Capture, TellsASignalFromAnExitCode) {
  const auto done = capture(shell("kill -SEGV $$"), 1min);
  EXPECT_EQ(done.ending.signal, SIGSEGV);
  EXPECT_EQ(done.ending.code, 128 + SIGSEGV);
  EXPECT_THAT(done.ending.words(), HasSubstr("signal 11"));
}

TEST(Capture, EndsWhatRunsPastTheLimitWithAllItStarted) {
  const auto done = capture(shell("echo begun; sh -c 'echo $$; exec sleep 600' & wait"), 300ms);
  EXPECT_TRUE(done.timed_out);
  const auto lines = lines_of(done.out);
  ASSERT_EQ(lines.size(), 2u);
  const auto grandchild = text_of("/proc/" + lines[1] + "/stat");
  EXPECT_TRUE(grandchild.empty() || grandchild.find(") Z") != std::string::npos) << grandchild;
}

TEST(Capture, AMissingProgramIsASentence) {
  const auto message = examples::error_of<ToolError>([] { capture({{"/no/such/program"}, {}, {}}, 1s); });
  EXPECT_EQ(message, "cannot start /no/such/program: No such file or directory");
}

TEST(Command, AddsToTheEnvironmentAndReplacesInIt) {
  auto command = shell("echo \"$HOME:$ASSAY_TEST\"");
  command.environment = {{"ASSAY_TEST", "b c"}, {"HOME", "/home of x"}};
  EXPECT_EQ(capture(command, 1min).out, "/home of x:b c\n");
}

TEST(Child, WritesIntoAFile) {
  const examples::TemporaryFolder folder;
  auto command = shell("echo one; echo two >&2");
  command.output = folder / "output";
  Child child(command);
  while (!child.poll()) std::this_thread::sleep_for(5ms);
  EXPECT_EQ(text_of(folder / "output"), "one\ntwo\n");
}

TEST(Child, ThatIgnoresSigtermIsKilled) {
  const examples::TemporaryFolder folder;
  Child child(
      shell("trap '' TERM; touch '" + (folder / "ready").string() + "'; while :; do sleep 0.01; done"));
  while (!std::filesystem::exists(folder / "ready")) std::this_thread::sleep_for(5ms);
  child.stop(100ms);
  ASSERT_TRUE(child.poll());
  EXPECT_EQ(child.poll()->signal, SIGKILL);
}

TEST(FindProgram, LooksInPath) {
  EXPECT_TRUE(find_program("sh"));
  EXPECT_FALSE(find_program("no-such-program-anywhere"));
}

}  // namespace
}  // namespace assay
