#include "conformance/mma/mma_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace assay::mma {
namespace {

using Rows = std::vector<std::size_t>;
using RowsBySm = std::map<std::int64_t, Rows>;

/// Which latency, throughput and batch are of the same instruction, in all three sweeps.
const Names instruction{"format", "ab_layout", "cta_group", "m", "n", "k"};

std::map<Parameters, RowsBySm> rows_by_kind(const Samples& samples) {
  std::map<Parameters, RowsBySm> kinds;
  std::vector<RowsBySm*> of_configuration;
  for (auto kind : samples.recording().configurations) {
    kind.erase("depth");
    of_configuration.push_back(&kinds[kind]);
  }
  for (std::size_t row = 0; row < samples.size(); ++row) {
    (*of_configuration[samples.configuration(row)])[samples.at(row, "sm")].push_back(row);
  }
  std::erase_if(kinds, [](const auto& kind) { return kind.second.empty(); });
  return kinds;
}

/// The slowest SM of each kind.
Readings slowest(const Samples& samples, const std::function<double(const Rows&)>& cycles_of_sm) {
  Readings readings;
  for (const auto& [kind, sms] : rows_by_kind(samples)) {
    Reading worst{kind, 0, ""};
    for (const auto& [sm, rows] : sms) {
      const auto cycles = cycles_of_sm(rows);
      if (cycles <= worst.value) continue;
      worst.value = cycles;
      worst.detail = sm < 0 ? "" : fmt::format("SM {}", sm);
    }
    readings.push_back(std::move(worst));
  }
  return readings;
}

double median_cycles(const Samples& samples, const Rows& rows) {
  std::vector<double> cycles;
  for (const auto row : rows) cycles.push_back(static_cast<double>(samples.at(row, "cycles")));
  const auto middle = median(std::move(cycles));
  if (middle > 0) return middle;
  throw BadSample(fmt::format("{}: {} cycles at {}", samples.recording().sweep, middle,
                              to_text(samples.parameters(rows.front()))));
}

/// The batches of one depth on one SM.
struct Batches {
  std::int64_t depth;
  double instructions;
  double cycles;

