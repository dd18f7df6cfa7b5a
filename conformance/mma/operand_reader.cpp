#include "conformance/mma/operand_reader.h"

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>

namespace assay::mma {
namespace {

constexpr std::uint32_t window = 1u << 18;
using Chunk = std::array<std::byte, 16>;

std::uint32_t bits(std::uint64_t word, int first, int count) {
  return static_cast<std::uint32_t>(word >> first & ((std::uint64_t{1} << count) - 1));
}

std::uint64_t mask(int first, int count) { return ((std::uint64_t{1} << count) - 1) << first; }

/// The descriptor's fields, in bytes.
struct Fields {
  std::uint32_t start, leading, stride, base_offset;
  std::uint32_t span;        ///< bytes of a row of the pattern: 16 (no swizzle), 32, 64, 128
  std::uint32_t moved_bits;  ///< address bits that the swizzle changes, above the lowest of them
  std::uint32_t lowest_moved;
};

void set_swizzle(Fields& fields, Generation generation, std::uint32_t code) {
  const bool hopper = generation == Generation::hopper;
  if (code == 0) {
    fields.span = 16;
  } else if (code == (hopper ? 3u : 6u)) {
    fields.span = 32, fields.moved_bits = 1;
  } else if (code == (hopper ? 2u : 4u)) {
    fields.span = 64, fields.moved_bits = 2;
  } else if (code == (hopper ? 1u : 2u)) {
    fields.span = 128, fields.moved_bits = 3;
  } else if (code == 1) {
    fields.span = 128, fields.moved_bits = 2, fields.lowest_moved = 5;
  } else {
    throw std::invalid_argument("the descriptor's swizzle code has no meaning");
  }
}

Fields fields_of(std::uint64_t descriptor, Generation generation) {
  Fields fields{bits(descriptor, 0, 14) * 16,
                bits(descriptor, 16, 14) * 16,
                bits(descriptor, 32, 14) * 16,
                bits(descriptor, 49, 3),
                0,
                0,
                4};
  if (generation == Generation::hopper) {
    set_swizzle(fields, generation, bits(descriptor, 62, 2));
    return fields;
  }
  if (bits(descriptor, 46, 3) != 1) throw std::invalid_argument("bits 46-48 of the descriptor are not 0b001");
  if (bits(descriptor, 52, 1) != 0) throw std::invalid_argument("LBO as an address is not modelled");
  if (bits(descriptor, 53, 8) != 0) throw std::invalid_argument("bits 53-60 of the descriptor are not zero");
  set_swizzle(fields, generation, bits(descriptor, 61, 3));
  return fields;
}

bool atoms_of_32(const Fields& fields) { return fields.lowest_moved == 5; }

void refuse_impossible(const Fields& fields, Generation generation, const OperandShape& shape) {
  const int width = bits_of(shape.number);
  if (!shape.mn_major) {
    if (atoms_of_32(fields)) throw std::invalid_argument("32-byte atoms have no K-major layout");
    return;
  }
  const bool wide_enough = generation == Generation::hopper ? width == 16 : width >= 8;
  if (!wide_enough) throw std::invalid_argument("this type has no MN-major layout");
  if ((width == 32) != atoms_of_32(fields)) {
    throw std::invalid_argument("MN-major goes with 32-byte atoms for 32-bit types, and only for them");
  }
}

/// Address of chunk (row, chunk along K).
std::uint32_t k_major(const Fields& f, std::uint32_t row, std::uint32_t chunk) {
  const std::uint32_t second = f.span == 16 ? f.leading : 16;
  return f.start + row % 8 * f.span + row / 8 * f.stride + chunk * second;
}

/// Address of chunk (chunk along M or N, k).
std::uint32_t mn_major(const Fields& f, std::uint32_t chunk, std::uint32_t k) {
  if (f.span == 16) return f.start + k % 8 * 16 + k / 8 * f.leading + chunk * f.stride;
  const std::uint32_t across = f.span / 16, deep = atoms_of_32(f) ? 4 : 8;
  return f.start + chunk % across * 16 + chunk / across * f.leading + k % deep * f.span + k / deep * f.stride;
}

std::uint32_t swizzle_address(const Fields& f, std::uint32_t address) {
  const std::uint32_t phase = (address >> 7) - f.base_offset;
  const std::uint32_t moved = phase & ((1u << f.moved_bits) - 1);
  return (address ^ moved << f.lowest_moved) % window;
}

std::optional<Chunk> chunk_at(const SharedMemory& memory, std::uint32_t address) {
  const std::uint32_t offset = address - memory.base;  // huge below the image
  Chunk chunk;
  if (offset + chunk.size() > memory.bytes.size()) return std::nullopt;
  std::copy_n(memory.bytes.begin() + offset, chunk.size(), chunk.begin());
  return chunk;
}

/// decode() of one format, from a table where it is narrow.
class Decoder {
 public:
  explicit Decoder(Number number) : number_(number) {
    if (bits_of(number) > 8) return;
    for (std::uint32_t code = 0; code < 1u << bits_of(number); ++code) table_.push_back(decode(number, code));
  }
  double operator()(std::uint32_t code) const {
    return table_.empty() ? decode(number_, code) : table_[code];
  }

