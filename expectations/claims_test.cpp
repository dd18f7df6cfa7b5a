#include "expectations/test_fault.h"

namespace assay {
namespace {

const std::string claims = "claims/mma.toml";

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
    {"LabelContainsFamily", "claims/my_mma.toml", "",
     "[MyMma.Why]\nkind = \"statement\"\nstatement = \"x\"\nlabels = [\"my_mma\", \"hopper\", "
     "\"blackwell\"]\n",
     "[MyMma.Why]", "MyMma.Why.labels: label \"my_mma\" contains label \"mma\""},
    {"FileNameNotSnakeCase", "claims/Mma.toml", "", "\n", "\n",
     "file name: is not snake_case; rename the file"},
    {"NameInTwoFiles", "claims/mma_.toml", "",
     "[Mma.Why]\nkind = \"statement\"\nstatement = \"x\"\nlabels = [\"mma_\", \"hopper\", \"blackwell\"]\n",
     "[Mma.Why]", "Mma.Why: is in "},
};

class FaultsOfClaims : public testing::TestWithParam<Fault> {};

TEST_P(FaultsOfClaims, NameFileLineKeyAndWhatToDo) { expect_rejected(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Kinds, FaultsOfClaims, testing::ValuesIn(faults_of_claims), name_of);

}  // namespace
}  // namespace assay
