#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>

namespace assay {

/// Files of a small expectations folder, by their path in it.
using Files = std::map<std::string, std::string>;

/// A temporary folder that holds `files` and goes with this object.
class TestFolder {
 public:
  explicit TestFolder(const Files& files) {
    std::string name = (std::filesystem::temp_directory_path() / "assay-expectations-XXXXXX").string();
    if (!mkdtemp(name.data())) throw std::runtime_error("cannot make a temporary folder");
    path_ = name;
    for (const auto& [file, content] : files) {
      std::filesystem::create_directories((path_ / file).parent_path());
      std::ofstream(path_ / file) << content;
    }
  }
  ~TestFolder() { std::filesystem::remove_all(path_); }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// A folder without a fault: two band claims, an exact one and a statement, two SKUs, a waiver.
inline Files good_files() {
  return {{"claims/mma.toml", R"(
[Mma.HalfRate]
ids = ["MMA-02", "ARCH-03b"]
statement = """
Half of the peak
is all there is"""
domain = "cycles"
unit = "%"
scope = "SM"
sweeps = ["mma.throughput"]
labels = ["mma", "throughput", "blackwell"]
architectures = ["sm_100"]
loss = "either"
smallest_effect = 0.03
planted = { column = "cycles", factor = 1.05, where = { m = 64 } }

[Mma.Bandwidth]
statement = "Operands arrive this fast"
domain = "time"
unit = "TB/s"
scope = "GPU"
sweeps = ["mma.throughput", "mma.latency"]
labels = ["mma", "latency", "hopper", "blackwell"]
limit = "dram"
loss = "lower"
smallest_effect = 0.06
planted = { column = "ns", add = 100 }

[Mma.ResultsAreRight]
kind = "exact"
statement = "Every product is right"
domain = "function"
unit = "count"
scope = "SM"
sweeps = ["mma.throughput"]
labels = ["mma", "functional", "hopper", "blackwell"]
planted = { column = "wrong", add = 1 }

[Mma.Why]
kind = "statement"
ids = ["MMA-04"]
statement = "M = 64 feeds half of the datapath"
labels = ["mma", "hopper", "blackwell"]
rationale = "Documented, not measured."
)"},
          {"sku/b200.toml", R"(
title = "B200"
architecture = "sm_100"
[match]
pci_device_id = 0x290110de
memory_bus_bits = 8192
[peak.dram]
value = 8.0e12
unit = "B/s"
source = "datasheet"
[Mma.HalfRate]
unit = "%"
method = "published-2026-03"
source = "article"
date = 2026-03-31
noise = 0.005
band = [48.3, 50.3]
observed = { value = 49.8, low = 49.2, high = 49.9, n = 24 }
[[Mma.Bandwidth]]
unit = "TB/s"
method = "assay-1"
source = "three boards"
date = 2026-11-30
rationale = "Measured here."
points = [
  { where = { n = 64, mode = "a" }, band = [6.0, "limit"], observed = { value = 6.2, low = 6.1, high = 6.3, n = 15, boards = 3, processes = 15, deviation = 0.05, interval = 0.1 } },
  { where = { n = 64, mode = "b" }, band = [7.0, 7.4], observed = { value = 7.2, n = 15, boards = 3, processes = 15, deviation = 0.05, interval = 0.1 } },
]
[[Mma.Bandwidth]]
unit = "TB/s"
method = "published-2026-03"
source = "article"
date = 2026-03-31
noise = 0.01
band = [6.1, "open"]
observed = { value = 6.4, n = 1 }
)"},
          {"sku/h200.toml", R"(
title = "H200"
architecture = "sm_90"
[[match]]
pci_device_id = 0x233510de
sm_count = 132
[[match]]
pci_device_id = 0x233510de
sm_count = 114
[peak.dram]
value = 4.9e12
unit = "B/s"
source = "datasheet"
)"},
          {"waivers.toml", R"(
[[waiver]]
claim = "Mma.Bandwidth"
owner = "Ada"
issue = "https://tracker.example/1"
reason = "refresh rate"
expires = 2027-01-31
drivers = ["580.1", "open"]
sku = "b200"
)"}};
}

}  // namespace assay
