#include "conformance/mma/tcgen05_operands.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <random>
#include <span>

#include "conformance/mma/mma_operands.h"
#include "kernels/encoding/scale_factor_layout.h"
#include "kernels/encoding/swizzle.h"

namespace assay::mma {
namespace {

constexpr std::size_t k_bytes = 32, slot_bytes = 16;
constexpr std::byte never_read{0x7F};
constexpr std::byte no_scale{0xFF};  ///< NaN in ue8m0 and ue4m3

/// Width of an element and the bits of 1; the highest bit is the sign.
struct Encoding {
  int bits;
  std::uint32_t one;
};

Encoding encoding_of(MmaType type) {
  switch (type) {
    case MmaType::f16:
      return {16, 0x3C00};
    case MmaType::bf16:
      return {16, 0x3F80};
    case MmaType::tf32:
      return {32, 0x3F800000};
    case MmaType::e4m3:
      return {8, 0x38};
    case MmaType::e5m2:
      return {8, 0x3C};
    case MmaType::e2m3:
      return {6, 0x08};
    case MmaType::e3m2:
      return {6, 0x0C};
    case MmaType::e2m1:
      return {4, 0x2};
    default:  // s8, u8
      return {8, 0x01};
  }
}

/// The bits of -1, 0 or 1.
std::uint32_t encode(MmaType type, int value) {
  const auto [bits, one] = encoding_of(type);
  if (value == 0) return 0;
  if (value > 0) return one;
  return type == MmaType::s8 ? 0xFF : one | 1u << (bits - 1);
}

/// The 32 bytes of a row that an instruction reads. Narrow elements of the kinds f8f6f4 and mxf8f6f4 are
/// packed by 16 into slots of 16 bytes, the rest of which is not read.
std::vector<std::byte> row_of(const InstructionShape& shape, MmaType type,
                              std::span<const std::int8_t> values) {
  const auto width = static_cast<std::size_t>(encoding_of(type).bits);
  const bool in_slots = width < 8 && !is_packed(shape.kind);
  std::vector<std::byte> bytes(k_bytes, in_slots ? never_read : std::byte{0});
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t first = in_slots ? i / 16 * slot_bytes * 8 + i % 16 * width : i * width;
    const std::uint32_t code = encode(type, values[i]);
    for (std::size_t bit = 0; bit < width; ++bit) {
      const std::byte mask{static_cast<unsigned char>(1u << (first + bit) % 8)};
      std::byte& byte = bytes[(first + bit) / 8];
      byte = (code >> bit & 1) != 0 ? byte | mask : byte & ~mask;
    }
  }
  return bytes;
}

void put_row(std::byte* rows, std::uint32_t row, const std::vector<std::byte>& bytes) {
  for (std::uint32_t slot = 0; slot < k_bytes / slot_bytes; ++slot) {
    const std::uint32_t offset =
        row * Tcgen05Image::row_bytes + slot * static_cast<std::uint32_t>(slot_bytes);
    std::memcpy(rows + swizzled(offset, Swizzle::b128), bytes.data() + slot * slot_bytes, slot_bytes);
  }
}

std::byte scale_bits(MmaScale scale, int exponent) {
  return static_cast<std::byte>(scale == MmaScale::ue8m0 ? exponent + 127 : (exponent + 7) << 3);
}

/// Puts the scale factors of row or column `index` where position `position` of `replica` has its own.
void put_scales(Tcgen05Image& image, std::uint32_t first_block, const InstructionShape& shape,
                std::span<const std::int8_t> exponents, std::uint32_t position, std::uint32_t replica) {
  for (std::uint32_t block = 0; block < exponents.size(); ++block) {
    const ScalePlace place = scale_factor(position, block, 0, replica);
    const std::uint32_t columns = tcgen05_block_columns;
    image.tensor[first_block + place.column / columns][place.lane][place.column % columns * 4 + place.byte] =
        scale_bits(shape.scale, exponents[block]);
  }
}

std::span<const std::int8_t> row(const std::vector<std::int8_t>& values, int width, std::uint32_t index) {
  return std::span(values).subspan(index * static_cast<std::size_t>(width), static_cast<std::size_t>(width));
}

void put_a(Tcgen05Image& image, const InstructionShape& shape, const Tcgen05Values& values,
           std::uint32_t cta) {
  const TmemLayout layout = tcgen05_layout(shape);
  for (std::uint32_t i = 0; i < rows_per_cta(layout); ++i) {
    const std::uint32_t global = cta * rows_per_cta(layout) + i;
    const auto bytes = row_of(shape, shape.a, row(values.a, values.k, global));
    put_row(image.a[0], i, bytes);
    for (std::uint32_t share = 0; share < lane_shares(layout); ++share) {
      const std::uint32_t lane = tmem_row(layout, i, share).lane;
      for (std::size_t half = 0; half < 2; ++half) {
        std::memcpy(image.tensor[half][lane], bytes.data() + half * slot_bytes, slot_bytes);
      }
    }
    for (std::uint32_t replica = 0; replica < scale_replicas; ++replica) {
      put_scales(image, Tcgen05Image::scale_a_block, shape, row(values.scale_a, values.blocks, global), i,
                 replica);
    }
  }
}

/// Each CTA has its share of B, but the scale factors of all its columns. Where the upper lanes have the
/// upper half of N (layout B), two readings exist of where they find it (scale_factor_layout.h): repeated as
/// a whole, or from the first column on. The places differ, so both are filled.
void put_b(Tcgen05Image& image, const InstructionShape& shape, const Tcgen05Values& values,
           std::uint32_t cta) {
  const auto n = static_cast<std::uint32_t>(shape.n), mine = n / static_cast<std::uint32_t>(shape.cta_group);
  for (std::uint32_t i = 0; i < mine; ++i) {
    put_row(image.b[0], i, row_of(shape, shape.b, row(values.b, values.k, cta * mine + i)));
  }
  for (std::uint32_t replica = 0; replica < scale_replicas; ++replica) {
    const bool upper_half = tcgen05_layout(shape) == TmemLayout::b && replica >= 2;
    for (std::uint32_t position = 0; position < n; ++position) {
      const std::uint32_t column = upper_half && position < n / 2 ? position + n / 2 : position;
      put_scales(image, Tcgen05Image::scale_b_block, shape, row(values.scale_b, values.blocks, column),
                 position, replica);
    }
  }
}

}  // namespace

