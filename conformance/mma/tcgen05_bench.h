#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "conformance/mma/mma_bench.h"
#include "conformance/mma/tcgen05_operands.h"
#include "fixtures/device/cuda_resources.h"
#include "kernels/mma/tcgen05.h"

namespace assay::mma {

/// tcgen05.mma under the patterns of the family's sweeps. Of a pair both SMs have the cycles of the CTA that
/// issues.
class Tcgen05Bench : public MmaBench {
 public:
  explicit Tcgen05Bench(const SweepContext& context);

  Measured stream(const Parameters& configuration) override;
  Measured single(const Parameters& configuration) override;
  Measured batch(const Parameters& configuration) override;
  Measured steady(const Parameters& configuration) override;
  Measured alone(const Parameters& configuration) override;

 private:
  /// What one configuration uploads, and what it must leave after a number of instructions.
  struct Prepared;

  Measured run(const Parameters& configuration, const kernels::Tcgen05Work& work);
  Prepared& prepared(const Parameters& configuration);
  void poison(const InstructionShape& shape);
  void enqueue(Prepared& made, const kernels::Tcgen05Work& work, int slot);
  Measured fetch_and_compare(Prepared& made, const kernels::Tcgen05Work& work);
  std::size_t words(const InstructionShape& shape) const;

  cudaStream_t stream_;
  int sm_count_;
  std::uint64_t seed_;
  std::map<std::string, std::unique_ptr<Prepared>> prepared_;
  device::MirroredBuffer<kernels::WarpgroupRecord> records_;
  device::MirroredBuffer<std::uint32_t> accumulators_;
};

std::unique_ptr<MmaBench> make_tcgen05_bench(const SweepContext& context);

}  // namespace assay::mma
