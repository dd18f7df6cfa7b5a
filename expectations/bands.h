#pragma once

#include "expectations/checked_table.h"

namespace assay {

/// Reads the band of one claim on one SKU, whose peaks are known already, and checks it by the rules of
/// band_rules.h.
///   unit, method, source, date   required; unit is the claim's, repeated so that the file reads by itself
///   band = [low, high]           an edge is a number, "limit" (the physical peak) or "open"
///   observed = { value, low, high, n }             low and high default to value; of our own also
///              { boards, processes, deviation, interval }
///   points = [{ where = {...}, band, observed }, ...]   instead of band and observed
///   noise                        published methods only, and required there
///   rationale                    optional
Band read_band(const CheckedTable& table, const Claim& claim, const Sku& sku);

}  // namespace assay
