#include <fmt/format.h>

#include "conformance/async_copy/async_copy_sweeps.h"
#include "conformance/async_copy/copy_bench.h"

namespace assay {
namespace {

constexpr int tensor_width = CopyBench::tensor_width;

kernels::TmaShape shape_of(const Parameters& configuration) {
  const int width = int_of(configuration, "width");
  return {int_of(configuration, "warps"), int_of(configuration, "stages"), width,
          int_of(configuration, "height"), tensor_width / width};
}

/// Shared memory that a CTA can have for its ring: 1 KiB goes to the CTA itself, 1 KiB to the barriers.
std::uint64_t ring_limit(const Gpu& gpu) {
  return static_cast<std::uint64_t>(gpu.shared_bytes_per_sm) - 2048;
}

/// Streams the source box by box; each issuing warp has a ring of its own.
class TmaThroughput : public Sweep {
 public:
  std::vector<Column> columns() const override { return throughput_columns(); }
  std::string precision_column() const override { return "ns"; }

  void prepare(const SweepContext& context) override {
    bench_.emplace(context, ring_limit(context.gpu) * static_cast<std::uint64_t>(context.gpu.sm_count));
  }
  void finish() override { bench_.reset(); }

  Measured measure(const SweepContext&, const Parameters& configuration) override {
    const kernels::TmaShape shape = shape_of(configuration);
    const CUtensorMap map = bench_->box_map(shape.width, shape.height);
    const int ctas = bench_->sm_count();
    const std::uint64_t boxes = bench_->source_bytes() / shape.box_bytes(), ring = shape.in_flight_per_cta();
    const std::int64_t ns = bench_->timed(
        [&](kernels::CtaRecord* records, std::byte* last) {
          return kernels::tma_stream(shape, ctas, map, boxes, records, last, bench_->stream());
        },
        ctas, ring * static_cast<std::uint64_t>(ctas), "streaming with TMA");
    Measured measured;
    bench_->check_placement(1, measured);
    for (int c = 0; c < ctas; ++c) check_cta(shape, boxes, c, measured);
    add_throughput_row(*bench_, ns, ctas, bench_->source_bytes(), measured);
    return measured;
  }

 protected:
  static void add(const Gpu& gpu, std::int64_t warps, std::int64_t stages, std::int64_t width,
                  std::int64_t height, std::vector<Parameters>& list, std::vector<LeftOut>& left_out) {
    const std::int64_t bif = warps * stages * width * height * 4;
    Parameters parameters{
        {"warps", warps}, {"stages", stages}, {"width", width}, {"height", height}, {"bif", bif}};
    if (static_cast<std::uint64_t>(bif) <= ring_limit(gpu)) {
      list.push_back(std::move(parameters));
    } else {
      left_out.push_back({std::move(parameters),
                          fmt::format("needs {} B of shared memory for its boxes, a CTA of this GPU has {} B",
                                      bif, ring_limit(gpu))});
    }
  }

 private:
  /// A box is `height` pieces of rows of the source, `width` floats each.
  void check_cta(const kernels::TmaShape& shape, std::uint64_t boxes, int cta, Measured& measured) const {
    const auto warps = static_cast<std::uint64_t>(shape.warps),
               step = warps * static_cast<std::uint64_t>(bench_->sm_count());
    const auto stages = static_cast<std::uint32_t>(shape.stages);
    for (std::uint64_t w = 0; w < warps; ++w) {
      const std::uint64_t first = static_cast<std::uint64_t>(cta) * warps + w;
      const auto trips = static_cast<std::uint32_t>((boxes - 1 - first) / step + 1);
      for (std::uint32_t s = 0; s < std::min(stages, trips); ++s) {
        const std::uint32_t trip = trips - 1 - (trips - 1 - s) % stages;
        const std::uint64_t offset =
            ((static_cast<std::uint64_t>(cta) * warps + w) * stages + s) * shape.box_bytes();
        check_box(shape, first + trip * step, offset, cta,
                  fmt::format("CTA {}, warp {}, stage {}", cta, w, s), measured);
      }
    }
  }

  void check_box(const kernels::TmaShape& shape, std::uint64_t box, std::uint64_t offset, int cta,
                 const std::string& where, Measured& measured) const {
    const auto width = static_cast<std::uint64_t>(shape.width),
               height = static_cast<std::uint64_t>(shape.height);
    const auto boxes_x = static_cast<std::uint64_t>(shape.boxes_x);
    const std::uint64_t x = box % boxes_x * width, y = box / boxes_x * height;
    const std::uint64_t pieces = width == tensor_width ? 1 : height, piece = width * height / pieces;
    for (std::uint64_t p = 0; p < pieces; ++p) {
      auto wrong = compare_words(bench_->last_words(offset + p * piece * 4), (y + p) * tensor_width + x,
                                 piece, bench_->seed());
      if (!wrong) continue;
      wrong->sm = static_cast<int>(bench_->record(cta).sm);
      wrong->where = fmt::format("{}, box {}, row {}", where, box, p);
      measured.wrong.push_back(*wrong);
    }
  }

