#include "conformance/mma/mma_published.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>

#include "conformance/csv.h"
#include "conformance/mma/mma_model.h"

namespace assay::mma {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t batches = 1000;  ///< of every throughput row
constexpr std::int64_t of_no_sm_in_particular = -1;

struct Format {
  const char* name;
  const char* accumulator;
  std::int64_t k_in_file, k;
};

const std::map<std::string, Format> formats{
    {"BF16", {"bf16", "f32", 16, 16}}, {"E4M3", {"e4m3", "f32", 32, 32}}, {"S8", {"s8", "s32", 32, 32}},
    {"F4", {"f4", "f32", 64, 32}},     {"MXF8", {"mxf8", "f32", 32, 32}}, {"MXF4", {"mxf4", "f32", 64, 32}}};
const std::map<std::string, std::string> layouts{{"SS", "ss"}, {"TS", "ts"}};

Recording published(const std::string& sweep, std::vector<Column> columns) {
  Recording recording;
  recording.sweep = sweep;
  recording.method = "published-2026-03";
  recording.origin = Origin::published;
  recording.created = "2026-03-31T00:00:00Z";
  recording.gpu.name = "NVIDIA B200";
  recording.gpu.capability_major = 10;
  recording.gpu.sm_count = 148;
  recording.columns = {{"configuration", "index"}, {"sm", "index"}};
  recording.columns.insert(recording.columns.end(), columns.begin(), columns.end());
  recording.rounds.resize(1);
  recording.rounds[0].data.resize(recording.columns.size());
  return recording;
}

/// One configuration with its one row, or why there is none.
void add(Recording& recording, Parameters kind, const std::vector<std::int64_t>& row) {
  const bool pair_of_integers = matches(kind, {{"format", "s8"}, {"cta_group", 2}});
  if (pair_of_integers && integer(kind, "n") % 32 != 0) {
    recording.left_out.push_back(
        {std::move(kind), "the PTX ISA gives kind i8 on a CTA pair multiples of 32 for N only"});
    return;
  }
  const auto configuration = static_cast<int>(recording.configurations.size());
  auto& round = recording.rounds[0];
  round.order.push_back(configuration);
  round.data[0].push_back(configuration);
  round.data[1].push_back(of_no_sm_in_particular);
  for (std::size_t column = 0; column < row.size(); ++column) round.data[column + 2].push_back(row[column]);
  recording.configurations.push_back(std::move(kind));
}

Parameters kind_of(const Csv& csv, std::size_t row) {
  const auto& format = csv.one_of(row, "Format", formats);
  const auto k = csv.integer(row, "K");
  if (k != format.k_in_file) csv.refuse(row, "K", fmt::format("{} for {}", format.k_in_file, format.name));
  return {{"format", format.name},
          {"ab_layout", csv.one_of(row, "ABLayout", layouts)},
          {"cta_group", csv.integer(row, "CTAGroup")},
          {"m", csv.integer(row, "M")},
          {"n", csv.integer(row, "N")},
          {"k", format.k}};
}

Parameters with_accumulator(const Csv& csv, std::size_t row) {
  auto kind = kind_of(csv, row);
  kind["accumulator"] = csv.one_of(row, "Format", formats).accumulator;
  return kind;
}

Recording read_throughput(const fs::path& file) {
  const Csv csv(file);
  auto recording = published(throughput, {{"cycles", "cycles"}, {"instructions", "count"}});
  for (std::size_t row = 0; row < csv.rows(); ++row) {
    const auto depth = csv.integer(row, "PipelineDepth");
    auto kind = with_accumulator(csv, row);
    kind["warpgroups"] = 0;
    kind["depth"] = depth;
    add(recording, std::move(kind), {csv.integer(row, "Cycles"), depth * batches});
  }
  return recording;
}

Recording read_latency(const fs::path& file) {
  const Csv csv(file);
  auto recording = published(latency, {{"cycles", "cycles"}, {"instructions", "count"}});
  for (std::size_t row = 0; row < csv.rows(); ++row) {
    add(recording, with_accumulator(csv, row), {csv.integer(row, "MedianCycles"), 1});
  }
  return recording;
}

Recording read_in_flight(const fs::path& file) {
  const Csv csv(file);
  auto recording = published(in_flight, {{"cycles", "cycles"}, {"instructions", "count"}});
  for (std::size_t row = 0; row < csv.rows(); ++row) {
    const auto depth = csv.integer(row, "PipelineDepth");
    auto kind = kind_of(csv, row);
    kind["in_flight"] = depth;
    add(recording, std::move(kind), {csv.integer(row, "Cycles"), depth * batches});
  }
  return recording;
}

}  // namespace

std::vector<Recording> read_published(const std::string& directory) {
  const fs::path folder(directory);
  return {read_throughput(folder / "tput_results_max.csv"), read_latency(folder / "lat_results_full.csv"),
          read_in_flight(folder / "tput_ts_small_depth.csv")};
}

}  // namespace assay::mma
