#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "conformance/async_copy/async_copy_model.h"
#include "fixtures/recording/recording.h"

/// Recordings of a GPU with four SMs whose copies follow simple formulas, so that every claim has a known
/// answer. It is of no known SKU. For tests.
namespace assay::async_copy::made_up {

inline constexpr int sms = 4;
inline constexpr std::int64_t bytes_moved = 2LL << 30;

/// TB/s: LDGSTS 0.25 a KiB up to 4.0, a little less for narrow loads; TMA 0.18 a KiB up to 4.4.
inline double ldgsts_tb_per_s(std::int64_t bif, std::int64_t bytes) {
  const double share = bytes == 16 ? 1.0 : bytes == 8 ? 0.98 : 0.96;
  return share * std::min(4.0, 0.25 * static_cast<double>(bif) / KiB);
}
inline double tma_tb_per_s(std::int64_t bif) { return std::min(4.4, 0.18 * static_cast<double>(bif) / KiB); }

/// Cycles of SM 0; each further SM needs 10 more.
inline std::int64_t ldgsts_cold(std::int64_t bif) { return bif <= 8 * KiB ? 800 : 1200; }
inline std::int64_t tma_cold(std::int64_t bif) { return bif <= 8 * KiB ? 1000 : 1000 * bif / (10 * KiB); }
inline constexpr std::int64_t steady = 600;

using Rows = std::vector<std::vector<std::int64_t>>;
using RowsOf = std::function<Rows(const Parameters&)>;

inline std::int64_t integer(const Parameters& parameters, const std::string& name) {
  return std::get<std::int64_t>(parameters.at(name));
}

inline Recording record(const std::string& sweep, std::vector<Column> columns,
                        std::vector<Parameters> configurations, const RowsOf& rows_of) {
  Recording recording;
  recording.sweep = sweep;
  recording.method = "assay-1";
  recording.run = "made-up";
  recording.created = "2026-11-30T12:00:00Z";
  recording.gpu.name = "Made-up GPU";
  recording.gpu.uuid = "GPU-00000000-0000-0000-0000-000000000000";
  recording.gpu.capability_major = 9;
  recording.gpu.sm_count = sms;
  recording.configurations = std::move(configurations);
  recording.columns = std::move(columns);
  recording.columns.insert(recording.columns.begin(), {"configuration", "index"});
  for (int index = 0; index < 9; ++index) {
    auto& round = recording.rounds.emplace_back();
    round.index = index;
    round.data.resize(recording.columns.size());
    round.evidence.sm_clock_khz_before = round.evidence.sm_clock_khz_after = 1'980'000;
    for (int c = 0; c < static_cast<int>(recording.configurations.size()); ++c) {
      round.order.push_back(c);
      for (const auto& row : rows_of(recording.configurations[static_cast<std::size_t>(c)])) {
        round.data[0].push_back(c);
        for (std::size_t column = 0; column < row.size(); ++column)
          round.data[column + 1].push_back(row[column]);
      }
    }
  }
  return recording;
}

inline Recording throughput(const std::string& sweep, std::vector<Parameters> configurations,
                            const std::function<double(const Parameters&)>& tb_per_s) {
  return record(sweep, {{"ns", "ns"}, {"bytes_moved", "B"}, {"wrong", "count"}}, std::move(configurations),
                [&](const Parameters& parameters) {
                  const double ns = static_cast<double>(bytes_moved) / tb_per_s(parameters) / 1000;
                  return Rows{{std::llround(ns), bytes_moved, 0}};
                });
}

inline Recording latency(const std::string& sweep, std::vector<Parameters> configurations,
                         const std::function<std::int64_t(const Parameters&)>& cold) {
  return record(sweep,
                {{"sm", "index"}, {"cold_cycles", "cycles"}, {"steady_cycles", "cycles"}, {"wrong", "count"}},
                std::move(configurations), [&](const Parameters& parameters) {
                  Rows rows;
                  for (int sm = 0; sm < sms; ++sm) {
                    rows.push_back({sm, cold(parameters) + 10 * sm, steady + 10 * sm, 0});
                  }
                  return rows;
                });
}

inline std::vector<Parameters> ldgsts_configurations(const std::vector<std::int64_t>& ctas,
                                                     const std::vector<std::int64_t>& stages,
                                                     const std::vector<std::int64_t>& threads,
                                                     const std::vector<std::int64_t>& bytes) {
  std::vector<Parameters> all;
  for (const auto c : ctas) {
    for (const auto s : stages) {
      for (const auto t : threads) {
        for (const auto b : bytes) {
          all.push_back({{"ctas", c}, {"stages", s}, {"threads", t}, {"bytes", b}, {"bif", c * s * t * b}});
        }
      }
    }
  }
  return all;
}

inline std::vector<Parameters> boxes(const std::vector<std::int64_t>& warps,
                                     const std::vector<std::int64_t>& stages) {
  std::vector<Parameters> all;
  for (const auto w : warps) {
    for (const auto s : stages) {
      for (std::int64_t height = 1; height <= 256 / s; height *= 2) {
        all.push_back(
            {{"warps", w}, {"stages", s}, {"width", 128}, {"height", height}, {"bif", w * s * height * 512}});
      }
    }
  }
  return all;
}

inline std::vector<Recording> every_sweep() {
  const auto ldgsts = [](const Parameters& p) {
    return ldgsts_tb_per_s(integer(p, "bif"), integer(p, "bytes"));
  };
  const auto tma = [](const Parameters& p) { return tma_tb_per_s(integer(p, "bif")); };
  const auto pages = [](const Parameters& p) {
    return (std::get<std::string>(p.at("mechanism")) == "tma" ? 3.5 : 3.0) -
           (integer(p, "page_bytes") == 1024 ? 1 : 0);
  };
  std::vector<Parameters> gathers, functions, overlaps;
  for (const std::string mechanism : {"ldgsts", "tma"}) {
    for (const std::int64_t page_bytes : {1024, 4096}) {
      gathers.push_back({{"mechanism", mechanism}, {"page_bytes", page_bytes}, {"bif", 32 * KiB}});
    }
    for (const std::string mode : {"copy", "compute", "both"}) {
      overlaps.push_back({{"mechanism", mechanism}, {"mode", mode}});
    }
  }
  for (const std::string swizzle : {"none", "32B", "64B", "128B"}) {
    for (const std::string fill : {"zero", "nan"}) {
      for (const std::string place : {"inside", "low", "high"}) {
        functions.push_back({{"swizzle", swizzle}, {"fill", fill}, {"case", place}});
      }
    }
  }
  const auto overlapped = [](const Parameters& p) {
    const auto& mode = std::get<std::string>(p.at("mode"));
    return Rows{{mode == "both" ? 1100 : mode == "copy" ? 1000 : 900, 0}};
  };
  return {
      throughput(ldgsts_throughput,
                 ldgsts_configurations({1, 2, 3, 4}, {1, 2, 4}, {64, 128, 256}, {4, 8, 16}), ldgsts),
      throughput(ldgsts_pipeline, ldgsts_configurations({1}, {4, 8, 12, 16}, {64, 128, 256}, {16}), ldgsts),
      latency(ldgsts_latency, ldgsts_configurations({1, 2, 3, 4}, {1}, {32, 64, 128, 256}, {4, 8, 16}),
              [](const Parameters& p) { return ldgsts_cold(integer(p, "bif")); }),
      throughput(tma_throughput, boxes({1}, {1, 2, 4}), tma),
      throughput(tma_warps, boxes({1, 2, 3, 4}, {1}), tma),
      latency(tma_latency, boxes({1}, {1}), [](const Parameters& p) { return tma_cold(integer(p, "bif")); }),
      record(tma_function, {{"checked", "B"}, {"wrong", "count"}}, functions,
             [](const Parameters&) {
               return Rows{{4096, 0}};
             }),
      record(overlap, {{"ns", "ns"}, {"wrong", "count"}}, overlaps, overlapped),
      throughput(gather_throughput, gathers, pages),
      latency(gather_latency, gathers, [](const Parameters&) { return 900; }),
  };
}

}  // namespace assay::async_copy::made_up
