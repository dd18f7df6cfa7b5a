#include "expectations/test_fault.h"

namespace assay {
namespace {

const std::string waivers = "waivers.toml";

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

class FaultsOfWaivers : public testing::TestWithParam<Fault> {};

TEST_P(FaultsOfWaivers, NameFileLineKeyAndWhatToDo) { expect_rejected(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Kinds, FaultsOfWaivers, testing::ValuesIn(faults_of_waivers), name_of);

}  // namespace
}  // namespace assay
