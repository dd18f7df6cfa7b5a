#include "conformance/async_copy/copy_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "conformance/placement.h"
#include "fixtures/estimate/estimate.h"
#include "kernels/encoding/pattern.h"
#include "kernels/memory/memory.h"

namespace assay {

std::optional<Wrong> compare_words(const std::uint32_t* found, std::uint64_t first_word, std::uint64_t count,
                                   std::uint32_t seed) {
  std::int64_t wrong = 0;
  for (std::uint64_t i = 0; i < count; ++i) wrong += found[i] != pattern_word(first_word + i, seed);
  if (wrong == 0) return std::nullopt;
  std::uint64_t first = 0;
  while (found[first] == pattern_word(first_word + first, seed)) ++first;
  Wrong result;
  result.count = wrong;
  result.element = static_cast<std::int64_t>(first);
  result.expected = pattern_word(first_word + first, seed);
  result.found = found[first];
  return result;
}

namespace {

std::uint64_t scaled(std::uint64_t bytes, double scale) {
  const auto smaller = static_cast<std::uint64_t>(static_cast<double>(bytes) * std::min(scale, 1.0));
  constexpr std::uint64_t granule = 64ull << 20;
  return std::max(granule, smaller / granule * granule);
}

}  // namespace

CopyBench::CopyBench(const SweepContext& context, std::uint64_t last_bytes)
    : stream_(static_cast<cudaStream_t>(context.stream)),
      sm_count_(context.gpu.sm_count),
      seed_(static_cast<std::uint32_t>(context.seed)),
      source_(scaled(full_source_bytes, context.scale) / sizeof(std::uint32_t)),
      flush_(static_cast<std::size_t>(context.gpu.l2_bytes) * 9 / 4 / 16 * 16),
      sink_(1),
      records_(static_cast<std::size_t>(sm_count_ * max_ctas_per_sm)),
      last_(last_bytes) {
  device::check(kernels::fill_pattern(source_.data(), source_.size(), seed_, stream_), "filling the source");
  device::check(cudaMemsetAsync(flush_.data(), 1, flush_.bytes(), stream_), "filling the flush buffer");
  device::check(cudaStreamSynchronize(stream_), "filling the source");
}

CUtensorMap CopyBench::box_map(int width, int height) const {
  constexpr std::uint64_t row_bytes = tensor_width * sizeof(float);
  const std::array<std::uint64_t, 2> sizes{tensor_width, source_bytes() / row_bytes};
  const std::array<std::uint64_t, 1> strides{row_bytes};
  const std::array<std::uint32_t, 2> box{static_cast<std::uint32_t>(width),
                                         static_cast<std::uint32_t>(height)};
  CUtensorMap map;
  device::check(
      kernels::encode_tensor_map({.base = source(), .sizes = sizes, .strides = strides, .box = box}, &map),
      fmt::format("encoding a tensor map with a box of {}x{} floats", width, height));
  return map;
}

std::int64_t CopyBench::timed(const std::function<cudaError_t(kernels::CtaRecord*, std::byte*)>& launch,
                              int ctas, std::uint64_t last_bytes, const std::string& doing) {
  records_.poison(static_cast<std::size_t>(ctas), stream_);
  last_.poison(last_bytes, stream_);
  device::check(kernels::flush_l2(flush_.data(), flush_.bytes(), sink_.data(), stream_), "emptying the L2");
  stopwatch_.start(stream_);
  device::check(launch(records_.device(), last_.device()), doing);
  stopwatch_.stop(stream_);
  records_.fetch(static_cast<std::size_t>(ctas), stream_);
  last_.fetch(last_bytes, stream_);
  device::check(cudaStreamSynchronize(stream_), doing);
  return stopwatch_.ns();
}

std::int64_t CopyBench::longest_cycles(int ctas) const {
  std::uint64_t longest = 0;
  for (int c = 0; c < ctas; ++c) longest = std::max(longest, record(c).end_cycle - record(c).start_cycle);
  return static_cast<std::int64_t>(longest);
}

std::int64_t CopyBench::span_ns(int ctas) const {
  std::uint64_t start = record(0).start_ns, end = record(0).end_ns;
  for (int c = 1; c < ctas; ++c) {
    start = std::min(start, record(c).start_ns);
    end = std::max(end, record(c).end_ns);
  }
  return static_cast<std::int64_t>(end - start);
}

void CopyBench::check_placement(int ctas_per_sm, Measured& measured) const {
  std::vector<int> sm_of_cta;
  for (int c = 0; c < sm_count_ * ctas_per_sm; ++c) sm_of_cta.push_back(static_cast<int>(record(c).sm));
  assay::check_placement(sm_of_cta, sm_count_, ctas_per_sm, measured);
}

void CopyBench::check_ring(int cta, std::uint32_t trips, std::uint32_t slots, std::uint64_t tile_bytes,
                           std::uint64_t last_offset,
                           const std::function<std::uint64_t(std::uint32_t trip)>& first_word_of_trip,
                           Measured& measured) const {
  for (std::uint32_t slot = 0; slot < std::min(slots, trips); ++slot) {
    const std::uint32_t trip = trips - 1 - (trips - 1 - slot) % slots;
    auto wrong = compare_words(last_words(last_offset + slot * tile_bytes), first_word_of_trip(trip),
                               tile_bytes / 4, seed_);
    if (!wrong) continue;
    wrong->sm = static_cast<int>(record(cta).sm);
    wrong->where = fmt::format("CTA {}, stage {}, trip {}", cta, slot, trip);
    measured.wrong.push_back(*wrong);
  }
}

namespace {

std::int64_t wrong_elements(const Measured& measured) {
  std::int64_t sum = 0;
  for (const Wrong& wrong : measured.wrong) sum += wrong.count;
  return sum;
}

}  // namespace

std::vector<Column> throughput_columns() {
  return {
      {"ns", "ns"}, {"kernel_ns", "ns"}, {"bytes_moved", "B"}, {"sm_cycles", "cycles"}, {"wrong", "count"}};
}

void add_throughput_row(const CopyBench& bench, std::int64_t ns, int ctas, std::uint64_t bytes_moved,
                        Measured& measured) {
  measured.rows.push_back({ns, bench.span_ns(ctas), static_cast<std::int64_t>(bytes_moved),
                           bench.longest_cycles(ctas), wrong_elements(measured)});
}

std::vector<Column> latency_columns() {
  return {{"sm", "index"}, {"cold_cycles", "cycles"}, {"steady_cycles", "cycles"}, {"wrong", "count"}};
}

void add_latency_rows(const CopyBench& bench, std::span<const std::uint32_t> cycles, int ctas,
                      int samples_per_cta, int repetitions, Measured& measured) {
  struct OfSm {
    std::vector<double> cold, steady;
  };
  std::map<std::uint32_t, OfSm> of_sm;
  const std::uint32_t* at = cycles.data();
  for (int c = 0; c < ctas; ++c) {
    OfSm& mine = of_sm[bench.record(c).sm];
    for (int s = 0; s < samples_per_cta; ++s, at += repetitions) {
      mine.cold.push_back(at[0]);
      mine.steady.insert(mine.steady.end(), at + 1, at + repetitions);
    }
  }
  std::map<int, std::int64_t> wrong_of;
  for (const Wrong& wrong : measured.wrong) wrong_of[wrong.sm] += wrong.count;
  for (const auto& [sm, samples] : of_sm) {
    measured.rows.push_back({static_cast<std::int64_t>(sm), static_cast<std::int64_t>(median(samples.cold)),
                             static_cast<std::int64_t>(median(samples.steady)),
                             wrong_of[static_cast<int>(sm)]});
  }
}

}  // namespace assay
