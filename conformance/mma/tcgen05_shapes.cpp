#include "conformance/mma/tcgen05_shapes.h"

#include <algorithm>
#include <array>
#include <span>
#include <stdexcept>
#include <utility>

#include "kernels/encoding/instruction_shape.h"

namespace assay::mma {
namespace {

constexpr std::array published_widths{64, 80, 96, 112, 128, 256};
constexpr std::array few_widths{64, 128, 256};
constexpr std::array<std::int64_t, 2> depths{64, 512};  ///< x 3 batches: sums are exact in 16 bits
constexpr std::array<std::int64_t, 9> steady_depths{1, 2, 3, 4, 5, 6, 8, 10, 16};
constexpr std::array<std::pair<int, int>, 4> group_and_m{{{1, 64}, {1, 128}, {2, 128}, {2, 256}}};

Parameters parameters(const Tcgen05Format& format, const InstructionShape& shape) {
  return {{"format", format.name},
          {"accumulator", format.accumulator},
          {"ab_layout", std::string(shape.a_in_tensor_memory ? "ts" : "ss")},
          {"cta_group", std::int64_t{shape.cta_group}},
          {"m", std::int64_t{shape.m}},
          {"n", std::int64_t{shape.n}},
          {"k", std::int64_t{shape.k()}}};
}

/// Formats that the article measured, and those that stand for a rate of their own.
bool has_published_widths(const Tcgen05Format& format) {
  static const std::vector<std::string> few{"e5m2", "e2m3", "e3m2", "u8", "nvf4_block32"};
  return format.accumulator != "f16" && std::ranges::find(few, format.name) == few.end();
}
bool one_of_each_type(const Tcgen05Format& format) {
  return has_published_widths(format) && format.name != "f16" && format.name != "mxf4_packed";
}
bool one_of_each_rate(const Tcgen05Format& format) {
  static const std::vector<std::string> rates{"bf16", "tf32", "e4m3", "s8", "nvf4"};
  return std::ranges::find(rates, format.name) != rates.end();
}
bool every(const Tcgen05Format&) { return true; }

/// The shapes of the formats that `keep` keeps, legal ones to `use`, the others to `left_out`.
class Shapes {
 public:
  Shapes(std::string_view architecture, std::vector<LeftOut>& left_out)
      : architecture_(architecture), left_out_(left_out) {}

  template <class Keep, class Use>
  void for_each(const Keep& keep, std::span<const int> widths, const Use& use) const {
    for (const Tcgen05Format& format : blackwell_formats()) {
      if (!keep(format)) continue;
      for (const auto& [cta_group, m] : group_and_m) {
        for (const bool a_in_tensor_memory : {false, true}) {
          for (const int n : has_published_widths(format) ? widths : few_widths) {
            const auto shape = format.shape(cta_group, m, n, a_in_tensor_memory);
            const std::string reason = why_refused(shape, architecture_);
            if (reason.empty()) {
              use(parameters(format, shape));
            } else {
              left_out_.push_back({parameters(format, shape), reason});
            }
          }
        }
      }
    }
  }

 private:
  std::string_view architecture_;
  std::vector<LeftOut>& left_out_;
};

void add_stream(const Parameters& shape, std::vector<Parameters>& list) {
  for (const std::int64_t depth : depths) {
    list.push_back(shape);
    list.back().insert({{"warpgroups", std::int64_t{0}}, {"depth", depth}});
  }
}

}  // namespace

const Tcgen05Format& tcgen05_format_of(const Parameters& configuration) {
  const auto found = std::ranges::find_if(blackwell_formats(), [&](const Tcgen05Format& format) {
    return format.name == word_of(configuration, "format") &&
           format.accumulator == word_of(configuration, "accumulator");
  });
  if (found == blackwell_formats().end())
    throw std::out_of_range("no format of tcgen05: " + to_text(configuration));
  return *found;
}

InstructionShape tcgen05_shape_of(const Parameters& configuration) {
  return tcgen05_format_of(configuration)
      .shape(int_of(configuration, "cta_group"), int_of(configuration, "m"), int_of(configuration, "n"),
             word_of(configuration, "ab_layout") == "ts");
}

std::vector<Parameters> tcgen05_streams(std::string_view architecture, std::vector<LeftOut>& left_out) {
  std::vector<Parameters> list;
  Shapes(architecture, left_out).for_each(every, published_widths, [&](const Parameters& shape) {
    add_stream(shape, list);
  });
  return list;
}

std::vector<Parameters> tcgen05_singles(std::string_view architecture, std::vector<LeftOut>& left_out) {
  std::vector<Parameters> list;
  Shapes(architecture, left_out).for_each(every, published_widths, [&](const Parameters& shape) {
    list.push_back(shape);
  });
  return list;
}

std::vector<Parameters> tcgen05_batches(std::string_view architecture, std::vector<LeftOut>& left_out) {
  std::vector<Parameters> list;
  std::vector<LeftOut> of_both_layouts;
  Shapes(architecture, of_both_layouts).for_each(one_of_each_type, few_widths, [&](const Parameters& shape) {
    if (word_of(shape, "ab_layout") != "ts") return;
    for (std::int64_t in_flight = 1; in_flight <= 10; ++in_flight) {
      list.push_back(shape);
      list.back()["in_flight"] = in_flight;
    }
  });
  std::ranges::copy_if(of_both_layouts, std::back_inserter(left_out),
                       [](const LeftOut& each) { return word_of(each.parameters, "ab_layout") == "ts"; });
  return list;
}

std::vector<Parameters> tcgen05_steady_states(std::string_view architecture, std::vector<LeftOut>& left_out) {
  std::vector<Parameters> list;
  Shapes(architecture, left_out).for_each(one_of_each_rate, few_widths, [&](const Parameters& shape) {
    for (const std::int64_t outstanding : steady_depths) {
      list.push_back(shape);
      list.back().insert(
          {{"outstanding", outstanding}, {"groups", outstanding}, {"group_size", std::int64_t{1}}});
    }
  });
  return list;
}

std::vector<Parameters> tcgen05_streams_alone(std::string_view architecture, std::vector<LeftOut>& left_out) {
  std::vector<Parameters> list;
  static constexpr std::array one_width{128};
  Shapes(architecture, left_out).for_each(one_of_each_rate, one_width, [&](const Parameters& shape) {
    if (matches(shape, {{"cta_group", 1}, {"m", 128}})) add_stream(shape, list);
  });
  std::erase_if(left_out, [](const LeftOut& each) {
    return !matches(each.parameters, {{"cta_group", 1}, {"m", 128}});
  });
  return list;
}

}  // namespace assay::mma
