#pragma once

#include <cstdint>

#if defined(__CUDACC__)
#define ASSAY_HOST_DEVICE __host__ __device__
#else
#define ASSAY_HOST_DEVICE
#endif

namespace assay {

/// What test buffers hold: 32-bit word `index` of a buffer. The multiplier is odd, so no value occurs twice
/// among 2^32 words: a word from any other place is noticed.
ASSAY_HOST_DEVICE constexpr std::uint32_t pattern_word(std::uint64_t index, std::uint32_t seed) {
  return static_cast<std::uint32_t>(index) * 0x9E3779B1u + seed;
}

}  // namespace assay
