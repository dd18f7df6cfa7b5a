#include <gmock/gmock.h>

#include "ctest/tool/fake_suite.h"
#include "ctest/tool/text.h"
#include "fixtures/recording/run_folder.h"
#include "fixtures/report/report.h"
#include "fixtures/report/words.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

struct Tool : testing::Test {
  /// assay-claims that answers with these verdicts, and says what it was called with on stderr.
  void claims_answer(const std::vector<Verdict>& verdicts, int code) {
    std::string lines;
    for (const auto& verdict : verdicts) lines += to_json_line(verdict, Gpu{}, "run") + "\n";
    examples::write_bytes(suite.path() / "answer", lines);
    suite.script("assay-claims",
                 "echo \"$@\" > \"$0.called\"; while [ \"$1\" != --verdicts ]; do shift; done\n"
                 "cat \"$(dirname \"$0\")/../answer\" > \"$2\"; exit " +
                     std::to_string(code));
  }
  std::string claims_were_called_with() { return text_of(suite.path() / "bin/assay-claims.called"); }

  /// A run folder with one recording of the suite's sweep.
  std::filesystem::path recorded() {
    auto recording = examples::recording(1);
    recording.sweep = "demo.throughput";
    const auto folder = suite.path() / "recorded";
    std::filesystem::create_directories(folder);
    write_recording(folder / "demo.throughput.recording.jsonl.gz", recording);
    return folder;
  }

  FakeSuite suite;
};

Verdict fast(Status status) {
  Verdict verdict;
  verdict.status = status;
  verdict.claim = "Demo.Fast";
  verdict.estimates = {{{{"stages", 1}}, 4.1, 4.05, 4.12, {4.1, 4.05, 4.12}, ""},
                       {{{"stages", 2}}, 4.4, 4.4, 4.4, {4.4, 4.4, 4.4}, ""}};
  verdict.deciding = 0;
  verdict.band = BandPoint{{}, 4.3, 4.6, {}};
  verdict.unit = "TB/s";
  verdict.method = "assay-1";
  verdict.sku = "h200";
  return verdict;
}

TEST_F(Tool, WrongUsageIsOneSentenceAndThree) {
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {}, {"nonsense"}, {"show"}, {"conform", "--replay", "--device", "0"}, {"judge"}}) {
    const auto done = suite.assay(arguments);
    EXPECT_EQ(done.ending.code, 3) << done.err;
    EXPECT_EQ(lines_of(done.err).size(), 1u) << done.err;
    EXPECT_THAT(done.err, StartsWith("assay: "));
  }
}

TEST_F(Tool, HelpIsNoFault) {
  EXPECT_EQ(suite.assay({"--help"}).ending.code, 0);
  EXPECT_THAT(suite.assay({"conform", "--help"}).out, HasSubstr("Exit codes"));
}

TEST_F(Tool, ListIsATable) {
  EXPECT_EQ(suite.assay({"list"}).out,
            "claim       ids     kind       statement\n"
            "Demo.Fast   DEM-01  band       It is fast\n"
            "Demo.Right          exact      It is right\n"
            "Demo.Why    DEM-02  statement  It is wide\n");
  EXPECT_THAT(suite.assay({"list", "--sku", "h200", "--family", "demo"}).out,
              HasSubstr("4.3 .. 4.6 TB/s (assay-1)"));
}

TEST_F(Tool, ListRefusesWhatIsNotThere) {
  EXPECT_THAT(suite.assay({"list", "--sku", "b900"}).err,
              HasSubstr("there is no SKU 'b900'; there are: h200"));
  EXPECT_EQ(suite.assay({"list", "--family", "mma"}).ending.code, 3);
}

TEST_F(Tool, ShowHasClaimAndBands) {
  const auto done = suite.assay({"show", "Demo.Fast"});
  EXPECT_EQ(done.ending.code, 0) << done.err;
  EXPECT_THAT(done.out, AllOf(StartsWith("Demo.Fast\n  statement   It is fast\n"),
                              HasSubstr("planted     ns x 1.2\n"), HasSubstr("h200 (H200), assay-1"),
                              HasSubstr("4.3 .. 4.6 TB/s; observed 4.45 (4.40 .. 4.50), n = 15, 3 boards")));
}

