#pragma once

#include "fixtures/sweep/sweep.h"

namespace assay {

/// Every sweep of the family: mma.throughput, mma.latency, mma.in_flight. Hopper only so far: wgmma.
SweepList mma_sweeps();

}  // namespace assay
