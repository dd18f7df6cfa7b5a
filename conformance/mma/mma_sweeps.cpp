#include "conformance/mma/mma_sweeps.h"

#include <fmt/format.h>

#include <utility>

#include "conformance/mma/mma_bench.h"
#include "conformance/mma/wgmma_shapes.h"

namespace assay {
namespace {

using mma::MmaBench;

/// What tells the sweeps of the family apart.
struct Campaign {
  const char* name;
  double seconds;  ///< on an H200
  std::vector<Parameters> (*on_hopper)(std::vector<LeftOut>&);
  Measured (MmaBench::*measure)(const Parameters&);
};

template <auto List>
std::vector<Parameters> whole(std::vector<LeftOut>&) {
  return List();
}

constexpr Campaign campaigns[] = {
    // Long batches on every SM at once: cycles an instruction from the slope between two depths.
    {"mma.throughput", 5, mma::wgmma_streams, &MmaBench::stream},
    // The same on one SM at a time.
    {"mma.throughput_alone", 1, whole<mma::wgmma_streams_alone>, &MmaBench::alone},
    // One instruction, from its issue until its result can be read.
    {"mma.latency", 2, whole<mma::wgmma_singles>, &MmaBench::single},
    // Batches of 1 to 10 instructions, each batch awaited, as the article did it: not a steady state.
    {"mma.in_flight", 2, whole<mma::wgmma_batches>, &MmaBench::batch},
    // A steady state that keeps a number of instructions in flight.
    {"mma.steady_state", 2, whole<mma::wgmma_steady_states>, &MmaBench::steady},
};

class MmaSweep : public Sweep {
 public:
  explicit MmaSweep(const Campaign& campaign) : campaign_(campaign) {}

  std::string name() const override { return campaign_.name; }
  double expected_seconds() const override { return campaign_.seconds; }
  std::vector<Column> columns() const override {
    return {{"sm", "index"}, {"cycles", "cycles"}, {"instructions", "count"}, {"wrong", "count"}};
  }
  std::string why_not(const Gpu& gpu) const override {
    if (gpu.architecture() == "sm_90") return "";
    return fmt::format("wgmma exists on sm_90 only, this GPU is {}", gpu.architecture());
  }
  std::vector<Parameters> configurations(const Gpu&, std::vector<LeftOut>& left_out) const override {
    return campaign_.on_hopper(left_out);
  }
  void prepare(const SweepContext& context) override { bench_ = mma::make_wgmma_bench(context); }
  Measured measure(const SweepContext&, const Parameters& configuration) override {
    return (*bench_.*campaign_.measure)(configuration);
  }
  void finish() override { bench_.reset(); }

 private:
  const Campaign& campaign_;
  std::unique_ptr<MmaBench> bench_;
};

}  // namespace

SweepList mma_sweeps() {
  SweepList sweeps;
  for (const Campaign& campaign : campaigns) sweeps.push_back(std::make_unique<MmaSweep>(campaign));
  return sweeps;
}

}  // namespace assay
