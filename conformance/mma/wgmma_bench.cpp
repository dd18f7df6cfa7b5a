#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "conformance/in_parallel.h"
#include "conformance/mma/mma_bench.h"
#include "conformance/mma/mma_operands.h"
#include "conformance/mma/wgmma_shapes.h"
#include "conformance/placement.h"
#include "fixtures/device/cuda_resources.h"
#include "fixtures/sweep/sweep.h"
#include "kernels/mma/mma.h"

namespace assay::mma {
namespace {

using Pattern = kernels::WgmmaWork::Pattern;

constexpr int most_warpgroups = 4, most_words = 128 * 128;  ///< of accumulators in a warpgroup
// No more than 2048 instructions, with those that are not timed, so that every sum stays exact.
constexpr int batches_of_stream = 3, short_batches = 200, instructions_of_steady_state = 1920;

/// How many elements of a warpgroup differ, and the first that does.
Wrong difference(std::span<const std::uint32_t> found, const std::vector<std::uint32_t>& expected) {
  Wrong wrong;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (found[i] == expected[i] || ++wrong.count > 1) continue;
    wrong.element = static_cast<std::int64_t>(i);
    wrong.expected = expected[i];
    wrong.found = found[i];
  }
  return wrong;
}

}  // namespace

/// Known operands of every format on the GPU, and the outputs of a launch with their host twins.
class WgmmaBench : public MmaBench {
 public:
  explicit WgmmaBench(const SweepContext& context);

  Measured stream(const Parameters& configuration) override;
  Measured single(const Parameters& configuration) override;
  Measured batch(const Parameters& configuration) override;
  Measured steady(const Parameters& configuration) override;
  Measured alone(const Parameters& configuration) override;

 private:
  struct OfFormat {
    Operands operands;
    device::DeviceBuffer<std::byte> a, b;
    device::DeviceBuffer<std::uint32_t> a_registers;
  };
  /// One launch: what it multiplies, how many words a warpgroup leaves, and what to say when it fails.
  struct Launch;

  Launch launch_of(const Parameters& configuration, int warpgroups) const;
  Measured run(const Parameters& configuration, int warpgroups, const kernels::WgmmaWork& work);
  void poison(const Launch& launch);
  void enqueue(const Launch& launch, const kernels::WgmmaWork& work, int slot);
  void fetch(const Launch& launch);
  Measured compare(const Launch& launch, const kernels::WgmmaWork& work);
  /// The same for every SM and round, so it is made once.
  const std::vector<std::uint32_t>& expectation(const Launch& launch, int count);

  cudaStream_t stream_;
  int sm_count_;
  std::map<std::string, OfFormat> of_format_;
  std::map<std::tuple<std::string, int, int>, std::vector<std::uint32_t>> expected_;
  device::MirroredBuffer<kernels::WarpgroupRecord> records_;
  device::MirroredBuffer<std::uint32_t> accumulators_;
};

std::unique_ptr<MmaBench> make_wgmma_bench(const SweepContext& context) {
  return std::make_unique<WgmmaBench>(context);
}

struct WgmmaBench::Launch {
  const Format& format;
  kernels::WgmmaShape shape;
  std::size_t warpgroups, words_of_warpgroup;
  std::string doing;
};

WgmmaBench::WgmmaBench(const SweepContext& context)
    : stream_(static_cast<cudaStream_t>(context.stream)),
      sm_count_(context.gpu.sm_count),
      records_(static_cast<std::size_t>(sm_count_ * most_warpgroups)),
      accumulators_(static_cast<std::size_t>(sm_count_) * most_warpgroups * most_words) {
  const std::string copying = "copying operands";
  for (const Format& format : hopper_formats()) {
    OfFormat& made = of_format_[format.kernel_name()];
    made.operands = make_operands(format, context.seed);
    made.a = device::upload(shared_image(format, made.operands.a, kernels::mma_m), copying);
    made.b = device::upload(shared_image(format, made.operands.b, 256), copying);
    made.a_registers = device::upload(register_image(format, made.operands.a), copying);
  }
}

Measured WgmmaBench::stream(const Parameters& configuration) {
  return run(configuration, int_of(configuration, "warpgroups"),
             {Pattern::stream, batches_of_stream, int_of(configuration, "depth")});
}

Measured WgmmaBench::single(const Parameters& configuration) {
  return run(configuration, 1, {Pattern::batch, short_batches, 1});
}

Measured WgmmaBench::batch(const Parameters& configuration) {
  return run(configuration, 1, {Pattern::batch, short_batches, int_of(configuration, "in_flight")});
}

Measured WgmmaBench::steady(const Parameters& configuration) {
  const int of_group = int_of(configuration, "group_size");
  return run(
      configuration, 1,
      {Pattern::steady, instructions_of_steady_state / of_group, of_group, int_of(configuration, "groups")});
}

