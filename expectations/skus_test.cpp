#include "expectations/test_fault.h"

namespace assay {
namespace {

const std::string b200 = "sku/b200.toml";
const std::string h200 = "sku/h200.toml";

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

class FaultsOfSkus : public testing::TestWithParam<Fault> {};

TEST_P(FaultsOfSkus, NameFileLineKeyAndWhatToDo) { expect_rejected(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Kinds, FaultsOfSkus, testing::ValuesIn(faults_of_skus), name_of);

}  // namespace
}  // namespace assay
