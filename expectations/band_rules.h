#pragma once

#include "expectations/checked_table.h"

namespace assay {

/// What one point of a band is checked against.
struct BandContext {
  const Claim* claim = nullptr;
  const Band* band = nullptr;   ///< method and noise are set
  std::optional<double> limit;  ///< physical limit in the unit of the claim
};

/// Rejects a point that could not do its work. With v = observed.value and e = the claim's smallest_effect:
///  - edges (rule 2): the lower one is closed, below the upper one, and at least v / 2; neither the upper one
///    nor v exceeds the physical limit;
///  - observed: v > 0, low <= v <= high, and [low, high], widened by `noise` for a published sample, lies in
///    the band: the very data that the band was made from must pass;
///  - too wide: on every side that a loss moves the estimate to (Claim::loss), the edge is closed and, but
///    for rounding, at most e * v away from v. A part like the observed one that loses more than e then
///    leaves the band; a wider band could not notice the smallest effect that matters;
///  - our own methods (rule 6): at least five processes; each edge is at least k * s away from v, with s =
///    observed.deviation and k = 5.1, 3.4, 2.8 for 5, 10, 20 processes or more; and the widest interval of an
///    estimate, observed.interval, is at most e * v / 2.
/// The last two do not hold for a claim that is `informative`.
void check_point(const CheckedTable& table, const BandPoint& point, const BandContext& context);

/// Rejects two points that are about the same estimates: they agree in all parameters that both name, of
/// which there is at least one, or one of them names none. ({ kib = 1 } and { bytes = 512 } are apart.)
void check_points_apart(const CheckedTable& table, const std::vector<BandPoint>& points);

}  // namespace assay
