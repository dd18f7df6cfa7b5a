#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "conformance/in_parallel.h"
#include "conformance/mma/mma_bench.h"
#include "conformance/mma/tcgen05_operands.h"
#include "conformance/mma/tcgen05_shapes.h"
#include "conformance/placement.h"
#include "fixtures/device/cuda_resources.h"
#include "kernels/mma/tcgen05.h"

namespace assay::mma {
namespace {

using kernels::Tcgen05Work;
using Pattern = Tcgen05Work::Pattern;

// No more than 2048 instructions, with those that are not timed, so that every sum stays exact.
constexpr int batches_of_stream = 2, short_batches = 200, instructions_of_steady_state = 1920;
constexpr std::size_t most_columns = 256;

/// How many elements of a CTA's D differ in the bits that D fills, and the first that does.
Wrong difference(std::span<const std::uint32_t> found, std::span<const std::uint32_t> expected,
                 std::span<const std::uint32_t> bits) {
  Wrong wrong;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (((found[i] ^ expected[i]) & bits[i]) == 0 || ++wrong.count > 1) continue;
    wrong.element = static_cast<std::int64_t>(i);
    wrong.expected = expected[i];
    wrong.found = found[i] & bits[i];
  }
  return wrong;
}

}  // namespace

/// tcgen05.mma under the patterns of the family's sweeps. Of a pair both SMs have the cycles of the CTA that
/// issues.
class Tcgen05Bench : public MmaBench {
 public:
  explicit Tcgen05Bench(const SweepContext& context);

  Measured stream(const Parameters& configuration) override;
  Measured single(const Parameters& configuration) override;
  Measured batch(const Parameters& configuration) override;
  Measured steady(const Parameters& configuration) override;
  Measured alone(const Parameters& configuration) override;

 private:
  /// What one configuration uploads, and what it must leave after a number of instructions.
  struct Prepared;

  Measured run(const Parameters& configuration, const kernels::Tcgen05Work& work);
  Prepared& prepared(const Parameters& configuration);
  void poison(const InstructionShape& shape);
  void enqueue(Prepared& made, const kernels::Tcgen05Work& work, int slot);
  Measured fetch_and_compare(Prepared& made, const kernels::Tcgen05Work& work);
  std::size_t words(const InstructionShape& shape) const;

  cudaStream_t stream_;
  int sm_count_;
  std::uint64_t seed_;
  std::map<std::string, std::unique_ptr<Prepared>> prepared_;
  device::MirroredBuffer<kernels::WarpgroupRecord> records_;
  device::MirroredBuffer<std::uint32_t> accumulators_;
};

std::unique_ptr<MmaBench> make_tcgen05_bench(const SweepContext& context) {
  return std::make_unique<Tcgen05Bench>(context);
}

struct Tcgen05Bench::Prepared {
  InstructionShape shape;
  Tcgen05Values values;
  device::DeviceBuffer<Tcgen05Image> images;
  std::map<int, Tcgen05Expected> expected;  ///< by number of instructions
  std::string doing;

  const Tcgen05Expected& after(int count) {
    auto& made = expected[count];
    if (made.words.empty()) made = expected_d(shape, values, count);
    return made;
  }
};

Tcgen05Bench::Tcgen05Bench(const SweepContext& context)
    : stream_(static_cast<cudaStream_t>(context.stream)),
      sm_count_(context.gpu.sm_count),
      seed_(context.seed),
      records_(static_cast<std::size_t>(sm_count_)),
      accumulators_(static_cast<std::size_t>(sm_count_) * tmem_lanes * most_columns) {}

Measured Tcgen05Bench::stream(const Parameters& configuration) {
  return run(configuration, {Pattern::stream, batches_of_stream, int_of(configuration, "depth")});
}

Measured Tcgen05Bench::single(const Parameters& configuration) {
  return run(configuration, {Pattern::batch, short_batches, 1});
}

Measured Tcgen05Bench::batch(const Parameters& configuration) {
  return run(configuration, {Pattern::batch, short_batches, int_of(configuration, "in_flight")});
}

Measured Tcgen05Bench::steady(const Parameters& configuration) {
  return run(configuration,
             {Pattern::steady, instructions_of_steady_state, 1, int_of(configuration, "outstanding")});
}

