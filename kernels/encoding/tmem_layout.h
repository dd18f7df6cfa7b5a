#pragma once

#include <cstdint>

#include "kernels/encoding/pattern.h"

namespace assay {

inline constexpr std::uint32_t tmem_lanes = 128, tmem_columns = 512;

/// Address of a 32-bit cell of tensor memory: lane in bits 16-31, column in 0-15.
ASSAY_HOST_DEVICE constexpr std::uint32_t tmem_address(std::uint32_t lane, std::uint32_t column) {
  return lane << 16 | column;
}

/// How tcgen05.mma spreads the rows of A and D over the lanes (PTX ISA 9.1, "Data Path Layout Organization").
enum class TmemLayout {
  a,  ///< M = 256, two CTAs: each holds its 128 rows, a lane each
  b,  ///< M = 128, two CTAs, dense: 64 rows a CTA, halves of N on lanes 0-63 and 64-127
  c,  ///< M = 128, two CTAs, sparse: 64 rows a CTA, 16 lanes of every 32
  d,  ///< M = 128, one CTA: lane = row
  e,  ///< M = 64, .ws: halves of N on lanes 0-63 and 64-127
  f,  ///< M = 64, one CTA: 16 lanes of every 32
  g,  ///< M = 32, .ws: quarters of N on the four groups of 32 lanes
};

/// A cell of the tensor memory of one CTA of the pair.
struct TmemPlace {
  std::uint32_t cta, lane, column;
  constexpr bool operator==(const TmemPlace&) const = default;
};

/// Rows of D that one CTA holds.
ASSAY_HOST_DEVICE constexpr std::uint32_t rows_per_cta(TmemLayout layout) {
  switch (layout) {
    case TmemLayout::a:
    case TmemLayout::d:
      return 128;
    case TmemLayout::g:
      return 32;
    default:
      return 64;
  }
}

/// Groups of lanes that hold the same rows: of D each has its share of N, A must be repeated in each.
ASSAY_HOST_DEVICE constexpr std::uint32_t lane_shares(TmemLayout layout) {
  return layout == TmemLayout::g ? 4 : layout == TmemLayout::b || layout == TmemLayout::e ? 2 : 1;
}

/// Where row `row` lies, in share 0 .. lane_shares() - 1; the column is 0. Layouts C and F may also begin at
/// lane 16: then the lanes are 16 more.
ASSAY_HOST_DEVICE constexpr TmemPlace tmem_row(TmemLayout layout, std::uint32_t row, std::uint32_t share) {
  const std::uint32_t rows = rows_per_cta(layout);
  const std::uint32_t in_cta = row % rows;
  const bool half_of_the_lanes = layout == TmemLayout::c || layout == TmemLayout::f;
  return {row / rows, half_of_the_lanes ? in_cta / 16 * 32 + in_cta % 16 : in_cta + share * rows, 0};
}

/// The cell of D's element (row, column) of M x `n`, columns from the first of the accumulator. 16-bit
/// elements take a cell each, too, in its low half.
ASSAY_HOST_DEVICE constexpr TmemPlace tmem_accumulator(TmemLayout layout, std::uint32_t row,
                                                       std::uint32_t column, std::uint32_t n) {
  const std::uint32_t share_columns = n / lane_shares(layout);
  TmemPlace place = tmem_row(layout, row, column / share_columns);
  place.column = column % share_columns;
  return place;
}

/// The cell that holds A's element (row, k): `per_cell` elements follow each other in 32 bits, K along the
/// columns. 8, 6 and 4 bits wide elements of the kinds f8f6f4 and mxf8f6f4 take a byte each.
ASSAY_HOST_DEVICE constexpr TmemPlace tmem_operand(TmemLayout layout, std::uint32_t row, std::uint32_t share,
                                                   std::uint32_t k, std::uint32_t per_cell) {
  TmemPlace place = tmem_row(layout, row, share);
  place.column = k / per_cell;
  return place;
}

}  // namespace assay
