#include <fmt/format.h>

#include <algorithm>

#include "conformance/async_copy/async_copy_sweeps.h"
#include "conformance/async_copy/copy_bench.h"
#include "fixtures/estimate/estimate.h"

namespace assay {
namespace {

/// Copies beside a chain of FMAs that takes about as long: each alone, and both together.
class Overlap : public Sweep {
 public:
  std::string name() const override { return "async_copy.overlap"; }
  std::vector<Column> columns() const override { return throughput_columns(); }
  std::string precision_column() const override { return "ns"; }
  double expected_seconds() const override { return 1; }
  std::vector<Parameters> configurations(const Gpu&, std::vector<LeftOut>&) const override {
    std::vector<Parameters> list;
    for (const char* mechanism : {"ldgsts", "tma"}) {
      for (const char* mode : {"copy", "compute", "both"}) {
        list.push_back({{"mode", std::string(mode)}, {"mechanism", std::string(mechanism)}});
      }
    }
    return list;
  }

  void prepare(const SweepContext& context) override {
    const auto sms = static_cast<std::uint64_t>(context.gpu.sm_count);
    bench_.emplace(context, sms * kernels::OverlapShape::ctas_per_sm * ring);
    sums_ = device::MirroredBuffer<float>(sms * kernels::OverlapShape::ctas_per_sm *
                                          kernels::OverlapShape::threads);
    // The chain is a fixed share longer than the copy, whatever this GPU's clock and memory are.
    map_ = bench_->box_map(CopyBench::tensor_width, kernels::OverlapShape::box_rows);
    const double copy = median_ns(true, 0), start = median_ns(false, few), end = median_ns(false, many);
    fmas_ = std::max(
        1, few + static_cast<int>((compute_over_copy * copy - start) * (many - few) / (end - start)));
  }
  void finish() override {
    bench_.reset();
    sums_ = {};
  }

  Measured measure(const SweepContext&, const Parameters& configuration) override {
    const std::string mode = word_of(configuration, "mode");
    Measured measured;
    const bool tma = word_of(configuration, "mechanism") == "tma";
    const std::int64_t ns = launch(tma, mode != "compute", mode == "copy" ? 0 : fmas_, measured);
    add_throughput_row(*bench_, ns, ctas(), mode == "compute" ? 0 : bench_->source_bytes(), measured);
    return measured;
  }

 private:
  static constexpr std::uint64_t tile = kernels::OverlapShape::threads * kernels::OverlapShape::bytes;
  static constexpr std::uint64_t ring = tile * kernels::OverlapShape::stages;

  static constexpr double compute_over_copy = 1.25;  ///< at 1 the ratio of the claim has a kink
  static constexpr int few = 32, many = 96;          ///< FMAs a trip, to calibrate with

  /// Median of five launches with LDGSTS.
  double median_ns(bool copy, int fmas) {
    std::vector<double> ns;
    Measured ignored;
    for (int i = 0; i < 5; ++i) ns.push_back(static_cast<double>(launch(false, copy, fmas, ignored)));
    return median(ns);
  }

  int ctas() const { return bench_->sm_count() * kernels::OverlapShape::ctas_per_sm; }

  std::int64_t launch(bool tma, bool copy, int fmas, Measured& measured) {
    sums_.poison(sums_.size(), bench_->stream());
    const std::int64_t ns = bench_->timed(
        [&](kernels::CtaRecord* records, std::byte* last) {
          const kernels::OverlapShape shape{copy, fmas};
          return tma ? kernels::overlap_tma(shape, bench_->sm_count(), map_, bench_->source_bytes(), records,
                                            sums_.device(), last, bench_->stream())
                     : kernels::overlap_ldgsts(shape, bench_->sm_count(), bench_->source(),
                                               bench_->source_bytes(), records, sums_.device(), last,
                                               bench_->stream());
        },
        ctas(), ring * static_cast<std::uint64_t>(ctas()), "copying beside computing");
    sums_.fetch(sums_.size(), bench_->stream());
    device::check(cudaStreamSynchronize(bench_->stream()), "copying beside computing");
    check(copy, fmas, measured);
    return ns;
  }

  void check(bool copy, int fmas, Measured& measured) const {
    bench_->check_placement(kernels::OverlapShape::ctas_per_sm, measured);
    const auto tiles = static_cast<std::uint32_t>(bench_->source_bytes() / tile);
    for (int c = 0; c < ctas(); ++c) {
      const auto cta = static_cast<std::uint32_t>(c), grid = static_cast<std::uint32_t>(ctas());
      const std::uint32_t trips = (tiles - 1 - cta) / grid + 1;
      if (copy) {
        bench_->check_ring(
            c, trips, kernels::OverlapShape::stages, tile, cta * ring,
            [&](std::uint32_t trip) { return (cta + std::uint64_t{trip} * grid) * tile / 4; }, measured);
      }
      check_sums(c, trips * static_cast<std::uint32_t>(fmas), measured);
    }
  }

  /// Integers below 2^24 add up exactly in a float.
  void check_sums(int cta, std::uint32_t expected, Measured& measured) const {
    Wrong wrong;
    for (std::size_t t = 0; t < kernels::OverlapShape::threads; ++t) {
      const float found = sums_.host()[static_cast<std::size_t>(cta) * kernels::OverlapShape::threads + t];
      if (found == static_cast<float>(expected) || ++wrong.count > 1) continue;
      wrong.element = static_cast<std::int64_t>(t);
      wrong.expected = expected;
      wrong.found = found >= 0 && found < 1e18f ? static_cast<std::int64_t>(found) : -1;
      wrong.where = fmt::format("CTA {}, sum of thread {}", cta, t);
    }
    if (wrong.count == 0) return;
    wrong.sm = static_cast<int>(bench_->record(cta).sm);
    measured.wrong.push_back(wrong);
  }

  std::optional<CopyBench> bench_;
  device::MirroredBuffer<float> sums_;
  CUtensorMap map_{};
  int fmas_ = 1;
};

}  // namespace

std::unique_ptr<Sweep> make_overlap() { return std::make_unique<Overlap>(); }

}  // namespace assay
