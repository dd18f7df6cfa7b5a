#include "expectations/bands.h"

#include <fmt/format.h>

#include <algorithm>

#include "expectations/band_rules.h"

namespace assay {
namespace {

/// Fewer than this many boards, or processes on each, make a band provisional (rule 6).
constexpr int enough_boards = 3;
constexpr int enough_processes_each = 5;

int count_of(const CheckedTable& table, std::string_view key, std::string_view meaning) {
  const std::int64_t count = table.integer(key, meaning);
  if (count < 1 || count > 1'000'000)
    table.reject(key, "is not a count above 0", fmt::format("give the {}", meaning));
  return static_cast<int>(count);
}

double spread_of(const CheckedTable& table, std::string_view key, std::string_view meaning) {
  const double spread = table.number(key, meaning);
  if (spread < 0) table.reject(key, "is negative", fmt::format("give the {}", meaning));
  return spread;
}

Observed read_observed(const CheckedTable& point, bool published) {
  const CheckedTable table = point.table("observed", "observed values, { value = 6.55, n = 1 }");
  Observed observed;
  observed.value = table.number("value", "observed value");
  observed.low = table.number_or("low", "lowest value seen", observed.value);
  observed.high = table.number_or("high", "highest value seen", observed.value);
  observed.n = count_of(table, "n", "number of samples");
  if (!published) {
    observed.boards = count_of(table, "boards", "number of boards, by UUID");
    observed.processes = count_of(table, "processes", "number of processes, on all boards together");
    observed.deviation = spread_of(table, "deviation", "standard deviation of the process medians");
    observed.interval = spread_of(table, "interval", "half-width of the widest interval of an estimate");
  }
  table.no_other_keys();
  return observed;
}

std::optional<double> edge_of(const CheckedTable& table, const NumberOrWord& edge,
                              const BandContext& context) {
  if (const double* number = std::get_if<double>(&edge)) return *number;
  const std::string& word = std::get<std::string>(edge);
  if (word == "open") return std::nullopt;
  if (word != "limit") table.reject_word("band", "edge", word, "a number, \"limit\", \"open\"");
  if (!context.limit) {
    table.reject("band", "\"limit\" stands for nothing: the claim names no limit",
                 fmt::format("give a number, or `limit` to the claim in {}", context.claim->location.file));
  }
  return context.limit;
}

BandPoint read_point(const CheckedTable& table, const BandContext& context) {
  BandPoint point;
  const auto edges = table.range("band", "band as [low, high]");
  point.low = edge_of(table, edges[0], context);
  point.high = edge_of(table, edges[1], context);
  point.observed = read_observed(table, is_published(context.band->method));
  check_point(table, point, context);
  return point;
}

std::vector<BandPoint> read_points(const CheckedTable& table, const BandContext& context) {
  if (!table.has("points")) return {read_point(table, context)};
  std::vector<BandPoint> points;
  for (const CheckedTable& each : table.tables("points", "points, each with where, band and observed")) {
    if (!each.has("where"))
      each.reject("where", "is missing", "give the parameters that the point holds for");
    BandPoint point = read_point(each, context);
    point.where = each.parameters_or_none("where");
    each.no_other_keys();
    points.push_back(std::move(point));
  }
  check_points_apart(table, points);
  return points;
}

double read_noise(const CheckedTable& table, bool published) {
  if (!published) return 0;
  const double noise =
      table.number("noise", "relative half-width of the interval of a single published sample");
  if (noise <= 0 || noise >= 1) table.reject("noise", "is not a share between 0 and 1", "give it as 0.0127");
  return noise;
}

bool is_provisional(const Band& band) {
  return !is_published(band.method) &&
         std::any_of(band.points.begin(), band.points.end(), [](const BandPoint& point) {
           return point.observed.boards < enough_boards ||
                  point.observed.processes < enough_processes_each * point.observed.boards;
         });
}

std::optional<double> checked_limit(const CheckedTable& table, const Claim& claim, const Sku& sku) {
  if (claim.limit.empty()) return std::nullopt;
  if (!sku.peaks.contains(claim.limit)) {
    reject(table.location(), claim.name, fmt::format("its limit \"{}\" is no peak of this SKU", claim.limit),
           "add it to [peak] with value, unit and source");
  }
  const auto limit = sku.limit_of(claim);
  if (!limit) {
    reject(table.location(), claim.name,
           fmt::format("its limit \"{}\" is in {}, the claim in {}", claim.limit,
                       sku.peaks.at(claim.limit).unit, claim.unit),
           "name a peak that can be compared with the estimate");
  }
  return limit;
}

}  // namespace

Band read_band(const CheckedTable& table, const Claim& claim, const Sku& sku) {
  Band band;
  band.claim = claim.name;
  band.location = table.location();
  band.method = table.choice<std::string>(
      "method", "method", {{"assay-1", "assay-1"}, {"published-2026-03", "published-2026-03"}});
  const std::string unit = table.text("unit", "unit of the band");
  if (unit != claim.unit) {
    table.reject("unit", fmt::format("\"{}\" is not the unit of the claim, \"{}\"", unit, claim.unit),
                 "convert the band to the unit of the claim");
  }
  band.source = table.text("source", "source of the numbers");
  band.date = table.date("date", "date of the measurement or publication");
  band.rationale = table.text_or("rationale", "rationale", "");
  band.noise = read_noise(table, is_published(band.method));
  band.points = read_points(table, {&claim, &band, checked_limit(table, claim, sku)});
  band.provisional = is_provisional(band);
  table.no_other_keys();
  return band;
}

}  // namespace assay
