#include "ctest/tool/devices.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "ctest/tool/error.h"
#include "ctest/tool/process.h"
#include "ctest/tool/text.h"

namespace assay {
namespace {

using device::Kind;
using Json = nlohmann::json;

constexpr auto limit = std::chrono::minutes(2);  // assay-sweep gives a silent driver up long before
constexpr int not_applicable = 77;

constexpr const char* use_replay =
    "`assay conform --replay` judges the recording that is shipped, without a GPU";

Kind kind_of(const std::string& name) {
  for (const auto kind :
       {Kind::no_gpu, Kind::not_found, Kind::no_driver, Kind::driver_too_old, Kind::no_kernel_image,
        Kind::busy, Kind::lost, Kind::out_of_memory, Kind::mig, Kind::not_supported}) {
    if (device::name_of(kind) == name) return kind;
  }
  return Kind::other;
}

device::Usable usable_of(const Json& json) {
  device::Usable usable;
  usable.index = json.at("index");
  usable.gpu.name = json.at("name");
  usable.gpu.uuid = json.at("uuid");
  usable.gpu.pci_bus_id = json.at("pci_bus_id");
  usable.gpu.driver = json.value("driver", "");
  return usable;
}

device::Unusable unusable_of(const Json& json) {
  return {json.value("index", -1), json.at("pci_bus_id"),           json.value("name", ""),
          json.value("uuid", ""),  kind_of(json.value("kind", "")), json.at("reason")};
}

bool does_not_answer(const device::Unusable& gpu) {
  return gpu.kind == Kind::no_driver || gpu.kind == Kind::lost;
}

std::string words_of(const device::Unusable& gpu) {
  return fmt::format("{}{}: {}", gpu.bus_id, gpu.name.empty() ? "" : " " + gpu.name, gpu.reason);
}

std::string words_of(const std::vector<device::Unusable>& gpus) {
  std::vector<std::string> words;
  for (const auto& gpu : gpus) words.push_back(words_of(gpu));
  return fmt::format("{}", fmt::join(words, "; "));
}

void refuse_silent_gpus(const device::Listing& listing) {
  std::vector<device::Unusable> silent;
  std::copy_if(listing.unusable.begin(), listing.unusable.end(), std::back_inserter(silent), does_not_answer);
  if (silent.empty()) return;
  throw ToolError(
      fmt::format("a GPU is on the bus and does not answer: {}{}", words_of(silent),
                  listing.usable.empty() ? "" : "; --device with another GPU's UUID tests that one"),
      unusable_gpu);
}

void demand_number(const device::Listing& listing, int expected) {
  if (static_cast<int>(listing.usable.size()) >= expected) return;
  std::vector<std::string> usable;
  for (const auto& one : listing.usable) usable.push_back(one.gpu.pci_bus_id);
  throw ToolError(fmt::format("{} GPUs are expected and {} can be used ({}){}{}", expected, usable.size(),
                              usable.empty() ? "none" : fmt::format("{}", fmt::join(usable, ", ")),
                              listing.unusable.empty() ? "" : "; not usable: ", words_of(listing.unusable)),
                  unusable_gpu);
}

int exit_code_of(const device::Error& error) {
  return error.exit_code() == not_applicable ? nothing_decided : error.exit_code();
}

[[noreturn]] void refuse_all(const device::Listing& listing) {
  const auto error = device::why_none(listing);
  if (listing.unusable.empty() && error.kind == Kind::no_gpu) {
    throw ToolError(fmt::format("no GPU is here, so no hardware can be tested; {}", use_replay),
                    nothing_decided);
  }
  throw ToolError(fmt::format("{}; {}", error.what(), use_replay), exit_code_of(error));
}

}  // namespace

device::Listing listing_of_json(const std::string& text) {
  try {
    const auto json = Json::parse(text);
    device::Listing listing;
    for (const auto& one : json.at("usable")) listing.usable.push_back(usable_of(one));
    for (const auto& one : json.at("unusable")) listing.unusable.push_back(unusable_of(one));
    if (const auto fault = json.find("fault"); fault != json.end() && fault->is_object()) {
      listing.fault.emplace(kind_of(fault->at("kind")), fault->at("reason").get<std::string>());
    }
    return listing;
  } catch (const Json::exception& error) {
    throw ToolError(fmt::format(
        "assay-sweep's list of GPUs cannot be read ({}); programs of two builds are mixed", error.what()));
  }
}

device::Listing list_devices(const Layout& layout) {
  const auto ended =
      capture({{required_program(layout.sweep_program()), "devices", "--json"}, {}, {}}, limit);
  if (ended.timed_out) {
    throw ToolError("the driver did not answer within two minutes; look for XID lines in dmesg",
                    unusable_gpu);
  }
  if (!ended.out.empty()) return listing_of_json(ended.out);
  const bool driver_hangs = !ended.ending.signal && ended.ending.code == unusable_gpu;
  throw ToolError(driver_hangs ? last_line(ended.err)
                               : fmt::format("assay-sweep could not list the GPUs ({}): {}",
                                             ended.ending.words(), last_line(ended.err)),
                  driver_hangs ? unusable_gpu : suite_error);
}

std::vector<device::Usable> choose(const device::Listing& listing, const std::string& request, int expected) {
  const bool one_is_named = !request.empty() && request != "all";
  if (!one_is_named) refuse_silent_gpus(listing);
  demand_number(listing, expected);
  if (listing.usable.empty()) refuse_all(listing);
  if (request == "all") return listing.usable;
  try {
    return {device::select(listing, request)};
  } catch (const device::Error& error) {
    throw ToolError(error.what(), exit_code_of(error));
  }
}

}  // namespace assay
