#include "expectations/units.h"

namespace assay {

const std::vector<std::string>& claim_units() {
  static const std::vector<std::string> units{"TB/s",    "TB/s/KiB", "KiB",        "cycles",
                                              "ns",      "%",        "1",          "count",
                                              "columns", "bits",     "B/cycle/SM", "FLOP/cycle/SM"};
  return units;
}

const std::vector<std::string>& peak_units() {
  static const std::vector<std::string> units{"B/s", "B/cycle/SM", "FLOP/cycle/SM"};
  return units;
}

std::optional<double> peak_in(const Peak& peak, const std::string& unit) {
  if (peak.unit == unit) return peak.value;
  if (peak.unit == "B/s" && unit == "TB/s") return peak.value / 1e12;
  return std::nullopt;
}

}  // namespace assay
