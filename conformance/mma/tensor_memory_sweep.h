#pragma once

#include <memory>

#include "fixtures/sweep/sweep.h"

namespace assay {

/// mma.tensor_memory: one CTA on every SM takes all 512 columns, fills and reads them, and asks for more
/// while it holds them. A row an SM: address of the columns, words of 128 x 512 that were wrong, whether the
/// second allocation came early (1) or waited (0), and cycles from its request until the columns were
/// released and until it came.
std::unique_ptr<Sweep> make_tensor_memory_sweep();

}  // namespace assay
