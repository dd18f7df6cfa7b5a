#pragma once

#include <cstdint>

/// Number formats of the matrix units, bit by bit. PURE.
namespace assay::mma {

/// Sources: f16, bf16, tf32 IEEE 754 and PTX ISA "Alternate Floating-Point Data Formats"; e4m3, e5m2 OCP
/// OFP8; e2m1, e2m3, e3m2, ue8m0 OCP MX 1.0; ue4m3 is e4m3 without its sign.
enum class Number { f16, bf16, tf32, e4m3, e5m2, e2m3, e3m2, e2m1, ue8m0, ue4m3, s8, u8 };

/// Bits that one element takes where elements are packed; tf32 takes 32, of which the lowest 13 are ignored.
int bits_of(Number number);

/// The value of the lowest bits_of() bits of `code`; infinities and NaN where the format has them. ue4m3
/// ignores bit 7.
double decode(Number number, std::uint32_t code);

/// The code nearest to `value`, ties to the even code. Beyond the range: infinity in f16, bf16, tf32 and
/// e5m2, else the largest finite value with the sign of `value`. NaN becomes a NaN where there is one,
/// otherwise the largest value. Throws std::invalid_argument when ue8m0 gets no power of two, or an unsigned
/// format a negative value.
std::uint32_t encode(Number number, double value);

}  // namespace assay::mma
