#include "conformance/clock_meter.h"

#include "fixtures/device/cuda_resources.h"
#include "kernels/memory/memory.h"

#include <algorithm>
#include <vector>

namespace assay {

std::int64_t measure_sm_clock_khz(void* stream_pointer) {
  constexpr std::uint64_t window_ns = 1'000'000;
  auto* stream = static_cast<cudaStream_t>(stream_pointer);
  int device = 0, sm_count = 0;
  device::check(cudaGetDevice(&device), "measuring the SM clock");
  device::check(cudaDeviceGetAttribute(&sm_count, cudaDevAttrMultiProcessorCount, device),
                "measuring the SM clock");
  const auto sms = static_cast<std::size_t>(sm_count);
  device::MirroredBuffer<std::uint64_t> cycles(sms), elapsed(sms);
  device::check(kernels::spin_clock(sm_count, window_ns, cycles.device(), elapsed.device(), stream),
                "measuring the SM clock");
  cycles.fetch(sms, stream);
  elapsed.fetch(sms, stream);
  device::check(cudaStreamSynchronize(stream), "measuring the SM clock");
  std::vector<std::int64_t> khz(sms);
  for (std::size_t s = 0; s < sms; ++s) {
    khz[s] = static_cast<std::int64_t>(static_cast<double>(cycles.host()[s]) * 1e6 /
                                       static_cast<double>(elapsed.host()[s]));
  }
  std::nth_element(khz.begin(), khz.begin() + sm_count / 2, khz.end());
  return khz[sms / 2];
}

}  // namespace assay
