#include "conformance/mma/mma_operands.h"

#include <bit>
#include <cstring>
#include <random>

#include "kernels/encoding/swizzle.h"

namespace assay::mma {
namespace {

constexpr int m = 64, most_n = 256, row_bytes = 128;

/// The bits of -1, 0 or 1.
std::uint32_t encode(const Format& format, int value) {
  if (value == 0) return 0;
  const bool negative = value < 0;
  if (format.name == "f16") return negative ? 0xBC00 : 0x3C00;
  if (format.name == "bf16") return negative ? 0xBF80 : 0x3F80;
  if (format.name == "tf32") return negative ? 0xBF800000 : 0x3F800000;
  if (format.name == "e4m3") return negative ? 0xB8 : 0x38;
  if (format.name == "e5m2") return negative ? 0xBC : 0x3C;
  return negative ? 0xFF : 0x01;  // s8, u8
}

std::uint32_t sum_bits(const Format& format, int sum) {
  if (format.accumulator == "s32") return static_cast<std::uint32_t>(sum);
  if (format.accumulator == "f16") return half_bits(sum);
  return std::bit_cast<std::uint32_t>(static_cast<float>(sum));
}

/// The 32 bytes of a row that an instruction reads.
std::vector<std::byte> row_of(const Format& format, const std::int8_t* values) {
  std::vector<std::byte> bytes(32);
  for (int k = 0; k < format.k(); ++k) {
    const std::uint32_t bits = encode(format, values[k]);
    std::memcpy(bytes.data() + k * format.element_bytes, &bits,
                static_cast<std::size_t>(format.element_bytes));
  }
  return bytes;
}

}  // namespace

std::uint32_t half_bits(int value) {
  if (value == 0) return 0;
  const std::uint32_t sign = value < 0 ? 0x8000 : 0;
  const auto magnitude = static_cast<std::uint32_t>(value < 0 ? -value : value);
  const int exponent = std::bit_width(magnitude) - 1;
  return sign | static_cast<std::uint32_t>(exponent + 15) << 10 |
         (exponent <= 10 ? magnitude << (10 - exponent) : magnitude >> (exponent - 10)) % 1024;
}

const std::vector<Format>& hopper_formats() {
  static const std::vector<Format> formats{{"f16", "f32", 2, "f16"},  {"f16", "f16", 2, "f16"},
                                           {"bf16", "f32", 2, "f16"}, {"tf32", "f32", 4, "tf32"},
                                           {"e4m3", "f32", 1, "f8"},  {"e5m2", "f32", 1, "f8"},
                                           {"s8", "s32", 1, "i8"},    {"u8", "s32", 1, "i8"}};
  return formats;
}

int Operands::product(int row, int column) const {
  int sum = 0;
  for (int i = 0; i < k; ++i) {
    sum += a[static_cast<std::size_t>(row * k + i)] * b[static_cast<std::size_t>(column * k + i)];
  }
  return sum;
}

Operands make_operands(const Format& format, std::uint64_t seed) {
  Operands made{{}, {}, format.k()};
  std::mt19937_64 random(seed);
  const auto k = static_cast<std::size_t>(made.k);
  made.a.assign(m * k, 0);
  for (std::size_t row = 0; row < m; ++row) {
    made.a[row * k + (5 * row + 3) % k] = !format.is_unsigned() && random() % 2 == 0 ? -1 : 1;
  }
  made.b.resize(most_n * k);
  for (std::int8_t& value : made.b) {
    value = static_cast<std::int8_t>(format.is_unsigned() ? random() % 2 : random() % 3);
    if (!format.is_unsigned()) --value;
  }
  return made;
}

std::vector<std::byte> shared_image(const Format& format, const std::vector<std::int8_t>& values, int rows) {
  std::vector<std::byte> image(static_cast<std::size_t>(rows * row_bytes), std::byte{0x7F});
  for (int row = 0; row < rows; ++row) {
    const auto bytes = row_of(format, values.data() + row * format.k());
    for (std::uint32_t byte = 0; byte < bytes.size(); ++byte) {
      image[swizzled(static_cast<std::uint32_t>(row * row_bytes) + byte, Swizzle::b128)] = bytes[byte];
    }
  }
  return image;
}

std::vector<std::uint32_t> register_image(const Format& format, const std::vector<std::int8_t>& a) {
  std::vector<std::uint32_t> words(128 * 4);
  for (int thread = 0; thread < 128; ++thread) {
    const int warp = thread / 32, group = thread % 32 / 4, in_group = thread % 4;
    for (int r = 0; r < 4; ++r) {
      const int row = 16 * warp + group + 8 * (r % 2), byte = 4 * in_group + 16 * (r / 2);
      const auto bytes = row_of(format, a.data() + row * format.k());
      std::memcpy(&words[static_cast<std::size_t>(thread * 4 + r)], bytes.data() + byte, 4);
    }
  }
  return words;
}

std::vector<std::uint32_t> expected_accumulators(const Format& format, const Operands& operands, int n,
                                                 int count) {
  const bool packed = format.accumulator == "f16";
  const int elements = n / 2, registers = packed ? n / 4 : n / 2;
  std::vector<std::uint32_t> words(static_cast<std::size_t>(128 * registers), 0);
  for (int thread = 0; thread < 128; ++thread) {
    const int warp = thread / 32, group = thread % 32 / 4, in_group = thread % 4;
    for (int i = 0; i < elements; ++i) {
      const int row = 16 * warp + group + 8 * (i / 2 % 2), column = 8 * (i / 4) + 2 * in_group + i % 2;
      const std::uint32_t bits = sum_bits(format, count * operands.product(row, column));
      const int index = thread * registers + (packed ? i / 2 : i);
      words[static_cast<std::size_t>(index)] |= packed && i % 2 == 1 ? bits << 16 : bits;
    }
  }
  return words;
}

}  // namespace assay::mma
