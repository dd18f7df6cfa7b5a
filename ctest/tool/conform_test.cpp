#include <gmock/gmock.h>

#include "ctest/tool/fake_suite.h"
#include "ctest/tool/text.h"
#include "fixtures/recording/run_folder.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

struct Conform : testing::Test {
  FakeSuite suite;
};

TEST_F(Conform, AllGreenIsZeroAndKeepsEverythingInOneFolder) {
  const auto done = suite.assay({"conform", "-L", "demo"});
  EXPECT_EQ(done.ending.code, 0) << done.out << done.err;
  EXPECT_THAT(
      done.out,
      AllOf(StartsWith(
                "testing GPU 0: NVIDIA H200 GPU-00000000-1111-2222-3333-444455556666 at 00000000:00:00.0"),
            HasSubstr("PASS               2")));
  ASSERT_THAT(suite.run_folders(), SizeIs(1));
  const auto run = suite.run_folders().front();
  EXPECT_THAT(run.filename().string(), EndsWith("-00000000"));
  EXPECT_THAT(text_of(run / "junit.xml"), HasSubstr("Demo.Fast"));
  EXPECT_TRUE(std::filesystem::exists(run / "ctest/ctest.log"));
}

TEST_F(Conform, TellsTheEntriesWhichRunAndGpu) {
  suite.entry("run.begin", "mkdir \"$ASSAY_RUN\"; env > \"$ASSAY_RUN/environment\"");
  const auto own = suite.path() / "my bands";
  std::filesystem::create_directories(own / "sku");
  examples::write_bytes(
      own / "sku/h200.toml",
      "[Demo.Fast]\nunit = \"TB/s\"\nmethod = \"assay-1\"\nsource = \"mine\"\ndate = 2026-12-01\n"
      "band = [4.4, 4.6]\nobserved = { value = 4.5, n = 5, boards = 1, processes = 5, deviation = 0.01, "
      "interval = 0.01 }\n");
  const auto run = suite.path() / "my run";
  const auto done = suite.assay({"conform", "--run", run.string(), "--expectations", own.string()});
  EXPECT_EQ(done.ending.code, 0) << done.err;
  EXPECT_THAT(text_of(run / "environment"),
              AllOf(HasSubstr("ASSAY_DEVICE=GPU-00000000-1111-2222-3333-444455556666\n"),
                    HasSubstr("ASSAY_EXPECTATIONS=" + own.string() + "\n"),
                    HasSubstr("ASSAY_RUN=" + run.string() + "\n")));
}

TEST_F(Conform, TellsHowFarItIs) {
  RunInfo info;
  info.id = "a run";
  const auto template_of_run = RunFolder::create(suite.path() / "template", info);
  template_of_run.write_progress({"demo.throughput", 5, 10, 2, 9, ""});
  suite.entry("run.begin",
              "mkdir \"$ASSAY_RUN\"; cp \"$ASSAY_RUNS/../template/run.json\" "
              "\"$ASSAY_RUNS/../template/progress.json\" \"$ASSAY_RUN\"");
  suite.entry("sweep.demo.throughput", "sleep 0.5");
  EXPECT_THAT(
      suite.assay({"conform"}).err,
      HasSubstr(
          "GPU 0: sweep 1 of 1, demo.throughput: round 3 of 9, 5 of 10 configurations, about 2 s left\n"));
}

TEST_F(Conform, ReachesOnlyTheSelectedEntries) {
  suite.entry("Demo.Right", suite.verdict("Demo.Right", "FAIL"));
  const auto done = suite.assay({"conform", "-R", "Fast"});
  EXPECT_EQ(done.ending.code, 0) << done.out;
  EXPECT_THAT(done.out, HasSubstr("total              1"));
  EXPECT_EQ(suite.assay({"conform", "-L", "demo", "-L", "functional"}).ending.code, 1);
}

