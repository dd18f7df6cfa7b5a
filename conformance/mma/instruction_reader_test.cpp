#include "conformance/mma/instruction_reader.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "kernels/encoding/instruction_shape.h"

// The encoder in kernels/encoding and the reader were written apart from each other, from the ISA's tables.
namespace assay::mma {
namespace {

bool reads(const Mnemonic& mnemonic, std::uint32_t descriptor) {
  try {
    read_instruction(mnemonic, descriptor);
    return true;
  } catch (const std::invalid_argument&) {
    return false;
  }
}

std::vector<InstructionShape> shapes_of(MmaKind kind) {
  std::vector<InstructionShape> shapes;
  for (const MmaType a : types_of(kind)) {
    for (const MmaType b : types_of(kind)) {
      for (const MmaSum sum : {MmaSum::f16, MmaSum::f32, MmaSum::s32}) {
        if (has_scale_factors(kind) && sum != MmaSum::f32) continue;  // their descriptors do not say it
        for (const int block : has_scale_factors(kind) ? std::vector{16, 32} : std::vector{0}) {
          for (const MmaScale scale : {MmaScale::ue8m0, MmaScale::ue4m3}) {
            if (block == 0 && scale == MmaScale::ue4m3) continue;
            shapes.push_back({kind, a, b, sum, 1, 128, 64, false, block, scale});
          }
        }
      }
    }
  }
  return shapes;
}

int scale_blocks(const InstructionShape& shape) { return shape.block == 0 ? 0 : shape.k() / shape.block; }

TEST(InstructionReader, AcceptsExactlyTheShapesOfTheEncoder) {
  int accepted = 0;
  for (std::size_t i = 0; i < mma_kinds.size(); ++i) {
    for (InstructionShape shape : shapes_of(mma_kinds[i])) {
      for (shape.cta_group = 1; shape.cta_group <= 2; ++shape.cta_group) {
        for (shape.m = 0; shape.m <= 384; shape.m += has_scale_factors(shape.kind) ? 128 : 64) {
          for (shape.n = 0; shape.n <= 264; shape.n += 8) {
            const bool exists = why_refused(shape).empty();
            const Mnemonic mnemonic{static_cast<Kind>(i), shape.cta_group, scale_blocks(shape)};
            ASSERT_EQ(reads(mnemonic, shape.descriptor().bits()), exists)
                << name_of(shape.kind) << " " << name_of(shape.a) << " " << name_of(shape.b) << ", M "
                << shape.m << ", N " << shape.n << ", cta_group " << shape.cta_group << ", blocks of "
                << shape.block;
            accepted += exists;
          }
        }
      }
    }
  }
  // Shapes of a kind (96; i8 52; with scale factors 64) times its types, sums, blocks and scale factors.
  EXPECT_EQ(accepted, 96 * 5 + 96 + 96 * 25 * 2 + 52 * 4 + 64 * 25 + 64 + 64 * 3);
}

TEST(InstructionReader, ReadsBackWhatTheEncoderWrites) {
  InstructionDescriptor plain{MmaKind::f8f6f4, MmaType::e3m2, MmaType::e5m2, MmaSum::f16, 64, 72};
  plain.negate_a = plain.b_mn_major = true;
  plain.n = 80;
  const Instruction read = read_instruction({Kind::f8f6f4}, plain.bits());
  EXPECT_EQ(read.m, 64);
  EXPECT_EQ(read.n, 80);
  EXPECT_EQ(read.k, 32);
  EXPECT_EQ(read.a, Number::e3m2);
  EXPECT_EQ(read.b, Number::e5m2);
  EXPECT_EQ(read.d, Accumulator::f16);
  EXPECT_TRUE(read.a_negated && !read.b_negated && !read.a_mn_major && read.b_mn_major && !read.saturated);
  EXPECT_FALSE(read.scale);

  InstructionDescriptor scaled{MmaKind::mxf4nvf4, MmaType::e2m1, MmaType::e2m1, MmaSum::f32, 256, 240};
  scaled.negate_b = true, scaled.scale_a_id = 2;
  const Instruction with_scales = read_instruction({Kind::mxf4nvf4, 2, 2}, scaled.bits());
  EXPECT_EQ(with_scales.m, 256);
  EXPECT_EQ(with_scales.n, 240);
  EXPECT_EQ(with_scales.scale, Number::ue8m0);
  EXPECT_EQ(with_scales.scale_a_id, 2);
  EXPECT_EQ(with_scales.scale_b_id, 0);
  EXPECT_TRUE(with_scales.b_negated && !with_scales.a_negated);
}

TEST(InstructionReader, RefusesWhatIsNotModelledOrHasNoMeaning) {
  const std::uint32_t f16 = 1 << 4 | 8 << 17 | 8 << 24, mxf4 = 1 << 7 | 1 << 10 | 1 << 23 | 8 << 17 | 1 << 27;
  EXPECT_TRUE(reads({Kind::f16}, f16));
  EXPECT_TRUE(reads({Kind::mxf4, 1, 2}, mxf4));
  EXPECT_FALSE(reads({Kind::f16}, f16 | 1 << 2));                         // sparse
  EXPECT_FALSE(reads({Kind::f16}, f16 | 1 << 3));                         // saturation of floating point
  EXPECT_FALSE(reads({Kind::f16, 1, 1}, f16));                            // no scale factors
  EXPECT_FALSE(reads({Kind::mxf4, 1, 0}, mxf4));                          // without scale factors
  EXPECT_FALSE(reads({Kind::mxf4, 1, 4}, mxf4));                          // blocks of 16
  EXPECT_FALSE(reads({Kind::mxf4, 1, 2}, mxf4 | 1u << 31));               // K = 96
  EXPECT_FALSE(reads({Kind::mxf4, 1, 2}, mxf4 | 1 << 15));                // MN-major
  EXPECT_FALSE(reads({Kind::mxf4, 1, 2}, mxf4 | 1 << 4));                 // id 1 of two
  EXPECT_FALSE(reads({Kind::i8}, 2 << 4 | 8 << 17 | 8 << 24 | 1 << 13));  // negated integers
}

}  // namespace
}  // namespace assay::mma
