#include <fmt/format.h>

#include "conformance/async_copy/async_copy_sweeps.h"
#include "conformance/async_copy/copy_bench.h"

namespace assay {
namespace {

kernels::LdgstsShape shape_of(const Parameters& configuration) {
  return {int_of(configuration, "ctas"),
          configuration.contains("stages") ? int_of(configuration, "stages") : 1,
          int_of(configuration, "threads"), int_of(configuration, "bytes")};
}

/// Most that any LDGSTS configuration has in flight on an SM, 4 x 4 x 256 x 16 B = 16 x 256 x 16 B.
constexpr std::uint64_t most_in_flight = 64 << 10;

void add(std::vector<Parameters>& list, std::int64_t ctas, std::int64_t stages, std::int64_t threads,
         std::int64_t bytes) {
  list.push_back({{"ctas", ctas},
                  {"stages", stages},
                  {"threads", threads},
                  {"bytes", bytes},
                  {"bif", ctas * stages * threads * bytes}});
}

/// Streams the source through a ring of LDGSTS stages, at one number of bytes in flight per configuration.
class LdgstsThroughput : public Sweep {
 public:
  std::vector<Column> columns() const override { return throughput_columns(); }
  std::string precision_column() const override { return "ns"; }

  void prepare(const SweepContext& context) override {
    bench_.emplace(context, most_in_flight * static_cast<std::uint64_t>(context.gpu.sm_count));
  }
  void finish() override { bench_.reset(); }

  Measured measure(const SweepContext&, const Parameters& configuration) override {
    const kernels::LdgstsShape shape = shape_of(configuration);
    const int ctas = shape.ctas_per_sm * bench_->sm_count();
    const std::uint64_t ring = shape.in_flight_per_cta();
    const std::int64_t ns = bench_->timed(
        [&](kernels::CtaRecord* records, std::byte* last) {
          return kernels::ldgsts_stream(shape, bench_->sm_count(), bench_->source(), bench_->source_bytes(),
                                        records, last, bench_->stream());
        },
        ctas, ring * static_cast<std::uint64_t>(ctas), "streaming with LDGSTS");
    Measured measured;
    bench_->check_placement(shape.ctas_per_sm, measured);
    const auto tiles = static_cast<std::uint32_t>(bench_->source_bytes() / shape.tile_bytes());
    for (int c = 0; c < ctas; ++c) {
      const auto cta = static_cast<std::uint32_t>(c), grid = static_cast<std::uint32_t>(ctas);
      bench_->check_ring(
          c, (tiles - 1 - cta) / grid + 1, static_cast<std::uint32_t>(shape.stages), shape.tile_bytes(),
          cta * ring,
          [&](std::uint32_t trip) { return (cta + std::uint64_t{trip} * grid) * shape.tile_bytes() / 4; },
          measured);
    }
    add_throughput_row(*bench_, ns, ctas, bench_->source_bytes(), measured);
    return measured;
  }

 private:
  std::optional<CopyBench> bench_;
};

class MhaSweep : public LdgstsThroughput {
 public:
  std::string name() const override { return "async_copy.ldgsts_throughput"; }
  double expected_seconds() const override { return 4; }
  std::vector<Parameters> configurations(const Gpu&, std::vector<LeftOut>&) const override {
    std::vector<Parameters> list;
    for (const std::int64_t ctas : {1, 2, 3, 4}) {
      for (const std::int64_t stages : {1, 2, 4}) {
        for (const std::int64_t threads : {64, 128, 256}) {
          for (const std::int64_t bytes : {4, 8, 16}) add(list, ctas, stages, threads, bytes);
        }
      }
    }
    return list;
  }
};

class MlaSweep : public LdgstsThroughput {
 public:
  std::string name() const override { return "async_copy.ldgsts_pipeline"; }
  double expected_seconds() const override { return 1; }
  std::vector<Parameters> configurations(const Gpu&, std::vector<LeftOut>&) const override {
    std::vector<Parameters> list;
    for (const std::int64_t stages : {4, 8, 12, 16}) {
      for (const std::int64_t threads : {64, 128, 256}) add(list, 1, stages, threads, 16);
    }
    return list;
  }
};

/// One load a thread, on an otherwise empty memory system: cold, then on fresh lines with everything else
/// warm.
class LdgstsLatency : public Sweep {
 public:
  static constexpr int repetitions = 9;

