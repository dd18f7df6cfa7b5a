#include <iterator>
#include <utility>

#include "conformance/async_copy/async_copy_sweeps.h"
#include "conformance/clock_meter.h"
#include "conformance/mma/mma_sweeps.h"
#include "fixtures/sweep/cuda_device.h"
#include "fixtures/sweep/sweep.h"

int main(int argc, char** argv) {
  assay::SweepList sweeps = assay::async_copy_sweeps();
  std::ranges::move(assay::mma_sweeps(), std::back_inserter(sweeps));
  return assay::sweep_main(argc, argv, std::move(sweeps),
                           assay::make_cuda_device(assay::measure_sm_clock_khz));
}
