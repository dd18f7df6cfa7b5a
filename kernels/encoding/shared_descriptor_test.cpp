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

// Bits written down from the table of the PTX ISA: start 0-13, LBO 16-29, SBO 32-45, 0b001 in 46-48, base
// offset 49-51, LBO mode 52, zeros 53-60, swizzle 61-63: none 0, 128B with 32-byte atoms 1, 128B 2, 64B 4,
// 32B 6.
TEST(BlackwellDescriptor, EveryFieldIsWhereTheIsaPutsIt) {
  EXPECT_EQ((BlackwellDescriptor{0, 0, 0, 0, Swizzle::none}.bits()), 0x0000'4000'0000'0000u);
  EXPECT_EQ((BlackwellDescriptor{0x10, 0, 0, 0, Swizzle::none}.bits()), 0x0000'4000'0000'0001u);
  EXPECT_EQ((BlackwellDescriptor{0x3FFF0, 0, 0, 0, Swizzle::none}.bits()), 0x0000'4000'0000'3FFFu);
  EXPECT_EQ((BlackwellDescriptor{0, 0x20, 0, 0, Swizzle::none}.bits()), 0x0000'4000'0002'0000u);
  EXPECT_EQ((BlackwellDescriptor{0, 0x3FFF0, 0, 0, Swizzle::none}.bits()), 0x0000'4000'3FFF'0000u);
  EXPECT_EQ((BlackwellDescriptor{0, 0, 0x30, 0, Swizzle::none}.bits()), 0x0000'4003'0000'0000u);
  EXPECT_EQ((BlackwellDescriptor{0, 0, 0x3FFF0, 0, Swizzle::none}.bits()), 0x0000'7FFF'0000'0000u);
  EXPECT_EQ((BlackwellDescriptor{0, 0, 0, 5, Swizzle::none}.bits()), 0x000A'4000'0000'0000u);
  EXPECT_EQ((BlackwellDescriptor{0, 0, 0, 0, Swizzle::none, true}.bits()), 0x0010'4000'0000'0000u);
  EXPECT_EQ((BlackwellDescriptor{0, 0, 0, 0, Swizzle::b128_atom32}.bits()), 0x2000'4000'0000'0000u);
  EXPECT_EQ((BlackwellDescriptor{0, 0, 0, 0, Swizzle::b128}.bits()), 0x4000'4000'0000'0000u);
  EXPECT_EQ((BlackwellDescriptor{0, 0, 0, 0, Swizzle::b64}.bits()), 0x8000'4000'0000'0000u);
  EXPECT_EQ((BlackwellDescriptor{0, 0, 0, 0, Swizzle::b32}.bits()), 0xC000'4000'0000'0000u);
  EXPECT_EQ((BlackwellDescriptor{0x400, 16, 1024, 0, Swizzle::b128}.bits()), 0x4000'4040'0001'0040u);
}

TEST(BlackwellDescriptor, IsNeverAHopperDescriptor) {
  for (const Swizzle mode : {Swizzle::none, Swizzle::b32, Swizzle::b64, Swizzle::b128}) {
    EXPECT_NE((BlackwellDescriptor{0x400, 16, 1024, 0, mode}.bits()),
              (HopperDescriptor{0x400, 16, 1024, 0, mode}.bits()));
  }
}

}  // namespace
}  // namespace assay