  std::string name() const override { return "async_copy.ldgsts_latency"; }
  std::vector<Column> columns() const override { return latency_columns(); }
  int min_rounds() const override { return 15; }
  double expected_seconds() const override { return 1; }
  std::vector<Parameters> configurations(const Gpu&, std::vector<LeftOut>&) const override {
    std::vector<Parameters> list;
    for (const std::int64_t ctas : {1, 2, 3, 4}) {
      for (const std::int64_t threads : {32, 64, 128, 256}) {
        for (const std::int64_t bytes : {4, 8, 16}) {
          list.push_back(
              {{"ctas", ctas}, {"threads", threads}, {"bytes", bytes}, {"bif", ctas * threads * bytes}});
        }
      }
    }
    return list;
  }

  void prepare(const SweepContext& context) override {
    bench_.emplace(context, most_in_flight * static_cast<std::uint64_t>(context.gpu.sm_count));
    const std::size_t most_warps =
        static_cast<std::size_t>(bench_->sm_count()) * CopyBench::max_ctas_per_sm * 8;
    cycles_ = device::MirroredBuffer<std::uint32_t>(most_warps * repetitions);
  }
  void finish() override {
    bench_.reset();
    cycles_ = {};
  }

  Measured measure(const SweepContext&, const Parameters& configuration) override {
    const kernels::LdgstsShape shape = shape_of(configuration);
    const int ctas = shape.ctas_per_sm * bench_->sm_count(), warps = shape.threads / 32;
    cycles_.poison(cycles_.size(), bench_->stream());
    bench_->timed(
        [&](kernels::CtaRecord* records, std::byte* last) {
          return kernels::ldgsts_latency(shape, bench_->sm_count(), repetitions, bench_->source(), records,
                                         cycles_.device(), last, bench_->stream());
        },
        ctas, shape.tile_bytes() * static_cast<std::uint64_t>(ctas), "timing single LDGSTS loads");
    cycles_.fetch(static_cast<std::size_t>(ctas * warps * repetitions), bench_->stream());
    device::check(cudaStreamSynchronize(bench_->stream()), "timing single LDGSTS loads");
    Measured measured;
    bench_->check_placement(shape.ctas_per_sm, measured);
    for (int c = 0; c < ctas; ++c) {
      const auto cta = static_cast<std::uint64_t>(c), grid = static_cast<std::uint64_t>(ctas);
      bench_->check_ring(
          c, repetitions, 1, shape.tile_bytes(), cta * shape.tile_bytes(),
          [&](std::uint32_t trip) { return (cta + trip * grid) * shape.tile_bytes() / 4; }, measured);
    }
    add_latency_rows(*bench_, cycles_.host(), ctas, warps, repetitions, measured);
    return measured;
  }

 private:
  std::optional<CopyBench> bench_;
  device::MirroredBuffer<std::uint32_t> cycles_;
};

}  // namespace

std::unique_ptr<Sweep> make_ldgsts_throughput() { return std::make_unique<MhaSweep>(); }
std::unique_ptr<Sweep> make_ldgsts_pipeline() { return std::make_unique<MlaSweep>(); }
std::unique_ptr<Sweep> make_ldgsts_latency() { return std::make_unique<LdgstsLatency>(); }

SweepList async_copy_sweeps() {
  SweepList sweeps;
  for (auto* make : {make_ldgsts_throughput, make_ldgsts_pipeline, make_ldgsts_latency, make_tma_throughput,
                     make_tma_warps, make_tma_latency, make_tma_function, make_overlap,
                     make_gather_throughput, make_gather_latency}) {
    sweeps.push_back(make());
  }
  return sweeps;
}

}  // namespace assay
