#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <functional>

#include "ctest/tool/commands.h"
#include "ctest/tool/devices.h"
#include "ctest/tool/error.h"
#include "ctest/tool/process.h"
#include "ctest/tool/suite.h"
#include "ctest/tool/text.h"
#include "fixtures/recording/run_folder.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

/// One line of the answer. `code` is what conform would end with; 0 with `remedy` is a hint.
struct Finding {
  std::string what, found, remedy;
  int code = all_good;

  std::string state() const { return code != all_good ? "BAD" : remedy.empty() ? "ok" : "note"; }
};

Finding driver(const device::Listing& listing) {
  if (!listing.usable.empty()) return {"driver", listing.usable.front().gpu.driver, "", all_good};
  const auto text = text_of("/proc/driver/nvidia/version");
  if (!text.empty()) return {"driver", lines_of(text).front(), "", all_good};
  return {"driver", "no NVIDIA driver is loaded", "install it and run nvidia-smi once; --replay needs none",
          nothing_decided};
}

std::vector<Finding> gpus(const device::Listing& listing) {
  std::vector<Finding> findings;
  for (const auto& [index, gpu] : listing.usable) {
    findings.push_back(
        {"gpu", fmt::format("{}: {} {} at {}", index, gpu.name, gpu.uuid, gpu.pci_bus_id), "", all_good});
  }
  for (const auto& one : listing.unusable) {
    findings.push_back(
        {"gpu", fmt::format("{} {} cannot be used", one.bus_id, one.name), one.reason, unusable_gpu});
  }
  if (findings.empty()) findings.push_back({"gpu", "there is none", "--replay needs none", nothing_decided});
  return findings;
}

Finding device_nodes(const device::Listing& listing) {
  if (!listing.usable.empty()) return {"permission", "GPU devices can be opened", "", all_good};
  const fs::path node = "/dev/nvidiactl";
  if (!fs::exists(node))
    return {"permission", "there is no /dev/nvidiactl", "nvidia-modprobe -c 0 makes it", nothing_decided};
  if (access(node.c_str(), R_OK | W_OK) == 0)
    return {"permission", "this user may open /dev/nvidiactl", "", all_good};
  return {"permission", "this user may not open /dev/nvidiactl",
          "join the group that owns it, usually video or render", unusable_gpu};
}

/// Driver, GPUs and permission: what assay-sweep can tell.
std::vector<Finding> machine(const Layout& layout) {
  try {
    const auto listing = list_devices(layout);
    auto findings = gpus(listing);
    findings.insert(findings.begin(), driver(listing));
    findings.push_back(device_nodes(listing));
    return findings;
  } catch (const ToolError& error) {
    return {{"gpu", "GPUs cannot be listed", error.what(), error.code}};
  }
}

Finding counters() {
  const auto text = text_of("/proc/driver/nvidia/params");
  if (text.empty() || text.find("RmProfilingAdminOnly: 1") == std::string::npos || geteuid() == 0) {
    return {"counters", "nothing forbids this user to read them", "", all_good};
  }
  return {"counters", "only root may read performance counters",
          "modprobe option NVreg_RestrictProfilingToAdminUsers=0; only ncu and claims on counters need it",
          all_good};
}

Finding runs_folder() {
  const auto root = fs::absolute(runs_root("runs"));
  auto existing = root;
  while (!fs::exists(existing) && existing.has_relative_path()) existing = existing.parent_path();
  if (access(existing.c_str(), W_OK) == 0) return {"runs", root.string(), "", all_good};
  return {"runs", root.string() + " cannot be written", "set ASSAY_RUNS to a folder that can", suite_error};
}

Finding ctest() {
  const auto found = find_ctest();
  return {"ctest", found.version.empty() ? "not usable" : fmt::format("{} {}", found.program, found.version),
          found.fault, found.fault.empty() ? all_good : suite_error};
}

Finding program(const fs::path& path) {
  const bool is_there = access(path.c_str(), X_OK) == 0;
  return {path.filename().string(), is_there ? path.string() : "missing",
          is_there ? "" : "build or unpack the whole suite", is_there ? all_good : suite_error};
}

Finding helper(const std::string& name, const std::string& purpose) {
  const auto path = find_program(name);
  return {name, path ? path->string() : "not in PATH", path ? "" : "only needed " + purpose, all_good};
}

Finding expectations(const Layout& layout) {
  try {
    const auto loaded = load_catalogue(layout, overlay_folder(""));
    return {"expectations",
            fmt::format("{} claims, {} SKUs in {}", loaded.claims.size(), loaded.skus.size(),
                        layout.expectations.string()),
            "", all_good};
  } catch (const std::exception& error) {
    return {"expectations", "they cannot be loaded", error.what(), suite_error};
  }
}

Finding place(const std::string& what, const fs::path& path) {
  const bool is_there = fs::exists(path);
  return {what, is_there ? path.string() : path.string() + " is missing",
          is_there ? "" : "build or unpack the whole suite", is_there ? all_good : suite_error};
}

std::vector<Finding> suite(const Layout& layout) {
  return {counters(),
          runs_folder(),
          ctest(),
          program(layout.sweep_program()),
          program(layout.claims_program()),
          expectations(layout),
          place("recordings", layout.recordings),
          place("entries", layout.tests / "CTestTestfile.cmake"),
          helper("tar", "by assay bundle"),
          helper("gnuplot", "for pictures"),
          helper("cuobjdump", "for checks of machine code"),
          helper("nvdisasm", "for checks of machine code")};
}

int doctor() {
  const auto layout = find_layout();
  auto findings = machine(layout);
  for (auto& finding : suite(layout)) findings.push_back(std::move(finding));
  std::vector<std::vector<std::string>> rows;
  std::vector<int> codes;
  for (const auto& finding : findings) {
    rows.push_back({finding.state(), finding.what,
                    finding.found + (finding.remedy.empty() ? "" : "; " + finding.remedy)});
    codes.push_back(finding.code);
  }
  fmt::print("{}", columns(rows));
  for (const int code : {suite_error, unusable_gpu, nothing_decided}) {
    if (std::find(codes.begin(), codes.end(), code) != codes.end()) return code;
  }
  return all_good;
}

}  // namespace

void add_doctor(CLI::App& app, Action& action) {
  auto* command =
      app.add_subcommand("doctor", "what this machine lacks for testing its GPU, each with its remedy");
  command->footer(
      "Exit codes: 0 ready; 4 no GPU or driver; 2 a GPU that cannot be used; 3 the suite or ctest is not "
      "usable.");
  command->callback([&action] { action = doctor; });
}

}  // namespace assay