Measured Tcgen05Bench::alone(const Parameters& configuration) {
  Prepared& made = prepared(configuration);
  Tcgen05Work work{Pattern::stream, batches_of_stream, int_of(configuration, "depth")};
  poison(made.shape);
  for (int sm = 0; sm < sm_count_; ++sm) {
    work.alone_on_sm = sm;
    enqueue(made, work, sm);
  }
  return fetch_and_compare(made, work);
}

Measured Tcgen05Bench::run(const Parameters& configuration, const Tcgen05Work& work) {
  Prepared& made = prepared(configuration);
  poison(made.shape);
  enqueue(made, work, 0);
  return fetch_and_compare(made, work);
}

/// The same for every round, so it is made once.
Tcgen05Bench::Prepared& Tcgen05Bench::prepared(const Parameters& configuration) {
  const InstructionShape shape = tcgen05_shape_of(configuration);
  const Tcgen05Format& format = tcgen05_format_of(configuration);
  const auto layout = word_of(configuration, "ab_layout");
  auto& made = prepared_[fmt::format("{} {} {} {} {} {}", format.name, format.accumulator, layout,
                                     shape.cta_group, shape.m, shape.n)];
  if (made != nullptr) return *made;
  const std::string doing = fmt::format("multiplying with tcgen05 {} {} cta_group {} m{}n{}k{}", format.name,
                                        layout, shape.cta_group, shape.m, shape.n, shape.k());
  made = std::make_unique<Prepared>(Prepared{shape, make_values(format, seed_), {}, {}, doing});
  made->images = device::upload(images(shape, made->values), "copying operands");
  return *made;
}

std::size_t Tcgen05Bench::words(const InstructionShape& shape) const {
  return static_cast<std::size_t>(kernels::tcgen05_ctas(sm_count_, shape.cta_group)) * tmem_lanes *
         static_cast<std::size_t>(tcgen05_d_columns(shape));
}

void Tcgen05Bench::poison(const InstructionShape& shape) {
  records_.poison(static_cast<std::size_t>(sm_count_), stream_);
  accumulators_.poison(words(shape), stream_);
}

void Tcgen05Bench::enqueue(Prepared& made, const Tcgen05Work& work, int slot) {
  device::check(kernels::tcgen05(made.shape, work, sm_count_, made.images.data(),
                                 {records_.device(), accumulators_.device(), slot}, stream_),
                made.doing);
}

Measured Tcgen05Bench::fetch_and_compare(Prepared& made, const Tcgen05Work& work) {
  const auto group = static_cast<std::size_t>(made.shape.cta_group);
  const auto ctas = static_cast<std::size_t>(kernels::tcgen05_ctas(sm_count_, made.shape.cta_group));
  records_.fetch(ctas, stream_);
  accumulators_.fetch(words(made.shape), stream_);
  device::check(cudaStreamSynchronize(stream_), made.doing);

  const Tcgen05Expected& expected = made.after(work.all_instructions());
  const std::size_t of_cta = expected.words.size() / group, columns = of_cta / tmem_lanes;
  std::vector<Wrong> differences(ctas);
  in_parallel(ctas, [&](std::size_t cta) {
    const std::size_t at = cta % group * of_cta;
    differences[cta] = difference(accumulators_.host().subspan(cta * of_cta, of_cta),
                                  std::span(expected.words).subspan(at, of_cta),
                                  std::span(expected.bits).subspan(at, of_cta));
  });
  Measured measured;
  std::vector<int> sm_of_cta;
  for (std::size_t cta = 0; cta < ctas; ++cta) {
    const auto& issuer = records_.host()[cta / group * group];
    const int sm = static_cast<int>(records_.host()[cta].sm);
    sm_of_cta.push_back(sm);
    measured.rows.push_back({sm, static_cast<std::int64_t>(issuer.end_cycle - issuer.start_cycle),
                             work.instructions(), differences[cta].count});
    if (differences[cta].count == 0) continue;
    Wrong wrong = differences[cta];
    const auto element = static_cast<std::size_t>(wrong.element);
    wrong.sm = sm;
    wrong.where = fmt::format("CTA {}, lane {}, column {} of D", cta, element / columns, element % columns);
    measured.wrong.push_back(std::move(wrong));
  }
  check_placement(sm_of_cta, static_cast<int>(ctas), 1, measured);
  return measured;
}

}  // namespace assay::mma
