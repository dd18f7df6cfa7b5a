#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// Operands of one wgmma with known products, and what the accumulators hold after any number of them. PURE.
namespace assay::mma {

/// A format of wgmma as the sweeps name it.
struct Format {
  std::string name;         ///< "bf16"
  std::string accumulator;  ///< "f32", "f16", "s32"
  int element_bytes;
  const char* peak;  ///< family of equal rate: "f16", "tf32", "f8", "i8"

  int k() const { return 32 / element_bytes; }
  /// As kernels::WgmmaShape names it: "f16_in_f16" for 16-bit sums.
  std::string kernel_name() const { return accumulator == "f16" ? name + "_in_f16" : name; }
  bool is_unsigned() const { return name == "u8"; }
};
const std::vector<Format>& hopper_formats();

/// A (64 x K) picks for row r the column (5 r + 3) mod K with a sign; B (N x K) is random in {-1, 0, 1}, or
/// {0, 1} for u8. So every sum of n products is n, 0 or -n: exact in every accumulator up to n = 2048, and
/// each element of B decides something.
struct Operands {
  std::vector<std::int8_t> a, b;  ///< [64][k], [256][k]
  int k;

  int product(int row, int column) const;  ///< of one instruction
};
Operands make_operands(const Format& format, std::uint64_t seed);

/// A small integer as binary16; exact up to 2048.
std::uint32_t half_bits(int value);

/// The bytes of `rows` rows of K-major operand in shared memory: 128 bytes a row with 128-byte swizzle, of
/// which an instruction reads the first 32; the others are poison.
std::vector<std::byte> shared_image(const Format& format, const std::vector<std::int8_t>& values, int rows);

/// A as the 128 threads of a warpgroup hold it: [128][4] words.
std::vector<std::uint32_t> register_image(const Format& format, const std::vector<std::int8_t>& a);

/// The accumulators of a warpgroup after `count` instructions: [128][registers] words, as PTX lays out D of
/// m64nN.
std::vector<std::uint32_t> expected_accumulators(const Format& format, const Operands& operands, int n,
                                                 int count);

}  // namespace assay::mma
