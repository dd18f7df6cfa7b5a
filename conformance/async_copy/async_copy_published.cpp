#include "conformance/async_copy/async_copy_published.h"

#include <cmath>
#include <filesystem>
#include <limits>

#include "conformance/async_copy/async_copy_model.h"
#include "conformance/csv.h"

namespace assay::async_copy {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t bytes_moved = 2LL << 30;  ///< of every throughput configuration
constexpr std::int64_t deepest_of_mha_sweep = 4;

Recording published(const std::string& sweep, std::vector<Column> columns) {
  Recording recording;
  recording.sweep = sweep;
  recording.method = "published-2026-03";
  recording.origin = Origin::published;
  recording.created = "2026-03-31T00:00:00Z";
  recording.gpu.name = "NVIDIA B200";
  recording.gpu.capability_major = 10;
  recording.gpu.sm_count = 148;
  recording.columns = {{"configuration", "index"}};
  recording.columns.insert(recording.columns.end(), columns.begin(), columns.end());
  recording.rounds.resize(1);
  recording.rounds[0].data.resize(recording.columns.size());
  return recording;
}

/// One configuration with its one row.
void add(Recording& recording, Parameters parameters, const std::vector<std::int64_t>& row) {
  const auto configuration = static_cast<int>(recording.configurations.size());
  auto& round = recording.rounds[0];
  round.order.push_back(configuration);
  round.data[0].push_back(configuration);
  for (std::size_t column = 0; column < row.size(); ++column) round.data[column + 1].push_back(row[column]);
  recording.configurations.push_back(std::move(parameters));
}

Recording throughput(const std::string& sweep) {
  return published(sweep, {{"ns", "ns"}, {"bytes_moved", "B"}});
}

void add_throughput(Recording& recording, Parameters parameters, double bytes_per_second) {
  const auto ns = std::llround(static_cast<double>(bytes_moved) / bytes_per_second * 1e9);
  add(recording, std::move(parameters), {ns, bytes_moved});
}

/// The file of the MHA sweep repeats the rows of the MLA sweep's file, which are left to that one.
Recording read_ldgsts_throughput(const fs::path& file, const std::string& sweep, std::int64_t deepest) {
  const Csv csv(file);
  auto recording = throughput(sweep);
  for (std::size_t row = 0; row < csv.rows(); ++row) {
    const auto ctas = csv.integer(row, "CTAsPerSM"), stages = csv.integer(row, "NumStages"),
               threads = csv.integer(row, "ThreadsPerBlock"), bytes = csv.integer(row, "LoadBytes");
    if (stages > deepest) continue;
    add_throughput(recording,
                   {{"ctas", ctas},
                    {"stages", stages},
                    {"threads", threads},
                    {"bytes", bytes},
                    {"bif", ctas * stages * threads * bytes}},
                   csv.positive(row, "DRAMBandwidthBps"));
  }
  return recording;
}

Recording read_tma_throughput(const fs::path& file) {
  const Csv csv(file);
  auto recording = throughput(tma_throughput);
  for (std::size_t row = 0; row < csv.rows(); ++row) {
    add_throughput(recording,
                   {{"warps", 1},
                    {"stages", csv.integer(row, "NumStages")},
                    {"width", csv.integer(row, "SmemWidth")},
                    {"height", csv.integer(row, "SmemHeight")},
                    {"bif", csv.integer(row, "BytesInFlightPerSM")}},
                   csv.positive(row, "DRAMBandwidthBps"));
  }
  return recording;
}

Recording latency(const std::string& sweep) {
  return published(sweep, {{"sm", "index"}, {"cold_cycles", "cycles"}});
}

void add_latency(Recording& recording, Parameters parameters, double cycles) {
  constexpr std::int64_t of_no_sm_in_particular = -1;
  add(recording, std::move(parameters), {of_no_sm_in_particular, std::llround(cycles)});
}

Recording read_ldgsts_latency(const fs::path& file) {
  const Csv csv(file);
  auto recording = latency(ldgsts_latency);
  for (std::size_t row = 0; row < csv.rows(); ++row) {
    const auto ctas = csv.integer(row, "CTAsPerSM"), threads = csv.integer(row, "ThreadsPerBlock"),
               bytes = csv.integer(row, "LoadBytes");
    add_latency(recording,
                {{"ctas", ctas}, {"threads", threads}, {"bytes", bytes}, {"bif", ctas * threads * bytes}},
                csv.positive(row, "LatencyCyclesMedian"));
  }
  return recording;
}

Recording read_tma_latency(const fs::path& file) {
  const Csv csv(file);
  auto recording = latency(tma_latency);
  for (std::size_t row = 0; row < csv.rows(); ++row) {
    add_latency(recording,
                {{"width", csv.integer(row, "SmemWidth")},
                 {"height", csv.integer(row, "SmemHeight")},
                 {"bif", csv.integer(row, "TileBytes")}},
                csv.positive(row, "LatencyCyclesMedian"));
  }
  return recording;
}

}  // namespace

std::vector<Recording> read_published(const std::string& directory) {
  const fs::path folder(directory);
  constexpr auto any_depth = std::numeric_limits<std::int64_t>::max();
  return {read_ldgsts_throughput(folder / "ldgsts_tput.csv", ldgsts_throughput, deepest_of_mha_sweep),
          read_ldgsts_throughput(folder / "ldgsts_tput_mla_results.csv", ldgsts_pipeline, any_depth),
          read_ldgsts_latency(folder / "ldgsts_lat_results.csv"),
          read_tma_throughput(folder / "tma2d_tput_results.csv"),
          read_tma_latency(folder / "tma2d_lat_results.csv")};
}

}  // namespace assay::async_copy
