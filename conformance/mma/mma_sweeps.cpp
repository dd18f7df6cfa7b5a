#include "conformance/mma/mma_sweeps.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "conformance/mma/mma_operands.h"
#include "conformance/placement.h"
#include "fixtures/device/cuda_resources.h"
#include "kernels/mma/mma.h"

namespace assay {
namespace {

using mma::Format;

constexpr std::array widths{8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256};
constexpr int most_warpgroups = 4, most_words = 128 * 128;  ///< of accumulators in a warpgroup

int integer(const Parameters& configuration, const char* name) {
  return static_cast<int>(integer_of(configuration, name));
}

/// The parameters that every sweep of the family has.
Parameters shape_parameters(const Format& format, bool a_in_registers, int n) {
  return {{"format", format.name},
          {"accumulator", format.accumulator},
          {"ab_layout", std::string(a_in_registers ? "rs" : "ss")},
          {"cta_group", std::int64_t{1}},
          {"m", std::int64_t{kernels::mma_m}},
          {"n", std::int64_t{n}},
          {"k", std::int64_t{format.k()}}};
}

const Format& format_of(const Parameters& configuration) {
  return *std::ranges::find_if(mma::hopper_formats(), [&](const Format& format) {
    return format.name == word_of(configuration, "format") &&
           format.accumulator == word_of(configuration, "accumulator");
  });
}

/// Known operands of every format on the GPU, and the outputs of a launch with their host twins.
class MmaBench {
 public:
  explicit MmaBench(const SweepContext& context)
      : stream_(static_cast<cudaStream_t>(context.stream)),
        sm_count_(context.gpu.sm_count),
        records_(static_cast<std::size_t>(sm_count_ * most_warpgroups)),
        accumulators_(static_cast<std::size_t>(sm_count_) * most_warpgroups * most_words) {
    for (const Format& format : mma::hopper_formats()) {
      OfFormat& made = of_format_[format.kernel_name()];
      made.operands = mma::make_operands(format, context.seed);
      made.a = upload(mma::shared_image(format, made.operands.a, kernels::mma_m));
      made.b = upload(mma::shared_image(format, made.operands.b, 256));
      made.a_registers = upload(mma::register_image(format, made.operands.a));
    }
  }

  /// `batches` x `depth` instructions on every SM; a row (sm, cycles, instructions, wrong) an SM.
  Measured run(const Parameters& configuration, int warpgroups, int batches, int depth) {
    const Format& format = format_of(configuration);
    const kernels::WgmmaShape shape{format.kernel_name(), integer(configuration, "n"),
                                    word_of(configuration, "ab_layout") == "rs", warpgroups};
    OfFormat& of_format = of_format_.at(shape.format);
    const auto records = static_cast<std::size_t>(sm_count_ * warpgroups);
    const std::size_t words =
        records * 128 *
        static_cast<std::size_t>(kernels::accumulator_registers(shape.n, format.accumulator == "f16"));
    const std::string doing =
        fmt::format("multiplying with wgmma m64n{}k{} {}", shape.n, format.k(), shape.format);
    records_.poison(records, stream_);
    accumulators_.poison(words, stream_);
    device::check(kernels::wgmma_loop(shape, sm_count_, batches, depth,
                                      {of_format.a.data(), of_format.b.data(), of_format.a_registers.data()},
                                      records_.device(), accumulators_.device(), stream_),
                  doing);
    records_.fetch(records, stream_);
    accumulators_.fetch(words, stream_);
    device::check(cudaStreamSynchronize(stream_), doing);
    return compare(format, of_format.operands, shape, batches * depth);
  }

 private:
  struct OfFormat {
    mma::Operands operands;
    device::DeviceBuffer<std::byte> a, b;
    device::DeviceBuffer<std::uint32_t> a_registers;
  };

