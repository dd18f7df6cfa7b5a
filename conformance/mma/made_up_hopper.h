#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "conformance/mma/mma_model.h"

/// Recordings of a Hopper GPU with four SMs whose wgmma follows simple formulas, so that every claim has a
/// known answer. For tests.
namespace assay::mma::made_up {

inline constexpr int sms = 4, rounds = 9;
inline constexpr std::int64_t batches = 8;
inline constexpr std::int64_t batch_cost = 40;
inline constexpr double slow_sm = 33.0 / 32;  ///< cycles of the last SM over those of the others
inline constexpr double slow_u8 = 1.01;       ///< cycles of u8 over those of other formats

/// Cycles from one instruction of a warpgroup to the next: math, or operands from shared memory.
inline double interval(const Parameters& kind) {
  const auto n = static_cast<double>(integer(kind, "n"));
  const double math = n / 2, floor = word(kind, "ab_layout") == "rs" ? 13 : 0,
               memory = word(kind, "ab_layout") == "ss" ? 16 + n / 4 : n / 4;
  return std::max({math, memory, floor}) * (word(kind, "format") == "u8" ? slow_u8 : 1);
}

/// Cycles of one instruction from issue to result.
inline double alone(const Parameters& kind) {
  return (word(kind, "ab_layout") == "ss" ? 76 : 60) + static_cast<double>(integer(kind, "n")) / 2;
}

/// A row of one SM, after its number.
using RowOf = std::function<std::vector<std::int64_t>(const Parameters&, double slower)>;

inline Recording record(const std::string& sweep, std::vector<Column> columns,
                        std::vector<Parameters> configurations, const RowOf& row_of) {
  Recording recording;
  recording.sweep = sweep;
  recording.method = "assay-1";
  recording.run = "made-up";
  recording.created = "2026-11-30T12:00:00Z";
  recording.gpu.name = "Made-up Hopper";
  recording.gpu.uuid = "GPU-00000000-0000-0000-0000-000000000000";
  recording.gpu.pci_device_id = 0x12345678;
  recording.gpu.capability_major = 9;
  recording.gpu.sm_count = sms;
  recording.configurations = std::move(configurations);
  recording.columns = {{"configuration", "index"}, {"sm", "index"}};
  recording.columns.insert(recording.columns.end(), columns.begin(), columns.end());
  for (int index = 0; index < rounds; ++index) {
    auto& round = recording.rounds.emplace_back();
    round.index = index;
    round.data.resize(recording.columns.size());
    for (int c = 0; c < static_cast<int>(recording.configurations.size()); ++c) {
      round.order.push_back(c);
      for (int sm = 0; sm < sms; ++sm) {
        const auto row =
            row_of(recording.configurations[static_cast<std::size_t>(c)], sm == sms - 1 ? slow_sm : 1);
        round.data[0].push_back(c);
        round.data[1].push_back(sm);
        for (std::size_t column = 0; column < row.size(); ++column)
          round.data[column + 2].push_back(row[column]);
      }
    }
  }
  return recording;
}

/// Every format, both layouts, these N, and each value of `more`.
inline std::vector<Parameters> kinds(const std::vector<std::int64_t>& all_n,
                                     const std::vector<Parameters>& more) {
  struct Format {
    const char *name, *accumulator;
    std::int64_t k;
  };
  std::vector<Parameters> all;
  for (const Format& format : {Format{"f16", "f32", 16},
                               {"f16", "f16", 16},
                               {"bf16", "f32", 16},
                               {"tf32", "f32", 8},
                               {"e4m3", "f32", 32},
                               {"e5m2", "f32", 32},
                               {"s8", "s32", 32},
                               {"u8", "s32", 32}}) {
    for (const char* layout : {"ss", "rs"}) {
      for (const auto n : all_n) {
        for (auto kind : more) {
          kind.insert({{"format", format.name}, {"accumulator", format.accumulator}, {"ab_layout", layout}});
          kind.insert({{"cta_group", 1}, {"m", 64}, {"n", n}, {"k", format.k}});
          all.push_back(std::move(kind));
        }
      }
    }
  }
  return all;
}

inline std::vector<Recording> every_sweep() {
  const std::vector<Column> counted{{"cycles", "cycles"}, {"instructions", "count"}, {"wrong", "count"}};
  std::vector<Parameters> depths, shallow;
  for (const std::int64_t depth : {64, 512}) {
    for (const std::int64_t warpgroups : {1, 2})
      depths.push_back({{"depth", depth}, {"warpgroups", warpgroups}});
  }
  for (std::int64_t count = 1; count <= 4; ++count) shallow.push_back({{"in_flight", count}});
  const auto loop = [](const Parameters& kind, double slower) {
    const auto depth = integer(kind, "depth");
    const auto instructions = static_cast<double>(depth * integer(kind, "warpgroups"));
    const auto cycles = batches * (batch_cost + std::llround(instructions * interval(kind) * slower));
    return std::vector<std::int64_t>{cycles, batches * depth, 0};
  };
  const auto one = [](const Parameters& kind, double slower) {
    return std::vector<std::int64_t>{std::llround(alone(kind) * slower), 1, 0};
  };
  const auto few = [](const Parameters& kind, double slower) {
    const auto count = integer(kind, "in_flight");
    const auto cycles = (alone(kind) + static_cast<double>(count - 1) * interval(kind)) * slower;
    return std::vector<std::int64_t>{std::llround(1000 * cycles), 1000 * count, 0};
  };
  std::vector<Parameters> outstanding;
  for (const std::int64_t groups : {1, 4})
    outstanding.push_back({{"outstanding", groups}, {"groups", groups}, {"group_size", 1}});
  const auto steady = [](const Parameters& kind, double slower) {
    const auto each = std::max(interval(kind), alone(kind) / static_cast<double>(integer(kind, "groups")));
    return std::vector<std::int64_t>{std::llround(1000 * each * slower), 1000, 0};
  };
  std::vector<Parameters> one_warpgroup = depths;
  std::erase_if(one_warpgroup, [](const Parameters& each) { return integer(each, "warpgroups") != 1; });
  return {record(throughput, counted, kinds({16, 32, 48, 64, 128, 256}, depths), loop),
          record(throughput_alone, counted, kinds({128}, one_warpgroup), loop),
          record(steady_state, counted, kinds({64, 256}, outstanding), steady),
          record(latency, counted, kinds({64, 128, 256}, {{}}), one),
          record(in_flight, counted, kinds({64, 256}, shallow), few)};
}

}  // namespace assay::mma::made_up