  double count() const { return instructions / static_cast<double>(depth); }
};

/// Instructions of a batch: of a long one, a short one, or a group of a steady state.
std::int64_t depth_of(const Parameters& configuration) {
  for (const auto* name : {"depth", "in_flight"}) {
    if (configuration.contains(name)) return integer(configuration, name);
  }
  return integer(configuration, "group_size");
}

/// By depth, shallowest first.
std::vector<Batches> batches_of(const Samples& samples, const Rows& rows) {
  std::map<std::int64_t, Rows> by_depth;
  for (const auto row : rows) by_depth[depth_of(samples.parameters(row))].push_back(row);
  std::vector<Batches> batches;
  for (const auto& [depth, of_depth] : by_depth) {
    const auto instructions = samples.at(of_depth.front(), "instructions");
    const auto differs = [&](std::size_t row) { return samples.at(row, "instructions") != instructions; };
    if (depth < 1 || instructions < depth || std::ranges::any_of(of_depth, differs)) {
      throw BadSample(fmt::format("{}: {} instructions, or another number of them, in batches of {} at {}",
                                  samples.recording().sweep, instructions, depth,
                                  to_text(samples.parameters(of_depth.front()))));
    }
    batches.push_back({depth, static_cast<double>(instructions), median_cycles(samples, of_depth)});
  }
  return batches;
}

double slope_of(const Batches& shallow, const Batches& deep, const Parameters& kind) {
  const auto cycles = deep.cycles - shallow.cycles;
  const auto instructions = deep.instructions - shallow.instructions;
  if (cycles > 0 && instructions > 0 && std::abs(deep.count() - shallow.count()) < 0.5)
    return cycles / instructions;
  throw BadSample(fmt::format(
      "no slope from depth {} to {} at {}: {} cycles more for {} instructions more, in {} and {} batches",
      shallow.depth, deep.depth, to_text(kind), cycles, instructions, shallow.count(), deep.count()));
}

/// On Hopper each of several warpgroups issues what the row counts for one.
double warpgroups_of(const Parameters& kind) {
  const auto found = kind.find("warpgroups");
  return found == kind.end() ? 1 : std::max(1.0, static_cast<double>(std::get<std::int64_t>(found->second)));
}

double number(const Parameters& kind, const std::string& name) {
  return static_cast<double>(integer(kind, name));
}

double flop_of(const Parameters& kind) {
  return 2 * number(kind, "m") * number(kind, "n") * number(kind, "k");
}

/// A group of CTAs that run one instruction together, on an SM each.
double sms_of(const Parameters& kind) { return number(kind, "cta_group"); }

/// tcgen05 with M = 64 in one CTA uses half of the data path (PTX ISA, data-path layouts); Hopper's M is 64
/// for each warpgroup and fills it.
bool half_of_data_path(const Parameters& kind, const Sku& sku) {
  return sku.architecture != "sm_90" && integer(kind, "m") == 64 && integer(kind, "cta_group") == 1;
}

double peak(const Sku& sku, const std::string& name) {
  const auto found = sku.peaks.find(name);
  if (found != sku.peaks.end()) return found->second.value;
  throw MissingConfiguration(fmt::format("{} has no peak {}; add it to [peak] in expectations/sku/{}.toml",
                                         sku.name, name, sku.name));
}

/// 4 bits run at the rate of FP8 but in the kinds mxf4 and mxf4nvf4, whose k is 64.
double peak_of(const Parameters& kind, const Sku& sku) {
  const auto& format = word(kind, "format");
  const bool integers = format == "s8" || format == "u8";
  switch (bits_of(format)) {
    case 32:
      return peak(sku, "tf32_flop_per_cycle_per_sm");
    case 16:
      return peak(sku, "f16_flop_per_cycle_per_sm");
    case 4:
      if (integer(kind, "k") == 64) return peak(sku, "f4_flop_per_cycle_per_sm");
      [[fallthrough]];
    default:
      return peak(sku, integers ? "i8_flop_per_cycle_per_sm" : "f8_flop_per_cycle_per_sm");
  }
}

int place_in_order(const std::string& format) {
  if (format == "s8" || format == "u8") return 0;
  return format.starts_with("mx") ? 2 : 1;
}

/// Values by instruction, for pairing what different sweeps measured.
class ByInstruction {
 public:
  explicit ByInstruction(const Readings& readings) {
    for (const auto& reading : readings) values_[projected(reading.where, instruction)] = reading.value;
  }
  double at(const Parameters& kind) const {
    const auto found = values_.find(projected(kind, instruction));
    if (found != values_.end()) return found->second;
    throw MissingConfiguration("nothing was measured that fits " + to_text(projected(kind, instruction)));
  }

 private:
  std::map<Parameters, double> values_;
};

}  // namespace

Readings cycles_per_instruction(const Samples& samples) {
  return slowest(samples, [&](const Rows& rows) {
    const auto& kind = samples.parameters(rows.front());
    const auto batches = batches_of(samples, rows);
    const auto &shallow = batches.front(), &deep = batches.back();
    const auto cycles = batches.size() > 1 ? slope_of(shallow, deep, kind) : deep.cycles / deep.instructions;
    return cycles / warpgroups_of(kind);
  });
}

Readings cycles_of_deepest_batch(const Samples& samples) {
  auto readings = slowest(samples, [&](const Rows& rows) {
    const auto deepest = batches_of(samples, rows).back();
    return deepest.cycles / deepest.count();
  });
  for (auto& reading : readings) {
    std::int64_t deepest = 0;
    for (const auto& configuration : samples.recording().configurations) {
      if (matches(configuration, reading.where)) deepest = std::max(deepest, depth_of(configuration));
    }
    reading.where["depth"] = deepest;
  }
  return readings;
}

Readings batch_costs(const Samples& samples) {
  return slowest(samples, [&](const Rows& rows) {
    const auto batches = batches_of(samples, rows);
    const auto &shallow = batches.front(), &deep = batches.back();
    const auto slope = slope_of(shallow, deep, samples.parameters(rows.front()));
    return (deep.cycles - slope * deep.instructions) / deep.count();
  });
}

Readings latencies(const Samples& samples) {
  return slowest(samples, [&](const Rows& rows) {
    return median_cycles(samples, rows) / static_cast<double>(samples.at(rows.front(), "instructions"));
  });
}

