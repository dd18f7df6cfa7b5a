#pragma once

#include <cstdint>

namespace assay {

/// The SM clock in kHz: cycles against %globaltimer on every SM for 1 ms, the median SM. `stream` is a
/// cudaStream_t. Throws device::Error.
std::int64_t measure_sm_clock_khz(void* stream);

}  // namespace assay
