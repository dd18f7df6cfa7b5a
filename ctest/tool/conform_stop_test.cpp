#include <gmock/gmock.h>

#include <csignal>
#include <thread>

#include "ctest/tool/fake_suite.h"
#include "ctest/tool/text.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;

bool appears(const std::filesystem::path& file) {
  for (int i = 0; i < 1000 && !std::filesystem::exists(file); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return std::filesystem::exists(file);
}

bool is_gone(pid_t pid) {
  for (int i = 0; i < 500; ++i) {
    const auto stat = text_of("/proc/" + std::to_string(pid) + "/stat");
    if (stat.empty() || stat.find(") Z") != std::string::npos) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

struct ConformStopped : testing::TestWithParam<int> {
  FakeSuite suite;
};

TEST_P(ConformStopped, EndsItsChildrenAndKeepsTheRunFolder) {
  suite.entry(
      "sweep.demo.throughput",
      "echo $$ > \"$ASSAY_RUN/pid.part\"; mv \"$ASSAY_RUN/pid.part\" \"$ASSAY_RUN/pid\"; exec sleep 600");
  const auto run = suite.path() / "stopped";
  auto command = suite.command({"conform", "--run", run.string()});
  command.output = suite.path() / "said";
  Child assay(command);
  ASSERT_TRUE(appears(run / "pid")) << text_of(suite.path() / "said");
  const auto sweep = static_cast<pid_t>(std::stol(text_of(run / "pid")));
  assay.send(GetParam());
  std::optional<Ending> ending;
  for (int i = 0; i < 1500 && !(ending = assay.poll()); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  ASSERT_TRUE(ending);
  EXPECT_EQ(ending->code, 3);
  EXPECT_TRUE(is_gone(sweep));
  EXPECT_THAT(text_of(suite.path() / "said"),
              AllOf(HasSubstr("stopped by signal"), HasSubstr("stays in " + run.string())));
  EXPECT_TRUE(std::filesystem::exists(run / "ctest/ctest.log"));
}

INSTANTIATE_TEST_SUITE_P(By, ConformStopped, testing::Values(SIGTERM, SIGINT, SIGHUP));

}  // namespace
}  // namespace assay
