#include "conformance/mma/wgmma_shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "kernels/encoding/wgmma_patterns.h"

namespace assay::mma {
namespace {

constexpr std::array widths{8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256};
constexpr std::array widths_of_several_warpgroups{8, 16, 32, 64, 128, 256};
constexpr std::array<std::int64_t, 2> depths{64, 512};  ///< x 4 batches: 2048 sums are exact in 16 bits

Parameters shape(const Format& format, bool a_in_registers, int n) {
  return {{"format", format.name},
          {"accumulator", format.accumulator},
          {"ab_layout", std::string(a_in_registers ? "rs" : "ss")},
          {"cta_group", std::int64_t{1}},
          {"m", std::int64_t{64}},
          {"n", std::int64_t{n}},
          {"k", std::int64_t{format.k()}}};
}

void add_stream(const Parameters& shape, int warpgroups, std::vector<Parameters>& list) {
  for (const std::int64_t depth : depths) {
    list.push_back(shape);
    list.back().insert({{"warpgroups", std::int64_t{warpgroups}}, {"depth", depth}});
  }
}

/// For each format that `keep` keeps, and both places of A.
template <class Keep, class Use>
void for_kinds(const Keep& keep, const Use& use) {
  for (const Format& format : hopper_formats()) {
    if (!keep(format)) continue;
    for (const bool a_in_registers : {false, true}) use(format, a_in_registers);
  }
}

bool every(const Format&) { return true; }
/// The input types that could differ in time; the sums of f16 in 16 bits cost what those in 32 do.
bool one_of_each_type(const Format& format) {
  return format.accumulator != "f16" && format.name != "e5m2" && format.name != "u8";
}
bool one_of_each_rate(const Format& format) { return one_of_each_type(format) && format.name != "bf16"; }

}  // namespace

const Format& format_of(const Parameters& configuration) {
  return *std::ranges::find_if(hopper_formats(), [&](const Format& format) {
    return format.name == word_of(configuration, "format") &&
           format.accumulator == word_of(configuration, "accumulator");
  });
}

std::vector<Parameters> wgmma_streams(std::vector<LeftOut>& left_out) {
  std::vector<Parameters> list;
  for_kinds(every, [&](const Format& format, bool a_in_registers) {
    for (const int n : widths) add_stream(shape(format, a_in_registers, n), 1, list);
    for (const int warpgroups : {2, 4}) {
      for (const int n : widths_of_several_warpgroups) {
        // 65,536 registers an SM: 128 a thread with 512 threads, of which addresses and operands take up
        // to 32.
        const int registers = format.accumulator == "f16" ? n / 4 : n / 2;
        if (warpgroups < 4 || registers <= 96) {
          add_stream(shape(format, a_in_registers, n), warpgroups, list);
          continue;
        }
        Parameters kind = shape(format, a_in_registers, n);
        kind["warpgroups"] = std::int64_t{warpgroups};
        left_out.push_back(
            {std::move(kind), fmt::format("needs {} accumulator registers a thread, 4 warpgroups "
                                          "leave 96",
                                          registers)});
      }
    }
  });
  return list;
}

std::vector<Parameters> wgmma_singles() {
  std::vector<Parameters> list;
  for_kinds(every, [&](const Format& format, bool a_in_registers) {
    for (const int n : widths) list.push_back(shape(format, a_in_registers, n));
  });
  return list;
}

std::vector<Parameters> wgmma_batches() {
  std::vector<Parameters> list;
  for_kinds(one_of_each_type, [&](const Format& format, bool a_in_registers) {
    for (const int n : short_widths) {
      for (std::int64_t in_flight = 1; in_flight <= 10; ++in_flight) {
        list.push_back(shape(format, a_in_registers, n));
        list.back()["in_flight"] = in_flight;
      }
    }
  });
  return list;
}

std::vector<Parameters> wgmma_steady_states() {
  std::vector<Parameters> list;
  for_kinds(one_of_each_rate, [&](const Format& format, bool a_in_registers) {
    for (const int n : short_widths) {
      for (const auto& [groups, of_group] : steady_depths) {
        list.push_back(shape(format, a_in_registers, n));
        list.back().insert({{"outstanding", std::int64_t{groups * of_group}},
                            {"groups", std::int64_t{groups}},
                            {"group_size", std::int64_t{of_group}}});
      }
    }
  });
  return list;
}

std::vector<Parameters> wgmma_streams_alone() {
  std::vector<Parameters> list;
  for_kinds(one_of_each_rate, [&](const Format& format, bool a_in_registers) {
    add_stream(shape(format, a_in_registers, 128), 1, list);
  });
  return list;
}

}  // namespace assay::mma
