#include "conformance/mma/mma_readings.h"

#include <gmock/gmock.h>

#include "fixtures/recording/examples.h"

namespace assay::mma {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::SizeIs;

const Readings table{{{{"format", "bf16"}, {"n", 64}}, 10, "SM 1"},
                     {{{"format", "bf16"}, {"n", 128}}, 30, ""},
                     {{{"format", "s8"}, {"n", 64}}, 20, ""},
                     {{{"format", "s8"}, {"n", 128}}, 50, "SM 2"}};

std::map<std::string, double> values(const Readings& readings) {
  std::map<std::string, double> by_text;
  for (const auto& reading : readings) by_text[to_text(reading.where)] = reading.value;
  return by_text;
}
using Values = std::map<std::string, double>;

std::string missing(const std::function<void()>& call) {
  return examples::error_of<MissingConfiguration>(call);
}

TEST(MmaReadings, PickByParameters) {
  EXPECT_THAT(only(table, {{"n", 64}}), SizeIs(2));
  EXPECT_THAT(only_if(table, "n > 64", [](const Parameters& kind) { return integer(kind, "n") > 64; }),
              SizeIs(2));
  EXPECT_THAT(missing([] { only(table, {{"n", 80}}); }), AllOf(HasSubstr("none of 4"), HasSubstr("n=80")));
}

TEST(MmaReadings, TellHighestAndLowestOfEachGroupAndWhoItWas) {
  EXPECT_EQ(values(highest_of_each(table, {"n"})), (Values{{"n=64", 20}, {"n=128", 50}}));
  EXPECT_EQ(values(lowest_of_each(table, {"format"})), (Values{{"format=bf16", 10}, {"format=s8", 20}}));
  EXPECT_EQ(lowest_of_each(table, {})[0].detail, "format=bf16 n=64, SM 1");
  EXPECT_EQ(lowest_of_each(table, {"format", "n"})[0].detail, "SM 1") << "only what is news";
}

TEST(MmaReadings, NamesThatAreNotThereAreLeftOut) {
  EXPECT_EQ(values(highest_of_each(table, {"format", "accumulator"})),
            (Values{{"format=bf16", 30}, {"format=s8", 50}}));
}

TEST(MmaReadings, CompareTheExtremesOfGroupsOfTwoOrMore) {
  EXPECT_EQ(values(spread_of_each(table, {"n"})), (Values{{"n=64", 10}, {"n=128", 20}}));
  EXPECT_EQ(values(highest_over_lowest(table, {"format"})), (Values{{"format=bf16", 3}, {"format=s8", 2.5}}));
  const Readings three(table.begin(), table.begin() + 3);
  EXPECT_EQ(values(spread_of_each(three, {"format"})), (Values{{"format=bf16", 20}}));
  EXPECT_THAT(missing([] { spread_of_each(table, {"format", "n"}); }), HasSubstr("no two"));
}

TEST(MmaReadings, ComparePairsThatAgree) {
  const auto s8 = only(table, {{"format", "s8"}}), bf16 = only(table, {{"format", "bf16"}});
  EXPECT_EQ(values(ratios(s8, bf16, {"n"})), (Values{{"n=64", 2}, {"n=128", 50.0 / 30}}));
  EXPECT_EQ(values(differences(s8, only(bf16, {{"n", 64}}), {"n"})), (Values{{"n=64", 10}}));
  EXPECT_EQ(values(differences(s8, bf16, {})), (Values{{"", 20}})) << "the highest of each side";
  EXPECT_THAT(missing([&] { ratios(s8, bf16, {"format"}); }), HasSubstr("no kind in common"));
}

TEST(MmaReadings, GainOfEachStep) {
  EXPECT_EQ(values(gains(table, "n")), (Values{{"format=bf16 n=64", 3}, {"format=s8 n=64", 2.5}}));
  EXPECT_EQ(gains(table, "n")[0].detail, "to n=128");
}

TEST(MmaReadings, ExtremesOfAll) {
  EXPECT_EQ(values(extremes(table)), (Values{{"of=lowest", 10}, {"of=median", 25}, {"of=highest", 50}}));
  EXPECT_THAT(missing([] { extremes({}); }), HasSubstr("nothing"));
}

TEST(MmaReadings, ParametersOfAnotherKindAreRefused) {
  EXPECT_THAT(missing([] { integer(table[0].where, "format"); }), HasSubstr("format is no integer"));
  EXPECT_THAT(missing([] { word(table[0].where, "m"); }), HasSubstr("no parameter m"));
}

}  // namespace
}  // namespace assay::mma
