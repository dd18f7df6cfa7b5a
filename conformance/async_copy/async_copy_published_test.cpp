#include "conformance/async_copy/async_copy_published.h"

#include <gmock/gmock.h>

#include "conformance/async_copy/async_copy_model.h"
#include "fixtures/estimate/estimate.h"
#include "fixtures/recording/examples.h"

namespace assay::async_copy {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

const std::string throughput_names =
    "CTAsPerSM,NumStages,ThreadsPerBlock,LoadType,LoadBytes,DRAMBandwidthBps\n";

/// Made-up files in the published format.
class Published : public testing::Test {
 protected:
  Published() {
    write("ldgsts_tput.csv",
          throughput_names + "1,1,64,float,4,1e12\n2,4,128,float4,16,2.5e12\n1,8,64,float4,16,3e12\n");
    write("ldgsts_tput_mla_results.csv", throughput_names + "1,12,64,float4,16,2e12\n");
    write("ldgsts_lat_results.csv",
          "CTAsPerSM,ThreadsPerBlock,LoadType,LoadBytes,LatencyCyclesMedian\n3,32,float2,8,1001.0\n");
    write("tma2d_tput_results.csv",
          "CTAsPerSM,NumStages,SmemWidth,SmemHeight,BytesInFlightPerSM,DRAMBandwidthBps\n1,2,128,4,4096,"
          "4e12\n");
    write("tma2d_lat_results.csv",
          "CTAsPerSM,SmemWidth,SmemHeight,TileBytes,LatencyCyclesMedian\r\n1,128,2,1024,1413.0\r\n");
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

TEST_F(Published, FilesBecomeRecordingsOfOurSweeps) {
  const auto recordings = read();
  ASSERT_THAT(recordings, SizeIs(5));
  for (const auto& recording : recordings) {
    EXPECT_EQ(recording.origin, Origin::published);
    EXPECT_EQ(recording.method, "published-2026-03");
    EXPECT_EQ(recording.gpu.architecture(), "sm_100");
    EXPECT_THAT(recording.rounds, SizeIs(1));
  }
  EXPECT_EQ(recordings[0].sweep, ldgsts_throughput);
  EXPECT_EQ(recordings[1].sweep, ldgsts_pipeline);
  EXPECT_EQ(recordings[2].sweep, ldgsts_latency);
  EXPECT_EQ(recordings[3].sweep, tma_throughput);
  EXPECT_EQ(recordings[4].sweep, tma_latency);
}

TEST_F(Published, DeepPipelinesAreLeftToTheirOwnFile) {
  const auto recordings = read();
  ASSERT_THAT(recordings[0].configurations, SizeIs(2));
  EXPECT_EQ(to_text(recordings[0].configurations[1]), "bif=16384 bytes=16 ctas=2 stages=4 threads=128");
  ASSERT_THAT(recordings[1].configurations, SizeIs(1));
  EXPECT_EQ(to_text(recordings[1].configurations[0]), "bif=12288 bytes=16 ctas=1 stages=12 threads=64");
}

TEST_F(Published, BytesPerSecondBecomeTheTimeOfTwoGib) {
  const auto recordings = read();
  const Samples tma(recordings[3], recordings[3].rounds[0]);
  EXPECT_EQ(to_text(tma.parameters(0)), "bif=4096 height=4 stages=2 warps=1 width=128");
  EXPECT_EQ(tma.at(0, "bytes_moved"), 2147483648);
  EXPECT_EQ(tma.at(0, "ns"), 536871);
  EXPECT_NEAR(tb_per_s(tma, 0), 4.0, 1e-5);
}

TEST_F(Published, LatenciesAreColdAndOfNoSm) {
  const auto recordings = read();
  const Samples ldgsts(recordings[2], recordings[2].rounds[0]), tma(recordings[4], recordings[4].rounds[0]);
  EXPECT_EQ(to_text(ldgsts.parameters(0)), "bif=768 bytes=8 ctas=3 threads=32");
  EXPECT_EQ(ldgsts.at(0, "cold_cycles"), 1001);
  EXPECT_EQ(ldgsts.at(0, "sm"), -1);
  EXPECT_FALSE(ldgsts.has_column("steady_cycles"));
  EXPECT_FALSE(ldgsts.has_column("wrong"));
  EXPECT_EQ(tma.at(0, "cold_cycles"), 1413);
  EXPECT_EQ(tma.parameter(0, "bif"), 1024);
}

TEST_F(Published, FaultsNameFileLineAndColumn) {
  const std::map<std::string, std::string> faults{
      {throughput_names + "1,1,64,float,4,1e12\n1,1,many,float,4,1e12\n",
       "tput.csv:3: ThreadsPerBlock: 'many' is no integer"},
      {throughput_names + "1,1,64,float,4,\n", "tput.csv:2: DRAMBandwidthBps: '' is no number above zero"},
      {throughput_names + "1,1,64,float,4,-1e12\n", "tput.csv:2: DRAMBandwidthBps: '-1e12'"},
      {throughput_names + "1,1,64,float,4,nan\n", "tput.csv:2: DRAMBandwidthBps: 'nan'"},
      {throughput_names + "1,1,64,float,4,1e12x\n", "tput.csv:2: DRAMBandwidthBps: '1e12x'"},
      {throughput_names + "1,1,64,float,4\n", "tput.csv:2: 5 fields under 6 names"},
      {throughput_names, "tput.csv:1: the file holds no row"},
      {"", "tput.csv:0: the file holds no row"},
      {"CTAsPerSM,NumStages\n1,1\n", "tput.csv:1: no column ThreadsPerBlock"}};
  for (const auto& [text, words] : faults) {
    write("ldgsts_tput.csv", text);
    EXPECT_THAT(error(), HasSubstr(words)) << text;
  }
}

TEST_F(Published, AMissingFileIsNamed) {
  std::filesystem::remove(folder / "tma2d_lat_results.csv");
  EXPECT_THAT(error(), AllOf(HasSubstr("tma2d_lat_results.csv"), HasSubstr("cannot be read")));
}

}  // namespace
}  // namespace assay::async_copy