InstructionShape Tcgen05Format::shape(int cta_group, int m, int n, bool a_in_tensor_memory) const {
  const MmaSum sum = accumulator == "f16" ? MmaSum::f16 : accumulator == "f32" ? MmaSum::f32 : MmaSum::s32;
  return {kind, type, type, sum, cta_group, m, n, a_in_tensor_memory, block, scale};
}

const std::vector<Tcgen05Format>& blackwell_formats() {
  using enum MmaKind;
  static const std::vector<Tcgen05Format> formats{
      {"f16", "f32", f16, MmaType::f16},
      {"f16", "f16", f16, MmaType::f16},
      {"bf16", "f32", f16, MmaType::bf16},
      {"tf32", "f32", tf32, MmaType::tf32},
      {"e4m3", "f32", f8f6f4, MmaType::e4m3},
      {"e5m2", "f32", f8f6f4, MmaType::e5m2},
      {"e2m3", "f32", f8f6f4, MmaType::e2m3},
      {"e3m2", "f32", f8f6f4, MmaType::e3m2},
      {"f4", "f32", f8f6f4, MmaType::e2m1},
      {"s8", "s32", i8, MmaType::s8},
      {"u8", "s32", i8, MmaType::u8},
      {"mxf8", "f32", mxf8f6f4, MmaType::e4m3, 32},
      {"mxf4", "f32", mxf8f6f4, MmaType::e2m1, 32},
      {"mxf4_packed", "f32", mxf4, MmaType::e2m1, 32},
      {"nvf4", "f32", mxf4nvf4, MmaType::e2m1, 16, MmaScale::ue4m3},
      {"nvf4_block32", "f32", mxf4nvf4, MmaType::e2m1, 32}};
  return formats;
}

