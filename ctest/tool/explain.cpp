#include <fmt/format.h>

#include "ctest/tool/claims_program.h"
#include "ctest/tool/commands.h"
#include "ctest/tool/error.h"
#include "ctest/tool/show.h"
#include "ctest/tool/text.h"
#include "fixtures/report/report.h"
#include "fixtures/report/words.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string claim, run, sku, expectations;
};

/// Every point of the claim, its interval, and what the estimator gave in each round that counts.
std::string estimates_text(const Verdict& verdict) {
  if (verdict.estimates.empty()) return "";
  std::vector<std::vector<std::string>> rows = {{"point", "value", "low", "high", "who", "each round"}};
  for (const auto& estimate : verdict.estimates) {
    auto numbers = estimate.rounds;
    numbers.insert(numbers.end(), {estimate.value, estimate.low, estimate.high});
    const Digits digits(numbers, {});
    std::string rounds;
    for (const double round : estimate.rounds) rounds += (rounds.empty() ? "" : " ") + digits(round);
    const bool decides = &estimate == deciding_estimate(verdict);
    rows.push_back({(estimate.where.empty() ? "-" : to_text(estimate.where)) + (decides ? " *" : ""),
                    digits(estimate.value), digits(estimate.low), digits(estimate.high), estimate.detail,
                    rounds});
  }
  return fmt::format("\nestimates{} (* decides)\n{}", unit_suffix(verdict.unit), columns(rows));
}

std::string told(std::int64_t number) { return number < 0 ? "-" : fmt::format("{}", number); }

std::string megahertz(std::int64_t kilohertz) {
  return kilohertz < 0 ? "-" : fmt::format("{:.1f}", static_cast<double>(kilohertz) / 1000);
}

std::string evidence_text(const Recording& recording) {
  std::vector<std::vector<std::string>> rows = {{"round", "rows", "MHz before", "after", "throttle", "C", "W",
                                                 "ECC", "others", "XID", "wrong", "dropped because"}};
  for (const auto& round : recording.rounds) {
    const auto& seen = round.evidence;
    std::int64_t wrong = 0;
    for (const auto& one : round.wrong) wrong += one.count;
    rows.push_back({fmt::format("{}", round.index), fmt::format("{}", round.rows()),
                    megahertz(seen.sm_clock_khz_before), megahertz(seen.sm_clock_khz_after),
                    seen.throttle_reasons < 0 ? "-" : fmt::format("{:#x}", seen.throttle_reasons),
                    told(seen.temperature_c),
                    seen.power_milliwatts < 0
                        ? "-"
                        : fmt::format("{:.0f}", static_cast<double>(seen.power_milliwatts) / 1000),
                    told(seen.ecc_uncorrected), told(seen.other_processes), told(seen.xid),
                    fmt::format("{}", wrong), round.dropped});
  }
  return columns(rows);
}

std::string recording_text(const fs::path& file, const Recording& recording) {
  const auto& gpu = recording.gpu;
  const auto& made = recording.provenance;
  std::string text = fmt::format("\nrecording {}\n", file.string());
  text += labelled("made", fmt::format("{} by {} {} on {}, seed {}", recording.created, made.program_version,
                                       made.source_revision, made.host, recording.seed));
  text += labelled("method", fmt::format("{}, {}", recording.method, to_text(recording.origin)));
  text += labelled(
      "gpu", fmt::format("{} {} at {}, driver {}, VBIOS {}, {} W", gpu.name, gpu.uuid, gpu.pci_bus_id,
                         gpu.driver, gpu.vbios.empty() ? "not told" : gpu.vbios, gpu.power_limit_watts));
  text += labelled("samples",
                   fmt::format("{} configurations x {} rounds, {} left out", recording.configurations.size(),
                               recording.rounds.size(), recording.left_out.size()));
  text += labelled("disturbed", recording.disturbed);
  for (const auto& left_out : recording.left_out) {
    text += labelled("left out", fmt::format("{}: {}", to_text(left_out.parameters), left_out.reason));
  }
  return text + evidence_text(recording);
}

std::string band_of_verdict(const Expectations& expectations, const Verdict& verdict, const Claim& claim) {
  const auto* sku = expectations.sku(verdict.sku);
  const auto* band = sku ? sku->band(claim.name, verdict.method) : nullptr;
  return band ? "\n" + band_text(*sku, *band, claim.unit) : "";
}

int explain(const Options& options) {
  const auto layout = find_layout();
  const auto overlay = overlay_folder(options.expectations);
  const auto expectations = load_catalogue(layout, overlay);
  const auto& claim = claim_named(expectations, options.claim);
  if (claim.kind == ClaimKind::statement) {
    throw ToolError(
        fmt::format("{} is a statement that no measurement decides; `assay show {}` has its words",
                    claim.name, claim.name));
  }
  const auto verdict =
      judge_with_claims_program(layout, {options.run, {claim.name}, options.sku, "", overlay}).front();
  std::string recordings;
  Gpu gpu;
  for (const auto& sweep : claim.sweeps) {
    const auto file = fs::path(options.run) / (sweep + ".recording.jsonl.gz");
    try {
      const auto recording = read_recording(file);
      gpu = recording.gpu;
      recordings += recording_text(file, recording);
    } catch (const RecordingError& error) {
      recordings += fmt::format("\nrecording {}\n{}", file.string(), labelled("refused", error.what()));
    }
  }
  fmt::print("{}{}{}{}", to_text(verdict, gpu, options.run), estimates_text(verdict),
             band_of_verdict(expectations, verdict, claim), recordings);
  return verdict.status == Status::error ? suite_error : all_good;
}

}  // namespace

void add_explain(CLI::App& app, Action& action) {
  auto options = std::make_shared<Options>();
  auto* command = app.add_subcommand(
      "explain", "how a claim's verdict came about: samples, rounds, band, source, evidence");
  command->add_option("CLAIM", options->claim, "AsyncCopy.LdgstsSaturation")->required();
  command->add_option("--run", options->run, "run folder, or folder of recordings")->required();
  command->add_option("--sku", options->sku, "judge by the bands of this SKU, not of the board");
  command->add_option("--expectations", options->expectations, "folder of your own bands");
  command->callback([options, &action] { action = [options] { return explain(*options); }; });
}

}  // namespace assay
