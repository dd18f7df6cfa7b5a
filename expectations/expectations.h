#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "expectations/parameters.h"

namespace assay {

/// A fault in an expectation file: "file:line: key: what is wrong; what to do".
struct ExpectationError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Where a table stands, for messages.
struct Location {
  std::string file;
  int line = 0;
};

/// band: an interval per SKU. exact: counts violations, the band is 0 on every SKU.
/// statement: stands in the catalogue without a test.
enum class ClaimKind { band, exact, statement };

/// Which disturbances void a measurement (design rule 8): a clock that moves voids `time`, not `cycles`;
/// `function` (what was computed) is voided only by a lost GPU.
enum class Domain { time, cycles, function };

/// Which way a worse part moves the estimate: `lower` for a throughput, `higher` for a latency. `either`:
/// every change is a loss of the documented property.
enum class Loss { either, lower, higher };

/// A loss put into recorded data on purpose: `column` x `factor` + `add` in the rows that match `where`.
/// A test applies it and demands FAIL.
struct PlantedLoss {
  std::string column;
  double factor = 1.0;
  std::int64_t add = 0;
  Parameters where;
};

/// One documented property, from expectations/claims/<family>.toml.
struct Claim {
  std::string name;              ///< "AsyncCopy.LdgstsSaturation", the one name everywhere
  std::vector<std::string> ids;  ///< "LDG-05"
  std::string statement;         ///< one sentence, no number that differs per SKU
  ClaimKind kind = ClaimKind::band;
  Domain domain = Domain::time;
  Loss loss = Loss::either;
  std::string unit;                 ///< of the estimate, one of claim_units(): "TB/s", "KiB", "1" (a ratio)
  std::string scope;                ///< "GPU" or "SM" (then the worst SM decides)
  std::vector<std::string> sweeps;  ///< recordings it reads, "async_copy.ldgsts_throughput"
  std::vector<std::string> labels;
  std::vector<std::string> architectures;  ///< "sm_90", "sm_100"; empty: every one
  std::string limit;                       ///< name in the SKU's [peak] that no estimate can exceed; "" none
  double smallest_effect = 0;              ///< relative to observed.value
  std::optional<PlantedLoss> planted;
  std::string informative;  ///< why it is not required; "" means required
  std::string rationale;    ///< where article and data disagree and why; "" if they do not
  Location location;
};

/// What was seen when a band was made, in the unit of the claim. Published: one value, or the range [low,
/// high] of `n` of them. Our own (rule 6): value is the median of board medians, [low, high] the range of the
/// process medians.
struct Observed {
  double value = 0, low = 0, high = 0;
  int n = 0;
  int boards = 0, processes = 0;  ///< processes: on all boards together; both 0 for published data
  double deviation = 0;           ///< s of rule 6: standard deviation of the process medians
  double interval = 0;            ///< half-width of the widest interval of an estimate
};

/// Part of a band: where it holds, and the interval. A missing edge is open; an edge "limit" is resolved by
/// the loader.
struct BandPoint {
  Parameters where;
  std::optional<double> low, high;
  Observed observed;
};

/// The band of one claim on one SKU under one method. One point with an empty `where`, or several; the worst
/// decides.
struct Band {
  std::string claim;
  std::string method;  ///< "published-2026-03", "assay-1"
  std::vector<BandPoint> points;
  double noise = 0;  ///< relative half-width of a single published sample's interval; 0 for our own methods
  std::string source;
  std::string date;  ///< ISO, "2026-11-30"
  std::string rationale;
  bool provisional = false;  ///< our own, and fewer than three boards with five processes each (rule 6)
  Location location;
};

/// A physical peak of a SKU: "dram_bytes_per_second", "shared_bytes_per_cycle_per_sm".
struct Peak {
  double value = 0;
  std::string unit;
  std::string source;
};

/// What tells one board from another; every key given in [match] must agree. Ids are PCI ids, device << 16 |
/// vendor.
struct Board {
  std::string name;  ///< for messages only, never matched
  std::uint32_t pci_device_id = 0, pci_subsystem_id = 0;
  int sm_count = 0;
  int memory_bus_bits = 0;
  int power_limit_watts = 0;  ///< default limit of the board
};

/// A SKU, from expectations/sku/<name>.toml.
struct Sku {
  std::string name;  ///< file stem, "h200"
  std::string title;
  std::string architecture;  ///< "sm_90"
  std::vector<Board> match;  ///< alternatives; a zero field is not compared
  std::map<std::string, Peak> peaks;
  std::map<std::string, std::vector<Band>> bands;  ///< by claim; at most one per method
  Location location;

  /// The band of a claim under a method, or null.
  const Band* band(const std::string& claim, const std::string& method) const;
  /// What no estimate of the claim can exceed on this SKU, in the unit of the claim; none if the claim names
  /// no limit, or the SKU does not know that peak.
  std::optional<double> limit_of(const Claim& claim) const;
};

/// A known deviation. It turns FAIL into WAIVED for one claim until it expires.
struct Waiver {
  std::string claim, owner, issue, reason;
  std::string expires;                  ///< ISO date, the last day it holds
  std::string driver_low, driver_high;  ///< inclusive range, "" open
  std::string sku;                      ///< "" every one
  Location location;
};

struct Expectations {
  std::map<std::string, Claim> claims;
  std::vector<Sku> skus;
  std::vector<Waiver> waivers;

  /// The SKU a board is, or null when none matches. Throws ExpectationError when two match.
  const Sku* sku_of(const Board& board) const;
  const Sku* sku(const std::string& name) const;
};

/// Units an estimate may have.
const std::vector<std::string>& claim_units();

/// True for the method of somebody's published data, false for one of our own.
bool is_published(const std::string& method);

/// The share by which an estimate may exceed its physical limit before it is a measuring error (rule 2).
inline constexpr double limit_tolerance = 1.002;

/// Reads claims/*.toml, sku/*.toml and waivers.toml, and checks them against each other. `overlays` are
/// users' own folders of the same layout, in which every file may be left out: their bands and SKUs replace
/// those of the same claim, method and name (an overlay of a known SKU may leave out its head), their waivers
/// are added. A claim may be replaced, but not added: it would have no test. Throws ExpectationError.
Expectations load_expectations(const std::filesystem::path& directory,
                               const std::vector<std::filesystem::path>& overlays = {});

}  // namespace assay
