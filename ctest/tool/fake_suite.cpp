#include "ctest/tool/fake_suite.h"

#include <fmt/format.h>

#include "fixtures/report/report.h"
#include "fixtures/report/words.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using examples::write_bytes;

constexpr const char* claims_toml = R"(
[Demo.Fast]
ids = ["DEM-01"]
statement = "It is fast"
domain = "time"
unit = "TB/s"
scope = "GPU"
sweeps = ["demo.throughput"]
labels = ["demo", "throughput", "hopper", "blackwell"]
loss = "lower"
smallest_effect = 0.06
planted = { column = "ns", factor = 1.2 }

[Demo.Right]
kind = "exact"
statement = "It is right"
domain = "function"
unit = "count"
scope = "SM"
sweeps = ["demo.throughput"]
labels = ["demo", "functional", "hopper", "blackwell"]
planted = { column = "wrong", add = 1 }

[Demo.Why]
kind = "statement"
ids = ["DEM-02"]
statement = "It is wide"
labels = ["demo", "hopper", "blackwell"]
rationale = "Documented, not measured."
)";

constexpr const char* sku_toml = R"(
title = "H200"
architecture = "sm_90"
[match]
pci_device_id = 0x233510de
sm_count = 132
[peak.dram]
value = 4.9e12
unit = "B/s"
source = "datasheet"
[Demo.Fast]
unit = "TB/s"
method = "assay-1"
source = "three boards"
date = 2026-11-30
rationale = "Measured here."
band = [4.3, 4.6]
observed = { value = 4.45, low = 4.4, high = 4.5, n = 15, boards = 3, processes = 15, deviation = 0.01, interval = 0.01 }
)";

constexpr const char* sweep_list = R"([{"name": "demo.throughput", "expected_seconds": 2.5}])";

// As the catalogue makes them: see ctest/entries.py.
constexpr const char* entries_cmake = R"(
get_filename_component(suite "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)
set(entries "${suite}/entries")
foreach(name run.begin sweep.demo.throughput Demo.Fast Demo.Right run.end)
  add_test(${name} sh "${entries}/${name}")
  set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 60)
endforeach()
set_tests_properties(run.begin PROPERTIES LABELS hardware FIXTURES_SETUP run)
set_tests_properties(run.end PROPERTIES LABELS hardware FIXTURES_CLEANUP run)
set_tests_properties(sweep.demo.throughput PROPERTIES LABELS "hardware;demo" FIXTURES_SETUP sweep FIXTURES_REQUIRED run)
set_tests_properties(Demo.Fast PROPERTIES LABELS "hardware;demo;throughput" FIXTURES_REQUIRED "run;sweep")
set_tests_properties(Demo.Right PROPERTIES LABELS "hardware;demo;functional" FIXTURES_REQUIRED "run;sweep")
add_test(replay.h200.Demo.Fast sh -c "exit 1")
set_tests_properties(replay.h200.Demo.Fast PROPERTIES LABELS replay)
)";

Status status_named(const std::string& name) {
  for (const auto status : {Status::pass, Status::fail, Status::inconclusive, Status::invalid, Status::skip,
                            Status::waived, Status::error}) {
    if (to_text(status) == name) return status;
  }
  throw std::invalid_argument("no status " + name);
}

}  // namespace

FakeSuite::FakeSuite() {
  for (const auto* folder : {"bin", "share/assay/expectations/claims", "share/assay/expectations/sku",
                             "share/assay/recordings", "tests", "entries", "runs"}) {
    fs::create_directories(path() / folder);
  }
  write_bytes(path() / "share/assay/expectations/claims/demo.toml", claims_toml);
  write_bytes(path() / "share/assay/expectations/sku/h200.toml", sku_toml);
  write_bytes(path() / "tests/CTestTestfile.cmake", entries_cmake);
  script("assay-claims", "echo 'not expected to be called' >&2; exit 2\n");
  gpus(usable_gpu_json(0));
  entry("run.begin", "mkdir -p \"$ASSAY_RUN\"");
  entry("sweep.demo.throughput", "true");
  entry("Demo.Fast", verdict("Demo.Fast", "PASS"));
  entry("Demo.Right", verdict("Demo.Right", "PASS"));
  entry("run.end", "true");
}

void FakeSuite::script(const std::string& program, const std::string& body) {
  const auto file = path() / "bin" / program;
  write_bytes(file, "#!/bin/sh\n" + body + "\n");
  fs::permissions(file, fs::perms::owner_all);
}

void FakeSuite::entry(const std::string& name, const std::string& body) {
  write_bytes(path() / "entries" / name, body + "\n");
}

std::string FakeSuite::verdict(const std::string& claim, const std::string& status, bool required) const {
  Verdict verdict;
  verdict.claim = claim;
  verdict.status = status_named(status);
  verdict.required = required;
  verdict.reason = "so says the test";
  const bool red =
      verdict.status != Status::pass && verdict.status != Status::skip && verdict.status != Status::waived;
  return fmt::format("echo {} >> \"$ASSAY_RUN/verdicts.jsonl\"; exit {}",
                     shell_word(to_json_line(verdict, Gpu{}, "run")),
                     red                              ? 1
                     : verdict.status == Status::pass ? 0
                                                      : 77);
}

void FakeSuite::gpus(const std::string& usable, const std::string& unusable, const std::string& fault,
                     int code) {
  const auto listing =
      fmt::format(R"({{"usable": [{}], "unusable": [{}], "fault": {}}})", usable, unusable, fault);
  script("assay-sweep",
         fmt::format("case $1 in\n devices) echo {}; exit {};;\n list) echo {};;\n *) echo \"$@\";;\nesac",
                     shell_word(listing), code, shell_word(sweep_list)));
}

void FakeSuite::ship_recording() {
  const auto folder = path() / "share/assay/recordings/h200-2026-11-30";
  fs::create_directories(folder);
  write_bytes(folder / "demo.throughput.recording.jsonl.gz", "");
}

Command FakeSuite::command(std::vector<std::string> arguments,
                           std::map<std::string, std::string> environment) const {
  arguments.insert(arguments.begin(), ASSAY_TOOL);
  environment.insert({{"ASSAY_BIN", (path() / "bin").string()},
                      {"ASSAY_RUNS", runs().string()},
                      {"ASSAY_RUN", ""},
                      {"ASSAY_DEVICE", ""},
                      {"ASSAY_EXPECTATIONS", ""}});
  return {std::move(arguments), std::move(environment), {}};
}

Captured FakeSuite::assay(std::vector<std::string> arguments,
                          std::map<std::string, std::string> environment) const {
  return capture(command(std::move(arguments), std::move(environment)), std::chrono::minutes(1));
}

std::vector<fs::path> FakeSuite::run_folders() const {
  return {fs::directory_iterator(runs()), fs::directory_iterator()};
}

std::string usable_gpu_json(int index) {
  return fmt::format(
      R"({{"index": {0}, "name": "NVIDIA H200", "uuid": "GPU-{0}{0}{0}{0}{0}{0}{0}{0}-1111-2222-3333-444455556666", )"
      R"("pci_bus_id": "00000000:0{0}:00.0", "driver": "580.159.04"}})",
      index);
}

std::string unusable_gpu_json(const std::string& bus_id, const std::string& kind, const std::string& reason) {
  return fmt::format(
      R"({{"index": -1, "pci_bus_id": "{}", "name": "", "uuid": "", "kind": "{}", "reason": "{}"}})", bus_id,
      kind, reason);
}

}  // namespace assay
