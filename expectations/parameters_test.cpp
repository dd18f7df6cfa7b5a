#include "expectations/parameters.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

const Parameters configuration{{"stages", 4}, {"bytes", 16}, {"swizzle", "128B"}};

TEST(Parameters, ReadInTheOrderOfTheirNames) {
  EXPECT_EQ(to_text(configuration), "bytes=16 stages=4 swizzle=128B");
  EXPECT_EQ(to_text(Parameters{}), "");
}

TEST(Parameters, GiveTheValueOfTheKindAskedFor) {
  const Parameters parameters{{"stages", std::int64_t{4}}, {"swizzle", std::string("128B")}};
  EXPECT_EQ(integer_of(parameters, "stages"), 4);
  EXPECT_EQ(int_of(parameters, "stages"), 4);
  EXPECT_EQ(word_of(parameters, "swizzle"), "128B");
  EXPECT_THROW(integer_of(parameters, "threads"), std::out_of_range);
  EXPECT_THROW(word_of(parameters, "stages"), std::bad_variant_access);
}

TEST(Parameters, MatchWhenEveryWantedOneIsEqual) {
  EXPECT_TRUE(matches(configuration, {}));
  EXPECT_TRUE(matches(configuration, {{"stages", 4}, {"swizzle", "128B"}}));
  EXPECT_FALSE(matches(configuration, {{"stages", 4}, {"swizzle", "64B"}}));
  EXPECT_FALSE(matches(configuration, {{"threads", 64}}));
  EXPECT_FALSE(matches(configuration, {{"stages", "4"}})) << "a word is not a number";
}

}  // namespace
}  // namespace assay
