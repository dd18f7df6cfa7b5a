#include "kernels/memory/memory.h"

#include "kernels/encoding/pattern.h"
#include "kernels/ptx/clock.cuh"

namespace assay::kernels {
namespace {

__global__ void fill(std::uint32_t* words, std::uint64_t count, std::uint32_t seed) {
  const std::uint64_t step = static_cast<std::uint64_t>(gridDim.x) * blockDim.x;
  for (std::uint64_t i = blockIdx.x * static_cast<std::uint64_t>(blockDim.x) + threadIdx.x; i < count;
       i += step) {
    words[i] = pattern_word(i, seed);
  }
}

__global__ void read_all(const uint4* data, std::uint64_t count, std::uint32_t* sink) {
  const std::uint64_t step = static_cast<std::uint64_t>(gridDim.x) * blockDim.x;
  std::uint32_t sum = 0;
  for (std::uint64_t i = blockIdx.x * static_cast<std::uint64_t>(blockDim.x) + threadIdx.x; i < count;
       i += step) {
    const uint4 v = data[i];
    sum += v.x ^ v.y ^ v.z ^ v.w;
  }
  if (sum == 0x5EED5EEDu) *sink = sum;  // keeps the loads; whether it is ever true does not matter
}

__global__ void spin(std::uint64_t ns, std::uint64_t* cycles, std::uint64_t* elapsed_ns) {
  // Start and end on an edge of the timer, whose step is tens of ns.
  std::uint64_t first = ptx::globaltimer(), start = first;
  while (start == first) start = ptx::globaltimer();
  const std::uint64_t start_cycle = ptx::clock64();
  std::uint64_t now = start;
  while (now - start < ns) now = ptx::globaltimer();
  const std::uint64_t end_cycle = ptx::clock64();
  cycles[blockIdx.x] = end_cycle - start_cycle;
  elapsed_ns[blockIdx.x] = now - start;
}

}  // namespace

cudaError_t fill_pattern(std::uint32_t* words, std::uint64_t count, std::uint32_t seed, cudaStream_t stream) {
  fill<<<2048, 256, 0, stream>>>(words, count, seed);
  return cudaGetLastError();
}

cudaError_t flush_l2(const std::byte* buffer, std::uint64_t bytes, std::uint32_t* sink, cudaStream_t stream) {
  read_all<<<1024, 256, 0, stream>>>(reinterpret_cast<const uint4*>(buffer), bytes / sizeof(uint4), sink);
  return cudaGetLastError();
}

cudaError_t spin_clock(int sm_count, std::uint64_t ns, std::uint64_t* cycles, std::uint64_t* elapsed_ns,
                       cudaStream_t stream) {
  spin<<<static_cast<unsigned>(sm_count), 1, 0, stream>>>(ns, cycles, elapsed_ns);
  return cudaGetLastError();
}

}  // namespace assay::kernels
