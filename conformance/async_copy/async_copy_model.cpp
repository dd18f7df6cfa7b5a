#include "conformance/async_copy/async_copy_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace assay::async_copy {

double tb_per_s(const Samples& samples, std::size_t row) {
  constexpr double bytes_per_ns_in_a_tb_per_s = 1000;
  return static_cast<double>(samples.at(row, "bytes_moved")) / static_cast<double>(samples.at(row, "ns")) /
         bytes_per_ns_in_a_tb_per_s;
}

Curve throughput_by_size(const Samples& samples) { return upper_envelope(samples, "bif", tb_per_s); }

double best_throughput(const Samples& samples) { return plateau(throughput_by_size(samples)); }

Curve cold_latency_by_size(const Samples& samples) {
  return median_curve(samples, "bif", column_metric("cold_cycles"));
}

Reading slowest_sm(const Samples& samples, const std::string& column) {
  return worst_sm(samples, column_metric(column), Worse::higher);
}

Samples up_to(const Samples& samples, std::int64_t bytes) {
  return samples.where_if(fmt::format("bif <= {}", bytes), [bytes](const Parameters& parameters) {
    const auto bif = parameters.find("bif");
    return bif != parameters.end() && std::get<std::int64_t>(bif->second) <= bytes;
  });
}

Samples over_the_edge(const Samples& samples) {
  return samples.where_if("case other than inside", [](const Parameters& parameters) {
    return !matches(parameters, {{"case", "inside"}});
  });
}

std::set<std::string> words_of(const Samples& samples, const std::string& parameter) {
  std::set<std::string> words;
  for (std::size_t row = 0; row < samples.size(); ++row) {
    const auto found = samples.parameters(row).find(parameter);
    if (found != samples.parameters(row).end()) words.insert(std::get<std::string>(found->second));
  }
  if (words.empty()) throw MissingConfiguration("no configuration has the parameter " + parameter);
  return words;
}

Parameters at_size(std::int64_t bytes) {
  if (bytes % KiB == 0) return {{"kib", bytes / KiB}};
  return {{"bytes", bytes}};
}

Readings one(double value, const std::string& detail) { return {{{}, value, detail}}; }

Readings by_size(const Curve& curve) {
  Readings readings;
  for (const auto& point : curve) readings.push_back({at_size(point.x), point.y, point.best});
  return readings;
}

Readings ratio_by_size(const Curve& over, const Curve& under) {
  Readings readings;
  for (const auto& point : over) {
    const auto other = std::ranges::find(under, point.x, &CurvePoint::x);
    if (other == under.end()) continue;
    readings.push_back(
        {at_size(point.x), point.y / other->y, fmt::format("{} over {}", point.best, other->best)});
  }
  if (readings.empty()) throw MissingConfiguration("the two curves that are compared have no size in common");
  return readings;
}

Readings gain_of_each_step(const Samples& samples, const std::string& varied, const std::string& fixed) {
  const auto steps = samples.values_of(varied);
  Readings gains;
  for (const auto at : samples.values_of(fixed)) {
    const auto curve = upper_envelope(samples.where(fixed, at), varied, tb_per_s);
    for (std::size_t i = 1; i < steps.size(); ++i) {
      const auto before = std::ranges::find(curve, steps[i - 1], &CurvePoint::x);
      const auto after = std::ranges::find(curve, steps[i], &CurvePoint::x);
      if (before == curve.end() || after == curve.end()) continue;
      gains.push_back({{{fixed, at}, {varied, steps[i]}}, after->y / before->y, after->best});
    }
  }
  return gains;
}

Readings by_mechanism_and_page(const Samples& samples,
                               const std::function<Reading(const Samples&)>& reading) {
  Readings readings;
  for (const auto& mechanism : words_of(samples, "mechanism")) {
    const auto of_mechanism = samples.where("mechanism", mechanism);
    for (const auto page_bytes : of_mechanism.values_of("page_bytes")) {
      readings.push_back(reading(of_mechanism.where("page_bytes", page_bytes)));
      readings.back().where = {{"mechanism", mechanism}, {"page_bytes", page_bytes}};
    }
  }
  return readings;
}

Reading wrong_at(const Samples& samples, const Parameters& where) {
  std::int64_t wrong = 0;
  for (std::size_t row = 0; row < samples.size(); ++row) {
    wrong += std::abs(samples.at(row, "wrong")) + (samples.at(row, "checked") > 0 ? 0 : 1);
  }
  return {where, static_cast<double>(wrong),
          wrong ? wrong_elements(samples.recording(), samples.round()).first : ""};
}

}  // namespace assay::async_copy
