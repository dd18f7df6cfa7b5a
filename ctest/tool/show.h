#pragma once

#include <string>

#include "expectations/expectations.h"

namespace assay {

/// "  label       text", wrapped; "" without text.
std::string labelled(const std::string& label, const std::string& text);

/// A claim as the catalogue has it.
std::string catalogue_text(const Claim& claim);

/// A band of a SKU: its points, source, date and rationale.
std::string band_text(const Sku& sku, const Band& band, const std::string& unit);

}  // namespace assay
