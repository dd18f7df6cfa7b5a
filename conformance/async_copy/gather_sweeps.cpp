#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <random>

#include "conformance/async_copy/async_copy_sweeps.h"
#include "conformance/async_copy/copy_bench.h"
#include "kernels/memory/memory.h"

namespace assay {
namespace {

constexpr std::array<std::int64_t, 4> page_sizes{2048, 4096, 8192, 16384};
constexpr std::int64_t ctas_per_sm = 2;

/// The source cut into pages, in a random order in which every page occurs once: the same on host and GPU.
struct PageTable {
  std::vector<std::uint32_t> pages;
  device::DeviceBuffer<std::uint32_t> on_gpu;
};

/// The pages as the last of four dimensions: 128-byte rows, 8 of them, as many as the page needs, pages.
CUtensorMap page_map(const CopyBench& bench, std::uint64_t page_bytes) {
  const std::array<std::uint64_t, 4> sizes{32, 8, page_bytes / 1024, bench.source_bytes() / page_bytes};
  const std::array<std::uint64_t, 3> strides{128, 1024, page_bytes};
  const std::array<std::uint32_t, 4> box{32, 8, static_cast<std::uint32_t>(page_bytes / 1024), 1};
  CUtensorMap map;
  device::check(kernels::encode_tensor_map(
                    {.base = bench.source(), .sizes = sizes, .strides = strides, .box = box}, &map),
                fmt::format("encoding a tensor map with pages of {} B", page_bytes));
  return map;
}

/// What both gather sweeps share.
class Gather : public Sweep {
 public:
  void prepare(const SweepContext& context) override {
    bench_.emplace(context, static_cast<std::uint64_t>(context.gpu.sm_count) * (64 << 10));
    for (const std::int64_t page_bytes : page_sizes) {
      PageTable& table = tables_[page_bytes];
      table.pages.resize(bench_->source_bytes() / static_cast<std::uint64_t>(page_bytes));
      std::iota(table.pages.begin(), table.pages.end(), 0u);
      std::shuffle(table.pages.begin(), table.pages.end(), std::mt19937_64(context.seed));
      table.on_gpu = device::upload(table.pages, "copying a page table");
    }
  }
  void finish() override {
    bench_.reset();
    tables_.clear();
  }

 protected:
  static bool by_tma(const Parameters& configuration) { return word_of(configuration, "mechanism") == "tma"; }

  /// Trip t of CTA c copies page table[c + t x grid].
  void check_pages(const PageTable& table, std::int64_t page_bytes, int ctas, std::uint32_t stages,
                   std::uint32_t entries, Measured& measured) const {
    const auto bytes = static_cast<std::uint64_t>(page_bytes);
    const auto grid = static_cast<std::uint32_t>(ctas);
    for (int c = 0; c < ctas; ++c) {
      const auto cta = static_cast<std::uint32_t>(c);
      bench_->check_ring(
          c, (entries - 1 - cta) / grid + 1, stages, bytes, cta * stages * bytes,
          [&](std::uint32_t trip) { return table.pages[cta + std::size_t{trip} * grid] * bytes / 4; },
          measured);
    }
  }

  std::optional<CopyBench> bench_;
  std::map<std::int64_t, PageTable> tables_;
};

class GatherThroughput : public Gather {
 public:
  std::string name() const override { return "async_copy.gather_throughput"; }
  std::vector<Column> columns() const override { return throughput_columns(); }
  std::string precision_column() const override { return "ns"; }
  double expected_seconds() const override { return 1; }
  std::vector<Parameters> configurations(const Gpu&, std::vector<LeftOut>&) const override {
    std::vector<Parameters> list;
    for (const char* mechanism : {"ldgsts", "tma"}) {
      for (const std::int64_t page_bytes : page_sizes) {
        for (const std::int64_t bif : {16384, 32768, 65536}) {
          if (bif < ctas_per_sm * page_bytes) continue;  // less than one page in flight a CTA
          list.push_back({{"mechanism", std::string(mechanism)}, {"page_bytes", page_bytes}, {"bif", bif}});
        }
      }
    }
    return list;
  }

