#include "kernels/encoding/shared_descriptor.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

// Bits written down from the table of the PTX ISA: start 0-13, LBO 16-29, SBO 32-45, base offset 49-51,
// swizzle 62-63.
TEST(HopperDescriptor, EveryFieldIsWhereTheIsaPutsIt) {
  EXPECT_EQ((HopperDescriptor{0x400, 16, 1024, 0, Swizzle::b128}.bits()), 0x4000'0040'0001'0040u);
  EXPECT_EQ((HopperDescriptor{0x10, 0, 0, 0, Swizzle::none}.bits()), 0x0000'0000'0000'0001u);
  EXPECT_EQ((HopperDescriptor{0, 0x20, 0, 0, Swizzle::none}.bits()), 0x0000'0000'0002'0000u);
  EXPECT_EQ((HopperDescriptor{0, 0, 512, 0, Swizzle::b64}.bits()), 0x8000'0020'0000'0000u);
  EXPECT_EQ((HopperDescriptor{0, 0, 256, 0, Swizzle::b32}.bits()), 0xC000'0010'0000'0000u);
  EXPECT_EQ((HopperDescriptor{0, 0, 0, 5, Swizzle::none}.bits()), 0x000A'0000'0000'0000u);
}

TEST(HopperDescriptor, AddressesWrapAtTheirEighteenBits) {
  EXPECT_EQ((HopperDescriptor{0x40010, 0, 0, 0, Swizzle::none}.bits()), 1u);
  EXPECT_EQ((HopperDescriptor{0x3FFF0, 0, 0, 0, Swizzle::none}.bits()), 0x3FFFu);
}

}  // namespace
}  // namespace assay
