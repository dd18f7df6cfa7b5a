#include <gmock/gmock.h>

#include <cstdlib>

#include "ctest/tool/commands.h"
#include "ctest/tool/fake_suite.h"
#include "ctest/tool/text.h"
#include "ctest/tool/verdicts.h"
#include "fixtures/recording/run_folder.h"
#include "fixtures/report/report.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

/// run.end in this process, whose parent then is the one that opened the run.
struct End : testing::Test {
  End() {
    setenv("ASSAY_BIN", (suite.path() / "bin").c_str(), 1);
    setenv("ASSAY_RUNS", suite.runs().c_str(), 1);
    setenv("ASSAY_LOCKS", (suite.path() / "locks").c_str(), 1);
  }

  RunFolder begun() {
    RunInfo info;
    info.id = "run-1";
    info.gpu.uuid = "GPU-5d0c1a2b";
    info.gpu.capability_major = 9;
    info.owner = owner_of_parent();
    auto run = RunFolder::create(suite.runs() / "run-1", info);
    lock_gpu(info.gpu.uuid, info.owner, info.id);
    set_current(suite.runs(), run);
    return run;
  }

  void write(const RunFolder& run, const std::string& claim, Status status) {
    Verdict verdict;
    verdict.claim = claim;
    verdict.status = status;
    run.append_verdict(to_json_line(verdict, run.info().gpu, run.info().id));
  }

  int end() {
    const char* arguments[] = {"assay", "end", "--root", "unused"};
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const int code = tool_main(4, arguments);
    out = testing::internal::GetCapturedStdout();
    err = testing::internal::GetCapturedStderr();
    return code;
  }

  FakeSuite suite;
  std::string out, err;
};

TEST_F(End, AllGreenIsZeroAndLeavesASummary) {
  const auto run = begun();
  write(run, "Demo.Fast", Status::pass);
  EXPECT_EQ(end(), 0) << err;
  EXPECT_THAT(out, HasSubstr("PASS               1"));
  EXPECT_THAT(text_of(run.directory() / "summary.txt"), HasSubstr("PASS               1"));
}

TEST_F(End, OneFailAmongManyIsRed) {
  const auto run = begun();
  write(run, "Demo.Fast", Status::pass);
  write(run, "Demo.Right", Status::fail);
  EXPECT_EQ(end(), 1);
}

TEST_F(End, NothingDecidedIsFour) {
  begun();
  EXPECT_EQ(end(), 4);
}

TEST_F(End, ASkippedRunIsFourWithItsReason) {
  set_current_skipped(suite.runs(), owner_of_parent(), "No GPU is on the bus.", 77);
  EXPECT_EQ(end(), 4);
  EXPECT_THAT(err, HasSubstr("No GPU is on the bus."));
}

TEST_F(End, NoRunOfThisCtestIsThree) { EXPECT_EQ(end(), 3); }

TEST_F(End, ClaimsOfAFailedSweepBecomeErrorsOnce) {
  const auto run = begun();
  run.write_error("demo.throughput", "demo.throughput: illegal instruction on SM 3");
  write(run, "Demo.Right", Status::pass);
  EXPECT_EQ(end(), 3);
  const auto verdicts = verdicts_of(run.directory());
  ASSERT_THAT(verdicts, SizeIs(2));
  EXPECT_EQ(verdicts[0].claim, "Demo.Fast");
  EXPECT_EQ(verdicts[0].status, Status::error);
  EXPECT_THAT(verdicts[0].reason, HasSubstr("illegal instruction on SM 3"));
  EXPECT_EQ(verdicts[1].status, Status::pass);
}

TEST_F(End, ClaimsOfAKilledSweepBecomeErrors) {
  const auto run = begun();
  examples::write_bytes(run.recording_file("demo.throughput").string() + ".partial", "");
  EXPECT_EQ(end(), 3);
  EXPECT_THAT(out, HasSubstr("did not finish"));
}

TEST_F(End, ClaimsOfASweepThatDoesNotApplyAreNoErrors) {
  const auto run = begun();
  run.write_error("demo.throughput", "not applicable: it needs sm_100");
  write(run, "Demo.Right", Status::pass);
  EXPECT_EQ(end(), 0) << out << err;
}

TEST_F(End, ARecordingThatIsThereMakesNoErrors) {
  const auto run = begun();
  examples::write_bytes(run.recording_file("demo.throughput"), "");
  run.write_progress({"demo.throughput", 1, 1, 0, 9, ""});
  write(run, "Demo.Right", Status::pass);
  EXPECT_EQ(end(), 0) << "ctest -R may select one claim of several";
}

TEST_F(End, TheLastOfRepeatedVerdictsCounts) {
  const auto run = begun();
  write(run, "Demo.Fast", Status::fail);
  write(run, "Demo.Fast", Status::pass);
  EXPECT_EQ(end(), 0);
}

TEST_F(End, ReleasesTheGpuHoweverItEnds) {
  const auto run = begun();
  examples::write_bytes(run.verdicts_file(), "rubbish\n");
  EXPECT_EQ(end(), 3);
  EXPECT_THAT(err, HasSubstr("verdicts.jsonl:1"));
  Owner other = owner_of_parent();
  other.pid = getpid();
  EXPECT_NO_THROW(lock_gpu("GPU-5d0c1a2b", other, "run-2"));
}

}  // namespace
}  // namespace assay
