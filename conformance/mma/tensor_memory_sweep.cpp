#include "conformance/mma/tensor_memory_sweep.h"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

#include "conformance/placement.h"
#include "fixtures/device/cuda_resources.h"
#include "kernels/mma/tcgen05.h"

namespace assay {
namespace {

/// Long beside a free allocation, short beside a round.
constexpr std::uint32_t hold_cycles = 20'000;

class TensorMemorySweep : public Sweep {
 public:
  std::string name() const override { return "mma.tensor_memory"; }
  double expected_seconds() const override { return 0.1; }
  std::vector<Column> columns() const override {
    return {{"sm", "index"},         {"address", "index"},      {"wrong", "count"},
            {"came_early", "count"}, {"held_cycles", "cycles"}, {"waited_cycles", "cycles"}};
  }
  std::string why_not(const Gpu& gpu) const override {
    if (gpu.capability_major == 10) return "";
    return fmt::format("tensor memory exists on sm_100 and sm_103 only, this GPU is {}", gpu.architecture());
  }
  std::vector<Parameters> configurations(const Gpu&, std::vector<LeftOut>&) const override {
    return {{{"columns", std::int64_t{512}}}};
  }
  void prepare(const SweepContext& context) override {
    records_.emplace(static_cast<std::size_t>(context.gpu.sm_count));
  }
  Measured measure(const SweepContext& context, const Parameters&) override;
  void finish() override { records_.reset(); }

 private:
  std::optional<device::MirroredBuffer<kernels::AllocationRecord>> records_;
};

Measured TensorMemorySweep::measure(const SweepContext& context, const Parameters&) {
  const auto stream = static_cast<cudaStream_t>(context.stream);
  const char* const doing = "allocating tensor memory twice";
  records_->poison(records_->size(), stream);
  device::check(kernels::tcgen05_allocation(context.gpu.sm_count, hold_cycles, records_->device(), stream),
                doing);
  records_->fetch(records_->size(), stream);
  device::check(cudaStreamSynchronize(stream), doing);

  Measured measured;
  std::vector<int> sm_of_cta;
  for (const kernels::AllocationRecord& record : records_->host()) {
    const auto sm = static_cast<int>(record.sm);
    sm_of_cta.push_back(sm);
    measured.rows.push_back({sm, record.address, record.wrong_words, record.came_early,
                             static_cast<std::int64_t>(record.held_cycles),
                             static_cast<std::int64_t>(record.waited_cycles)});
    if (record.wrong_words == 0) continue;
    Wrong wrong;
    wrong.sm = sm;
    wrong.count = record.wrong_words;
    wrong.where = "words of tensor memory that do not hold what was stored";
    measured.wrong.push_back(std::move(wrong));
  }
  check_placement(sm_of_cta, context.gpu.sm_count, 1, measured);
  return measured;
}

}  // namespace

std::unique_ptr<Sweep> make_tensor_memory_sweep() { return std::make_unique<TensorMemorySweep>(); }

}  // namespace assay
