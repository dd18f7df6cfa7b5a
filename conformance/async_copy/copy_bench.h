#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "fixtures/device/cuda_resources.h"
#include "fixtures/sweep/sweep.h"
#include "kernels/async_copy/async_copy.h"

namespace assay {

/// The words `count` from `first_word` of the source on, as a launch should have left them in `found`.
/// Nothing if they are.
std::optional<Wrong> compare_words(const std::uint32_t* found, std::uint64_t first_word, std::uint64_t count,
                                   std::uint32_t seed);

/// What all copy sweeps share: 2 GiB of known data, a buffer that empties the L2, outputs with their host
/// twins, and the checks of a launch. One configuration is one flush and one timed launch.
class CopyBench {
 public:
  static constexpr std::uint64_t full_source_bytes = 2ull << 30;
  static constexpr int max_ctas_per_sm = 4;
  static constexpr int tensor_width = 128;  ///< floats in a row of the source, seen as a tensor

  /// `last_bytes`: most that a launch leaves for the check. Fills the source and waits for it.
  CopyBench(const SweepContext& context, std::uint64_t last_bytes);

  const std::byte* source() const { return reinterpret_cast<const std::byte*>(source_.data()); }
  std::uint64_t source_bytes() const { return source_.bytes(); }
  std::uint32_t seed() const { return seed_; }
  cudaStream_t stream() const { return stream_; }
  int sm_count() const { return sm_count_; }

  /// The source as a 2-D tensor, and a box of it in floats.
  CUtensorMap box_map(int width, int height) const;

  /// Poisons the outputs, empties the L2, times the launch, and fetches `last_bytes` of output. ns by events.
  std::int64_t timed(const std::function<cudaError_t(kernels::CtaRecord*, std::byte*)>& launch, int ctas,
                     std::uint64_t last_bytes, const std::string& doing);

  const kernels::CtaRecord& record(int cta) const { return records_.host()[static_cast<std::size_t>(cta)]; }
  const std::uint32_t* last_words(std::uint64_t byte_offset) const {
    return reinterpret_cast<const std::uint32_t*>(last_.host().data() + byte_offset);
  }
  /// Longest CTA, in cycles of its SM; and from the first CTA's start to the last one's end, by %globaltimer.
  std::int64_t longest_cycles(int ctas) const;
  std::int64_t span_ns(int ctas) const;

  /// Every SM ran just `ctas_per_sm` CTAs, or the bytes in flight were not what the configuration says.
  void check_placement(int ctas_per_sm, Measured& measured) const;
  /// The ring that CTA `cta` left: slot s holds the last tile whose trip is s modulo `slots`.
  /// `first_word_of_trip` gives the first source word of a trip's tile.
  void check_ring(int cta, std::uint32_t trips, std::uint32_t slots, std::uint64_t tile_bytes,
                  std::uint64_t last_offset,
                  const std::function<std::uint64_t(std::uint32_t trip)>& first_word_of_trip,
                  Measured& measured) const;

 private:
  cudaStream_t stream_;
  int sm_count_;
  std::uint32_t seed_;
  device::DeviceBuffer<std::uint32_t> source_;
  device::DeviceBuffer<std::byte> flush_;
  device::DeviceBuffer<std::uint32_t> sink_;
  device::MirroredBuffer<kernels::CtaRecord> records_;
  device::MirroredBuffer<std::byte> last_;
  device::Stopwatch stopwatch_;
};

/// The row of a throughput configuration: ns, kernel_ns, bytes_moved, sm_cycles, wrong.
std::vector<Column> throughput_columns();
void add_throughput_row(const CopyBench& bench, std::int64_t ns, int ctas, std::uint64_t bytes_moved,
                        Measured& measured);

/// The rows of a latency configuration: sm, cold_cycles, steady_cycles, wrong. `cycles`: [grid][samples per
/// CTA][repetitions]; the first repetition is cold. An SM's value is the median over its samples.
std::vector<Column> latency_columns();
void add_latency_rows(const CopyBench& bench, std::span<const std::uint32_t> cycles, int ctas,
                      int samples_per_cta, int repetitions, Measured& measured);

}  // namespace assay
