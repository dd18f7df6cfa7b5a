#pragma once

#include <string>
#include <vector>

#include "ctest/tool/layout.h"
#include "fixtures/device/listing.h"

namespace assay {

/// What assay-sweep says of the GPUs here (`assay-sweep devices --json`). It opens none of them, and is given
/// up after a bounded time: ToolError with `unusable_gpu` and the bus ids when the driver hangs,
/// `suite_error` when it cannot tell.
device::Listing list_devices(const Layout& layout);
device::Listing listing_of_json(const std::string& text);  ///< Throws ToolError.

/// The GPUs to test: `request` is "" (the first usable one), "all", a UUID or its beginning, an index.
/// Without a request for one GPU, one that is on the bus and does not answer refuses everything. Throws
/// ToolError that names the device by bus id: `unusable_gpu`, or `nothing_decided` when this machine has no
/// GPU at all.
std::vector<device::Usable> choose(const device::Listing& listing, const std::string& request, int expected);

}  // namespace assay
