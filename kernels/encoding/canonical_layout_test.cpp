#include "kernels/encoding/canonical_layout.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace assay {
namespace {

// "Exact layout" of the examples of the PTX ISA, one element each worked out by hand: strides in elements,
// then the swizzle on the byte address.
TEST(CanonicalLayout, ElementsLieWhereTheIsasExamplesPutThem) {
  // ((8,2),(4,4)):((4,32),(1,64)), tf32: row 9 = 4 + 32, k 6 = 2 + 64; 102 elements.
  EXPECT_EQ((CanonicalLayout{dense_chunks(32), Major::k, Swizzle::none, 256, 128}.byte_offset(9, 6)), 408u);
  // ((8,2),(4,4)):((8,64),(1,4)), tf32: row 12 = 32 + 64, k 6 = 6; 408 bytes, bit 7 flips bit 4.
  EXPECT_EQ((CanonicalLayout{dense_chunks(32), Major::k, Swizzle::b32, 16, 256}.byte_offset(12, 6)), 392u);
  // ((8,1,2),(8,2)):((1,8,64),(8,128)), bf16: m 11 = 3 + 64, k 10 = 16 + 128; 211 elements.
  EXPECT_EQ((CanonicalLayout{dense_chunks(16), Major::mn, Swizzle::none, 256, 128}.byte_offset(11, 10)),
            422u);
  // ((8,2,2),(8,2)):((1,8,128),(16,256)), bf16: m 27 = 3 + 8 + 128, k 13 = 80 + 256; 950 bytes, bit 7 is set.
  EXPECT_EQ((CanonicalLayout{dense_chunks(16), Major::mn, Swizzle::b32, 256, 512}.byte_offset(27, 13)), 934u);
  // ((8,4,2),(8,2)):((1,8,256),(32,512)), bf16: m 43 = 3 + 8 + 256, k 13 = 160 + 512; 1878 bytes, bit 8 is
  // set.
  EXPECT_EQ((CanonicalLayout{dense_chunks(16), Major::mn, Swizzle::b64, 512, 1024}.byte_offset(43, 13)),
            1910u);
}

// The forms that the ISA gives without an example, worked out from its canonical layouts.
TEST(CanonicalLayout, ElementsOfTheOtherFormsLieWhereTheFormulaPutsThem) {
  // ((8,m),(T,2k)):((8T,SBO),(1,T)), 8-bit: row 21 = 5 * 128 + 2 * 1024, k 40 = 40; 2728 bytes, row 5 in the
  // pattern. LBO plays no part.
  EXPECT_EQ((CanonicalLayout{dense_chunks(8), Major::k, Swizzle::b128, 512, 1024}.byte_offset(21, 40)),
            2808u);
  // ((T,8,m),(8,k)):((1,T,LBO),(8T,SBO)), bf16: m 75 = 6 + 16 + 1024 bytes, k 13 = 640 + 2048; 3734 bytes.
  EXPECT_EQ((CanonicalLayout{dense_chunks(16), Major::mn, Swizzle::b128, 1024, 2048}.byte_offset(75, 13)),
            3782u);
  // ((T,8,m),(4,k)):((1,T,LBO),(8T,SBO)), tf32: m 45 = 4 + 3 * 16 + 512 bytes, k 6 = 256 + 1024; 1844 bytes,
  // bit 8 flips bit 6.
  EXPECT_EQ(
      (CanonicalLayout{dense_chunks(32), Major::mn, Swizzle::b128_atom32, 512, 1024}.byte_offset(45, 6)),
      1908u);
}

// The same layouts in the first group of 8 rows (4 with 32-byte atoms) or the first chunk along K, so that
// only one of LBO and SBO counts: exchanged, they would show.
TEST(CanonicalLayout, LeadingAndStrideAreNotExchanged) {
  // tf32: row 9 = 4 + 32, k 2 = 2; 38 elements.
  EXPECT_EQ((CanonicalLayout{dense_chunks(32), Major::k, Swizzle::none, 256, 128}.byte_offset(9, 2)), 152u);
  // bf16: m 11 = 3 + 64, k 2 = 16; 83 elements.
  EXPECT_EQ((CanonicalLayout{dense_chunks(16), Major::mn, Swizzle::none, 256, 128}.byte_offset(11, 2)), 166u);
  // bf16: m 27 = 3 + 8 + 128, k 5 = 80; 438 bytes, bit 7 is set.
  EXPECT_EQ((CanonicalLayout{dense_chunks(16), Major::mn, Swizzle::b32, 256, 512}.byte_offset(27, 5)), 422u);
  // bf16: m 43 = 3 + 8 + 256, k 5 = 160; 854 bytes, bit 8 is set.
  EXPECT_EQ((CanonicalLayout{dense_chunks(16), Major::mn, Swizzle::b64, 512, 1024}.byte_offset(43, 5)), 886u);
  // bf16: m 75 = 6 + 16 + 1024 bytes, k 5 = 640; 1686 bytes, row 5 in the pattern.
  EXPECT_EQ((CanonicalLayout{dense_chunks(16), Major::mn, Swizzle::b128, 1024, 2048}.byte_offset(75, 5)),
            1734u);
  // tf32: m 45 = 4 + 3 * 16 + 512 bytes, k 2 = 256; 820 bytes, bit 8 flips bit 6.
  EXPECT_EQ(
      (CanonicalLayout{dense_chunks(32), Major::mn, Swizzle::b128_atom32, 512, 1024}.byte_offset(45, 2)),
      884u);
}

TEST(CanonicalLayout, NarrowElementsArePackedAsTheirKindWants) {
  // mxf4: two a byte, 32 in a chunk; k 33 is the second of the second chunk.
  EXPECT_EQ((CanonicalLayout{dense_chunks(4), Major::k, Swizzle::none, 128, 128}.bit_offset(0, 33)),
            128u * 8 + 4);
  // f8f6f4: 16 in a chunk; k 17 is the second of the second chunk, 6 or 4 bits further.
  EXPECT_EQ((CanonicalLayout{padded_chunks(6), Major::k, Swizzle::none, 128, 128}.bit_offset(0, 17)),
            128u * 8 + 6);
  EXPECT_EQ((CanonicalLayout{padded_chunks(4), Major::k, Swizzle::none, 128, 128}.bit_offset(1, 15)),
            16u * 8 + 60);
}

struct Case {
  ChunkFormat format;
  std::uint32_t k;  // of one instruction
};
const std::vector<Case> cases{{dense_chunks(16), 16}, {dense_chunks(32), 8},  {dense_chunks(8), 32},
                              {dense_chunks(4), 64},  {padded_chunks(6), 32}, {padded_chunks(4), 32}};
const std::vector<Swizzle> modes{Swizzle::none, Swizzle::b32, Swizzle::b64, Swizzle::b128,
                                 Swizzle::b128_atom32};

TEST(CanonicalLayout, NoTwoElementsOverlap) {
  int layouts = 0;
  for (const Case& each : cases) {
    for (const Major major : {Major::k, Major::mn}) {
      for (const Swizzle mode : modes) {
        if (!blackwell_reads(each.format, major, mode)) continue;
        const CanonicalLayout layout = tight_layout(each.format, major, mode, 72);
        std::set<std::uint32_t> bits;
        for (std::uint32_t row = 0; row < 72; ++row) {
          for (std::uint32_t k = 0; k < each.k; ++k) {
            const std::uint32_t first = layout.bit_offset(row, k);
            for (std::uint32_t bit = 0; bit < each.format.bits; ++bit) bits.insert(first + bit);
          }
        }
        EXPECT_EQ(bits.size(), 72 * each.k * each.format.bits);
        ++layouts;
      }
    }
  }
  EXPECT_EQ(layouts, 6 * 4 + 2 * 4 + 1);  // K-major; MN-major of 8 and 16 bits; of 32 bits
}

TEST(CanonicalLayout, TheUnitsReadWhatTheIsaAllows) {
  for (const Swizzle mode : modes) {
    const bool atom32 = mode == Swizzle::b128_atom32;
    EXPECT_EQ(hopper_reads(dense_chunks(32), Major::k, mode), !atom32);
    EXPECT_EQ(hopper_reads(dense_chunks(16), Major::mn, mode), !atom32);
    EXPECT_FALSE(hopper_reads(dense_chunks(8), Major::mn, mode));
    EXPECT_FALSE(hopper_reads(dense_chunks(32), Major::mn, mode));
    EXPECT_EQ(blackwell_reads(dense_chunks(4), Major::k, mode), !atom32);
    EXPECT_EQ(blackwell_reads(dense_chunks(8), Major::mn, mode), !atom32);
    EXPECT_EQ(blackwell_reads(dense_chunks(32), Major::mn, mode), atom32);
    EXPECT_FALSE(blackwell_reads(dense_chunks(4), Major::mn, mode));
    EXPECT_FALSE(blackwell_reads(padded_chunks(6), Major::mn, mode));
    EXPECT_FALSE(blackwell_reads(padded_chunks(4), Major::mn, mode));
  }
}

}  // namespace
}  // namespace assay
