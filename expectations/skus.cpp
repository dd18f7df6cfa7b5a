#include "expectations/skus.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <regex>
#include <set>

#include "expectations/bands.h"
#include "expectations/claims.h"
#include "expectations/units.h"

namespace assay {
namespace {

/// True if some board can match both alternatives.
bool can_both_match(const Board& one, const Board& other) {
  const auto agree = [](auto a, auto b) { return a == 0 || b == 0 || a == b; };
  return agree(one.pci_device_id, other.pci_device_id) &&
         agree(one.pci_subsystem_id, other.pci_subsystem_id) && agree(one.sm_count, other.sm_count) &&
         agree(one.memory_bus_bits, other.memory_bus_bits) &&
         agree(one.power_limit_watts, other.power_limit_watts);
}

template <class T>
T field_of(const CheckedTable& table, std::string_view key, std::string_view meaning) {
  if (!table.has(key)) return 0;
  const std::int64_t value = table.integer(key, meaning);
  if (value < 1 || value > std::int64_t{std::numeric_limits<T>::max()}) {
    table.reject(key, "is out of range", fmt::format("give the {}, or leave the key out", meaning));
  }
  return static_cast<T>(value);
}

Board read_alternative(const CheckedTable& table) {
  Board board;
  board.pci_device_id = field_of<std::uint32_t>(table, "pci_device_id", "PCI id, device << 16 | vendor");
  board.pci_subsystem_id = field_of<std::uint32_t>(table, "pci_subsystem_id", "PCI subsystem id");
  board.sm_count = field_of<int>(table, "sm_count", "number of SMs");
  board.memory_bus_bits = field_of<int>(table, "memory_bus_bits", "width of the memory bus in bits");
  board.power_limit_watts = field_of<int>(table, "power_limit_watts", "default power limit in W");
  table.no_other_keys();
  return board;
}

std::vector<Board> read_match(const CheckedTable& file) {
  std::vector<Board> alternatives;
  for (const CheckedTable& table : file.tables("match", "[match] table: what tells this SKU from others")) {
    alternatives.push_back(read_alternative(table));
    if (table.keys().empty()) {
      file.reject("match", "says nothing, so every board would match",
                  "give at least pci_device_id and sm_count");
    }
  }
  return alternatives;
}

void read_peaks(const CheckedTable& file, std::map<std::string, Peak>& peaks) {
  const CheckedTable all = file.table("peak", "[peak] table: the physical limits");
  for (const std::string& name : all.keys()) {
    const CheckedTable table = all.table(name, "peak as { value, unit, source }");
    Peak peak;
    peak.value = table.number("value", "peak");
    if (peak.value <= 0) table.reject("value", "is not positive", "give the physical peak");
    peak.unit = table.text("unit", "unit of the peak");
    if (std::find(peak_units().begin(), peak_units().end(), peak.unit) == peak_units().end()) {
      table.reject_word("unit", "unit", peak.unit, fmt::format("{}", fmt::join(peak_units(), ", ")));
    }
    peak.source = table.text("source", "source of the peak");
    table.no_other_keys();
    peaks[name] = peak;
  }
}

void read_head(const CheckedTable& file, bool first, Sku& sku) {
  if (first) sku.location = file.location();
  if (first || file.has("title")) sku.title = file.text("title", "title of the SKU");
  if (first || file.has("architecture")) {
    sku.architecture = file.text("architecture", "architecture of the SKU");
    const auto& known = known_architectures();
    if (std::find(known.begin(), known.end(), sku.architecture) == known.end()) {
      file.reject_word("architecture", "architecture", sku.architecture,
                       fmt::format("{}", fmt::join(known, ", ")));
    }
  }
  if (first || file.has("match")) sku.match = read_match(file);
  if (first || file.has("peak")) read_peaks(file, sku.peaks);
}

const Claim& claim_of_band(const CheckedTable& family, const std::string& key, const Sku& sku,
                           const std::map<std::string, Claim>& claims) {
  const auto found = claims.find(family.path_of(key));
  if (found == claims.end()) {
    family.reject(key, "no such claim in claims/*.toml", "correct the name or add the claim there");
  }
  const Claim& claim = found->second;
  if (claim.kind != ClaimKind::band) {
    family.reject(key,
                  claim.kind == ClaimKind::exact ? "an exact claim has no band: it is 0 on every SKU"
                                                 : "a statement has no band: it is not tested",
                  "remove the band");
  }
  const auto& on = claim.architectures;
  if (!on.empty() && std::find(on.begin(), on.end(), sku.architecture) == on.end()) {
    family.reject(key, fmt::format("the claim does not apply to {}", sku.architecture),
                  "remove the band or add the architecture to the claim");
  }
  return claim;
}

/// Replaces the band of the same method, or adds it.
void put(std::vector<Band>& bands, Band band) {
  const auto same =
      std::find_if(bands.begin(), bands.end(), [&](const Band& each) { return each.method == band.method; });
  if (same != bands.end()) {
    *same = std::move(band);
  } else {
    bands.push_back(std::move(band));
  }
}

void read_bands(const CheckedTable& file, const std::map<std::string, Claim>& claims, Sku& sku) {
  for (const std::string& name : file.keys()) {
    const bool head = name == "title" || name == "architecture" || name == "match" || name == "peak";
    if (head || !file.is_table(name)) continue;
    const CheckedTable family = file.table(name, "bands of a family");
    for (const std::string& key : family.keys()) {
      const Claim& claim = claim_of_band(family, key, sku, claims);
      std::set<std::string> methods;
      for (const CheckedTable& table : family.tables(key, "band of the claim")) {
        Band band = read_band(table, claim, sku);
        if (!methods.insert(band.method).second) {
          table.reject("method", fmt::format("the claim has a band of \"{}\" already", band.method),
                       "keep one band a method");
        }
        put(sku.bands[claim.name], std::move(band));
      }
    }
  }
  file.no_other_keys();
}

}  // namespace

Sku read_sku(const std::string& name, const std::vector<CheckedTable>& files,
             const std::map<std::string, Claim>& claims) {
  Sku sku;
  sku.name = name;
  for (std::size_t i = 0; i < files.size(); ++i) read_head(files[i], i == 0, sku);
  for (const CheckedTable& file : files) read_bands(file, claims, sku);
  return sku;
}

bool matches(const Board& board, const Board& alternative) {
  const auto agree = [](auto wanted, auto is) { return wanted == 0 || wanted == is; };
  return agree(alternative.pci_device_id, board.pci_device_id) &&
         agree(alternative.pci_subsystem_id, board.pci_subsystem_id) &&
         agree(alternative.sm_count, board.sm_count) &&
         agree(alternative.memory_bus_bits, board.memory_bus_bits) &&
         agree(alternative.power_limit_watts, board.power_limit_watts);
}

void check_skus_apart(const std::vector<Sku>& skus) {
  for (std::size_t one = 0; one < skus.size(); ++one) {
    for (std::size_t other = one + 1; other < skus.size(); ++other) {
      for (const Board& a : skus[one].match) {
        for (const Board& b : skus[other].match) {
          if (!can_both_match(a, b)) continue;
          reject(skus[other].location, "match",
                 fmt::format("a board can match both {} and {}", skus[one].name, skus[other].name),
                 "add what tells them apart, such as pci_subsystem_id, to both");
        }
      }
    }
  }
}

}  // namespace assay
