#include "conformance/mma/number_formats.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace assay::mma {
namespace {

/// What the codes with all exponent bits set mean.
enum class Top {
  ieee,     ///< infinity, or NaN with a fraction
  nan_one,  ///< numbers, except that all ones is NaN
  numbers,  ///< numbers
};

struct Layout {
  int sign_bits, exponent_bits, fraction_bits, ignored_bits;
  Top top;

  int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  std::uint32_t magnitudes() const { return 1u << (exponent_bits + fraction_bits); }
  std::uint32_t largest() const {
    if (top == Top::ieee) return magnitudes() - (1u << fraction_bits) - 1;
    return magnitudes() - (top == Top::nan_one ? 2 : 1);
  }
};

Layout layout_of(Number number) {
  switch (number) {
    case Number::f16:
      return {1, 5, 10, 0, Top::ieee};
    case Number::bf16:
      return {1, 8, 7, 0, Top::ieee};
    case Number::tf32:
      return {1, 8, 10, 13, Top::ieee};
    case Number::e4m3:
      return {1, 4, 3, 0, Top::nan_one};
    case Number::e5m2:
      return {1, 5, 2, 0, Top::ieee};
    case Number::e2m3:
      return {1, 2, 3, 0, Top::numbers};
    case Number::e3m2:
      return {1, 3, 2, 0, Top::numbers};
    case Number::e2m1:
      return {1, 2, 1, 0, Top::numbers};
    case Number::ue4m3:
      return {0, 4, 3, 0, Top::nan_one};
    case Number::ue8m0:
    case Number::s8:
    case Number::u8:
      break;
  }
  throw std::logic_error("number format without sign, exponent and fraction");
}

/// 2^exponent, for exponents of normal doubles; the formats' are.
double power_of_two(int exponent) { return std::bit_cast<double>(std::uint64_t(exponent + 1023) << 52); }

double decode_float(const Layout& layout, std::uint32_t code) {
  code >>= layout.ignored_bits;
  const std::uint32_t magnitude = code % layout.magnitudes();
  const std::uint32_t fraction = magnitude % (1u << layout.fraction_bits);
  const int exponent = static_cast<int>(magnitude >> layout.fraction_bits);
  const double sign = layout.sign_bits == 1 && (code & layout.magnitudes()) != 0 ? -1 : 1;
  if (magnitude > layout.largest()) {
    const bool infinite = layout.top == Top::ieee && fraction == 0;
    return infinite ? sign * std::numeric_limits<double>::infinity()
                    : std::numeric_limits<double>::quiet_NaN();
  }
  const std::uint32_t hidden = exponent == 0 ? 0 : 1u << layout.fraction_bits;
  return sign * (fraction + hidden) *
         power_of_two(std::max(exponent, 1) - layout.bias() - layout.fraction_bits);
}

std::uint32_t magnitude_of(const Layout& layout, double value) {
  if (std::isnan(value)) return layout.top == Top::numbers ? layout.largest() : layout.magnitudes() - 1;
  const std::uint32_t too_large =
      layout.top == Top::ieee ? layout.largest() + 1 : layout.largest();  // infinity follows the largest
  if (std::isinf(value)) return too_large;
  const int smallest = 1 - layout.bias();
  const int exponent = value == 0 ? smallest : std::max(std::ilogb(value), smallest);
  // Steps of the format below this value; a carry out of the fraction makes the next exponent.
  const double steps = std::nearbyint(std::ldexp(value, layout.fraction_bits - exponent));
  const double code = steps + std::ldexp(exponent - smallest, layout.fraction_bits);
  return code > layout.largest() ? too_large : static_cast<std::uint32_t>(code);
}

std::uint32_t encode_float(const Layout& layout, double value) {
  const bool negative = std::signbit(value) && !std::isnan(value);
  if (negative && layout.sign_bits == 0)
    throw std::invalid_argument("a negative value in an unsigned format");
  const std::uint32_t code = magnitude_of(layout, std::abs(value)) | (negative ? layout.magnitudes() : 0);
  return code << layout.ignored_bits;
}

std::uint32_t encode_power(double value) {
  if (std::isnan(value)) return 0xFF;
  int exponent = 0;
  if (!(value > 0) || std::isinf(value) || std::frexp(value, &exponent) != 0.5) {
    throw std::invalid_argument("ue8m0 holds powers of two only");
  }
  return static_cast<std::uint32_t>(std::clamp(exponent - 1 + 127, 0, 254));
}

}  // namespace

int bits_of(Number number) {
  if (number == Number::ue8m0 || number == Number::ue4m3 || number == Number::s8 || number == Number::u8) {
    return 8;
  }
  const Layout layout = layout_of(number);
  return layout.sign_bits + layout.exponent_bits + layout.fraction_bits + layout.ignored_bits;
}

double decode(Number number, std::uint32_t code) {
  switch (number) {
    case Number::s8:
      return static_cast<std::int8_t>(code & 0xFF);
    case Number::u8:
      return static_cast<std::uint8_t>(code & 0xFF);
    case Number::ue8m0:
      return (code & 0xFF) == 0xFF ? std::numeric_limits<double>::quiet_NaN()
                                   : power_of_two(static_cast<int>(code & 0xFF) - 127);
    default:
      return decode_float(layout_of(number), code);
  }
}

std::uint32_t encode(Number number, double value) {
  switch (number) {
    case Number::s8:
      return static_cast<std::uint32_t>(static_cast<int>(std::clamp(std::nearbyint(value), -128.0, 127.0))) &
             0xFF;
    case Number::u8:
      if (value < 0) throw std::invalid_argument("a negative value in an unsigned format");
      return static_cast<std::uint32_t>(std::min(std::nearbyint(value), 255.0));
    case Number::ue8m0:
      return encode_power(value);
    default:
      return encode_float(layout_of(number), value);
  }
}

}  // namespace assay::mma
