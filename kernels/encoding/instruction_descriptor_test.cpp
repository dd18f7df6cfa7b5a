#include "kernels/encoding/instruction_descriptor.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

using enum MmaKind;

std::uint32_t bits(MmaKind kind, MmaType a, MmaType b, MmaSum sum, int m, int n) {
  return InstructionDescriptor{kind, a, b, sum, m, n}.bits();
}

// Bits put together by hand from the tables of the PTX ISA 9.1, "Instruction descriptor": D type 4-5, A type
// 7-9, B type 10-12, N / 8 at 17-22, M / 16 at 24-28.
TEST(InstructionDescriptor, OfKindsWithoutScaleFactors) {
  EXPECT_EQ(bits(f16, MmaType::f16, MmaType::f16, MmaSum::f32, 128, 256), 0x0840'0010u);
  EXPECT_EQ(bits(f16, MmaType::bf16, MmaType::bf16, MmaSum::f32, 64, 64), 0x0410'0490u);
  EXPECT_EQ(bits(f16, MmaType::f16, MmaType::f16, MmaSum::f16, 256, 16), 0x1004'0000u);
  EXPECT_EQ(bits(tf32, MmaType::tf32, MmaType::tf32, MmaSum::f32, 128, 8), 0x0802'0910u);
  EXPECT_EQ(bits(f8f6f4, MmaType::e4m3, MmaType::e5m2, MmaSum::f32, 128, 128), 0x0820'0410u);
  EXPECT_EQ(bits(f8f6f4, MmaType::e2m3, MmaType::e3m2, MmaSum::f16, 64, 24), 0x0406'1180u);
  EXPECT_EQ(bits(f8f6f4, MmaType::e2m1, MmaType::e2m1, MmaSum::f32, 256, 256), 0x1040'1690u);
  EXPECT_EQ(bits(i8, MmaType::s8, MmaType::u8, MmaSum::s32, 128, 48), 0x080C'00A0u);
  EXPECT_EQ(bits(i8, MmaType::u8, MmaType::s8, MmaSum::s32, 128, 32), 0x0808'0420u);
}

// Scale type at 23 (1 is ue8m0), M / 128 at 27-28, no D type; 4-bit kinds call e2m1 1.
TEST(InstructionDescriptor, OfKindsWithScaleFactors) {
  EXPECT_EQ(bits(mxf8f6f4, MmaType::e4m3, MmaType::e4m3, MmaSum::f32, 128, 128), 0x08A0'0000u);
  EXPECT_EQ(bits(mxf8f6f4, MmaType::e5m2, MmaType::e2m1, MmaSum::f32, 256, 64), 0x1090'1480u);
  EXPECT_EQ(bits(mxf4, MmaType::e2m1, MmaType::e2m1, MmaSum::f32, 128, 256), 0x08C0'0480u);
  InstructionDescriptor nvf4{mxf4nvf4, MmaType::e2m1, MmaType::e2m1, MmaSum::f32, 128, 8};
  EXPECT_EQ(nvf4.bits(), 0x0882'0480u);
  nvf4.scale = MmaScale::ue4m3;
  EXPECT_EQ(nvf4.bits(), 0x0802'0480u);
}

TEST(InstructionDescriptor, ScaleFactorIdsAreOfTheirOwnOperand) {
  InstructionDescriptor made{mxf8f6f4, MmaType::e4m3, MmaType::e4m3, MmaSum::f32, 128, 128};
  made.scale_a_id = 3;  // 29-30
  EXPECT_EQ(made.bits(), 0x68A0'0000u);
  made.scale_a_id = 0;
  made.scale_b_id = 3;  // 4-5
  EXPECT_EQ(made.bits(), 0x08A0'0030u);
  InstructionDescriptor halves{mxf4, MmaType::e2m1, MmaType::e2m1, MmaSum::f32, 128, 256};
  halves.scale_a_id = halves.scale_b_id = 2;
  EXPECT_EQ(halves.bits(), 0x48C0'04A0u);
}

TEST(InstructionDescriptor, EveryFlagHasItsBit) {
  const InstructionDescriptor plain{f16, MmaType::f16, MmaType::f16, MmaSum::f32, 128, 256};
  const auto with = [&](auto change) {
    InstructionDescriptor changed = plain;
    change(changed);
    return changed.bits() ^ 0x0840'0010u;
  };
  EXPECT_EQ(with([](auto& d) { d.sparsity_selector = 3; }), 0x0000'0003u);
  EXPECT_EQ(with([](auto& d) { d.sparse = true; }), 0x0000'0004u);
  EXPECT_EQ(with([](auto& d) { d.saturate = true; }), 0x0000'0008u);
  EXPECT_EQ(with([](auto& d) { d.negate_a = true; }), 0x0000'2000u);
  EXPECT_EQ(with([](auto& d) { d.negate_b = true; }), 0x0000'4000u);
  EXPECT_EQ(with([](auto& d) { d.a_mn_major = true; }), 0x0000'8000u);
  EXPECT_EQ(with([](auto& d) { d.b_mn_major = true; }), 0x0001'0000u);
  EXPECT_EQ(with([](auto& d) { d.max_shift = 8; }), 0x4000'0000u);
  EXPECT_EQ(with([](auto& d) { d.max_shift = 16; }), 0x8000'0000u);
  EXPECT_EQ(with([](auto& d) { d.max_shift = 32; }), 0xC000'0000u);
  InstructionDescriptor longest{mxf4nvf4, MmaType::e2m1, MmaType::e2m1, MmaSum::f32, 256, 256};
  longest.k96 = true;
  EXPECT_EQ(longest.bits(), 0x90C0'0480u);
}

TEST(InstructionDescriptor, KIsThirtyTwoBytesOfOperand) {
  const std::pair<MmaKind, int> expected[] = {{f16, 16},      {tf32, 8},  {f8f6f4, 32},  {i8, 32},
                                              {mxf8f6f4, 32}, {mxf4, 64}, {mxf4nvf4, 64}};
  for (const auto& [kind, k] : expected) EXPECT_EQ(k_of(kind), k);
}

TEST(InstructionDescriptor, OfAShape) {
  const InstructionShape shape{mxf4nvf4, MmaType::e2m1,  MmaType::e2m1, MmaSum::f32, 1, 128, 8, false,
                               16,       MmaScale::ue4m3};
  EXPECT_EQ(shape.descriptor().bits(), 0x0802'0480u);
  static_assert(InstructionDescriptor{i8, MmaType::u8, MmaType::u8, MmaSum::s32, 64, 8}.bits() ==
                0x0402'0020u);
}

}  // namespace
}  // namespace assay