TEST_F(Tool, AMisspeltClaimIsGuessed) {
  const auto done = suite.assay({"show", "demo.fsat"});
  EXPECT_EQ(done.ending.code, 3);
  EXPECT_THAT(done.err, HasSubstr("did you mean Demo.Fast"));
}

TEST_F(Tool, BrokenExpectationsNameFileAndLine) {
  examples::write_bytes(suite.path() / "share/assay/expectations/sku/h200.toml", "title = \n");
  const auto done = suite.assay({"list"});
  EXPECT_EQ(done.ending.code, 3);
  EXPECT_THAT(done.err, HasSubstr("h200.toml:1"));
}

TEST_F(Tool, JudgePrintsTheSummaryTwiceTheSame) {
  claims_answer({fast(Status::fail)}, 1);
  const auto first = suite.assay({"judge", "--run", recorded().string(), "--sku", "h200"});
  EXPECT_EQ(first.ending.code, 1) << first.err;
  EXPECT_THAT(first.out, HasSubstr("FAIL          Demo.Fast  4.10 TB/s (rounds: 4.05 .. 4.12) at stages=1, "
                                   "worst of 2 points, band 4.30"));
  EXPECT_THAT(claims_were_called_with(), HasSubstr("--sku h200"));
  std::filesystem::remove_all(suite.path() / "recorded");
  EXPECT_EQ(suite.assay({"judge", "--run", recorded().string(), "--sku", "h200"}).out, first.out);
}

TEST_F(Tool, JudgeIsRedOnNothingToJudge) {
  const auto empty = suite.path() / "empty";
  std::filesystem::create_directory(empty);
  for (const auto& run : {empty.string(), (suite.path() / "none").string()}) {
    const auto done = suite.assay({"judge", "--run", run});
    EXPECT_EQ(done.ending.code, 3);
    EXPECT_EQ(lines_of(done.err).size(), 1u);
  }
}

TEST_F(Tool, JudgeIsRedWhenAssayClaimsGivesNoVerdict) {
  claims_answer({}, 0);
  const auto run = recorded().string();
  const auto done = suite.assay({"judge", "--run", run});
  EXPECT_EQ(done.ending.code, 3);
  EXPECT_THAT(done.err, HasSubstr("gave no verdict"));
  suite.script("assay-claims", "echo 'no SKU b900' >&2; exit 2");
  EXPECT_THAT(suite.assay({"judge", "--run", run}).err, HasSubstr("no SKU b900"));
}

TEST_F(Tool, ExplainShowsRoundsBandAndEvidence) {
  claims_answer({fast(Status::fail)}, 1);
  const auto done = suite.assay({"explain", "Demo.Fast", "--run", recorded().string()});
  EXPECT_EQ(done.ending.code, 0) << done.err;
  EXPECT_THAT(done.out, AllOf(StartsWith("Demo.Fast\nFAIL  4.10 TB/s"),
                              HasSubstr("stages=1 *  4.10   4.05  4.12       4.10 4.05 4.12\n"),
                              HasSubstr("h200 (H200), assay-1"), HasSubstr("MHz before"),
                              HasSubstr("configurations x 3 rounds")));
  EXPECT_THAT(claims_were_called_with(), HasSubstr("--gtest_filter=Demo.Fast"));
}

TEST_F(Tool, ExplainOfADamagedRecordingSaysSo) {
  auto verdict = fast(Status::error);
  verdict.estimates.clear();
  verdict.deciding.reset();
  claims_answer({verdict}, 1);
  const auto folder = recorded();
  std::filesystem::resize_file(folder / "demo.throughput.recording.jsonl.gz", 200);
  const auto done = suite.assay({"explain", "Demo.Fast", "--run", folder.string()});
  EXPECT_EQ(done.ending.code, 3);
  EXPECT_THAT(done.out, HasSubstr("  refused     "));
}

