#include "conformance/mma/mma_published.h"

#include <gmock/gmock.h>

#include "conformance/mma/mma_model.h"
#include "fixtures/recording/examples.h"

namespace assay::mma {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::SizeIs;

const std::string names = "Format,ABLayout,CTAGroup,M,N,K,";
const std::string loop_names = names + "PipelineDepth,Cycles,CyclesPerMMA,FLOPsPerCycle\n";

/// Made-up files in the published format.
class MmaPublished : public testing::Test {
 protected:
  MmaPublished() {
    write("tput_results_max.csv", loop_names +
                                      "BF16,SS,1,64,64,16,256,8333840,32.5,4026.2\n"
                                      "F4,TS,2,256,64,64,1024,32900000,32.1,65000.0\n"
                                      "S8,SS,2,128,80,32,512,14000000,27.3,24000.0\n"
                                      "S8,SS,2,128,96,32,512,15000000,29.3,26000.0\n");
    write("lat_results_full.csv", names + "MedianCycles\nMXF4,TS,1,128,64,64,139\nS8,TS,2,256,112,32,191\n");
    write("tput_ts_small_depth.csv", loop_names + "E4M3,TS,1,128,64,32,4,244000,61.0,8600.0\n");
  }
  void write(const std::string& name, const std::string& text) const {
    examples::write_bytes(folder / name, text);
  }
  std::vector<Recording> read() const { return read_published(folder.path().string()); }
  std::string error() const {
    return examples::error_of<RecordingError>([&] { read(); });
  }

  const examples::TemporaryFolder folder;
};

TEST_F(MmaPublished, FilesBecomeRecordingsOfOurSweeps) {
  const auto recordings = read();
  ASSERT_THAT(recordings, SizeIs(3));
  for (const auto& recording : recordings) {
    EXPECT_EQ(recording.origin, Origin::published);
    EXPECT_EQ(recording.method, "published-2026-03");
    EXPECT_EQ(recording.gpu.architecture(), "sm_100");
    ASSERT_THAT(recording.rounds, SizeIs(1));
    EXPECT_EQ(Samples(recording, recording.rounds[0]).at(0, "sm"), -1);
    EXPECT_FALSE(Samples(recording, recording.rounds[0]).has_column("wrong"));
  }
  EXPECT_EQ(recordings[0].sweep, throughput);
  EXPECT_EQ(recordings[1].sweep, latency);
  EXPECT_EQ(recordings[2].sweep, in_flight);
}

TEST_F(MmaPublished, RowsBecomeConfigurations) {
  const auto recordings = read();
  const Samples loops(recordings[0], recordings[0].rounds[0]), few(recordings[2], recordings[2].rounds[0]);
  EXPECT_EQ(to_text(loops.parameters(0)),
            "ab_layout=ss accumulator=f32 cta_group=1 depth=256 format=bf16 k=16 m=64 n=64 warpgroups=0");
  EXPECT_EQ(loops.at(0, "cycles"), 8333840);
  EXPECT_EQ(loops.at(0, "instructions"), 256000);
  EXPECT_EQ(to_text(few.parameters(0)), "ab_layout=ts cta_group=1 format=e4m3 in_flight=4 k=32 m=128 n=64");
  EXPECT_EQ(few.at(0, "instructions"), 4000);
}

TEST_F(MmaPublished, FourBitsHaveTheKOfTheKindThatWasIssued) {
  const auto recordings = read();
  EXPECT_TRUE(matches(recordings[0].configurations[1], {{"format", "f4"}, {"k", 32}}));
  EXPECT_TRUE(matches(recordings[1].configurations[0], {{"format", "mxf4"}, {"k", 32}}));
}

TEST_F(MmaPublished, ShapesThatTheIsaForbidsAreLeftOutAndCounted) {
  const auto recordings = read();
  ASSERT_THAT(recordings[0].left_out, SizeIs(1));
  EXPECT_TRUE(matches(recordings[0].left_out[0].parameters, {{"format", "s8"}, {"n", 80}}));
  EXPECT_THAT(recordings[0].left_out[0].reason, HasSubstr("multiples of 32"));
  EXPECT_THAT(recordings[0].configurations, SizeIs(3));
  EXPECT_TRUE(matches(recordings[0].configurations[2], {{"format", "s8"}, {"n", 96}}));
  EXPECT_THAT(recordings[1].left_out, SizeIs(1));
}

TEST_F(MmaPublished, FaultsNameFileLineAndColumn) {
  const std::map<std::string, std::string> faults{
      {"FP6,TS,1,128,64,32,4,244000,61.0,8600.0\n",
       "depth.csv:2: Format: 'FP6', but it must be one of BF16, E4M3, F4, MXF4, MXF8, S8; get the file"},
      {"E4M3,RS,1,128,64,32,4,244000,61.0,8600.0\n", "ABLayout: 'RS', but it must be one of SS, TS"},
      {"F4,TS,1,128,64,32,4,244000,61.0,8600.0\n", "K: '32', but it must be 64 for f4"},
      {"E4M3,TS,1,128,64,32,four,244000,61.0,8600.0\n", "PipelineDepth: 'four' is no integer"}};
  for (const auto& [row, words] : faults) {
    write("tput_ts_small_depth.csv", loop_names + row);
    EXPECT_THAT(error(), HasSubstr(words)) << row;
  }
}

TEST_F(MmaPublished, AMissingFileIsNamed) {
  std::filesystem::remove(folder / "lat_results_full.csv");
  EXPECT_THAT(error(), AllOf(HasSubstr("lat_results_full.csv"), HasSubstr("cannot be read")));
}

}  // namespace
}  // namespace assay::mma