  std::optional<CopyBench> bench_;
};

/// The published sweep: one warp, full rows.
class OneWarpSweep : public TmaThroughput {
 public:
  std::string name() const override { return "async_copy.tma_throughput"; }
  double expected_seconds() const override { return 2; }
  std::vector<Parameters> configurations(const Gpu& gpu, std::vector<LeftOut>& left_out) const override {
    std::vector<Parameters> list;
    for (const std::int64_t height : {1, 2, 4, 8, 16, 32, 64, 128, 256}) {
      for (const std::int64_t stages : {1, 2, 4}) add(gpu, 1, stages, tensor_width, height, list, left_out);
    }
    return list;
  }
};

/// What the article describes: 1 to 4 issuing warps, boxes from 32x8 to 128x128.
class WarpsSweep : public TmaThroughput {
 public:
  std::string name() const override { return "async_copy.tma_warps"; }
  double expected_seconds() const override { return 2; }
  std::vector<Parameters> configurations(const Gpu& gpu, std::vector<LeftOut>& left_out) const override {
    std::vector<Parameters> list;
    for (const std::int64_t warps : {1, 2, 3, 4}) {
      for (const std::int64_t width : {32, 64, 128}) {
        for (const std::int64_t height : {8, 16, 32, 64, 128})
          add(gpu, warps, 1, width, height, list, left_out);
      }
    }
    return list;
  }
};

/// One box an SM, on an otherwise empty memory system.
class TmaLatency : public Sweep {
 public:
  static constexpr int most_repetitions = 129;

  std::string name() const override { return "async_copy.tma_latency"; }
  std::vector<Column> columns() const override { return latency_columns(); }
  int min_rounds() const override { return 15; }  // one takes milliseconds
  double expected_seconds() const override { return 1; }
  std::vector<Parameters> configurations(const Gpu&, std::vector<LeftOut>&) const override {
    std::vector<Parameters> list;
    for (const std::int64_t height : {1, 2, 4, 8, 16, 32, 64, 128, 256}) {
      list.push_back(
          {{"width", std::int64_t{tensor_width}}, {"height", height}, {"bif", height * tensor_width * 4}});
    }
    return list;
  }

  void prepare(const SweepContext& context) override {
    bench_.emplace(context, ring_limit(context.gpu) * static_cast<std::uint64_t>(context.gpu.sm_count));
    cycles_ = device::MirroredBuffer<std::uint32_t>(static_cast<std::size_t>(bench_->sm_count()) *
                                                    most_repetitions);
  }
  void finish() override {
    bench_.reset();
    cycles_ = {};
  }

  Measured measure(const SweepContext&, const Parameters& configuration) override {
    const kernels::TmaShape shape{1, 1, int_of(configuration, "width"), int_of(configuration, "height"), 1};
    const CUtensorMap map = bench_->box_map(shape.width, shape.height);
    const int ctas = bench_->sm_count();
    const std::uint64_t boxes = bench_->source_bytes() / shape.box_bytes();
    const int repetitions =
        std::min(most_repetitions, static_cast<int>(boxes / static_cast<std::uint64_t>(ctas)));
    cycles_.poison(cycles_.size(), bench_->stream());
    bench_->timed(
        [&](kernels::CtaRecord* records, std::byte* last) {
          return kernels::tma_latency(shape, ctas, repetitions, map, records, cycles_.device(), last,
                                      bench_->stream());
        },
        ctas, shape.box_bytes() * static_cast<std::uint64_t>(ctas), "timing single TMA boxes");
    cycles_.fetch(static_cast<std::size_t>(ctas * repetitions), bench_->stream());
    device::check(cudaStreamSynchronize(bench_->stream()), "timing single TMA boxes");
    Measured measured;
    bench_->check_placement(1, measured);
    for (int c = 0; c < ctas; ++c) {
      const auto cta = static_cast<std::uint64_t>(c), grid = static_cast<std::uint64_t>(ctas);
      bench_->check_ring(
          c, static_cast<std::uint32_t>(repetitions), 1, shape.box_bytes(), cta * shape.box_bytes(),
          [&](std::uint32_t trip) { return (cta + trip * grid) * shape.box_bytes() / 4; }, measured);
    }
    add_latency_rows(*bench_, cycles_.host(), ctas, 1, repetitions, measured);
    return measured;
  }

 private:
  std::optional<CopyBench> bench_;
  device::MirroredBuffer<std::uint32_t> cycles_;
};

}  // namespace

std::unique_ptr<Sweep> make_tma_throughput() { return std::make_unique<OneWarpSweep>(); }
std::unique_ptr<Sweep> make_tma_warps() { return std::make_unique<WarpsSweep>(); }
std::unique_ptr<Sweep> make_tma_latency() { return std::make_unique<TmaLatency>(); }

}  // namespace assay