  Measured measure(const SweepContext&, const Parameters& configuration) override {
    const int page_bytes = int_of(configuration, "page_bytes");
    const kernels::GatherShape shape{
        static_cast<int>(ctas_per_sm),
        int_of(configuration, "bif") / static_cast<int>(ctas_per_sm) / page_bytes, page_bytes};
    const PageTable& table = tables_.at(page_bytes);
    const auto pages = static_cast<std::uint32_t>(table.pages.size());
    const int ctas = bench_->sm_count() * shape.ctas_per_sm;
    const std::int64_t ns =
        bench_->timed(launcher(configuration, shape, table, pages), ctas,
                      shape.in_flight_per_cta() * static_cast<std::uint64_t>(ctas), "gathering pages");
    Measured measured;
    bench_->check_placement(shape.ctas_per_sm, measured);
    check_pages(table, page_bytes, ctas, static_cast<std::uint32_t>(shape.stages), pages, measured);
    add_throughput_row(*bench_, ns, ctas, bench_->source_bytes(), measured);
    return measured;
  }

 private:
  std::function<cudaError_t(kernels::CtaRecord*, std::byte*)> launcher(const Parameters& configuration,
                                                                       const kernels::GatherShape& shape,
                                                                       const PageTable& table,
                                                                       std::uint32_t pages) {
    const int sms = bench_->sm_count();
    if (by_tma(configuration)) {
      const CUtensorMap map = page_map(*bench_, static_cast<std::uint64_t>(shape.page_bytes));
      return [this, map, shape, sms, pages, &table](kernels::CtaRecord* records, std::byte* last) {
        return kernels::gather_tma(shape, sms, map, table.on_gpu.data(), pages, records, last,
                                   bench_->stream());
      };
    }
    return [this, shape, sms, pages, &table](kernels::CtaRecord* records, std::byte* last) {
      return kernels::gather_ldgsts(shape, sms, bench_->source(), table.on_gpu.data(), pages, records, last,
                                    bench_->stream());
    };
  }
};

class GatherLatency : public Gather {
 public:
  static constexpr int most_repetitions = 129;

  std::string name() const override { return "async_copy.gather_latency"; }
  std::vector<Column> columns() const override { return latency_columns(); }
  int min_rounds() const override { return 15; }  // one takes milliseconds
  double expected_seconds() const override { return 1; }
  std::vector<Parameters> configurations(const Gpu&, std::vector<LeftOut>&) const override {
    std::vector<Parameters> list;
    for (const char* mechanism : {"ldgsts", "tma"}) {
      for (const std::int64_t page_bytes : page_sizes) {
        list.push_back({{"mechanism", std::string(mechanism)}, {"page_bytes", page_bytes}});
      }
    }
    return list;
  }

  void prepare(const SweepContext& context) override {
    Gather::prepare(context);
    cycles_ = device::MirroredBuffer<std::uint32_t>(static_cast<std::size_t>(context.gpu.sm_count) *
                                                    most_repetitions);
  }
  void finish() override {
    Gather::finish();
    cycles_ = {};
  }

  Measured measure(const SweepContext&, const Parameters& configuration) override {
    const int page_bytes = int_of(configuration, "page_bytes"), ctas = bench_->sm_count();
    const PageTable& table = tables_.at(page_bytes);
    const int repetitions = std::min(most_repetitions, static_cast<int>(table.pages.size()) / ctas);
    cycles_.poison(cycles_.size(), bench_->stream());
    bench_->timed(
        [&](kernels::CtaRecord* records, std::byte* last) {
          if (!by_tma(configuration)) {
            return kernels::gather_latency_ldgsts(page_bytes, ctas, repetitions, bench_->source(),
                                                  table.on_gpu.data(), records, cycles_.device(), last,
                                                  bench_->stream());
          }
          const CUtensorMap map = page_map(*bench_, static_cast<std::uint64_t>(page_bytes));
          return kernels::gather_latency_tma(page_bytes, ctas, repetitions, map, table.on_gpu.data(), records,
                                             cycles_.device(), last, bench_->stream());
        },
        ctas, static_cast<std::uint64_t>(page_bytes) * static_cast<std::uint64_t>(ctas),
        "timing single pages");
    cycles_.fetch(cycles_.size(), bench_->stream());
    device::check(cudaStreamSynchronize(bench_->stream()), "timing single pages");
    Measured measured;
    bench_->check_placement(1, measured);
    check_pages(table, page_bytes, ctas, 1, static_cast<std::uint32_t>(repetitions * ctas), measured);
    add_latency_rows(*bench_, cycles_.host(), ctas, 1, repetitions, measured);
    return measured;
  }

 private:
  device::MirroredBuffer<std::uint32_t> cycles_;
};

}  // namespace

std::unique_ptr<Sweep> make_gather_throughput() { return std::make_unique<GatherThroughput>(); }
std::unique_ptr<Sweep> make_gather_latency() { return std::make_unique<GatherLatency>(); }

}  // namespace assay
