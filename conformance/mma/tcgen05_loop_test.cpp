#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "conformance/mma/mma_reference.h"
#include "conformance/mma/tcgen05_operands.h"
#include "conformance/mma/tcgen05_shapes.h"
#include "kernels/encoding/instruction_shape.h"
#include "kernels/encoding/shared_descriptor.h"

/// The loop of tcgen05.mma without a Blackwell: what its kernel uploads, with the descriptors that its kernel
/// makes, goes through the reference model, which was written apart from both and must find the sums that the
/// sweeps expect.
namespace assay::mma {
namespace {

constexpr std::uint32_t base = 0x400;  ///< of the image in shared memory, as far as 1024 bytes go

SharedMemory shared_memory(const Tcgen05Image& image) {
  SharedMemory memory{base, std::vector<std::byte>(sizeof(image))};
  std::memcpy(memory.bytes.data(), &image, sizeof(image));
  return memory;
}

/// What tcgen05.cp makes of 16 bytes: with slots of 4 or 6 bits each element gets a byte, e2m1 in its middle.
std::vector<std::byte> expanded(const std::byte* slot, MmaType type, MmaKind kind) {
  const bool six = type == MmaType::e2m3 || type == MmaType::e3m2,
             four = type == MmaType::e2m1 && !is_packed(kind);
  std::vector<std::byte> bytes(slot, slot + 16);
  if (!six && !four) return bytes;
  for (unsigned i = 0; i < 16; ++i) {
    const unsigned width = six ? 6 : 4, bit = i * width;
    const unsigned word =
        std::to_integer<unsigned>(slot[bit / 8]) | std::to_integer<unsigned>(slot[bit / 8 + 1]) << 8;
    const unsigned code = word >> bit % 8 & ((1u << width) - 1);
    bytes[i] = static_cast<std::byte>(six ? code : code << 2);
  }
  return bytes;
}

TensorMemory tensor_memory(const Tcgen05Image& image, const InstructionShape& shape) {
  TensorMemory memory;
  for (std::uint32_t block = 0; block < Tcgen05Image::blocks; ++block) {
    const bool of_a = block < Tcgen05Image::scale_a_block;
    for (std::uint32_t lane = 0; lane < tmem_lanes; ++lane) {
      const auto bytes = expanded(image.tensor[block][lane], of_a ? shape.a : MmaType::u8, shape.kind);
      for (std::uint32_t i = 0; i < tcgen05_block_columns; ++i) {
        const std::uint32_t column = tcgen05_block_column + block * tcgen05_block_columns + i;
        std::memcpy(&memory.cell(static_cast<int>(lane), static_cast<int>(column)), &bytes[4 * i], 4);
      }
    }
  }
  return memory;
}

/// D after one instruction, as tcgen05_loop.cuh calls it.
Product product(const InstructionShape& shape, const std::vector<Tcgen05Image>& of_group) {
  std::vector<SharedMemory> shared;
  std::vector<TensorMemory> tensor;
  std::vector<Cta> ctas;
  for (const Tcgen05Image& image : of_group) {
    shared.push_back(shared_memory(image));
    tensor.push_back(tensor_memory(image, shape));
  }
  for (std::size_t i = 0; i < of_group.size(); ++i) ctas.push_back({&shared[i], &tensor[i]});
  Tcgen05Call call{.mnemonic = {static_cast<Kind>(shape.kind), shape.cta_group,
                                shape.block == 0 ? 0 : shape.k() / shape.block}};
  call.instruction_descriptor = shape.descriptor().bits();
  call.ctas = ctas;
  call.b_descriptor =
      BlackwellDescriptor{base + static_cast<std::uint32_t>(offsetof(Tcgen05Image, b))}.bits();
  const auto column = [](std::uint32_t block) {
    return tcgen05_block_column + tcgen05_block_columns * block;
  };
  if (shape.a_in_tensor_memory) {
    call.a_address = column(0);
  } else {
    call.a_descriptor = BlackwellDescriptor{base}.bits();
  }
  call.scale_a_address = column(Tcgen05Image::scale_a_block);
  call.scale_b_address = column(Tcgen05Image::scale_b_block);
  return tcgen05(call);
}

void check(const Tcgen05Format& format, const InstructionShape& shape) {
  const Tcgen05Values values = make_values(format, 5);
  const Product found = product(shape, images(shape, values));
  ASSERT_EQ(found.outside, 0);
  const Tcgen05Expected expected = expected_d(shape, values, 1);
  const auto columns = static_cast<std::size_t>(tcgen05_d_columns(shape));
  for (int row = 0; row < shape.m; ++row) {
    for (int column = 0; column < shape.n; ++column) {
      const TmemPlace place =
          tmem_accumulator(tcgen05_layout(shape), static_cast<std::uint32_t>(row),
                           static_cast<std::uint32_t>(column), static_cast<std::uint32_t>(shape.n));
      const std::size_t at = (place.cta * tmem_lanes + place.lane) * columns + place.column;
      ASSERT_EQ(found.stored(row, column), expected.words[at])
          << format.name << " m" << shape.m << " n" << shape.n << " group " << shape.cta_group << " row "
          << row << " column " << column;
    }
  }
}

TEST(Tcgen05Loop, WhatTheKernelUploadsMultipliesToWhatTheSweepsExpect) {
  for (const Tcgen05Format& format : blackwell_formats()) {
    for (const auto& [cta_group, m] : {std::pair{1, 64}, {1, 128}, {2, 128}, {2, 256}}) {
      for (const int n : {32, 64, 80, 96, 256}) {
        for (const bool a_in_tensor_memory : {false, true}) {
          const InstructionShape shape = format.shape(cta_group, m, n, a_in_tensor_memory);
          if (why_refused(shape).empty()) check(format, shape);
          if (HasFatalFailure()) return;
        }
      }
    }
  }
}

}  // namespace
}  // namespace assay::mma