TEST_F(Conform, ExitCodesAreThoseOfRuleNine) {
  const auto code = [this](const std::string& status, bool required = true) {
    suite.entry("Demo.Fast", suite.verdict("Demo.Fast", status, required));
    suite.entry("run.end", status == "PASS" ? "true" : "exit 1");
    return suite.assay({"conform"}).ending.code;
  };
  EXPECT_EQ(code("ERROR"), 3);
  EXPECT_EQ(code("FAIL"), 1);
  EXPECT_EQ(code("INVALID"), 2);
  EXPECT_EQ(code("INCONCLUSIVE"), 2);
  EXPECT_EQ(code("SKIP"), 2);
}

TEST_F(Conform, OptionalSkipAndWaiverAreGreenButNothingDecidedIsNot) {
  suite.entry("Demo.Fast", suite.verdict("Demo.Fast", "SKIP", false));
  suite.entry("Demo.Right", suite.verdict("Demo.Right", "WAIVED"));
  EXPECT_EQ(suite.assay({"conform"}).ending.code, 0);
  suite.entry("Demo.Right", suite.verdict("Demo.Right", "SKIP", false));
  suite.entry("run.end", "exit 4");
  const auto done = suite.assay({"conform"});
  EXPECT_EQ(done.ending.code, 4) << done.out;
  EXPECT_THAT(done.out, HasSubstr("SKIP          Demo.Fast   so says the test"));
}

TEST_F(Conform, ACrashThatNoVerdictExplainsIsThree) {
  suite.entry("Demo.Right", "echo about to crash; kill -SEGV $$");
  const auto done = suite.assay({"conform"});
  EXPECT_EQ(done.ending.code, 3) << done.out;
  EXPECT_THAT(done.out, HasSubstr("ERROR  Demo.Right: about to crash"));
}

TEST_F(Conform, AGreenVerdictDoesNotExplainARedEntry) {
  suite.entry("Demo.Fast", "(" + suite.verdict("Demo.Fast", "PASS") + "); exit 1");
  EXPECT_EQ(suite.assay({"conform"}).ending.code, 3);
  suite.entry("Demo.Right", suite.verdict("Demo.Right", "FAIL"));
  EXPECT_EQ(suite.assay({"conform"}).ending.code, 3) << "nor does the FAIL of another claim";
}

TEST_F(Conform, AFailElsewhereDoesNotExplainACrash) {
  suite.entry("Demo.Fast", suite.verdict("Demo.Fast", "FAIL"));
  suite.entry("Demo.Right", "kill -SEGV $$");
  EXPECT_EQ(suite.assay({"conform"}).ending.code, 3);
}

TEST_F(Conform, AFailedSweepIsNamedOnceAndUnselectedClaimsStayOut) {
  suite.entry("sweep.demo.throughput", "exit 3");
  const auto error = suite.verdict("Demo.Fast", "ERROR"), unselected = suite.verdict("Demo.Right", "ERROR");
  suite.entry("run.end", "(" + error + "); (" + unselected + "); exit 3");
  const auto named = suite.assay({"conform", "-R", "Fast"});
  EXPECT_EQ(named.ending.code, 3);
  EXPECT_THAT(named.out, AllOf(HasSubstr("total              1"),
                               HasSubstr("ERROR  sweep.demo.throughput: it said nothing")))
      << "no verdict names the sweep";
  const auto with_name = [](std::string text) {
    return text.replace(text.find("so says"), 7, "demo.throughput says");
  };
  suite.entry("run.end", "(" + with_name(error) + "); exit 3");
  EXPECT_THAT(suite.assay({"conform", "-R", "Fast"}).out, Not(HasSubstr("ERROR  sweep.demo.throughput")));
}

TEST_F(Conform, RunBeginThatFailsIsThreeWithItsOwnWords) {
  suite.entry("run.begin", "echo 'GPU-0000 is held by run x, pid 7'; exit 1");
  const auto done = suite.assay({"conform"});
  EXPECT_EQ(done.ending.code, 3);
  EXPECT_THAT(done.out, HasSubstr("ERROR  run.begin: GPU-0000 is held by run x, pid 7"));
  EXPECT_THAT(done.out, Not(HasSubstr("ERROR  Demo.Fast"))) << "what was not started has no fault of its own";
}

