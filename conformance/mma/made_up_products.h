#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "conformance/mma/made_up_operands.h"

/// For tests of the reference model: where operands lie, and the plain product that the model must give.
namespace assay::mma {

inline const std::vector<Swizzle> modes{Swizzle::none, Swizzle::b32, Swizzle::b64, Swizzle::b128,
                                        Swizzle::b128_atom32};
inline constexpr std::uint32_t a_start = 0x800, b_start = 0x10000, image_bytes = 0x20000;

/// Where an operand lies: behind a descriptor, or (A only) in registers or tensor memory.
struct Placement {
  bool in_shared;
  Major major;
  Swizzle swizzle;
};

template <class Reads>
std::vector<Placement> placements(Number number, bool padded, Reads reads) {
  std::vector<Placement> all;
  for (const Major major : {Major::k, Major::mn}) {
    for (const Swizzle mode : modes) {
      if (reads(chunks_of(number, padded), major, mode)) all.push_back({true, major, mode});
    }
  }
  return all;
}

/// The plain product that the model must give, written without any layout.
struct Plain {
  Matrix a, b;
  Matrix scale_a{0, 0, {}}, scale_b{0, 0, {}};  ///< [row][block], empty without scale factors

  double at(int row, int column) const {
    double sum = 0;
    for (int k = 0; k < a.columns; ++k) {
      double product = a.at(row, k) * b.at(column, k);
      if (scale_a.rows != 0) {
        const int block = k * scale_a.columns / a.columns;
        product = product * scale_a.at(row, block) * scale_b.at(column, block);
      }
      sum += product;
    }
    return sum;
  }
};

/// Every row and every column at least once; all of a small product.
inline void expect_product(const Product& product, const Plain& plain, Random& random) {
  ASSERT_EQ(product.m, plain.a.rows);
  ASSERT_EQ(product.n, plain.b.rows);
  ASSERT_EQ(product.outside, 0);
  const int shift = static_cast<int>(random() % 1000);
  for (int i = 0; i < std::max(product.m, product.n); ++i) {
    const int row = i % product.m, column = (i + shift) % product.n;
    ASSERT_EQ(product.exact(row, column), plain.at(row, column)) << "row " << row << ", column " << column;
  }
}

/// A K step inside the pattern's row, as kernels take it: elements before the operand, for the descriptor in
/// bytes.
struct Step {
  int elements;
  std::uint32_t bytes;
};

inline Step step_of(const Placement& place, int k, Random& random) {
  if (!place.in_shared || place.major == Major::mn || place.swizzle == Swizzle::none) return {0, 0};
  const auto steps = static_cast<std::uint32_t>(random() % (swizzle_span(place.swizzle) / 32));
  return {static_cast<int>(steps) * k, steps * 32};
}

/// Fills the images (one a CTA, rows split between them) and gives the descriptor.
template <class Descriptor>
std::uint64_t place_operand(std::vector<SharedMemory>& images, const Placement& place, std::uint32_t start,
                            Number number, bool padded, const Matrix& matrix, Random& random) {
  const int ctas = static_cast<int>(images.size()), rows = matrix.rows / ctas;
  CanonicalLayout layout =
      tight_layout(chunks_of(number, padded), place.major, place.swizzle, static_cast<std::uint32_t>(rows));
  // LBO plays no part there, so it may be anything.
  if (place.major == Major::k && place.swizzle != Swizzle::none) {
    layout.leading_bytes = 16 * static_cast<std::uint32_t>(random() % 1024);
  }
  const Step step = step_of(place, matrix.columns, random);
  for (int cta = 0; cta < ctas; ++cta) {
    fill(images[static_cast<std::size_t>(cta)], layout, start, number, matrix, cta * rows, rows,
         step.elements);
  }
  return Descriptor{start + step.bytes, layout.leading_bytes, layout.stride_bytes, 0, place.swizzle}.bits();
}

inline std::vector<SharedMemory>& images_of(int ctas) {
  static std::vector<SharedMemory> one(1, {0x400, std::vector<std::byte>(image_bytes, std::byte{0x51})});
  static std::vector<SharedMemory> two(2, one[0]);
  return ctas == 1 ? one : two;
}

}  // namespace assay::mma