  template <class T>
  static device::DeviceBuffer<T> upload(const std::vector<T>& data) {
    device::DeviceBuffer<T> buffer(data.size());
    device::check(cudaMemcpy(buffer.data(), data.data(), buffer.bytes(), cudaMemcpyHostToDevice),
                  "copying operands");
    return buffer;
  }

  Measured compare(const Format& format, const mma::Operands& operands, const kernels::WgmmaShape& shape,
                   int count) {
    const std::vector<std::uint32_t>& expected = expectation(format, operands, shape.n, count);
    Measured measured;
    std::vector<int> sm_of_cta;
    for (int cta = 0; cta < sm_count_; ++cta) {
      std::uint64_t start = ~0ull, end = 0;
      std::int64_t wrong = 0;
      for (int w = 0; w < shape.warpgroups; ++w) {
        const auto slot = static_cast<std::size_t>(cta * shape.warpgroups + w);
        const kernels::WarpgroupRecord& record = records_.host()[slot];
        start = std::min(start, record.start_cycle);
        end = std::max(end, record.end_cycle);
        wrong += check_warpgroup(accumulators_.host().subspan(slot * expected.size(), expected.size()),
                                 expected, static_cast<int>(record.sm),
                                 fmt::format("CTA {}, warpgroup {}", cta, w), measured);
      }
      sm_of_cta.push_back(
          static_cast<int>(records_.host()[static_cast<std::size_t>(cta * shape.warpgroups)].sm));
      measured.rows.push_back({sm_of_cta.back(), static_cast<std::int64_t>(end - start), count, wrong});
    }
    check_placement(sm_of_cta, sm_count_, 1, measured);
    return measured;
  }

  static std::int64_t check_warpgroup(std::span<const std::uint32_t> found,
                                      const std::vector<std::uint32_t>& expected, int sm,
                                      const std::string& where, Measured& measured) {
    if (std::memcmp(found.data(), expected.data(), found.size_bytes()) == 0) return 0;
    Wrong wrong;
    wrong.sm = sm;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      if (found[i] == expected[i] || ++wrong.count > 1) continue;
      wrong.element = static_cast<std::int64_t>(i);
      wrong.expected = expected[i];
      wrong.found = found[i];
      const std::size_t registers = expected.size() / 128;
      wrong.where =
          fmt::format("{}, thread {}, accumulator register {}", where, i / registers, i % registers);
    }
    measured.wrong.push_back(wrong);
    return wrong.count;
  }

  /// The same for every SM and round, so it is made once.
  const std::vector<std::uint32_t>& expectation(const Format& format, const mma::Operands& operands, int n,
                                                int count) {
    auto& expected = expected_[{format.kernel_name(), n, count}];
    if (expected.empty()) expected = mma::expected_accumulators(format, operands, n, count);
    return expected;
  }

  cudaStream_t stream_;
  int sm_count_;
  std::map<std::string, OfFormat> of_format_;
  std::map<std::tuple<std::string, int, int>, std::vector<std::uint32_t>> expected_;
  device::MirroredBuffer<kernels::WarpgroupRecord> records_;
  device::MirroredBuffer<std::uint32_t> accumulators_;
};

/// What the sweeps of the family share.
class MmaSweep : public Sweep {
 public:
  std::vector<Column> columns() const override {
    return {{"sm", "index"}, {"cycles", "cycles"}, {"instructions", "count"}, {"wrong", "count"}};
  }
  std::string why_not(const Gpu& gpu) const override {
    if (gpu.architecture() == "sm_90") return "";
    return fmt::format("wgmma exists on sm_90 only, this GPU is {}", gpu.architecture());
  }
  void prepare(const SweepContext& context) override { bench_.emplace(context); }
  void finish() override { bench_.reset(); }

 protected:
  std::optional<MmaBench> bench_;
};

/// Two depths of each shape, so that the slope between them is free of what a batch costs.
class MmaThroughput : public MmaSweep {
 public:
  static constexpr int batches = 8;  ///< at most 2048 instructions: every sum stays exact

