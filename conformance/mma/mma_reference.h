#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "conformance/mma/instruction_reader.h"
#include "conformance/mma/operand_reader.h"

/// The host reference model: what wgmma and tcgen05.mma compute from images of shared and tensor memory when
/// they follow the descriptors they are given, right or wrong. PURE; knows nothing of kernels/encoding.
namespace assay::mma {

/// 128 lanes x 512 columns of 32 bits: the tensor memory of one CTA.
class TensorMemory {
 public:
  TensorMemory() : cells_(128 * 512) {}
  std::uint32_t& cell(int lane, int column) { return cells_[index(lane, column)]; }
  std::uint32_t cell(int lane, int column) const { return cells_[index(lane, column)]; }

 private:
  /// Throws std::out_of_range outside of the memory.
  static std::size_t index(int lane, int column);
  std::vector<std::uint32_t> cells_;
};

/// A product of one instruction, A (M x K) by B (K x N), with what it takes to store D.
class Product {
 public:
  int m, n, k;
  int outside = 0;  ///< chunks that the images of shared memory did not hold

  /// The sum over K, exact as far as double is: 53 bits.
  double exact(int row, int column) const;
  /// The bits of D's element after `addend` was added. FinalRoundingOnly: the sum is rounded once, to the
  /// nearest even, which hardware need not do in f32; compare exact sums only. Integers wrap at 32 bits or
  /// saturate.
  std::uint32_t stored(int row, int column, double addend = 0) const;

 private:
  friend Product wgmma(const struct WgmmaCall& call);
  friend Product tcgen05(const struct Tcgen05Call& call);
  Product(const Instruction& instruction)
      : m(instruction.m), n(instruction.n), k(instruction.k), instruction_(instruction) {}
  /// The group of 32 lanes, counted over both CTAs, that computes D's element.
  int lane_group(int row, int column) const;
  /// What block `block` of K is multiplied with.
  double scale(int row, int column, int block) const;

  Instruction instruction_;
  int cta_group_ = 1;
  std::array<Operand, 2> a_;  ///< as read by the first and the second half of N (layout B from tensor memory)
  int a_copies_ = 1;
  Operand b_{};
  int scale_blocks_ = 0;
  std::vector<std::uint8_t> scale_a_;  ///< codes [lane group][row of M][block]
  std::vector<std::uint8_t> scale_b_;  ///< codes [lane group][column of N][block]
};

/// wgmma.mma_async m64nNk..: A behind a descriptor or in registers, as 4 words of each of the 128 threads.
struct WgmmaCall {
  Number a, b;
  Accumulator d;
  int n;
  bool a_mn_major = false, b_mn_major = false, a_negated = false, b_negated = false, saturated = false;
  const SharedMemory* shared = nullptr;
  std::optional<std::uint64_t> a_descriptor{};
  std::span<const std::uint32_t> a_registers{};
  std::uint64_t b_descriptor = 0;
};
/// Throws std::invalid_argument for shapes and types that wgmma does not have (PTX ISA 9.1, wgmma.mma_async).
Product wgmma(const WgmmaCall& call);
bool wgmma_has(Number a, Number b, Accumulator d, int n);

/// Memories of one CTA.
struct Cta {
  const SharedMemory* shared;
  const TensorMemory* tensor = nullptr;  ///< needed for A in tensor memory and for scale factors
};

/// Where the lanes that compute the upper half of N find the scale factors of B, if M = 128 is spread over
/// two CTAs. The sources differ, so hardware has to decide; elsewhere both are the same.
enum class UpperScales {
  at_their_column,  ///< column n of B as in all other lanes (PTX ISA 9.1, "Block Scaling": "need to be
                    ///< duplicated to all 32 lane partitions")
  from_the_start,   ///< column n of B where other lanes have n - N/2 (CUTLASS, ScaleFactorDuplicated2by2)
};

/// tcgen05.mma: A behind a descriptor or in tensor memory. An address of tensor memory is lane << 16 |
/// column.
struct Tcgen05Call {
  Mnemonic mnemonic;
  std::uint32_t instruction_descriptor = 0;
  std::span<const Cta> ctas{};  ///< cta_group of them
  std::optional<std::uint64_t> a_descriptor{};
  std::uint32_t a_address = 0;
  std::uint64_t b_descriptor = 0;
  std::uint32_t scale_a_address = 0, scale_b_address = 0;
  UpperScales upper_scales = UpperScales::at_their_column;
};
/// Assumptions beside those of read_operand(), for hardware to refute one by one:
///
/// PairSplitsMAndN: of a pair, CTA c has rows c M/2 .. of A and columns c N/2 .. of B, behind the same
/// descriptors.
///
/// EachLaneGroupReadsItsOwnCopy: the 32 lanes that compute an element take A in tensor memory and scale
/// factors from their own lanes.
///
/// EveryCtaHasAllScalesOfB: scale factors of all N columns stand in both CTAs, those of A where their rows
/// are.
///
/// UpperScalesAsTold: one of the two readings of UpperScales is right.
///
/// NarrowElementsInTmem: of f8f6f4 and mxf8f6f4, bytes hold 6-bit types in bits 0-5 and e2m1 in bits 2-5.
///
/// Throws std::invalid_argument for what the ISA does not have.
Product tcgen05(const Tcgen05Call& call);

}  // namespace assay::mma