 private:
  Number number_;
  std::vector<double> table_;
};

/// Element `index` of a chunk: whole bytes, the lowest first, or bits of one byte and the next.
std::uint32_t element(const Chunk& chunk, int index, int width) {
  const int bytes = std::max(width / 8, 2);
  const auto first = static_cast<std::size_t>(index * width);
  std::uint32_t code = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(bytes) && first / 8 + i < chunk.size(); ++i) {
    code |= std::to_integer<std::uint32_t>(chunk[first / 8 + i]) << 8 * i;
  }
  return code >> first % 8 & static_cast<std::uint32_t>((std::uint64_t{1} << width) - 1);
}

}  // namespace

Operand read_operand(const SharedMemory& memory, std::uint64_t descriptor, Generation generation,
                     const OperandShape& shape) {
  const Fields fields = fields_of(descriptor, generation);
  refuse_impossible(fields, generation, shape);
  const int width = bits_of(shape.number), per_chunk = shape.padded ? 16 : 128 / width;
  Operand operand{shape.rows, shape.k, std::vector<double>(static_cast<std::size_t>(shape.rows * shape.k)),
                  0};
  const Decoder value(shape.number);
  const int along = shape.mn_major ? shape.rows : shape.k, across = shape.mn_major ? shape.k : shape.rows;
  for (int other = 0; other < across; ++other) {
    for (int first = 0; first < along; first += per_chunk) {
      const auto chunk = static_cast<std::uint32_t>(first / per_chunk),
                 line = static_cast<std::uint32_t>(other);
      const std::uint32_t address =
          shape.mn_major ? mn_major(fields, chunk, line) : k_major(fields, line, chunk);
      const std::optional<Chunk> bytes = chunk_at(memory, swizzle_address(fields, address));
      if (!bytes) ++operand.outside;
      for (int i = 0; bytes && i < per_chunk && first + i < along; ++i) {
        const int index = shape.mn_major ? (first + i) * shape.k + other : other * shape.k + first + i;
        operand.values[static_cast<std::size_t>(index)] = value(element(*bytes, i, width));
      }
    }
  }
  return operand;
}

std::uint64_t ignored_bits(std::uint64_t descriptor, Generation generation, const OperandShape& shape) {
  const Fields fields = fields_of(descriptor, generation);
  const bool swizzled = fields.span != 16;
  std::uint64_t ignored = mask(14, 2) | mask(30, 2);
  if (generation == Generation::hopper) ignored |= mask(46, 3) | mask(52, 10);
  // The phase counts modulo the rows of the pattern: 8 (128B), 4 (64B, 32-byte atoms), 2 (32B), 1 (none).
  const int phase_bits = static_cast<int>(fields.moved_bits);
  ignored |= mask(49 + phase_bits, 3 - phase_bits);
  const std::uint64_t leading = mask(16, 14), stride = mask(32, 14);
  const int per_chunk = shape.padded ? 16 : 128 / bits_of(shape.number);
  if (!shape.mn_major) {
    if (swizzled) ignored |= leading;
    if (shape.rows <= 8) ignored |= stride;  // one group of rows: SBO is never taken
    return ignored;
  }
  // What is never taken: the distance along M or N of operands that end before it. K always takes its
  // distance.
  const int before = swizzled ? per_chunk * static_cast<int>(fields.span / 16) : per_chunk;
  if (shape.rows <= before) ignored |= swizzled ? leading : stride;
  return ignored;
}

}  // namespace assay::mma
