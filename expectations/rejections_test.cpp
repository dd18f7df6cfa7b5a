#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "expectations/expectations.h"
#include "expectations/test_folder.h"

// Every kind of fault in an expectation file is one row: an edit of a folder without a fault, and the whole
// message.

namespace assay {
namespace {

struct Fault {
  std::string name;
  std::string file;
  std::string before;  ///< text of the good file that is replaced, once; "" appends
  std::string after;
  std::string at;       ///< text whose first line the message must name
  std::string message;  ///< "key: what; what to do", from its beginning
};

void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.name; }

const std::string claims = "claims/mma.toml";
const std::string b200 = "sku/b200.toml";
const std::string h200 = "sku/h200.toml";
const std::string waivers = "waivers.toml";

std::string edited(std::string content, const Fault& fault) {
  if (fault.before.empty()) return content + fault.after;
  const auto at = content.find(fault.before);
  if (at == std::string::npos) throw std::runtime_error("the good file does not hold: " + fault.before);
  return content.replace(at, fault.before.size(), fault.after);
}

std::ptrdiff_t line_of(const std::string& content, const std::string& text) {
  const auto at = content.find(text);
  if (at == std::string::npos) throw std::runtime_error("the edited file does not hold: " + text);
  return 1 + std::count(content.begin(), content.begin() + static_cast<std::ptrdiff_t>(at), '\n');
}

class Rejections : public testing::TestWithParam<Fault> {};

TEST_P(Rejections, NameFileLineKeyAndWhatToDo) {
  const Fault& fault = GetParam();
  Files files = good_files();
  std::string& content = files[fault.file];
  content = edited(content, fault);
  const TestFolder folder(files);
  const auto where =
      fmt::format("{}:{}: ", (folder.path() / fault.file).string(), line_of(content, fault.at));
  try {
    load_expectations(folder.path());
    FAIL() << "the fault was accepted";
  } catch (const ExpectationError& error) {
    EXPECT_THAT(error.what(), testing::StartsWith(where + fault.message));
    EXPECT_THAT(error.what(), testing::HasSubstr("; ")) << "what to do is missing";
  }
}

const std::vector<Fault> faults_of_claims{
    {"UnknownKey", claims, "scope = \"SM\"", "scope = \"SM\"\nscoop = 1", "scoop",
     "Mma.HalfRate.scoop: unknown key; remove it or use one of: "},
    {"UnknownUnit", claims, "unit = \"%\"", "unit = \"GB/s\"", "unit = \"GB/s\"",
     "Mma.HalfRate.unit: unknown unit \"GB/s\"; use one of: TB/s, "},
    {"UnknownKind", claims, "\"exact\"", "\"exakt\"", "\"exakt\"",
     "Mma.ResultsAreRight.kind: unknown kind \"exakt\"; use one of: band, exact, statement"},
    {"UnknownDomain", claims, "\"cycles\"\nunit", "\"clock\"\nunit", "\"clock\"",
     "Mma.HalfRate.domain: unknown domain \"clock\"; use one of: "},
    {"UnknownScope", claims, "\"GPU\"", "\"TPC\"", "\"TPC\"", "Mma.Bandwidth.scope: unknown scope \"TPC\""},
    {"UnknownLoss", claims, "\"either\"", "\"both\"", "\"both\"", "Mma.HalfRate.loss: unknown loss \"both\""},
    {"UnknownArchitecture", claims, "[\"sm_100\"]", "[\"sm_101\"]", "[\"sm_101\"]",
     "Mma.HalfRate.architectures: unknown architecture \"sm_101\"; use one of: sm_90, sm_100, sm_103"},
    {"UnknownLabel", claims, "\"throughput\", \"black", "\"throughput\", \"fast\", \"black", "\"fast\"",
     "Mma.HalfRate.labels: unknown label \"fast\"; use one of: mma, throughput, "},
    {"LabelOfTheEntry", claims, "\"throughput\", \"black", "\"throughput\", \"hardware\", \"black",
     "\"hardware\"", "Mma.HalfRate.labels: unknown label \"hardware\""},
    {"LabelTwice", claims, "\"throughput\", \"black", "\"throughput\", \"mma\", \"black", "\"mma\", \"black",
     "Mma.HalfRate.labels: \"mma\" stands twice; remove one"},
    {"FamilyNoLabel", claims, "[\"mma\", \"throughput\"", "[\"throughput\"", "[\"throughput\"",
     "Mma.HalfRate.labels: the family is missing; add \"mma\""},
    {"TwoKindsOfMeasurement", claims, "[\"mma\", \"throughput\"", "[\"mma\", \"latency\", \"throughput\"",
     "[\"mma\", \"latency\", \"throughput\"",
     "Mma.HalfRate.labels: a test is of exactly one kind; use one of: "},
    {"LabelAgainstArchitecture", claims, "\"throughput\", \"blackwell\"", "\"throughput\", \"hopper\"",
     "\"throughput\", \"hopper\"",
     "Mma.HalfRate.labels: label \"hopper\" and the architectures say different things"},
    {"NumberInName", claims, "[Mma.HalfRate]", "[Mma.HalfRateAt64]", "[Mma.HalfRateAt64]",
     "Mma.HalfRateAt64: is not the name of a claim; use PascalCase letters only"},
    {"LowerCaseName", claims, "[Mma.HalfRate]", "[Mma.half_rate]", "[Mma.half_rate]",
     "Mma.half_rate: is not the name of a claim"},
    {"NameTwice", claims, "[Mma.Bandwidth]", "[Mma.HalfRate]", "[Mma.HalfRate]\nstatement = \"Operands",
     "TOML: "},
    {"OtherFamily", claims, "[Mma.Bandwidth]", "[Dsmem.Bandwidth]", "[Dsmem.Bandwidth]",
     "Dsmem: unknown key; this file holds claims of one family, [Mma.<Claim>]"},
    {"MalformedId", claims, "ARCH-03b", "arch 3", "ids",
     "Mma.HalfRate.ids: malformed \"arch 3\"; give an id as "},
    {"MissingStatement", claims, "statement = \"Operands arrive this fast\"\n", "", "[Mma.Bandwidth]",
     "Mma.Bandwidth.statement: is missing; give the statement, one sentence"},
    {"BlankStatement", claims, "\"Operands arrive this fast\"", "\"  \"", "\"  \"",
     "Mma.Bandwidth.statement: is empty; give the statement"},
    {"StatementNoText", claims, "\"Operands arrive this fast\"", "7", "statement = 7",
     "Mma.Bandwidth.statement: is not a text; give the statement"},
    {"NoSweep", claims, "[\"mma.throughput\", \"mma.latency\"]", "[]", "sweeps = []",
     "Mma.Bandwidth.sweeps: is empty; name at least one sweep"},
    {"MalformedSweep", claims, "\"mma.latency\"", "\"latency\"]\n#", "[\"mma.throughput\", \"latency\"]",
     "Mma.Bandwidth.sweeps: malformed \"latency\"; name a sweep as "},
    {"MissingSmallestEffect", claims, "smallest_effect = 0.03\n", "", "[Mma.HalfRate]",
     "Mma.HalfRate.smallest_effect: is missing"},
    {"ZeroSmallestEffect", claims, "0.03", "0.0", "smallest_effect = 0.0\n",
     "Mma.HalfRate.smallest_effect: is not a share above 0 and up to 1"},
    {"SmallestEffectInPercent", claims, "0.03", "3", "smallest_effect = 3\n",
     "Mma.HalfRate.smallest_effect: is not a share above 0 and up to 1"},
    {"SmallestEffectNan", claims, "0.03", "nan", "smallest_effect = nan",
     "Mma.HalfRate.smallest_effect: is not a finite number"},
    {"MissingPlanted", claims, "planted = { column = \"cycles\", factor = 1.05, where = { m = 64 } }\n", "",
     "[Mma.HalfRate]",
     "Mma.HalfRate.planted: is missing; give the loss that a test plants into recorded data"},
    {"ExactMissingPlanted", claims, "planted = { column = \"wrong\", add = 1 }\n", "",
     "[Mma.ResultsAreRight]", "Mma.ResultsAreRight.planted: is missing"},
    {"PlantedChangesNothing", claims, "factor = 1.05", "factor = 1.0", "planted",
     "Mma.HalfRate.planted: changes nothing; give a factor other than 1, or add"},
    {"PlantedFactorNegative", claims, "factor = 1.05", "factor = -1.05", "planted",
     "Mma.HalfRate.planted.factor: is not positive"},
    {"PlantedUnknownKey", claims, "factor = 1.05", "faktor = 1.05", "planted",
     "Mma.HalfRate.planted.faktor: unknown key; remove it or use one of: add, column, factor, where"},
    {"PlantedWhereNoParameter", claims, "m = 64", "m = 6.4", "planted",
     "Mma.HalfRate.planted.where.m: is neither a whole number nor a text"},
    {"EmptyInformative", claims, "loss = \"either\"", "loss = \"either\"\ninformative = \"\"", "informative",
     "Mma.HalfRate.informative: is empty; give the reason why it is not required"},
    {"ExactInOtherUnit", claims, "\"count\"", "\"1\"", "unit = \"1\"",
     "Mma.ResultsAreRight.unit: an exact claim counts violations; use \"count\""},
    {"ExactWithLoss", claims, "unit = \"count\"", "unit = \"count\"\nloss = \"higher\"", "loss = \"higher\"",
     "Mma.ResultsAreRight.loss: unknown key"},
    {"StatementWithUnit", claims, "rationale", "unit = \"1\"\nrationale", "unit = \"1\"",
     "Mma.Why.unit: unknown key"},
    {"Syntax", claims, "[Mma.Why]", "[Mma.Why", "[Mma.Why\n", "TOML: "},
    {"ClaimNoTable", claims, "[Mma.HalfRate]", "[Mma]\nOdd = 1\n[Mma.HalfRate]", "Odd",
     "Mma.Odd: is not a table; give the claim"},
    // A family whose label contains another: ctest -L latency would run it too.
    {"LabelContainsLabel", "claims/latency_x.toml", "",
     "[LatencyX.Why]\nkind = \"statement\"\nstatement = \"x\"\nlabels = [\"latency_x\", \"hopper\", "
     "\"blackwell\"]\n",
     "[LatencyX.Why]",
     "LatencyX.Why.labels: label \"latency_x\" contains label \"latency\"; rename one: ctest -L matches "
     "parts"},
    {"LabelContainsFamily", "claims/mma_x.toml", "",
     "[MmaX.Why]\nkind = \"statement\"\nstatement = \"x\"\nlabels = [\"mma_x\", \"hopper\", \"blackwell\"]\n",
     "[MmaX.Why]", "MmaX.Why.labels: label \"mma_x\" contains label \"mma\""},
    {"FileNameNotSnakeCase", "claims/Mma.toml", "", "\n", "\n",
     "file name: is not snake_case; rename the file"},
    {"NameInTwoFiles", "claims/mma_.toml", "",
     "[Mma.Why]\nkind = \"statement\"\nstatement = \"x\"\nlabels = [\"mma_\", \"hopper\", \"blackwell\"]\n",
     "[Mma.Why]", "Mma.Why: is in "},
};

const std::vector<Fault> faults_of_skus{
    {"MissingTitle", h200, "title = \"H200\"\n", "", "\n", "title: is missing; give the title of the SKU"},
    {"UnknownArchitecture", h200, "sm_90", "sm_9", "sm_9", "architecture: unknown architecture \"sm_9\""},
    {"UnknownKey", h200, "title", "alias = \"x\"\ntitle", "alias",
     "alias: unknown key; remove it or use one of: "},
    {"MissingMatch", b200, "[match]\npci_device_id = 0x290110de\nmemory_bus_bits = 8192\n", "", "\n",
     "match: is missing; give the [match] table"},
    {"EmptyMatch", b200, "pci_device_id = 0x290110de\nmemory_bus_bits = 8192\n", "", "[match]",
     "match: says nothing, so every board would match; give at least "},
    {"MatchUnknownKey", b200, "memory_bus_bits", "bus", "bus", "match.bus: unknown key"},
    {"MatchZero", b200, "memory_bus_bits = 8192", "memory_bus_bits = 0", "memory_bus_bits = 0",
     "match.memory_bus_bits: is out of range"},
    {"MatchTooLarge", b200, "0x290110de", "0x1290110de", "0x1290110de",
     "match.pci_device_id: is out of range"},
    {"MatchNoWholeNumber", b200, "8192", "8192.0", "8192.0", "match.memory_bus_bits: is not a whole number"},
    {"MatchedTwice", h200, "pci_device_id = 0x233510de\nsm_count = 114",
     "memory_bus_bits = 8192\nsm_count = 114", "\n",
     "match: a board can match both b200 and h200; add what tells them apart"},
    {"MissingPeaks", h200, "[peak.dram]", "[pique.dram]", "\n", "peak: is missing; give the [peak] table"},
    {"PeakMissingSource", h200, "source = \"datasheet\"\n", "", "[peak.dram]",
     "peak.dram.source: is missing; give the source of the peak"},
    {"PeakUnknownUnit", h200, "\"B/s\"", "\"GB/s\"", "\"GB/s\"",
     "peak.dram.unit: unknown unit \"GB/s\"; use one of: "},
    {"PeakZero", h200, "4.9e12", "0", "value = 0", "peak.dram.value: is not positive"},
    {"PeakInfinite", h200, "4.9e12", "inf", "value = inf", "peak.dram.value: is not a finite number"},
    {"NoSuchClaim", b200, "[Mma.HalfRate]", "[Mma.HelfRate]", "[Mma.HelfRate]",
     "Mma.HelfRate: no such claim in claims/*.toml; correct the name"},
    {"NoSuchFamily", b200, "[Mma.HalfRate]", "[Nna.HalfRate]", "[Nna.HalfRate]",
     "Nna.HalfRate: no such claim"},
    {"BandOfAnExactClaim", b200, "[Mma.HalfRate]", "[Mma.ResultsAreRight]", "[Mma.ResultsAreRight]",
     "Mma.ResultsAreRight: an exact claim has no band: it is 0 on every SKU; remove the band"},
    {"BandOfAStatement", b200, "[Mma.HalfRate]", "[Mma.Why]", "[Mma.Why]",
     "Mma.Why: a statement has no band: it is not tested; remove the band"},
    {"BandOnAnotherArchitecture", h200, "", "[Mma.HalfRate]\nunit = \"%\"\n", "[Mma.HalfRate]",
     "Mma.HalfRate: the claim does not apply to sm_90"},
    {"NameTwice", b200, "[[Mma.Bandwidth]]", "[Mma.HalfRate]", "[Mma.HalfRate]\nunit = \"TB/s\"", "TOML: "},
    {"MethodTwice", b200, "",
     "[[Mma.Bandwidth]]\nunit = \"TB/s\"\nsource = \"again\"\ndate = 2026-03-31\nnoise = 0.01\n"
     "band = [6.1, \"open\"]\nobserved = { value = 6.4, n = 1 }\nmethod = \"published-2026-03\"\n# the end\n",
     "method = \"published-2026-03\"\n# the end",
     "Mma.Bandwidth[2].method: the claim has a band of \"published-2026-03\" already"},
    {"LimitNotAmongThePeaks", b200, "[peak.dram]", "[peak.ram]", "[[Mma.Bandwidth]]",
     "Mma.Bandwidth: its limit \"dram\" is no peak of this SKU; add it to [peak]"},
    {"LimitInAnotherUnit", b200, "\"B/s\"", "\"B/cycle/SM\"", "[[Mma.Bandwidth]]",
     "Mma.Bandwidth: its limit \"dram\" is in B/cycle/SM, the claim in TB/s"},
};

const std::string half_rate_band = "band = [48.3, 50.3]";
const std::string half_rate_seen = "observed = { value = 49.8, low = 49.2, high = 49.9, n = 24 }";
const std::string second_point = "band = [7.0, 7.4]";
const std::string line_of_first_point = "observed = { value = 6.2";
const std::string line_of_second_point = "observed = { value = 7.2";

const std::vector<Fault> faults_of_bands{
    {"UnknownKey", b200, "noise = 0.005", "noise = 0.005\nnoize = 0.005", "noize",
     "Mma.HalfRate.noize: unknown key; remove it or use one of: band, date, "},
    {"UnknownMethod", b200, "\"published-2026-03\"", "\"published-2027-03\"", "\"published-2027-03\"",
     "Mma.HalfRate.method: unknown method \"published-2027-03\"; use one of: assay-1, published-2026-03"},
    {"MissingMethod", b200, "method = \"published-2026-03\"\n", "", "[Mma.HalfRate]",
     "Mma.HalfRate.method: is missing"},
    {"OtherUnit", b200, "unit = \"%\"", "unit = \"1\"", "unit = \"1\"",
     "Mma.HalfRate.unit: \"1\" is not the unit of the claim, \"%\"; convert the band"},
    {"MissingUnit", b200, "unit = \"%\"\n", "", "[Mma.HalfRate]", "Mma.HalfRate.unit: is missing"},
    {"MissingSource", b200, "source = \"article\"\n", "", "[Mma.HalfRate]",
     "Mma.HalfRate.source: is missing; give the source of the numbers"},
    {"EmptySource", b200, "source = \"article\"", "source = \"\"", "source = \"\"",
     "Mma.HalfRate.source: is empty"},
    {"MissingDate", b200, "date = 2026-03-31\n", "", "[Mma.HalfRate]", "Mma.HalfRate.date: is missing"},
    {"DateInQuotes", b200, "date = 2026-03-31", "date = \"2026-03-31\"", "date = \"2026-03-31\"",
     "Mma.HalfRate.date: is not a date; give the date"},
    {"DateThatIsNone", b200, "date = 2026-03-31", "date = 2026-02-30", "date = 2026-02-30", "TOML: "},
    {"PublishedWithoutNoise", b200, "noise = 0.005\n", "", "[Mma.HalfRate]",
     "Mma.HalfRate.noise: is missing"},
    {"NoiseZero", b200, "noise = 0.005", "noise = 0", "noise = 0",
     "Mma.HalfRate.noise: is not a share between"},
    {"NoiseOfOurOwn", b200, "rationale = \"Measured here.\"", "noise = 0.01", "noise = 0.01\npoints",
     "Mma.Bandwidth[0].noise: unknown key"},
    {"MissingBand", b200, half_rate_band, "", "[Mma.HalfRate]",
     "Mma.HalfRate.band: is missing; give the band"},
    {"BandOfOneEdge", b200, half_rate_band, "band = [48.3]", "band = [48.3]",
     "Mma.HalfRate.band: is not a list of two edges"},
    {"UpsideDown", b200, half_rate_band, "band = [50.3, 48.3]", "band = [50.3",
     "Mma.HalfRate.band: the lower edge 50.3 is not below the upper edge 48.3; swap or correct them"},
    {"NoWidth", b200, half_rate_band, "band = [49.8, 49.8]", "band = [49.8",
     "Mma.HalfRate.band: the lower edge 49.8 is not below the upper edge 49.8"},
    {"NanEdge", b200, half_rate_band, "band = [nan, 50.3]", "band = [nan",
     "Mma.HalfRate.band: has an edge that is not a finite number"},
    {"InfiniteEdge", b200, half_rate_band, "band = [48.3, inf]", "band = [48.3, inf]",
     "Mma.HalfRate.band: has an edge that is not a finite number"},
    {"BooleanEdge", b200, half_rate_band, "band = [true, 50.3]", "band = [true",
     "Mma.HalfRate.band: has an edge that is not a finite number"},
    {"UnknownEdge", b200, half_rate_band, "band = [48.3, \"peak\"]", "band = [48.3, \"peak\"]",
     "Mma.HalfRate.band: unknown edge \"peak\"; use one of: a number, \"limit\", \"open\""},
    {"LimitWithoutAny", b200, half_rate_band, "band = [48.3, \"limit\"]", "band = [48.3, \"limit\"]",
     "Mma.HalfRate.band: \"limit\" stands for nothing: the claim names no limit"},
    {"OpenBelow", b200, half_rate_band, "band = [\"open\", 50.3]", "band = [\"open\"",
     "Mma.HalfRate.band: the lower edge is open, so a measurement that did nothing would pass"},
    {"UnderHalf", b200, half_rate_band, "band = [24.8, 50.3]", "band = [24.8",
     "Mma.HalfRate.band: the lower edge 24.8 is under half of the observed 49.8; raise it"},
    {"TooWideBelow", b200, half_rate_band, "band = [48.2, 50.3]", "band = [48.2",
     "Mma.HalfRate.band: too wide: the lower edge is 3.21 % away from the observed value, and a loss of 3 "
     "% "},
    {"TooWideAbove", b200, half_rate_band, "band = [48.3, 51.4]", "band = [48.3, 51.4]",
     "Mma.HalfRate.band: too wide: the upper edge is 3.21 % away from the observed value"},
    {"OpenOnTheSideOfTheLoss", b200, half_rate_band, "band = [48.3, \"open\"]", "band = [48.3, \"open\"]",
     "Mma.HalfRate.band: too wide: the upper edge is open, and a loss of 3 % (smallest_effect) must be "
     "noticed"},
    {"AboveTheLimit", b200, second_point, "band = [7.0, 8.1]", line_of_second_point,
     "Mma.Bandwidth[0].points[1].band: the upper edge 8.1 is above the physical limit 8; lower it or write "
     "\"limit\""},
    {"ObservedAboveTheLimit", b200, "band = [6.1, \"open\"]\nobserved = { value = 6.4, n = 1 }",
     "band = [6.1, \"open\"]\nobserved = { value = 8.1, n = 1 }", "observed = { value = 8.1",
     "Mma.Bandwidth[1].observed: 8.1 is above the physical limit 8; measure again"},
    {"MissingObserved", b200, half_rate_seen, "", "[Mma.HalfRate]", "Mma.HalfRate.observed: is missing"},
    {"MissingReference", b200, half_rate_seen, "observed = { n = 24 }", "observed = { n = 24 }",
     "Mma.HalfRate.observed.value: is missing"},
    {"ZeroReference", b200, half_rate_seen, "observed = { value = 0.0, n = 24 }", "observed = { value = 0.0",
     "Mma.HalfRate.observed: the reference 0 is not positive; give what was measured"},
    {"NegativeReference", b200, half_rate_seen, "observed = { value = -49.8, n = 24 }",
     "observed = { value = -", "Mma.HalfRate.observed: the reference -49.8 is not positive"},
    {"NanReference", b200, half_rate_seen, "observed = { value = nan, n = 24 }", "observed = { value = nan",
     "Mma.HalfRate.observed.value: is not a finite number"},
    {"ReferenceInQuotes", b200, half_rate_seen, "observed = { value = \"49.8\", n = 24 }",
     "observed = { value = \"",
     "Mma.HalfRate.observed.value: is not a number; give the observed value without quotes"},
    {"RangeBesideItsValue", b200, "low = 49.2", "low = 49.85", "low = 49.85",
     "Mma.HalfRate.observed: 49.85 .. 49.9 does not hold the value 49.8"},
    {"ObservedOutsideTheBand", b200, half_rate_band, "band = [49.3, 50.3]", "band = [49.3",
     "Mma.HalfRate.band: what was observed, 48.954 .. 50.1495 with its noise, does not lie in the band"},
    {"NoiseLeavesTheBand", b200, "noise = 0.005", "noise = 0.02", "band = [48.3",
     "Mma.HalfRate.band: what was observed, 48.216 .. 50.898 with its noise, does not lie in the band"},
    {"NoSamples", b200, "n = 24", "n = 0", "n = 0", "Mma.HalfRate.observed.n: is not a count above 0"},
    {"BoardsOfPublishedData", b200, "n = 24", "n = 24, boards = 3", "boards = 3",
     "Mma.HalfRate.observed.boards: unknown key"},
    {"OurOwnWithoutBoards", b200, "boards = 3, ", "", line_of_first_point,
     "Mma.Bandwidth[0].points[0].observed.boards: is missing; give the number of boards, by UUID"},
    {"OurOwnWithoutDeviation", b200, "deviation = 0.05, ", "", line_of_first_point,
     "Mma.Bandwidth[0].points[0].observed.deviation: is missing"},
    {"OurOwnWithoutInterval", b200, ", interval = 0.1", "", line_of_first_point,
     "Mma.Bandwidth[0].points[0].observed.interval: is missing"},
    {"NegativeDeviation", b200, "deviation = 0.05", "deviation = -0.05", line_of_first_point,
     "Mma.Bandwidth[0].points[0].observed.deviation: is negative"},
    {"TooFewProcesses", b200, "processes = 15", "processes = 4", line_of_first_point,
     "Mma.Bandwidth[0].points[0].observed: 4 processes are too few to know the spread; measure in 5 "
     "processes"},
    {"TooNarrowForTheSpread", b200, "deviation = 0.05", "deviation = 0.06", line_of_first_point,
     "Mma.Bandwidth[0].points[0].band: too narrow: an edge is 0.2 away from the observed value, and 3.4 x "
     "deviation"},
    {"TooNarrowForFewProcesses", b200, "processes = 15", "processes = 9", line_of_first_point,
     "Mma.Bandwidth[0].points[0].band: too narrow: an edge is 0.2 away from the observed value, and 5.1 x "
     "deviation"},
    {"IntervalTooWide", b200, "interval = 0.1", "interval = 0.2", line_of_first_point,
     "Mma.Bandwidth[0].points[0].observed: the interval of an estimate, +-0.2, is more than half of "
     "smallest_effect"},
    {"PointsOverlap", b200, "mode = \"b\"", "mode = \"a\"", "points = ",
     "Mma.Bandwidth[0].points: points 0 (mode=a n=64) and 1 (mode=a n=64) overlap; make their `where` "
     "differ"},
    {"PointsOverlapInPart", b200, "{ n = 64, mode = \"b\" }", "{ n = 64, cta = 2 }",
     "points = ", "Mma.Bandwidth[0].points: points 0 (mode=a n=64) and 1 (cta=2 n=64) overlap"},
    {"PointForEverything", b200, "{ n = 64, mode = \"b\" }", "{}",
     "points = ", "Mma.Bandwidth[0].points: points 0 (mode=a n=64) and 1 () overlap"},
    {"PointWithoutWhere", b200, "where = { n = 64, mode = \"b\" }, ", "", line_of_second_point,
     "Mma.Bandwidth[0].points[1].where: is missing; give the parameters"},
    {"PointUnknownKey", b200, "where = { n = 64, mode = \"b\" }",
     "where = { n = 64, mode = \"b\" }, when = 1", line_of_second_point,
     "Mma.Bandwidth[0].points[1].when: unknown key"},
    {"PointsAndBand", b200, "rationale = \"Measured here.\"", "band = [6.0, 6.4]", "band = [6.0, 6.4]",
     "Mma.Bandwidth[0].band: unknown key"},
    {"NoPoints", b200, "[6.1, \"open\"]\nobserved = { value = 6.4, n = 1 }", "[6.1, \"open\"]\npoints = []",
     "points = []", "Mma.Bandwidth[1].points: is empty"},
};

const std::vector<Fault> faults_of_waivers{
    {"UnknownKey", waivers, "sku =", "gpu =", "gpu =", "waiver[0].gpu: unknown key"},
    {"NoSuchClaim", waivers, "Mma.Bandwidth", "Mma.Bandwith", "claim",
     "waiver[0].claim: \"Mma.Bandwith\" is no claim in claims/*.toml; correct the name"},
    {"OfAStatement", waivers, "Mma.Bandwidth", "Mma.Why", "claim",
     "waiver[0].claim: \"Mma.Why\" is a statement"},
    {"NoSuchSku", waivers, "\"b200\"", "\"b300\"", "sku", "waiver[0].sku: \"b300\" is no file in sku/"},
    {"MissingOwner", waivers, "owner = \"Ada\"\n", "", "[[waiver]]",
     "waiver[0].owner: is missing; give the person"},
    {"MissingIssue", waivers, "issue = \"https://tracker.example/1\"\n", "", "[[waiver]]",
     "waiver[0].issue: is missing"},
    {"EmptyReason", waivers, "\"refresh rate\"", "\"\"", "reason", "waiver[0].reason: is empty"},
    {"MissingExpiry", waivers, "expires = 2027-01-31\n", "", "[[waiver]]", "waiver[0].expires: is missing"},
    {"ExpiryNoDate", waivers, "2027-01-31", "\"soon\"", "expires", "waiver[0].expires: is not a date"},
    {"MissingDrivers", waivers, "drivers = [\"580.1\", \"open\"]\n", "", "[[waiver]]",
     "waiver[0].drivers: is missing"},
    {"DriverAsNumber", waivers, "[\"580.1\", \"open\"]", "[580.1, \"open\"]", "drivers",
     "waiver[0].drivers: a bound is not a driver version; give two, in quotes"},
    {"DriverMalformed", waivers, "\"580.1\"", "\"R580\"", "drivers",
     "waiver[0].drivers: a bound is not a driver version"},
    {"OtherTable", waivers, "[[waiver]]", "[[waivers]]", "[[waivers]]", "waivers: unknown key"},
};

std::string name_of(const testing::TestParamInfo<Fault>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(Claims, Rejections, testing::ValuesIn(faults_of_claims), name_of);
INSTANTIATE_TEST_SUITE_P(Skus, Rejections, testing::ValuesIn(faults_of_skus), name_of);
INSTANTIATE_TEST_SUITE_P(Bands, Rejections, testing::ValuesIn(faults_of_bands), name_of);
INSTANTIATE_TEST_SUITE_P(Waivers, Rejections, testing::ValuesIn(faults_of_waivers), name_of);

// What an informative claim is excused from, and nothing else.
TEST(Informative, ExcusesWidthAndPrecisionOnly) {
  Files files = good_files();
  const auto edit = [&](const std::string& file, const std::string& before, const std::string& after) {
    files.at(file) = edited(files.at(file), {"", file, before, after, "", ""});
  };
  edit(claims, "limit = \"dram\"", "limit = \"dram\"\ninformative = \"one board only\"");
  edit(b200, "processes = 15, deviation = 0.05, interval = 0.1",
       "processes = 1, deviation = 0.5, interval = 0.9");
  edit(b200, "band = [7.0, 7.4]", "band = [4.0, 7.9]");
  EXPECT_EQ(load_expectations(TestFolder(files).path()).claims.at("Mma.Bandwidth").informative,
            "one board only");
  edit(b200, "band = [4.0, 7.9]", "band = [3.5, 7.9]");
  EXPECT_THROW(load_expectations(TestFolder(files).path()), ExpectationError) << "under half";
}

}  // namespace
}  // namespace assay
