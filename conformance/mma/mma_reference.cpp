#include "conformance/mma/mma_reference.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

namespace assay::mma {
namespace {

constexpr int lanes_of_a_group = 32, groups_of_a_cta = 4;

[[noreturn]] void refuse(const char* what) { throw std::invalid_argument(what); }

/// First lane of row `row` of one CTA's rows; M rows over both CTAs.
int lane_of(int m, int cta_group, int row_in_cta, bool second_half_of_n) {
  const int rows = m / cta_group;
  if (rows == 128) return row_in_cta;
  // 64 rows: two CTAs compute halves of N on both halves of the lanes; one CTA uses 16 lanes of every 32.
  if (cta_group == 2) return row_in_cta + (second_half_of_n ? 64 : 0);
  return row_in_cta / 16 * 32 + row_in_cta % 16;
}

/// A of m64 in registers: word r of thread t holds 4 bytes of row 16 (t / 32) + t % 32 / 4 + 8 (r % 2), from
/// byte 4 (t % 4) + 16 (r / 2) of its 32 (PTX ISA 9.1, "Register Fragments").
Operand read_registers(std::span<const std::uint32_t> words, Number number, int k) {
  if (words.size() != 128 * 4) refuse("A in registers is 4 words of each of 128 threads");
  Operand a{64, k, std::vector<double>(static_cast<std::size_t>(64 * k)), 0};
  const int width = bits_of(number), per_word = 32 / width;
  for (int i = 0; i < 128 * 4; ++i) {
    const int thread = i / 4, word = i % 4;
    const int row = thread / 32 * 16 + thread % 32 / 4 + word % 2 * 8;
    const int first = (thread % 4 * 4 + word / 2 * 16) * 8 / width;
    for (int e = 0; e < per_word; ++e) {
      a.values[static_cast<std::size_t>(row * k + first + e)] =
          decode(number, words[static_cast<std::size_t>(i)] >> (e * width));
    }
  }
  return a;
}

/// Rows of A in the tensor memory of each CTA, as the lanes of one half of N read them.
Operand read_tensor_a(const Tcgen05Call& call, const Instruction& read, bool second_half) {
  Operand a{read.m, read.k, std::vector<double>(static_cast<std::size_t>(read.m * read.k)), 0};
  const int width = bits_of(read.a), rows = read.m / call.mnemonic.cta_group;
  const bool contained = is_padded(call.mnemonic.kind, read.a);
  const int step = contained ? 8 : width, shift = contained && width == 4 ? 2 : 0;
  const int per_cell = 32 / step;
  const int lane = static_cast<int>(call.a_address >> 16), column = static_cast<int>(call.a_address & 0xFFFF);
  for (int row = 0; row < read.m; ++row) {
    const TensorMemory& tensor = *call.ctas[static_cast<std::size_t>(row / rows)].tensor;
    const int at = lane + lane_of(read.m, call.mnemonic.cta_group, row % rows, second_half);
    for (int k = 0; k < read.k; ++k) {
      const std::uint32_t cell = tensor.cell(at, column + k / per_cell);
      a.values[static_cast<std::size_t>(row * read.k + k)] =
          decode(read.a, cell >> (k % per_cell * step + shift));
    }
  }
  return a;
}

/// Parts behind one descriptor in each CTA, one below the other.
Operand read_parts(const Tcgen05Call& call, std::uint64_t descriptor, OperandShape shape) {
  Operand whole{shape.rows, shape.k, {}, 0};
  shape.rows /= call.mnemonic.cta_group;
  for (const Cta& cta : call.ctas) {
    const Operand part = read_operand(*cta.shared, descriptor, Generation::blackwell, shape);
    whole.values.insert(whole.values.end(), part.values.begin(), part.values.end());
    whole.outside += part.outside;
  }
  return whole;
}

/// Where one group of lanes finds the scale factors of row `row` of A, among those of its own CTA.
int position_of_a(const Tcgen05Call& call, int m, int row) { return row % (m / call.mnemonic.cta_group); }

/// The same of column `column` of B, which every CTA has; `group` counts within the CTA.
int position_of_b(const Tcgen05Call& call, const Instruction& read, int group, int column) {
  const bool upper_lanes = call.mnemonic.cta_group == 2 && read.m == 128 && group >= groups_of_a_cta / 2;
  const bool shifted = upper_lanes && call.upper_scales == UpperScales::from_the_start;
  return shifted ? (column + read.n / 2) % read.n : column;
}

/// Codes of the scale factors of `rows` rows, as each group of lanes of each CTA has them:
/// [group][row][block].
template <class Position>
std::vector<std::uint8_t> read_scales(const Tcgen05Call& call, std::uint32_t address, int rows, int id,
                                      const Position& position) {
  std::vector<std::uint8_t> scales;
  const int first = static_cast<int>(address & 0xFFFF);
  for (const Cta& cta : call.ctas) {
    for (int group = 0; group < groups_of_a_cta; ++group) {
      for (int row = 0; row < rows; ++row) {
        const int at = position(group, row);
        const std::uint32_t cell =
            cta.tensor->cell(group * lanes_of_a_group + at % lanes_of_a_group, first + at / lanes_of_a_group);
        for (int block = 0; block < call.mnemonic.scale_blocks; ++block) {
          scales.push_back(static_cast<std::uint8_t>(cell >> 8 * (id + block)));
        }
      }
    }
  }
  return scales;
}

}  // namespace

std::size_t TensorMemory::index(int lane, int column) {
  if (lane < 0 || lane >= 128 || column < 0 || column >= 512) {
    throw std::out_of_range("tensor memory has 128 lanes and 512 columns");
  }
  return static_cast<std::size_t>(lane * 512 + column);
}

int Product::lane_group(int row, int column) const {
  const int rows = m / cta_group_;
  return row / rows * groups_of_a_cta +
         lane_of(m, cta_group_, row % rows, column >= n / 2) / lanes_of_a_group;
}

double Product::scale(int row, int column, int block) const {
  if (scale_blocks_ == 0) return 1;
  const int group = lane_group(row, column);
  const auto code_a = scale_a_[static_cast<std::size_t>((group * m + row) * scale_blocks_ + block)];
  const auto code_b = scale_b_[static_cast<std::size_t>((group * n + column) * scale_blocks_ + block)];
  return decode(*instruction_.scale, code_a) * decode(*instruction_.scale, code_b);
}

double Product::exact(int row, int column) const {
  const Operand& a = a_[a_copies_ == 2 && column >= n / 2 ? 1 : 0];
  const int blocks = std::max(scale_blocks_, 1), in_block = k / blocks;
  double sum = 0;
  for (int block = 0; block < blocks; ++block) {
    double products = 0;
    for (int i = block * in_block; i < (block + 1) * in_block; ++i)
      products += a.at(row, i) * b_.at(column, i);
    sum += products * scale(row, column, block);
  }
  return instruction_.a_negated != instruction_.b_negated ? -sum : sum;
}

std::uint32_t Product::stored(int row, int column, double addend) const {
  const double sum = exact(row, column) + addend;
  if (instruction_.d == Accumulator::f16) return encode(Number::f16, sum);
  if (instruction_.d == Accumulator::f32) return std::bit_cast<std::uint32_t>(static_cast<float>(sum));
  const double kept = instruction_.saturated ? std::clamp(sum, -0x1p31, 0x1p31 - 1) : sum;
  return static_cast<std::uint32_t>(static_cast<std::int64_t>(kept));
}

bool wgmma_has(Number a, Number b, Accumulator d, int n) {
  const auto is = [&](Number first, Number second) {
    return (a == first || a == second) && (b == first || b == second);
  };
  const bool integers = is(Number::s8, Number::u8), halves = is(Number::f16, Number::f16);
  const bool bytes = is(Number::e4m3, Number::e5m2);
  const bool singles = is(Number::bf16, Number::bf16) || is(Number::tf32, Number::tf32);
  const int step = integers && n > 32 ? 16 : 8;
  if (n < 8 || n > 256 || n % step != 0) return false;
  if (integers) return d == Accumulator::s32;
  return ((halves || bytes) && d != Accumulator::s32) || (singles && d == Accumulator::f32);
}

Product wgmma(const WgmmaCall& call) {
  if (!wgmma_has(call.a, call.b, call.d, call.n)) refuse("wgmma has no such types or no such N");
  Instruction read{};
  read.m = 64, read.n = call.n, read.k = 256 / bits_of(call.a);
  read.a = call.a, read.b = call.b, read.d = call.d;
  read.a_negated = call.a_negated, read.b_negated = call.b_negated, read.saturated = call.saturated;
  if (call.d == Accumulator::s32 && (call.a_negated || call.b_negated)) refuse("integers are not negated");
  if (call.d != Accumulator::s32 && call.saturated) refuse("only integers saturate");
  Product product(read);
  const OperandShape a{call.a, false, call.a_mn_major, 64, read.k};
  if (!call.a_descriptor && call.a_mn_major) refuse("A in registers has no majorness");
  product.a_[0] = call.a_descriptor ? read_operand(*call.shared, *call.a_descriptor, Generation::hopper, a)
                                    : read_registers(call.a_registers, call.a, read.k);
  product.b_ = read_operand(*call.shared, call.b_descriptor, Generation::hopper,
                            {call.b, false, call.b_mn_major, call.n, read.k});
  product.outside = product.a_[0].outside + product.b_.outside;
  return product;
}

Product tcgen05(const Tcgen05Call& call) {
  const Instruction read = read_instruction(call.mnemonic, call.instruction_descriptor);
  const int group = call.mnemonic.cta_group;
  if (static_cast<int>(call.ctas.size()) != group) refuse("an instruction needs the memories of its CTAs");
  Product product(read);
  product.cta_group_ = group;
  if (call.a_descriptor) {
    product.a_[0] =
        read_parts(call, *call.a_descriptor,
                   {read.a, is_padded(call.mnemonic.kind, read.a), read.a_mn_major, read.m, read.k});
  } else {
    if (read.a_mn_major) refuse("A in tensor memory is K-major");
    product.a_copies_ = group == 2 && read.m == 128 ? 2 : 1;
    for (int copy = 0; copy < product.a_copies_; ++copy) {
      product.a_[static_cast<std::size_t>(copy)] = read_tensor_a(call, read, copy == 1);
    }
  }
  product.b_ = read_parts(call, call.b_descriptor,
                          {read.b, is_padded(call.mnemonic.kind, read.b), read.b_mn_major, read.n, read.k});
  product.outside = product.a_[0].outside + product.b_.outside;
  if (read.scale) {
    product.scale_blocks_ = call.mnemonic.scale_blocks;
    product.scale_a_ = read_scales(call, call.scale_a_address, read.m, read.scale_a_id,
                                   [&](int, int row) { return position_of_a(call, read.m, row); });
    product.scale_b_ =
        read_scales(call, call.scale_b_address, read.n, read.scale_b_id,
                    [&](int lanes, int column) { return position_of_b(call, read, lanes, column); });
  }
  return product;
}

}  // namespace assay::mma
