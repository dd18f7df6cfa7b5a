#include "conformance/mma/instruction_reader.h"

#include <stdexcept>

namespace assay::mma {
namespace {

std::uint32_t bits(std::uint32_t word, int first, int count) { return word >> first & ((1u << count) - 1); }

void demand_zero(std::uint32_t word, int first, int count, const char* what) {
  if (bits(word, first, count) != 0) {
    throw std::invalid_argument(std::string("instruction descriptor: ") + what + " must be zero");
  }
}

[[noreturn]] void refuse(const char* what) {
  throw std::invalid_argument(std::string("instruction descriptor: ") + what);
}

Number type_of(Kind kind, std::uint32_t code) {
  switch (kind) {
    case Kind::f16:
      if (code <= 1) return code == 0 ? Number::f16 : Number::bf16;
      break;
    case Kind::tf32:
      if (code == 2) return Number::tf32;
      break;
    case Kind::i8:
      if (code <= 1) return code == 0 ? Number::u8 : Number::s8;
      break;
    case Kind::f8f6f4:
    case Kind::mxf8f6f4:
      switch (code) {
        case 0:
          return Number::e4m3;
        case 1:
          return Number::e5m2;
        case 3:
          return Number::e2m3;
        case 4:
          return Number::e3m2;
        case 5:
          return Number::e2m1;
        default:
          break;
      }
      break;
    case Kind::mxf4:
    case Kind::mxf4nvf4:
      if (code == 1) return Number::e2m1;
      break;
  }
  refuse("the kind has no such type");
}

Accumulator accumulator_of(Kind kind, std::uint32_t code, Number a, Number b) {
  if (code == 1 && kind != Kind::i8) return Accumulator::f32;
  if (code == 2 && kind == Kind::i8) return Accumulator::s32;
  const bool sums_in_f16 = kind == Kind::f8f6f4 || (a == Number::f16 && b == Number::f16);
  if (code == 0 && sums_in_f16) return Accumulator::f16;
  refuse("the kind has no such accumulator");
}

void read_plain(const Mnemonic& mnemonic, std::uint32_t word, Instruction& read) {
  if (mnemonic.kind != Kind::i8) demand_zero(word, 3, 1, "saturation of other kinds than i8");
  demand_zero(word, 6, 1, "bit 6");
  demand_zero(word, 23, 1, "bit 23");
  demand_zero(word, 29, 1, "bit 29");
  read.saturated = bits(word, 3, 1) != 0;
  read.d = accumulator_of(mnemonic.kind, bits(word, 4, 2), read.a, read.b);
  read.m = static_cast<int>(bits(word, 24, 5)) * 16;
}

void read_scaled(const Mnemonic& mnemonic, std::uint32_t word, Instruction& read) {
  demand_zero(word, 0, 2, "bits 0-1");
  demand_zero(word, 3, 1, "bit 3");
  demand_zero(word, 6, 1, "bit 6");
  demand_zero(word, 24, 3, "bits 24-26");
  demand_zero(word, 31, 1, "bit 31 (K = 96, sm_103a only, is not modelled)");
  if (mnemonic.kind != Kind::mxf8f6f4) demand_zero(word, 12, 1, "bit 12");
  read.d = Accumulator::f32;
  read.m = static_cast<int>(bits(word, 27, 2)) * 128;
  read.scale = bits(word, 23, 1) != 0 ? Number::ue8m0 : Number::ue4m3;
  read.scale_b_id = static_cast<int>(bits(word, 4, 2));
  read.scale_a_id = static_cast<int>(bits(word, 29, 2));
  const int blocks = mnemonic.scale_blocks;
  const bool blocks_fit = mnemonic.kind == Kind::mxf8f6f4 ? blocks == 1
                          : mnemonic.kind == Kind::mxf4   ? blocks == 2
                                                          : blocks == 2 || blocks == 4;
  if (!blocks_fit) refuse("the kind has no such number of scale factors");
  if (read.scale == Number::ue4m3 && blocks != 4) refuse("ue4m3 scales blocks of 16 only");
  if (read.scale_a_id % blocks != 0 || read.scale_b_id % blocks != 0) refuse("no such id of scale factors");
}

void refuse_majors(const Mnemonic& mnemonic, const Instruction& read) {
  if (mnemonic.kind != Kind::mxf4 && mnemonic.kind != Kind::mxf4nvf4) return;
  if (read.a_mn_major || read.b_mn_major) refuse("the kind has no MN-major operands");
}

}  // namespace

int k_of(Kind kind) {
  switch (kind) {
    case Kind::tf32:
      return 8;
    case Kind::f16:
      return 16;
    case Kind::mxf4:
    case Kind::mxf4nvf4:
      return 64;
    default:
      return 32;
  }
}

bool has_scale_factors(Kind kind) {
  return kind == Kind::mxf8f6f4 || kind == Kind::mxf4 || kind == Kind::mxf4nvf4;
}

bool is_padded(Kind kind, Number number) {
  return kind != Kind::mxf4 && kind != Kind::mxf4nvf4 && bits_of(number) < 8;
}

bool is_legal_shape(const Mnemonic& mnemonic, int m, int n, bool b_is_8_bit_mn_major) {
  const int group = mnemonic.cta_group;
  if (group != 1 && group != 2) return false;
  const bool smaller = m == 64 * group && !(group == 1 && has_scale_factors(mnemonic.kind));
  if (m != 128 * group && !smaller) return false;
  const bool integers = mnemonic.kind == Kind::i8;
  int step = 8 * group;
  if (integers) step = group == 2 ? 32 : n > 32 ? 16 : 8;
  if (b_is_8_bit_mn_major) step = 16 * group;
  return n >= step && n <= 256 && n % step == 0;
}

Instruction read_instruction(const Mnemonic& mnemonic, std::uint32_t descriptor) {
  if (has_scale_factors(mnemonic.kind) != (mnemonic.scale_blocks != 0)) {
    refuse("scale factors belong to the mx kinds, and to all of them");
  }
  demand_zero(descriptor, 2, 1, "sparsity (not modelled)");
  const bool mxf4 = mnemonic.kind == Kind::mxf4 || mnemonic.kind == Kind::mxf4nvf4;
  Instruction read{};
  read.k = k_of(mnemonic.kind);
  read.n = static_cast<int>(bits(descriptor, 17, 6)) * 8;
  read.a = type_of(mnemonic.kind, bits(descriptor, 7, 3));
  read.b = type_of(mnemonic.kind, bits(descriptor, 10, mxf4 ? 2 : 3));
  read.a_negated = bits(descriptor, 13, 1) != 0;
  read.b_negated = bits(descriptor, 14, 1) != 0;
  read.a_mn_major = bits(descriptor, 15, 1) != 0;
  read.b_mn_major = bits(descriptor, 16, 1) != 0;
  if (mnemonic.kind == Kind::i8 && (read.a_negated || read.b_negated)) refuse("i8 negates nothing");
  has_scale_factors(mnemonic.kind) ? read_scaled(mnemonic, descriptor, read)
                                   : read_plain(mnemonic, descriptor, read);
  refuse_majors(mnemonic, read);
  if (!is_legal_shape(mnemonic, read.m, read.n, read.b_mn_major && bits_of(read.b) == 8)) {
    refuse("the kind has no such shape");
  }
  return read;
}

std::uint32_t ignored_bits(const Mnemonic& mnemonic) {
  return has_scale_factors(mnemonic.kind) ? 0 : 0b11u << 30 | 0b11u;
}

}  // namespace assay::mma
