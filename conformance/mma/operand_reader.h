#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "conformance/mma/number_formats.h"

/// What the matrix units read when they follow a 64-bit descriptor, right or wrong, over an image of shared
/// memory. Written from the ISA's text apart from kernels/encoding, so that the two check each other. PURE.
namespace assay::mma {

enum class Generation { hopper, blackwell };

/// An image of shared memory: `bytes` begin at address `base` of the shared window (a multiple of 16).
struct SharedMemory {
  std::uint32_t base;
  std::vector<std::byte> bytes;
};

/// The operand that an instruction expects behind a descriptor.
struct OperandShape {
  Number number;
  bool padded;    ///< 4- and 6-bit types of f8f6f4 and mxf8f6f4: 16 elements in 16 bytes, the rest is padding
  bool mn_major;  ///< imm-trans of wgmma, transpose bits of tcgen05
  int rows, k;    ///< M or N, and K of one instruction
};

/// Values in the order [row][k]. Chunks that the image does not hold count in `outside` and read as zeros.
struct Operand {
  int rows, k;
  std::vector<double> values;
  int outside = 0;

  double at(int row, int column) const { return values[static_cast<std::size_t>(row * k + column)]; }
};

/// Reads an operand as the hardware does. The addresses rest on these assumptions, for hardware to refute one
/// by one:
///
/// ChunksOf16Bytes: the units read 16-byte chunks at start + distances, and elements in the order of their
/// bytes.
///
/// SwizzleActsOnTheWholeAddress: the sum start + distances is taken first, with carries into every bit. Then
/// bits 4-6 of it are XORed with bits 7-9 (128B), 4-5 with 7-8 (64B), 4 with 7 (32B), and with 32-byte atoms
/// 5-6 with 7-8. What counts is the absolute address in the shared window, not the distance from the start.
///
/// BaseOffsetIsSubtracted: the base offset is the phase of the pattern; it is taken from bits 7-9, modulo 8,
/// before the XOR.
///
/// LeadingIgnored: LBO plays no part in K-major operands with a swizzle: the second chunk is 16 bytes on.
///
/// NoSwizzleHasNoPhase: without a swizzle the base offset plays no part.
///
/// AddressesWrap: addresses count modulo 2^18, so distances can be negative.
///
/// ReservedBitsAreIgnored (Hopper): bits that the ISA's table does not name play no part. On Blackwell bits
/// 46-48 and 53-60 have values that the table demands; others are refused.
///
/// PartialAtoms: rows beyond the operand are never read, so MN-major operands may end inside an atom.
///
/// Throws std::invalid_argument for what the ISA gives no meaning: a swizzle code without one, 32-byte atoms
/// K-major, MN-major of a type that has none, the LBO as an address (K = 96 of sm_103a is not modelled).
Operand read_operand(const SharedMemory& memory, std::uint64_t descriptor, Generation generation,
                     const OperandShape& shape);

/// Bits of `descriptor` that change nothing for such an operand, under the assumptions above.
std::uint64_t ignored_bits(std::uint64_t descriptor, Generation generation, const OperandShape& shape);

}  // namespace assay::mma