TEST_F(Tool, AStatementCannotBeExplained) {
  EXPECT_THAT(suite.assay({"explain", "Demo.Why", "--run", recorded().string()}).err,
              HasSubstr("no measurement decides"));
}

TEST_F(Tool, RunBecomesTheSweep) {
  suite.script("assay-sweep", "echo \"$$ $@\"");
  auto command = suite.command(
      {"run", "demo.throughput", "--configuration", "stages=1,mode=a b", "--device", "1", "--rounds", "2"});
  command.output = suite.path() / "said";
  Child assay(command);
  const auto pid = assay.pid();
  while (!assay.poll()) {
  }
  EXPECT_EQ(
      text_of(suite.path() / "said"),
      std::to_string(pid) + " run demo.throughput --configuration stages=1,mode=a b --device 1 --rounds 2\n");
}

TEST_F(Tool, AnIncompleteSuiteIsASentence) {
  std::filesystem::remove(suite.path() / "bin/assay-sweep");
  const auto done = suite.assay({"run", "demo.throughput"});
  EXPECT_EQ(done.ending.code, 3);
  EXPECT_THAT(done.err, HasSubstr("bin/assay-sweep; build or unpack the whole suite"));
}

TEST_F(Tool, BundlePacksARunAndNothingElse) {
  RunInfo info;
  info.id = "r";
  const auto run = RunFolder::create(suite.path() / "my run", info);
  auto command = suite.command({"bundle", run.directory().string()});
  command.arguments = {"sh",     "-c",    "cd \"$0\" && \"$@\"", suite.path().string(), ASSAY_TOOL,
                       "bundle", "my run"};
  const auto done = capture(command, std::chrono::minutes(1));
  EXPECT_EQ(done.ending.code, 0) << done.err;
  EXPECT_THAT(done.out, HasSubstr("host"));
  const auto listed =
      capture({{"tar", "-tzf", (suite.path() / "my run.tar.gz").string()}, {}, {}}, std::chrono::minutes(1));
  EXPECT_EQ(listed.out, "my run/\nmy run/run.json\n");
  EXPECT_EQ(capture(command, std::chrono::minutes(1)).ending.code, 3) << "it overwrites nothing";
}

TEST_F(Tool, BundleRefusesWhatIsNoRun) {
  EXPECT_EQ(suite.assay({"bundle", suite.path().string()}).ending.code, 3);
}

TEST_F(Tool, DoctorNamesEachFaultWithItsRemedy) {
  suite.gpus(usable_gpu_json(0),
             unusable_gpu_json("00000000:9A:00.0", "lost", "It fell off the bus; restart the machine"),
             "null", 2);
  std::filesystem::remove(suite.path() / "tests/CTestTestfile.cmake");
  const auto done = suite.assay({"doctor"});
  EXPECT_EQ(done.ending.code, 3);
  EXPECT_THAT(done.out,
              AllOf(HasSubstr("ok    gpu           0: NVIDIA H200"),
                    HasSubstr("BAD   gpu           00000000:9A:00.0"), HasSubstr("restart the machine"),
                    HasSubstr("BAD   entries"), HasSubstr("ok    expectations  3 claims, 1 SKUs")));
}

TEST_F(Tool, TheLayoutOfABuildTreeComesFromItsFile) {
  std::filesystem::rename(suite.path() / "share/assay/expectations", suite.path() / "elsewhere");
  examples::write_bytes(suite.path() / "bin/assay-layout.json",
                        "{\"expectations\": \"" + (suite.path() / "elsewhere").string() +
                            "\", \"recordings\": \"\", \"tests\": \"\"}");
  EXPECT_EQ(suite.assay({"list"}).ending.code, 0);
  examples::write_bytes(suite.path() / "bin/assay-layout.json", "{}");
  EXPECT_THAT(suite.assay({"list"}).err, HasSubstr("assay-layout.json: it has no text 'expectations'"));
}

}  // namespace
}  // namespace assay