TEST_F(Conform, VerdictsThatCannotBeReadAreThree) {
  suite.entry("Demo.Fast", "echo '{\"claim\":' >> \"$ASSAY_RUN/verdicts.jsonl\"");
  const auto done = suite.assay({"conform"});
  EXPECT_EQ(done.ending.code, 3);
  EXPECT_THAT(done.err, HasSubstr("verdicts.jsonl:"));
}

TEST_F(Conform, WithoutAGpuItSaysSoAndNamesReplay) {
  suite.gpus("", "", R"({"kind": "no_gpu", "reason": "No NVIDIA GPU is on the bus."})", 4);
  const auto done = suite.assay({"conform"});
  EXPECT_EQ(done.ending.code, 4);
  EXPECT_THAT(done.err, AllOf(HasSubstr("no GPU is here"), HasSubstr("--replay")));
}

TEST_F(Conform, AGpuThatDoesNotAnswerIsTwoAndNamedByBusId) {
  suite.gpus(usable_gpu_json(0),
             unusable_gpu_json("00000000:9A:00.0", "no_driver", "No driver answers for it"), "null", 2);
  const auto done = suite.assay({"conform"});
  EXPECT_EQ(done.ending.code, 2);
  EXPECT_THAT(done.err, HasSubstr("00000000:9A:00.0: No driver answers for it"));
  EXPECT_EQ(suite.assay({"conform", "--device", "0"}).ending.code, 0)
      << "only the one that is asked for has to answer";
}

TEST_F(Conform, ADriverThatHangsIsTwo) {
  suite.script("assay-sweep", "echo 'Asking the driver took 30 s; on the bus: 00000000:9A:00.0' >&2; exit 2");
  const auto done = suite.assay({"conform"});
  EXPECT_EQ(done.ending.code, 2);
  EXPECT_THAT(done.err, HasSubstr("00000000:9A:00.0"));
}

TEST_F(Conform, MigInstancesOnlyDecideNothing) {
  suite.gpus("", unusable_gpu_json("00000000:01:00.0", "mig", "It is in MIG mode"), "null", 4);
  const auto done = suite.assay({"conform"});
  EXPECT_EQ(done.ending.code, 4);
  EXPECT_THAT(done.err, HasSubstr("MIG mode"));
}

TEST_F(Conform, FewerGpusThanExpectedIsTwo) {
  suite.gpus(usable_gpu_json(0), unusable_gpu_json("00000000:9A:00.0", "mig", "It is in MIG mode"));
  const auto done = suite.assay({"conform", "--expect", "2"});
  EXPECT_EQ(done.ending.code, 2);
  EXPECT_THAT(done.err, AllOf(HasSubstr("2 GPUs are expected and 1 can be used (00000000:00:00.0)"),
                              HasSubstr("00000000:9A:00.0")));
  EXPECT_EQ(suite.assay({"conform", "--expect", "1"}).ending.code, 0);
  suite.gpus("", "", R"({"kind": "no_gpu", "reason": "No NVIDIA GPU is on the bus."})", 4);
  EXPECT_EQ(suite.assay({"conform", "--expect", "1"}).ending.code, 2);
}

