#pragma once

#include <cstdint>

#include "kernels/encoding/pattern.h"

/// The instruction descriptor of tcgen05.mma: element types, M and N are data that the instruction reads, not
/// part of its machine code.
namespace assay {

/// .kind of tcgen05.mma; those with scale factors begin with mx.
enum class MmaKind { f16, tf32, f8f6f4, i8, mxf8f6f4, mxf4, mxf4nvf4 };
/// Type of an element of A or B.
enum class MmaType { f16, bf16, tf32, e4m3, e5m2, e2m3, e3m2, e2m1, s8, u8 };
/// Type of an element of D.
enum class MmaSum { f16, f32, s32 };
/// Type of a scale factor.
enum class MmaScale { ue4m3, ue8m0 };

ASSAY_HOST_DEVICE constexpr bool has_scale_factors(MmaKind kind) {
  return kind == MmaKind::mxf8f6f4 || kind == MmaKind::mxf4 || kind == MmaKind::mxf4nvf4;
}

/// Kinds whose elements are always 4 bits wide, two to a byte.
ASSAY_HOST_DEVICE constexpr bool is_packed(MmaKind kind) {
  return kind == MmaKind::mxf4 || kind == MmaKind::mxf4nvf4;
}

/// Elements along K of one dense instruction: 32 bytes of operand, in which kinds f8f6f4 and mxf8f6f4 give
/// each element a byte. (PTX ISA 9.1, table 39; K = 96 of sm_103a is not used.)
ASSAY_HOST_DEVICE constexpr int k_of(MmaKind kind) {
  return kind == MmaKind::f16 ? 16 : kind == MmaKind::tf32 ? 8 : is_packed(kind) ? 64 : 32;
}

/// Instruction descriptor of tcgen05.mma (PTX ISA 9.1, "Instruction descriptor"; sm_100a). A and B are
/// K-major unless told otherwise.
struct InstructionDescriptor {
  MmaKind kind;
  MmaType a, b;
  MmaSum sum;  ///< f32 for the kinds with scale factors, which have no field for it
  int m, n;    ///< of the whole instruction, both CTAs of a pair together
  bool negate_a = false, negate_b = false;
  bool a_mn_major = false, b_mn_major = false;
  bool saturate = false;               ///< kind i8
  MmaScale scale = MmaScale::ue8m0;    ///< kinds with scale factors
  int scale_a_id = 0, scale_b_id = 0;  ///< byte (1X) or first byte (2X: 0 or 2) of the scale factors' columns
  bool sparse = false;
  int sparsity_selector = 0;
  int max_shift = 0;  ///< .ws: 0, 8, 16 or 32 rows
  bool k96 = false;   ///< kinds mxf4 and mxf4nvf4 on sm_103a

  ASSAY_HOST_DEVICE constexpr std::uint32_t bits() const {
    return has_scale_factors(kind) ? common() | scaled() : common() | plain();
  }

 private:
  ASSAY_HOST_DEVICE static constexpr std::uint32_t at(int bit, bool set) {
    return static_cast<std::uint32_t>(set) << bit;
  }
  ASSAY_HOST_DEVICE static constexpr std::uint32_t at(int bit, int value) {
    return static_cast<std::uint32_t>(value) << bit;
  }

  /// Kinds that take several types number them each in its own way.
  ASSAY_HOST_DEVICE constexpr int code(MmaType type) const {
    if (is_packed(kind)) return 1;
    switch (type) {
      case MmaType::f16:
      case MmaType::e4m3:
      case MmaType::u8:
        return 0;
      case MmaType::bf16:
      case MmaType::e5m2:
      case MmaType::s8:
        return 1;
      case MmaType::tf32:
        return 2;
      case MmaType::e2m3:
        return 3;
      case MmaType::e3m2:
        return 4;
      default:  // e2m1
        return 5;
    }
  }

  ASSAY_HOST_DEVICE constexpr std::uint32_t common() const {
    return at(2, sparse) | at(7, code(a)) | at(10, code(b)) | at(13, negate_a) | at(14, negate_b) |
           at(15, a_mn_major) | at(16, b_mn_major) | at(17, n / 8);
  }

  ASSAY_HOST_DEVICE constexpr std::uint32_t plain() const {
    const int shift = max_shift == 32 ? 3 : max_shift / 8;
    const int sum_code = sum == MmaSum::f16 ? 0 : sum == MmaSum::f32 ? 1 : 2;
    return at(0, sparsity_selector) | at(3, saturate) | at(4, sum_code) | at(24, m / 16) | at(30, shift);
  }

  ASSAY_HOST_DEVICE constexpr std::uint32_t scaled() const {
    return at(4, scale_b_id) | at(23, scale == MmaScale::ue8m0) | at(27, m / 128) | at(29, scale_a_id) |
           at(31, k96);
  }
};

/// One instruction as it is asked for.
struct InstructionShape {
  MmaKind kind;
  MmaType a, b;
  MmaSum sum;
  int cta_group, m, n;
  bool a_in_tensor_memory = false;
  int block = 0;  ///< elements that share a scale factor: 16 or 32; 0 without scale factors
  MmaScale scale = MmaScale::ue8m0;  ///< of kinds with scale factors

  ASSAY_HOST_DEVICE constexpr int k() const { return k_of(kind); }
  ASSAY_HOST_DEVICE constexpr InstructionDescriptor descriptor() const {
    InstructionDescriptor made{kind, a, b, sum, m, n};
    made.scale = scale;
    return made;
  }
};

}  // namespace assay
