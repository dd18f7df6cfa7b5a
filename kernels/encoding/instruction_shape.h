#pragma once

#include <fmt/format.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/encoding/instruction_descriptor.h"

/// Names of what an instruction is made of, and which combinations exist. Host only.
namespace assay {

inline constexpr std::array mma_kinds{MmaKind::f16,      MmaKind::tf32, MmaKind::f8f6f4,  MmaKind::i8,
                                      MmaKind::mxf8f6f4, MmaKind::mxf4, MmaKind::mxf4nvf4};
inline constexpr std::array mma_kind_names{"f16", "tf32", "f8f6f4", "i8", "mxf8f6f4", "mxf4", "mxf4nvf4"};
inline constexpr std::array mma_types{MmaType::f16,  MmaType::bf16, MmaType::tf32, MmaType::e4m3,
                                      MmaType::e5m2, MmaType::e2m3, MmaType::e3m2, MmaType::e2m1,
                                      MmaType::s8,   MmaType::u8};
inline constexpr std::array mma_type_names{"f16",  "bf16", "tf32", "e4m3", "e5m2",
                                           "e2m3", "e3m2", "e2m1", "s8",   "u8"};

inline std::string_view name_of(MmaKind kind) { return mma_kind_names[static_cast<std::size_t>(kind)]; }
inline std::string_view name_of(MmaType type) { return mma_type_names[static_cast<std::size_t>(type)]; }
inline std::string_view name_of(MmaSum sum) {
  return sum == MmaSum::f16 ? "f16" : sum == MmaSum::f32 ? "f32" : "s32";
}

inline std::optional<MmaKind> kind_named(std::string_view name) {
  for (const MmaKind kind : mma_kinds) {
    if (name_of(kind) == name) return kind;
  }
  return std::nullopt;
}

/// What a kind takes for A and B.
inline std::vector<MmaType> types_of(MmaKind kind) {
  switch (kind) {
    case MmaKind::f16:
      return {MmaType::f16, MmaType::bf16};
    case MmaKind::tf32:
      return {MmaType::tf32};
    case MmaKind::i8:
      return {MmaType::s8, MmaType::u8};
    case MmaKind::f8f6f4:
    case MmaKind::mxf8f6f4:
      return {MmaType::e4m3, MmaType::e5m2, MmaType::e2m3, MmaType::e3m2, MmaType::e2m1};
    default:
      return {MmaType::e2m1};
  }
}

/// M of a kind on one CTA or on a pair.
inline std::vector<int> ms_of(MmaKind kind, int cta_group) {
  if (cta_group == 2) return {128, 256};
  return has_scale_factors(kind) ? std::vector{128} : std::vector{64, 128};
}

/// N of a kind on one CTA or on a pair, ascending (PTX ISA 9.1, table 39, dense).
inline std::vector<int> ns_of(MmaKind kind, int cta_group) {
  std::vector<int> list;
  const bool integers = kind == MmaKind::i8;
  const int step = cta_group == 1 ? 8 : integers ? 32 : 16;
  for (int n = step; n <= 256; n += step) {
    if (!integers || n <= 32 || n % 16 == 0) list.push_back(n);
  }
  return list;
}

namespace detail {

template <class T>
bool is_one_of(const std::vector<T>& list, T value) {
  for (const T& each : list) {
    if (each == value) return true;
  }
  return false;
}

inline std::string wrong_types(const InstructionShape& shape) {
  std::string names;
  for (const MmaType type : types_of(shape.kind))
    names += fmt::format("{}{}", names.empty() ? "" : ", ", name_of(type));
  for (const MmaType type : {shape.a, shape.b}) {
    if (!is_one_of(types_of(shape.kind), type))
      return fmt::format("kind {} multiplies {}; {} is not one of them", name_of(shape.kind), names,
                         name_of(type));
  }
  return "";
}

inline std::string wrong_sum(const InstructionShape& shape) {
  const bool both_f16 = shape.a == MmaType::f16 && shape.b == MmaType::f16;
  const bool in_16_bits = both_f16 || shape.kind == MmaKind::f8f6f4;
  const bool fits = shape.kind == MmaKind::i8
                        ? shape.sum == MmaSum::s32
                        : shape.sum == MmaSum::f32 || (shape.sum == MmaSum::f16 && in_16_bits);
  if (fits) return "";
  return fmt::format("kind {} with {} and {} does not add in {}", name_of(shape.kind), name_of(shape.a),
                     name_of(shape.b), name_of(shape.sum));
}

inline std::string wrong_scale(const InstructionShape& shape) {
  const auto kind = name_of(shape.kind);
  if (!has_scale_factors(shape.kind))
    return shape.block == 0
               ? ""
               : fmt::format("kind {} has no scale factors, so no blocks of {}", kind, shape.block);
  const bool sixteens = shape.block == 16 && shape.kind == MmaKind::mxf4nvf4;
  if (shape.block != 32 && !sixteens)
    return fmt::format("kind {} has one scale factor for {} elements; {} is not one of them", kind,
                       shape.kind == MmaKind::mxf4nvf4 ? "16 or 32" : "32", shape.block);
  if (shape.scale == MmaScale::ue4m3 && !sixteens)
    return fmt::format(
        "ue4m3 scale factors exist with kind mxf4nvf4 and blocks of 16 only, not with kind {} and blocks of "
        "{}",
        kind, shape.block);
  return "";
}

/// "8, 16, 24, 32, 48, ... 256": in full up to the last change of step, then the last one.
inline std::string shown(const std::vector<int>& list) {
  std::size_t settled = 2;
  for (std::size_t i = 2; i < list.size(); ++i) {
    if (list[i] - list[i - 1] != list[i - 1] - list[i - 2]) settled = i;
  }
  std::string text;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const bool last = i + 1 == list.size();
    if (i > settled && !last) continue;
    text += fmt::format("{}{}{}", i == 0 ? "" : ", ", i > settled + 1 ? "... " : "", list[i]);
  }
  return text;
}

inline std::string wrong_size(const InstructionShape& shape) {
  if (shape.cta_group != 1 && shape.cta_group != 2)
    return fmt::format("cta_group is 1 (one CTA) or 2 (a pair); {} is neither", shape.cta_group);
  const std::string whose =
      fmt::format("kind {} with cta_group {} takes", name_of(shape.kind), shape.cta_group);
  const auto ms = ms_of(shape.kind, shape.cta_group), ns = ns_of(shape.kind, shape.cta_group);
  if (!is_one_of(ms, shape.m))
    return fmt::format("{} M {}; {} is not one of them", whose, shown(ms), shape.m);
  if (!is_one_of(ns, shape.n))
    return fmt::format("{} N {}; {} is not one of them", whose, shown(ns), shape.n);
  return "";
}

}  // namespace detail

/// Why there is no such instruction; "" if there is. `architecture` as in "sm_100": kind i8 is one of its
/// own.
inline std::string why_refused(const InstructionShape& shape, std::string_view architecture = "sm_100") {
  if (shape.kind == MmaKind::i8 && architecture != "sm_100")
    return fmt::format("kind i8 exists on sm_100 only, this GPU is {}", architecture);
  for (const auto& rule : {detail::wrong_types, detail::wrong_sum, detail::wrong_scale, detail::wrong_size}) {
    if (std::string reason = rule(shape); !reason.empty()) return reason;
  }
  return "";
}

}  // namespace assay
