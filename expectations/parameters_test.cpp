#include "expectations/parameters.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

const Parameters configuration{{"stages", 4}, {"bytes", 16}, {"swizzle", "128B"}};

TEST(Parameters, ReadInTheOrderOfTheirNames) {
  EXPECT_EQ(to_text(configuration), "bytes=16 stages=4 swizzle=128B");
  EXPECT_EQ(to_text(Parameters{}), "");
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
