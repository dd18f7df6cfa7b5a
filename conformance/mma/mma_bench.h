#pragma once

#include <memory>

#include "fixtures/sweep/sweep.h"

namespace assay::mma {

/// The matrix units of one architecture under the patterns of the family's sweeps. Each measures one
/// configuration of the list that its architecture gives for the sweep; a row (sm, cycles, instructions,
/// wrong) an SM.
class MmaBench {
 public:
  virtual ~MmaBench() = default;
  virtual Measured stream(const Parameters& configuration) = 0;
  virtual Measured single(const Parameters& configuration) = 0;
  virtual Measured batch(const Parameters& configuration) = 0;
  virtual Measured steady(const Parameters& configuration) = 0;
  virtual Measured alone(const Parameters& configuration) = 0;
};

std::unique_ptr<MmaBench> make_wgmma_bench(const SweepContext& context);
std::unique_ptr<MmaBench> make_tcgen05_bench(const SweepContext& context);

}  // namespace assay::mma
