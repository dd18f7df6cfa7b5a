#include "conformance/mma/mma_readings.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace assay::mma {
namespace {

const Parameter& parameter(const Parameters& where, const std::string& name) {
  const auto found = where.find(name);
  if (found != where.end()) return found->second;
  throw MissingConfiguration(fmt::format("{} has no parameter {}", to_text(where), name));
}

template <class T>
const T& parameter_as(const Parameters& where, const std::string& name, const char* kind) {
  if (const T* value = std::get_if<T>(&parameter(where, name))) return *value;
  throw MissingConfiguration(fmt::format("{}: {} is no {}", to_text(where), name, kind));
}

std::map<Parameters, Readings> groups_of(const Readings& readings, const Names& names) {
  std::map<Parameters, Readings> groups;
  for (const auto& reading : readings) groups[projected(reading.where, names)].push_back(reading);
  return groups;
}

std::string whole_words(const Reading& reading) {
  return reading.detail.empty() ? to_text(reading.where)
                                : fmt::format("{}, {}", to_text(reading.where), reading.detail);
}

Reading highest(const Readings& readings) { return *std::ranges::max_element(readings, {}, &Reading::value); }
Reading lowest(const Readings& readings) { return *std::ranges::min_element(readings, {}, &Reading::value); }

/// A group's extremes compared; a group of one has nothing to compare.
Readings extremes_compared(const Readings& readings, const Names& names,
                           const std::function<double(double, double)>& compare) {
  Readings compared;
  for (const auto& [where, group] : groups_of(readings, names)) {
    if (group.size() < 2) continue;
    const auto high = highest(group), low = lowest(group);
    compared.push_back({where, compare(high.value, low.value),
                        fmt::format("{} against {}", whole_words(high), whole_words(low))});
  }
  if (compared.empty())
    throw MissingConfiguration("no two of the readings that are compared are of one kind");
  return compared;
}

Readings paired(const Readings& over, const Readings& under, const Names& names,
                const std::function<double(double, double)>& compare) {
  const auto others = groups_of(under, names);
  Readings compared;
  for (const auto& [where, group] : groups_of(over, names)) {
    const auto other = others.find(where);
    if (other == others.end()) continue;
    const auto one = highest(group), two = highest(other->second);
    compared.push_back({where, compare(one.value, two.value),
                        fmt::format("{} over {}", whole_words(one), whole_words(two))});
  }
  if (compared.empty()) throw MissingConfiguration("the two that are compared have no kind in common");
  return compared;
}

double ratio(double over, double under) { return over / under; }
double difference(double over, double under) { return over - under; }

}  // namespace

std::int64_t integer(const Parameters& where, const std::string& name) {
  return parameter_as<std::int64_t>(where, name, "integer");
}

const std::string& word(const Parameters& where, const std::string& name) {
  return parameter_as<std::string>(where, name, "word");
}

Parameters projected(const Parameters& where, const Names& names) {
  Parameters some;
  for (const auto& name : names) {
    if (const auto found = where.find(name); found != where.end()) some.insert(*found);
  }
  return some;
}

Readings only(const Readings& readings, const Parameters& where) {
  return only_if(readings, to_text(where),
                 [&](const Parameters& parameters) { return matches(parameters, where); });
}

Readings only_if(const Readings& readings, const std::string& words,
                 const std::function<bool(const Parameters&)>& keep) {
  Readings kept;
  for (const auto& reading : readings) {
    if (keep(reading.where)) kept.push_back(reading);
  }
  if (kept.empty()) {
    throw MissingConfiguration(fmt::format("none of {} kinds of instruction has {}", readings.size(), words));
  }
  return kept;
}

Readings in_groups(const Readings& readings, const Names& names,
                   const std::function<Reading(const Readings&)>& of_group) {
  Readings grouped;
  for (const auto& [where, group] : groups_of(readings, names)) {
    auto reading = of_group(group);
    reading.detail = reading.where == where ? reading.detail : whole_words(reading);
    reading.where = where;
    grouped.push_back(std::move(reading));
  }
  return grouped;
}

Readings highest_of_each(const Readings& readings, const Names& names) {
  return in_groups(readings, names, highest);
}

Readings lowest_of_each(const Readings& readings, const Names& names) {
  return in_groups(readings, names, lowest);
}

Readings spread_of_each(const Readings& readings, const Names& names) {
  return extremes_compared(readings, names, difference);
}

Readings highest_over_lowest(const Readings& readings, const Names& names) {
  return extremes_compared(readings, names, ratio);
}

Readings ratios(const Readings& over, const Readings& under, const Names& names) {
  return paired(over, under, names, ratio);
}

Readings differences(const Readings& over, const Readings& under, const Names& names) {
  return paired(over, under, names, difference);
}

Readings gains(const Readings& readings, const std::string& varied) {
  std::map<Parameters, Readings> alike;
  for (const auto& reading : readings) {
    auto others = reading.where;
    others.erase(varied);
    alike[others].push_back(reading);
  }
  Readings steps;
  for (auto& [others, curve] : alike) {
    std::ranges::sort(curve, {}, [&](const Reading& reading) { return integer(reading.where, varied); });
    for (std::size_t i = 1; i < curve.size(); ++i) {
      const auto &here = curve[i - 1], &next = curve[i];
      steps.push_back({here.where, next.value / here.value,
                       fmt::format("to {}={}", varied, integer(next.where, varied))});
    }
  }
  return steps;
}

Readings extremes(const Readings& readings) {
  if (readings.empty()) throw MissingConfiguration("there is nothing of which extremes could be told");
  std::vector<double> values;
  for (const auto& reading : readings) values.push_back(reading.value);
  return {{{{"of", "lowest"}}, lowest(readings).value, whole_words(lowest(readings))},
          {{{"of", "median"}}, median(values), ""},
          {{{"of", "highest"}}, highest(readings).value, whole_words(highest(readings))}};
}

Readings scaled(Readings readings, double factor) {
  for (auto& reading : readings) reading.value *= factor;
  return readings;
}

}  // namespace assay::mma
