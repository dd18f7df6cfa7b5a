#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "conformance/mma/number_formats.h"

/// The 32-bit instruction descriptor of tcgen05.mma as the ISA's tables give it (PTX ISA 9.1, "Instruction
/// descriptor"), read apart from kernels/encoding, which writes it. PURE.
namespace assay::mma {

enum class Kind { f16, tf32, f8f6f4, i8, mxf8f6f4, mxf4, mxf4nvf4 };

/// What the mnemonic says besides the descriptor. Dense, not .ws.
struct Mnemonic {
  Kind kind;
  int cta_group = 1;     ///< 1 or 2
  int scale_blocks = 0;  ///< scale_vec::1X, 2X, 4X: 1, 2, 4; 0 for kinds without scale factors
};

enum class Accumulator { f16, f32, s32 };

/// The matrices that an instruction multiplies, A (M x K) and B (K x N) into D (M x N).
struct Instruction {
  int m, n, k;
  Number a, b;
  Accumulator d;
  bool a_mn_major, b_mn_major, a_negated, b_negated, saturated;
  std::optional<Number> scale;  ///< of both scale factors
  int scale_a_id = 0, scale_b_id = 0;
};

/// K of one dense instruction (PTX ISA 9.1, "Matrix shape"); 96 for mxf4 on sm_103a is not modelled.
int k_of(Kind kind);
bool has_scale_factors(Kind kind);
/// Types of 4 and 6 bits stand in chunks of 16 elements in all kinds but mxf4 and mxf4nvf4.
bool is_padded(Kind kind, Number number);

/// Whether the ISA has such a shape. B of an 8-bit type, MN-major, takes N in double steps. Where PTX and the
/// assertions of CUTLASS differ (N = 24 of i8, N = 8 odd at M = 128), PTX is followed.
bool is_legal_shape(const Mnemonic& mnemonic, int m, int n, bool b_is_8_bit_mn_major);

/// Throws std::invalid_argument for what the tables do not allow: reserved bits that are not zero, types or
/// shapes that the kind does not have, sparsity and K = 96, which are not modelled.
Instruction read_instruction(const Mnemonic& mnemonic, std::uint32_t descriptor);

/// Bits that change nothing: the sparsity selector of dense instructions and the maximum shift of .ws, in the
/// kinds without scale factors.
std::uint32_t ignored_bits(const Mnemonic& mnemonic);

}  // namespace assay::mma
