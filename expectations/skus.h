#pragma once

#include <map>
#include <string>
#include <vector>

#include "expectations/checked_table.h"

namespace assay {

/// Reads a SKU from its file and from the overlays of that file, in order. The first one has the head: title,
/// architecture, [match], [peak]. A later one may replace any of them, peak by peak, and any band, by claim
/// and method.
Sku read_sku(const std::string& name, const std::vector<CheckedTable>& files,
             const std::map<std::string, Claim>& claims);

/// True if every field given in `alternative` is the same in `board`.
bool matches(const Board& board, const Board& alternative);

/// Rejects two SKUs that one board could match.
void check_skus_apart(const std::vector<Sku>& skus);

}  // namespace assay
