#pragma once

#include "kernels/async_copy/async_copy.h"
#include "kernels/ptx/clock.cuh"

namespace assay::kernels {

/// The clocks of a CTA, read by its first thread: start before its first copy, stop after its last byte has
/// come.
class CtaClock {
 public:
  __device__ __forceinline__ void start() {
    start_ns_ = ptx::globaltimer();
    start_cycle_ = ptx::clock64();
  }
  __device__ __forceinline__ void stop(CtaRecord* records, std::uint32_t trips) {
    const std::uint64_t end_cycle = ptx::clock64();
    const std::uint64_t end_ns = ptx::globaltimer();
    if (threadIdx.x == 0)
      records[blockIdx.x] = {ptx::smid(), trips, start_cycle_, end_cycle, start_ns_, end_ns};
  }

 private:
  std::uint64_t start_cycle_, start_ns_;
};

}  // namespace assay::kernels
