#pragma once

#include "fixtures/sweep/sweep.h"

namespace assay {

/// Every sweep of the family, in the order of docs/claims: throughput, latency, function, overlap, gather.
SweepList async_copy_sweeps();

std::unique_ptr<Sweep> make_ldgsts_throughput();
std::unique_ptr<Sweep> make_ldgsts_pipeline();
std::unique_ptr<Sweep> make_ldgsts_latency();
std::unique_ptr<Sweep> make_tma_throughput();
std::unique_ptr<Sweep> make_tma_warps();
std::unique_ptr<Sweep> make_tma_latency();
std::unique_ptr<Sweep> make_tma_function();
std::unique_ptr<Sweep> make_overlap();
std::unique_ptr<Sweep> make_gather_throughput();
std::unique_ptr<Sweep> make_gather_latency();

}  // namespace assay
