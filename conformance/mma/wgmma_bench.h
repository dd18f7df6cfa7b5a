#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "conformance/mma/mma_bench.h"
#include "conformance/mma/mma_operands.h"
#include "fixtures/device/cuda_resources.h"
#include "fixtures/sweep/sweep.h"
#include "kernels/mma/mma.h"

namespace assay::mma {

/// Known operands of every format on the GPU, and the outputs of a launch with their host twins.
class WgmmaBench : public MmaBench {
 public:
  explicit WgmmaBench(const SweepContext& context);

  Measured stream(const Parameters& configuration) override;
  Measured single(const Parameters& configuration) override;
  Measured batch(const Parameters& configuration) override;
  Measured steady(const Parameters& configuration) override;
  Measured alone(const Parameters& configuration) override;

 private:
  struct OfFormat {
    Operands operands;
    device::DeviceBuffer<std::byte> a, b;
    device::DeviceBuffer<std::uint32_t> a_registers;
  };
  /// One launch: what it multiplies, how many words a warpgroup leaves, and what to say when it fails.
  struct Launch;

  Launch launch_of(const Parameters& configuration, int warpgroups) const;
  Measured run(const Parameters& configuration, int warpgroups, const kernels::WgmmaWork& work);
  void poison(const Launch& launch);
  void enqueue(const Launch& launch, const kernels::WgmmaWork& work, int slot);
  void fetch(const Launch& launch);
  Measured compare(const Launch& launch, const kernels::WgmmaWork& work);
  /// The same for every SM and round, so it is made once.
  const std::vector<std::uint32_t>& expectation(const Launch& launch, int count);

  cudaStream_t stream_;
  int sm_count_;
  std::map<std::string, OfFormat> of_format_;
  std::map<std::tuple<std::string, int, int>, std::vector<std::uint32_t>> expected_;
  device::MirroredBuffer<kernels::WarpgroupRecord> records_;
  device::MirroredBuffer<std::uint32_t> accumulators_;
};

}  // namespace assay::mma
