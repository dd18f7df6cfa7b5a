#pragma once

#include <span>

#include "fixtures/sweep/sweep.h"

namespace assay {

/// Every SM ran just `ctas_per_sm` CTAs, or the launch was not what the configuration says: adds what is
/// wrong. `sm_of_cta` names the SM of each CTA.
void check_placement(std::span<const int> sm_of_cta, int sm_count, int ctas_per_sm, Measured& measured);

}  // namespace assay