Measured WgmmaBench::alone(const Parameters& configuration) {
  const Launch launch = launch_of(configuration, 1);
  poison(launch);
  kernels::WgmmaWork work{Pattern::stream, batches_of_stream, int_of(configuration, "depth")};
  for (int sm = 0; sm < sm_count_; ++sm) {
    work.alone_on_sm = sm;
    enqueue(launch, work, sm);
  }
  fetch(launch);
  return compare(launch, work);
}

Measured WgmmaBench::run(const Parameters& configuration, int warpgroups, const kernels::WgmmaWork& work) {
  const Launch launch = launch_of(configuration, warpgroups);
  poison(launch);
  enqueue(launch, work, 0);
  fetch(launch);
  return compare(launch, work);
}

WgmmaBench::Launch WgmmaBench::launch_of(const Parameters& configuration, int warpgroups) const {
  const Format& format = format_of(configuration);
  const int n = int_of(configuration, "n");
  const bool a_in_registers = word_of(configuration, "ab_layout") == "rs";
  const auto registers =
      static_cast<std::size_t>(kernels::accumulator_registers(n, format.accumulator == "f16"));
  return {format, kernels::WgmmaShape{format.kernel_name(), n, a_in_registers, warpgroups},
          static_cast<std::size_t>(sm_count_ * warpgroups), 128 * registers,
          fmt::format("multiplying with wgmma m64n{}k{} {}", n, format.k(), format.kernel_name())};
}

void WgmmaBench::poison(const Launch& launch) {
  records_.poison(launch.warpgroups, stream_);
  accumulators_.poison(launch.warpgroups * launch.words_of_warpgroup, stream_);
}

void WgmmaBench::enqueue(const Launch& launch, const kernels::WgmmaWork& work, int slot) {
  const OfFormat& made = of_format_.at(launch.shape.format);
  device::check(
      kernels::wgmma(launch.shape, work, sm_count_, {made.a.data(), made.b.data(), made.a_registers.data()},
                     {records_.device(), accumulators_.device(), slot}, stream_),
      launch.doing);
}

void WgmmaBench::fetch(const Launch& launch) {
  records_.fetch(launch.warpgroups, stream_);
  accumulators_.fetch(launch.warpgroups * launch.words_of_warpgroup, stream_);
  device::check(cudaStreamSynchronize(stream_), launch.doing);
}

Measured WgmmaBench::compare(const Launch& launch, const kernels::WgmmaWork& work) {
  const std::vector<std::uint32_t>& expected = expectation(launch, work.all_instructions());
  const auto of_warpgroup = [&](std::size_t w) {
    return accumulators_.host().subspan(w * expected.size(), expected.size());
  };
  std::vector<char> same(launch.warpgroups);
  in_parallel(launch.warpgroups, [&](std::size_t w) {
    same[w] = std::memcmp(of_warpgroup(w).data(), expected.data(), of_warpgroup(w).size_bytes()) == 0;
  });
  Measured measured;
  std::vector<int> sm_of_cta;
  const auto warpgroups = static_cast<std::size_t>(launch.shape.warpgroups);
  for (std::size_t first = 0; first < launch.warpgroups; first += warpgroups) {
    const int sm = static_cast<int>(records_.host()[first].sm);
    std::uint64_t start = ~0ull, end = 0;
    std::int64_t wrong_elements = 0;
    for (std::size_t w = first; w < first + warpgroups; ++w) {
      start = std::min(start, records_.host()[w].start_cycle);
      end = std::max(end, records_.host()[w].end_cycle);
      if (same[w]) continue;
      Wrong wrong = difference(of_warpgroup(w), expected);
      const auto registers = static_cast<std::int64_t>(expected.size() / 128);
      wrong.sm = sm;
      wrong.where =
          fmt::format("CTA {}, warpgroup {}, thread {}, accumulator register {}", first / warpgroups,
                      w - first, wrong.element / registers, wrong.element % registers);
      wrong_elements += wrong.count;
      measured.wrong.push_back(std::move(wrong));
    }
    sm_of_cta.push_back(sm);
    measured.rows.push_back(
        {sm, static_cast<std::int64_t>(end - start), work.instructions(), wrong_elements});
  }
  check_placement(sm_of_cta, sm_count_, 1, measured);
  return measured;
}

const std::vector<std::uint32_t>& WgmmaBench::expectation(const Launch& launch, int count) {
  auto& expected = expected_[{launch.shape.format, launch.shape.n, count}];
  if (expected.empty()) {
    const Operands& operands = of_format_.at(launch.shape.format).operands;
    expected = expected_accumulators(launch.format, operands, launch.shape.n, count);
  }
  return expected;
}

}  // namespace assay::mma
