#include "expectations/test_fault.h"

namespace assay {
namespace {

const std::string claims = "claims/mma.toml";
const std::string b200 = "sku/b200.toml";

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

class FaultsOfBands : public testing::TestWithParam<Fault> {};

TEST_P(FaultsOfBands, NameFileLineKeyAndWhatToDo) { expect_rejected(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Kinds, FaultsOfBands, testing::ValuesIn(faults_of_bands), name_of);

// What an informative claim is excused from, and nothing else.
TEST(Informative, ExcusesWidthAndPrecisionOnly) {
  Files files = good_files();
  const auto edit = [&](const std::string& file, const std::string& before, const std::string& after) {
    files.at(file) = edited(files.at(file), before, after);
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
