#pragma once

#include "expectations/checked_table.h"

namespace assay {

/// Reads a file of [[waiver]] tables, none of them for an unknown claim or SKU.
///   claim, owner, issue, reason, expires   required; expires is the last day on which it holds
///   drivers = [low, high]                  required, inclusive, "open" for no bound
///   sku                                    optional; without it the waiver holds on every SKU
std::vector<Waiver> read_waivers(const std::filesystem::path& file, const Expectations& expectations);

}  // namespace assay