  std::string name() const override { return "mma.throughput"; }
  double expected_seconds() const override { return 4; }
  std::vector<Parameters> configurations(const Gpu&, std::vector<LeftOut>& left_out) const override {
    std::vector<Parameters> list;
    for (const Format& format : mma::hopper_formats()) {
      for (const bool a_in_registers : {false, true}) {
        for (const int n : widths) add(format, a_in_registers, n, 1, list, left_out);
        for (const int warpgroups : {2, 4}) {
          for (const int n : {8, 16, 32, 64, 128, 256})
            add(format, a_in_registers, n, warpgroups, list, left_out);
        }
      }
    }
    return list;
  }

  Measured measure(const SweepContext&, const Parameters& configuration) override {
    return bench_->run(configuration, integer(configuration, "warpgroups"), batches,
                       integer(configuration, "depth"));
  }

 private:
  static void add(const Format& format, bool a_in_registers, int n, int warpgroups,
                  std::vector<Parameters>& list, std::vector<LeftOut>& left_out) {
    for (const std::int64_t depth : {64, 256}) {
      Parameters parameters = shape_parameters(format, a_in_registers, n);
      parameters.insert({{"warpgroups", std::int64_t{warpgroups}}, {"depth", depth}});
      // 65,536 registers an SM: 128 a thread with 512 threads, of which addresses and operands take up to 32.
      const int registers = kernels::accumulator_registers(n, format.accumulator == "f16");
      if (warpgroups < 4 || registers <= 96) {
        list.push_back(std::move(parameters));
      } else {
        left_out.push_back(
            {std::move(parameters),
             fmt::format("needs {} accumulator registers a thread, 4 warpgroups leave 96", registers)});
      }
    }
  }
};

/// One instruction at a time, each awaited.
class MmaLatency : public MmaSweep {
 public:
  static constexpr int repetitions = 200;

  std::string name() const override { return "mma.latency"; }
  double expected_seconds() const override { return 2; }
  std::vector<Parameters> configurations(const Gpu&, std::vector<LeftOut>&) const override {
    std::vector<Parameters> list;
    for (const Format& format : mma::hopper_formats()) {
      for (const bool a_in_registers : {false, true}) {
        for (const int n : widths) list.push_back(shape_parameters(format, a_in_registers, n));
      }
    }
    return list;
  }
  Measured measure(const SweepContext&, const Parameters& configuration) override {
    return bench_->run(configuration, 1, repetitions, 1);
  }
};

/// Batches of 1 to 10 instructions, each batch awaited, as the article did it: not a steady state.
class MmaInFlight : public MmaSweep {
 public:
  static constexpr int batches = 200;

  std::string name() const override { return "mma.in_flight"; }
  double expected_seconds() const override { return 2; }
  std::vector<Parameters> configurations(const Gpu&, std::vector<LeftOut>&) const override {
    std::vector<Parameters> list;
    for (const Format& format : mma::hopper_formats()) {
      if (format.accumulator == "f16" || format.name == "u8" || format.name == "e5m2") continue;
      for (const bool a_in_registers : {false, true}) {
        for (const int n : {64, 128, 256}) {
          for (std::int64_t in_flight = 1; in_flight <= 10; ++in_flight) {
            list.push_back(shape_parameters(format, a_in_registers, n));
            list.back().insert({"in_flight", in_flight});
          }
        }
      }
    }
    return list;
  }
  Measured measure(const SweepContext&, const Parameters& configuration) override {
    return bench_->run(configuration, 1, batches, integer(configuration, "in_flight"));
  }
};

}  // namespace

SweepList mma_sweeps() {
  SweepList sweeps;
  sweeps.push_back(std::make_unique<MmaThroughput>());
  sweeps.push_back(std::make_unique<MmaLatency>());
  sweeps.push_back(std::make_unique<MmaInFlight>());
  return sweeps;
}

}  // namespace assay