Readings flop_per_cycle(Readings cycles) {
  for (auto& reading : cycles) reading.value = flop_of(reading.where) / sms_of(reading.where) / reading.value;
  return cycles;
}

Readings share_of_peak(const Readings& cycles, const Sku& sku) {
  auto shares = flop_per_cycle(cycles);
  for (auto& reading : shares) reading.value *= 100 / peak_of(reading.where, sku);
  return shares;
}

double operand_bytes(const Parameters& kind) {
  const bool a_in_shared_memory = word(kind, "ab_layout") == "ss";
  const auto rows = number(kind, "n") + (a_in_shared_memory ? number(kind, "m") : 0);
  return rows * operand_row_bytes / sms_of(kind);
}

double model_cycles(const Parameters& kind, const Sku& sku) {
  const auto memory = operand_bytes(kind) / peak(sku, "shared_bytes_per_cycle_per_sm");
  const auto math = flop_of(kind) / sms_of(kind) / peak_of(kind, sku);
  return std::max(memory, half_of_data_path(kind, sku) ? 2 * math : math);
}

Readings over_model(Readings cycles, const Sku& sku) {
  for (auto& reading : cycles) reading.value /= model_cycles(reading.where, sku);
  return cycles;
}

Readings slope_in_n(const Readings& cycles, std::int64_t from, std::int64_t to) {
  const Names all_but_n{"format", "accumulator", "ab_layout", "cta_group", "m", "k"};
  auto slopes = differences(only(cycles, {{"n", to}}), only(cycles, {{"n", from}}), all_but_n);
  return scaled(std::move(slopes), 1 / static_cast<double>(to - from));
}

Readings issue_intervals(const Readings& deepest_batches, const Readings& latencies) {
  const ByInstruction alone(latencies);
  auto intervals = deepest_batches;
  for (auto& batch : intervals) {
    const auto one = alone.at(batch.where) + batch_overhead_cycles;
    const auto further = number(batch.where, "depth") - 1;
    if (further < 1) throw MissingConfiguration(to_text(batch.where) + ": a batch of one tells no interval");
    batch.value = (batch.value - one) / further;
    batch.where.erase("depth");
  }
  return intervals;
}

Readings batches_over_model(const Readings& cycles_in_flight, const Readings& latencies,
                            const Readings& intervals, double overhead) {
  const ByInstruction alone(latencies), further(intervals);
  auto compared = cycles_in_flight;
  for (auto& batch : compared) {
    const auto count = number(batch.where, "in_flight");
    const auto first = alone.at(batch.where) + overhead;
    batch.value *= count / (first + (count - 1) * further.at(batch.where));
  }
  return compared;
}

Readings smallest_full_n(const Readings& rates) {
  return in_groups(rates, {"format"}, [](const Readings& of_format) {
    const auto best = std::ranges::max(of_format, {}, &Reading::value).value;
    Reading smallest{{}, HUGE_VAL, ""};
    for (const auto& [kind, rate, detail] : of_format) {
      const auto n = number(kind, "n");
      if (rate >= nearly_full * best && n < smallest.value) smallest = {kind, n, detail};
    }
    return smallest;
  });
}

std::int64_t bits_of(const std::string& format) {
  static const std::map<std::string, std::int64_t> bits{{"f16", 16}, {"bf16", 16}, {"tf32", 32}, {"e4m3", 8},
                                                        {"e5m2", 8}, {"s8", 8},    {"u8", 8},    {"f4", 4},
                                                        {"mxf8", 8}, {"mxf4", 4}};
  const auto found = bits.find(format);
  if (found != bits.end()) return found->second;
  throw MissingConfiguration("'" + format + "' is no format of this family");
}

Reading in_order_of_formats(const Readings& latencies_of_shape) {
  for (const auto& one : latencies_of_shape) {
    for (const auto& other : latencies_of_shape) {
      const auto place = place_in_order(word(one.where, "format"));
      const auto other_place = place_in_order(word(other.where, "format"));
      const bool holds = place == other_place ? one.value == other.value
                                              : (place < other_place) == (one.value < other.value);
      if (!holds) return {one.where, 0, "against " + word(other.where, "format")};
    }
  }
  return {latencies_of_shape.front().where, 100, ""};
}

}  // namespace assay::mma
