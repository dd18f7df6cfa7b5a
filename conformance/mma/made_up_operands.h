#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "conformance/mma/mma_reference.h"
#include "kernels/encoding/canonical_layout.h"
#include "kernels/encoding/scale_factor_layout.h"
#include "kernels/encoding/shared_descriptor.h"
#include "kernels/encoding/tmem_layout.h"

/// Operands made up for tests, and memories filled with them as kernels/encoding says.
namespace assay::mma {

using Random = std::minstd_rand;

struct Matrix {
  int rows, columns;
  std::vector<double> values;

  double at(int row, int column) const { return values[static_cast<std::size_t>(row * columns + column)]; }
};

/// Small integers, which every number format of A and B holds exactly: -4 to 4, or 0 to 4. A piece of one
/// long random row, because drawing each anew takes longer than all that is tested.
inline Matrix random_matrix(int rows, int columns, bool is_unsigned, Random& random) {
  static const std::vector<double> row = [] {
    std::vector<double> values(1 << 16);
    Random own(8);
    for (double& value : values) value = static_cast<int>(own() % 9) - 4;
    return values;
  }();
  const auto size = static_cast<std::ptrdiff_t>(rows * columns);
  const auto first = row.begin() + static_cast<std::ptrdiff_t>(random() % (row.size() - 256 * 64));
  Matrix matrix{rows, columns, {first, first + size}};
  if (is_unsigned)
    std::transform(first, first + size, matrix.values.begin(), [](double v) { return std::abs(v); });
  return matrix;
}

/// The code of each of the values of random_matrix().
class SmallCodes {
 public:
  explicit SmallCodes(Number number) {
    for (int value = number == Number::u8 ? 0 : -4; value <= 4; ++value) {
      codes_[static_cast<std::size_t>(value + 4)] = encode(number, value);
    }
  }
  std::uint32_t operator()(double value) const { return codes_.at(static_cast<std::size_t>(value + 4)); }

 private:
  std::array<std::uint32_t, 9> codes_{};
};

inline ChunkFormat chunks_of(Number number, bool padded) {
  const auto bits = static_cast<std::uint32_t>(bits_of(number));
  return padded ? padded_chunks(bits) : dense_chunks(bits);
}

/// Puts the low `width` bits of `code` at bit `position` of `bytes`, and leaves the bits around them. Widths
/// of whole bytes begin on one.
inline void put_bits(std::vector<std::byte>& bytes, std::size_t position, std::uint32_t code, int width) {
  std::byte* const first = &bytes[position / 8];
  if (width >= 8) {
    for (int i = 0; i < width / 8; ++i) first[i] = static_cast<std::byte>(code >> 8 * i);
    return;
  }
  const std::uint32_t shift = position % 8, mask = ((1u << width) - 1) << shift, moved = code << shift & mask;
  first[0] = static_cast<std::byte>((std::to_integer<std::uint32_t>(first[0]) & ~mask) | moved);
  if (mask <= 0xFF) return;
  first[1] = static_cast<std::byte>((std::to_integer<std::uint32_t>(first[1]) & ~(mask >> 8)) | moved >> 8);
}

/// Rows first_row .. first_row + rows - 1 of `matrix` at `start`, K from element `first_k` of each row on.
inline void fill(SharedMemory& memory, const CanonicalLayout& layout, std::uint32_t start, Number number,
                 const Matrix& matrix, int first_row, int rows, int first_k = 0) {
  const int width = bits_of(number);
  const SmallCodes code(number);
  const std::size_t origin = std::size_t{8} * (start - memory.base);
  for (int row = 0; row < rows; ++row) {
    for (int k = 0; k < matrix.columns; ++k) {
      const std::uint32_t bit =
          layout.bit_offset(static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(first_k + k));
      put_bits(memory.bytes, origin + bit, code(matrix.at(first_row + row, k)), width);
    }
  }
}

/// A, K-major, in the tensor memory of each CTA from `column` on.
inline void fill_tensor_a(std::vector<TensorMemory>& tensors, TmemLayout layout, int column, Number number,
                          bool contained, const Matrix& a) {
  const int step = contained ? 8 : bits_of(number), shift = contained && bits_of(number) == 4 ? 2 : 0;
  const auto per_cell = static_cast<std::uint32_t>(32 / step);
  const SmallCodes code(number);
  for (std::uint32_t share = 0; share < lane_shares(layout); ++share) {
    for (int row = 0; row < a.rows; ++row) {
      for (int k = 0; k < a.columns; ++k) {
        const TmemPlace place = tmem_operand(layout, static_cast<std::uint32_t>(row), share,
                                             static_cast<std::uint32_t>(k), per_cell);
        std::uint32_t& cell =
            tensors[place.cta].cell(static_cast<int>(place.lane), column + static_cast<int>(place.column));
        if (static_cast<std::uint32_t>(k) % per_cell == 0) cell = 0;
        cell |= code(a.at(row, k)) << (k % static_cast<int>(per_cell) * step + shift);
      }
    }
  }
}

/// Scale factors [row][block] of rows first_row .. first_row + rows - 1 in one CTA, from `column` on.
inline void fill_scales(TensorMemory& tensor, int column, Number number, const Matrix& scales, int first_row,
                        int rows, int id) {
  for (int row = 0; row < rows; ++row) {
    for (int block = 0; block < scales.columns; ++block) {
      const std::uint32_t code = encode(number, scales.at(first_row + row, block));
      for (std::uint32_t replica = 0; replica < scale_replicas; ++replica) {
        const ScalePlace place =
            scale_factor(static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(block),
                         static_cast<std::uint32_t>(id), replica);
        std::uint32_t& cell =
            tensor.cell(static_cast<int>(place.lane), column + static_cast<int>(place.column));
        const std::uint32_t shift = 8 * place.byte;
        cell = (cell & ~(0xFFu << shift)) | code << shift;
      }
    }
  }
}

}  // namespace assay::mma
