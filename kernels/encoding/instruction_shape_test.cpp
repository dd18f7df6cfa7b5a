#include "kernels/encoding/instruction_shape.h"

#include <gmock/gmock.h>

namespace assay {
namespace {

using testing::ElementsAre;

InstructionShape shape(MmaKind kind, MmaType type, MmaSum sum, int cta_group, int m, int n) {
  const int block = has_scale_factors(kind) ? 32 : 0;
  return {kind, type, type, sum, cta_group, m, n, false, block, MmaScale::ue8m0};
}
InstructionShape half(int cta_group, int m, int n) {
  return shape(MmaKind::f16, MmaType::f16, MmaSum::f32, cta_group, m, n);
}
InstructionShape integers(int cta_group, int m, int n) {
  return shape(MmaKind::i8, MmaType::s8, MmaSum::s32, cta_group, m, n);
}
InstructionShape scaled(int cta_group, int m, int n) {
  return shape(MmaKind::mxf8f6f4, MmaType::e4m3, MmaSum::f32, cta_group, m, n);
}

TEST(InstructionShape, OneCtaTakesStepsOfEight) {
  EXPECT_EQ(why_refused(half(1, 64, 8)), "");
  EXPECT_EQ(why_refused(half(1, 128, 120)), "");
  EXPECT_EQ(why_refused(half(1, 128, 256)), "");
  EXPECT_EQ(why_refused(half(1, 128, 100)),
            "kind f16 with cta_group 1 takes N 8, 16, 24, ... 256; 100 is not one of them");
  EXPECT_NE(why_refused(half(1, 128, 264)), "");
  EXPECT_NE(why_refused(half(1, 128, 0)), "");
  EXPECT_EQ(why_refused(half(1, 256, 64)),
            "kind f16 with cta_group 1 takes M 64, 128; 256 is not one of them");
}

TEST(InstructionShape, APairTakesStepsOfSixteen) {
  EXPECT_EQ(why_refused(half(2, 128, 16)), "");
  EXPECT_EQ(why_refused(half(2, 256, 80)), "");
  EXPECT_EQ(why_refused(half(2, 256, 72)),
            "kind f16 with cta_group 2 takes N 16, 32, 48, ... 256; 72 is not one of them");
  EXPECT_EQ(why_refused(half(2, 64, 64)),
            "kind f16 with cta_group 2 takes M 128, 256; 64 is not one of them");
  EXPECT_EQ(why_refused(half(4, 256, 64)), "cta_group is 1 (one CTA) or 2 (a pair); 4 is neither");
}

TEST(InstructionShape, IntegersTakeFewerN) {
  for (const int n : {8, 16, 24, 32, 48, 240, 256}) EXPECT_EQ(why_refused(integers(1, 128, n)), "") << n;
  EXPECT_EQ(why_refused(integers(1, 128, 40)),
            "kind i8 with cta_group 1 takes N 8, 16, 24, 32, 48, ... 256; 40 is not one of them");
  for (const int n : {32, 64, 256}) EXPECT_EQ(why_refused(integers(2, 256, n)), "") << n;
  EXPECT_EQ(why_refused(integers(2, 256, 80)),
            "kind i8 with cta_group 2 takes N 32, 64, 96, ... 256; 80 is not one of them");
  EXPECT_EQ(why_refused(integers(1, 64, 8), "sm_103"), "kind i8 exists on sm_100 only, this GPU is sm_103");
  EXPECT_EQ(why_refused(half(1, 64, 8), "sm_103"), "");
}

TEST(InstructionShape, ScaleFactorsNeedTheWholeDataPath) {
  EXPECT_EQ(why_refused(scaled(1, 128, 8)), "");
  EXPECT_EQ(why_refused(scaled(1, 64, 64)),
            "kind mxf8f6f4 with cta_group 1 takes M 128; 64 is not one of them");
  EXPECT_EQ(why_refused(scaled(2, 128, 16)), "");
  EXPECT_EQ(why_refused(scaled(2, 256, 256)), "");
  EXPECT_NE(why_refused(scaled(2, 256, 8)), "");
  EXPECT_NE(why_refused(shape(MmaKind::mxf4, MmaType::e2m1, MmaSum::f32, 1, 64, 64)), "");
}

TEST(InstructionShape, AKindTakesItsOwnTypes) {
  InstructionShape mixed = shape(MmaKind::f8f6f4, MmaType::e4m3, MmaSum::f32, 1, 128, 64);
  for (const MmaType type : types_of(MmaKind::f8f6f4)) {
    mixed.b = type;
    EXPECT_EQ(why_refused(mixed), "") << name_of(type);
  }
  mixed.b = MmaType::s8;
  EXPECT_EQ(why_refused(mixed), "kind f8f6f4 multiplies e4m3, e5m2, e2m3, e3m2, e2m1; s8 is not one of them");
  EXPECT_NE(why_refused(shape(MmaKind::f16, MmaType::tf32, MmaSum::f32, 1, 128, 64)), "");
  EXPECT_NE(why_refused(shape(MmaKind::tf32, MmaType::f16, MmaSum::f32, 1, 128, 64)), "");
  EXPECT_NE(why_refused(shape(MmaKind::mxf4, MmaType::e4m3, MmaSum::f32, 1, 128, 64)), "");
  EXPECT_NE(why_refused(shape(MmaKind::i8, MmaType::e4m3, MmaSum::s32, 1, 128, 64)), "");
}

TEST(InstructionShape, SumsInSixteenBitsAreOfHalvesAndOfF8f6f4) {
  InstructionShape halves = shape(MmaKind::f16, MmaType::f16, MmaSum::f16, 1, 128, 64);
  EXPECT_EQ(why_refused(halves), "");
  halves.b = MmaType::bf16;
  EXPECT_EQ(why_refused(halves), "kind f16 with f16 and bf16 does not add in f16");
  EXPECT_EQ(why_refused(shape(MmaKind::f8f6f4, MmaType::e5m2, MmaSum::f16, 1, 128, 64)), "");
  EXPECT_NE(why_refused(shape(MmaKind::tf32, MmaType::tf32, MmaSum::f16, 1, 128, 64)), "");
  EXPECT_NE(why_refused(shape(MmaKind::mxf8f6f4, MmaType::e4m3, MmaSum::f16, 1, 128, 64)), "");
  EXPECT_NE(why_refused(shape(MmaKind::i8, MmaType::s8, MmaSum::f32, 1, 128, 64)), "");
  EXPECT_NE(why_refused(shape(MmaKind::f16, MmaType::f16, MmaSum::s32, 1, 128, 64)), "");
}

TEST(InstructionShape, BlocksOfScaleFactors) {
  InstructionShape four = shape(MmaKind::mxf4nvf4, MmaType::e2m1, MmaSum::f32, 1, 128, 64);
  EXPECT_EQ(why_refused(four), "");
  four.scale = MmaScale::ue4m3;
  EXPECT_EQ(why_refused(four),
            "ue4m3 scale factors exist with kind mxf4nvf4 and blocks of 16 only, not with kind mxf4nvf4 and "
            "blocks of 32");
  four.block = 16;
  EXPECT_EQ(why_refused(four), "");
  four.kind = MmaKind::mxf4;
  EXPECT_EQ(why_refused(four), "kind mxf4 has one scale factor for 32 elements; 16 is not one of them");
  four.block = 8;
  four.kind = MmaKind::mxf4nvf4;
  EXPECT_EQ(why_refused(four),
            "kind mxf4nvf4 has one scale factor for 16 or 32 elements; 8 is not one of them");
  InstructionShape plain = half(1, 128, 64);
  plain.block = 32;
  EXPECT_EQ(why_refused(plain), "kind f16 has no scale factors, so no blocks of 32");
}

TEST(InstructionShape, Names) {
  EXPECT_EQ(kind_named("mxf4nvf4"), MmaKind::mxf4nvf4);
  EXPECT_EQ(kind_named("f4"), std::nullopt);
  EXPECT_THAT(ms_of(MmaKind::tf32, 1), ElementsAre(64, 128));
}

}  // namespace
}  // namespace assay
