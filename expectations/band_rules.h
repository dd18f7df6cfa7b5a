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
///  - edges: the lower one is closed, below the upper one, and at least v / 2; an edge does not exceed the
///  physical
///    limit, nor does v (rule 2);
///  - observed: v > 0, low <= v <= high, and [low, high], widened by `noise` for a published sample, lies in
///  the band,
///    because otherwise the very data the band was made from would not pass;
///  - too wide: on every side that a loss moves the estimate to (Claim::loss), the edge is closed and,
///    but for rounding, at most e * v away from v. A part like the observed one that loses more than e then
///    leaves the band, whereas a wider band could not notice the smallest effect that matters;
///  - our own methods (rule 6): at least five processes; each edge is at least k * s away from v, with s =
///    observed.deviation and k = 5.1, 3.4, 2.8 for 5, 10, 20 processes or more; and the widest interval of an
///    estimate, observed.interval, is at most e * v / 2.
/// The last two do not hold for a claim that is `informative`.
void check_point(const CheckedTable& table, const BandPoint& point, const BandContext& context);

/// Rejects two points that one estimate could match: they agree in every parameter that both name.
void check_points_apart(const CheckedTable& table, const std::vector<BandPoint>& points);

}  // namespace assay