int Tcgen05Values::product_times_4(int row_of_a, int column) const {
  int sum = 0;
  for (int i = 0; i < k; ++i) {
    const auto a_at = static_cast<std::size_t>(row_of_a * k + i),
               b_at = static_cast<std::size_t>(column * k + i);
    int exponent = 2;
    if (blocks > 0) {
      const int block = i / (k / blocks);
      exponent += scale_a[static_cast<std::size_t>(row_of_a * blocks + block)];
      exponent += scale_b[static_cast<std::size_t>(column * blocks + block)];
    }
    sum += a[a_at] * b[b_at] * (1 << exponent);
  }
  return sum;
}

Tcgen05Values make_values(const Tcgen05Format& format, std::uint64_t seed) {
  const int k = k_of(format.kind), blocks = format.block == 0 ? 0 : k / format.block;
  const auto width = static_cast<std::size_t>(k), rows = static_cast<std::size_t>(Tcgen05Values::most_rows);
  const bool is_unsigned = format.type == MmaType::u8;
  std::mt19937_64 random(seed);
  Tcgen05Values made{
      k, blocks, std::vector<std::int8_t>(rows * width), std::vector<std::int8_t>(rows * width), {}, {}};
  for (std::size_t r = 0; r < rows; ++r) {
    made.a[r * width + (5 * r + 3) % width] = !is_unsigned && random() % 2 == 0 ? -1 : 1;
  }
  const auto draw = [&](int lowest, unsigned count) {
    return [&random, lowest, count] {
      return static_cast<std::int8_t>(lowest + static_cast<int>(random() % count));
    };
  };
  std::ranges::generate(made.b, is_unsigned ? draw(0, 2) : draw(-1, 3));
  for (auto* scales : {&made.scale_a, &made.scale_b}) {
    scales->resize(rows * static_cast<std::size_t>(blocks));
    std::ranges::generate(*scales, draw(-1, 3));
  }
  return made;
}

std::vector<Tcgen05Image> images(const InstructionShape& shape, const Tcgen05Values& values) {
  std::vector<Tcgen05Image> made(static_cast<std::size_t>(shape.cta_group));
  for (std::uint32_t cta = 0; cta < made.size(); ++cta) {
    Tcgen05Image& image = made[cta];
    std::ranges::fill(std::span(image.a[0], sizeof(image.a)), never_read);
    std::ranges::fill(std::span(image.b[0], sizeof(image.b)), never_read);
    std::ranges::fill(std::span(image.tensor[0][0], sizeof(image.tensor)), no_scale);
    put_a(image, shape, values, cta);
    put_b(image, shape, values, cta);
  }
  return made;
}

Tcgen05Expected expected_d(const InstructionShape& shape, const Tcgen05Values& values, int count) {
  const TmemLayout layout = tcgen05_layout(shape);
  const auto columns = static_cast<std::size_t>(tcgen05_d_columns(shape));
  const std::size_t words = static_cast<std::size_t>(shape.cta_group) * tmem_lanes * columns;
  Tcgen05Expected expected{std::vector<std::uint32_t>(words), std::vector<std::uint32_t>(words)};
  for (int r = 0; r < shape.m; ++r) {
    for (int column = 0; column < shape.n; ++column) {
      const TmemPlace place =
          tmem_accumulator(layout, static_cast<std::uint32_t>(r), static_cast<std::uint32_t>(column),
                           static_cast<std::uint32_t>(shape.n));
      const std::size_t at = (place.cta * tmem_lanes + place.lane) * columns + place.column;
      const int sum = count * values.product_times_4(r, column);
      expected.bits[at] = shape.sum == MmaSum::f16 ? 0xFFFF : 0xFFFFFFFF;
      expected.words[at] = shape.sum == MmaSum::f16 ? half_bits(sum / 4)
                           : shape.sum == MmaSum::s32
                               ? static_cast<std::uint32_t>(sum / 4)
                               : std::bit_cast<std::uint32_t>(static_cast<float>(sum) / 4);
    }
  }
  return expected;
}

}  // namespace assay::mma