TEST_F(Conform, AllGpusRunSideBySideWithATableEach) {
  suite.gpus(usable_gpu_json(0) + "," + usable_gpu_json(1));
  // Each entry waits for the other GPU's: this ends only if both run at once.
  suite.entry("sweep.demo.throughput",
              "touch \"$ASSAY_RUNS/../seen-$ASSAY_DEVICE\"; for i in $(seq 300); do "
              "[ $(ls \"$ASSAY_RUNS/..\" | grep -c seen-) = 2 ] && exit 0; sleep 0.1; done; exit 1");
  suite.entry("Demo.Fast", "case $ASSAY_DEVICE in GPU-1*) " + suite.verdict("Demo.Fast", "FAIL") + ";; *) " +
                               suite.verdict("Demo.Fast", "PASS") + ";; esac");
  const auto done = suite.assay({"conform", "--device", "all"});
  EXPECT_EQ(done.ending.code, 1) << done.out << done.err;
  EXPECT_THAT(
      done.out,
      AllOf(
          HasSubstr("NVIDIA H200 GPU-00000000-1111-2222-3333-444455556666 at 00000000:00:00.0, driver 580"),
          HasSubstr("NVIDIA H200 GPU-11111111-1111-2222-3333-444455556666 at 00000000:01:00.0, driver 580")));
  EXPECT_THAT(suite.run_folders(), SizeIs(2));
}

TEST_F(Conform, TheEnvironmentNamesTheDeviceToo) {
  suite.gpus(usable_gpu_json(0) + "," + usable_gpu_json(1));
  EXPECT_THAT(suite.assay({"conform"}, {{"ASSAY_DEVICE", "1"}}).out, StartsWith("testing GPU 1: "));
}

TEST_F(Conform, AnUnknownDeviceIsTwo) {
  const auto done = suite.assay({"conform", "--device", "7"});
  EXPECT_EQ(done.ending.code, 2);
  EXPECT_THAT(done.err, HasSubstr("There is no GPU 7 here"));
}

TEST_F(Conform, PlanNeedsNoGpu) {
  suite.gpus("", "", R"({"kind": "no_gpu", "reason": "none"})", 4);
  const auto done = suite.assay({"conform", "--plan", "-R", "Fast"});
  EXPECT_EQ(done.ending.code, 0) << done.err;
  EXPECT_EQ(done.out,
            "entry                  seconds on an H200\n"
            "run.begin\n"
            "sweep.demo.throughput     2.5\n"
            "Demo.Fast\n"
            "run.end\n"
            "4 entries                 2.5\n");
}

TEST_F(Conform, ASelectionOfNothingIsNotGreen) {
  const auto done = suite.assay({"conform", "-R", "Nope"});
  EXPECT_EQ(done.ending.code, 4);
  EXPECT_THAT(done.err, HasSubstr("no hardware entry matches"));
}

// An exact claim needs no band: only its recording tells that it was measured. A missing recording of a band
// is said.
TEST_F(Conform, AnOldCtestIsASentence) {
  const auto old = suite.path() / "old";
  std::filesystem::create_directory(old);
  examples::write_bytes(old / "ctest", "#!/bin/sh\necho 'ctest version 3.22.1'\n");
  std::filesystem::permissions(old / "ctest", std::filesystem::perms::owner_all);
  const auto done = suite.assay({"conform"}, {{"PATH", old.string() + ":/usr/bin:/bin"}});
  EXPECT_EQ(done.ending.code, 3);
  EXPECT_THAT(done.err, HasSubstr("is version 3.22.1, which is too old"));
  const auto none = suite.assay({"conform"}, {{"PATH", "/nonexistent"}});
  EXPECT_EQ(none.ending.code, 3);
  EXPECT_THAT(none.err, HasSubstr("there is no ctest in PATH"));
}

TEST_F(Conform, ARunFolderIsWrittenOnce) {
  const auto done = suite.assay({"conform", "--run", suite.path().string()});
  EXPECT_EQ(done.ending.code, 3);
  EXPECT_THAT(done.err, HasSubstr("is not an empty folder"));
}

TEST_F(Conform, ReadOnlySuiteIsEnough) {
  std::filesystem::permissions(suite.path() / "tests",
                               std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  EXPECT_EQ(suite.assay({"conform"}).ending.code, 0);
  EXPECT_FALSE(std::filesystem::exists(suite.path() / "tests/Testing"));
}

}  // namespace
}  // namespace assay
