#pragma once

#include <optional>
#include <string>
#include <vector>

#include "expectations/expectations.h"

namespace assay {

/// Units that a peak may have.
const std::vector<std::string>& peak_units();

/// A peak in the unit of a claim, or nothing if the one cannot be turned into the other.
std::optional<double> peak_in(const Peak& peak, const std::string& unit);

}  // namespace assay
