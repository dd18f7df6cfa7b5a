#include <gmock/gmock.h>

#include "ctest/tool/fake_suite.h"
#include "ctest/tool/text.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

struct Replay : testing::Test {
  FakeSuite suite;
};

TEST_F(Replay, JudgesAndSaysTwiceThatNoHardwareWasTested) {
  suite.ship_recording();
  suite.script("assay-claims",
               "while [ $# -gt 0 ]; do case $1 in --verdicts) out=$2;; --gtest_filter=*) echo \"$1\" >&2;; "
               "esac; shift; done\n"
               "ASSAY_RUN=$(dirname \"$out\"); (" +
                   suite.verdict("Demo.Fast", "PASS") + ")");
  const auto done = suite.assay({"conform", "--replay", "-R", "Fast"});
  ASSERT_EQ(done.ending.code, 0) << done.out << done.err;
  const auto lines = lines_of(done.out);
  EXPECT_THAT(lines.front(), StartsWith("no hardware was tested"));
  EXPECT_THAT(lines.back(), StartsWith("no hardware was tested"));
  EXPECT_THAT(done.out, HasSubstr("PASS               1"));
}

TEST_F(Replay, FailsWithTheVerdictsAndWithACrash) {
  suite.ship_recording();
  suite.script("assay-claims",
               "while [ \"$1\" != --verdicts ]; do shift; done; ASSAY_RUN=$(dirname \"$2\"); " +
                   suite.verdict("Demo.Fast", "FAIL"));
  EXPECT_EQ(suite.assay({"conform", "--replay"}).ending.code, 1);
  suite.script("assay-claims", "kill -SEGV $$");
  const auto crashed = suite.assay({"conform", "--replay"});
  EXPECT_EQ(crashed.ending.code, 3);
  EXPECT_THAT(crashed.err, HasSubstr("assay-claims died of signal 11"));
}

TEST_F(Replay, WithoutARecordingIsNotGreen) {
  const auto done = suite.assay({"conform", "--replay"});
  EXPECT_EQ(done.ending.code, 4);
  EXPECT_THAT(done.err, HasSubstr("nothing can be replayed"));
}

TEST_F(Replay, PlanNamesTheEntries) {
  suite.ship_recording();
  const auto done = suite.assay({"conform", "--replay", "--plan"});
  EXPECT_EQ(done.out, "replay.h200.Demo.Fast\nreplay.h200.Demo.Right\n");
  EXPECT_EQ(suite.assay({"conform", "--replay", "--plan", "-L", "functional"}).out,
            "replay.h200.Demo.Right\n");
}

TEST_F(Replay, LeavesOutExactClaimsThatWereNotRecorded) {
  suite.ship_recording();
  for (const auto& file :
       std::filesystem::directory_iterator(suite.path() / "share/assay/recordings/h200-2026-11-30")) {
    std::filesystem::remove(file);
  }
  EXPECT_EQ(suite.assay({"conform", "--replay", "--plan"}).out, "replay.h200.Demo.Fast\n");
}

}  // namespace
}  // namespace assay
