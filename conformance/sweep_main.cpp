#include <utility>

#include "conformance/async_copy/async_copy_sweeps.h"
#include "conformance/clock_meter.h"
#include "fixtures/sweep/cuda_device.h"
#include "fixtures/sweep/sweep.h"

int main(int argc, char** argv) {
  auto device = assay::make_cuda_device(assay::measure_sm_clock_khz);
  return assay::sweep_main(argc, argv, assay::async_copy_sweeps(), std::move(device));
}
