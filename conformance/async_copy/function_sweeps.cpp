#include <fmt/format.h>

#include <array>

#include "conformance/async_copy/async_copy_sweeps.h"
#include "conformance/async_copy/copy_bench.h"
#include "kernels/encoding/pattern.h"
#include "kernels/encoding/swizzle.h"
#include "kernels/memory/memory.h"

namespace assay {
namespace {

constexpr int tensor_width = 256, tensor_height = 8192, box_height = 32;  // floats, rows, rows
constexpr std::uint8_t poison = 0xA5;

/// What the copy engine writes for an element outside of the tensor when NaN is asked for. The documents say
/// "NaN" only; GH100 writes this one for FLOAT32, which is a NaN as two 16-bit halves as well.
constexpr std::uint32_t nan_fill = 0x7FF77FF7u;

struct Mode {
  const char* name;
  Swizzle swizzle;
  CUtensorMapSwizzle encoded;
  int box_width;  ///< floats: the inner box row is just the span of the swizzle
};
constexpr std::array modes{Mode{"none", Swizzle::none, CU_TENSOR_MAP_SWIZZLE_NONE, 32},
                           Mode{"32B", Swizzle::b32, CU_TENSOR_MAP_SWIZZLE_32B, 8},
                           Mode{"64B", Swizzle::b64, CU_TENSOR_MAP_SWIZZLE_64B, 16},
                           Mode{"128B", Swizzle::b128, CU_TENSOR_MAP_SWIZZLE_128B, 32}};

/// Where the box lies: wholly inside (on every SM another one), over the low edges of both dimensions, or
/// over the high ones. The first coordinate is a multiple of 16 bytes: GH100 answers any other with an
/// illegal instruction, in every mode.
struct Place {
  int x, y, y_step;
};
Place place_of(const std::string& name, const Mode& mode) {
  const int half = mode.box_width / 2;
  if (name == "low") return {-half, -box_height / 4, 0};
  if (name == "high") return {tensor_width - half, tensor_height - box_height / 4, 0};
  return {mode.box_width, 8, box_height};
}

/// One box on every SM, compared byte by byte with where the swizzle puts it and what fills the outside.
class TmaFunction : public Sweep {
 public:
  std::string name() const override { return "async_copy.tma_function"; }
  std::vector<Column> columns() const override { return {{"checked", "count"}, {"wrong", "count"}}; }
  double expected_seconds() const override { return 1; }
  std::vector<Parameters> configurations(const Gpu&, std::vector<LeftOut>&) const override {
    std::vector<Parameters> list;
    for (const Mode& mode : modes) {
      for (const char* fill : {"zero", "nan"}) {
        for (const char* place : {"inside", "low", "high"}) {
          list.push_back({{"swizzle", std::string(mode.name)},
                          {"fill", std::string(fill)},
                          {"case", std::string(place)}});
        }
      }
    }
    return list;
  }

  void prepare(const SweepContext& context) override {
    bench_.emplace(context, static_cast<std::uint64_t>(context.gpu.sm_count) * 32 * box_height * 4);
  }
  void finish() override { bench_.reset(); }

  Measured measure(const SweepContext&, const Parameters& configuration) override {
    const std::string swizzle = word_of(configuration, "swizzle"), fill = word_of(configuration, "fill");
    const Mode& mode =
        *std::find_if(modes.begin(), modes.end(), [&](const Mode& m) { return m.name == swizzle; });
    const Place place = place_of(word_of(configuration, "case"), mode);
    const CUtensorMap map = encode(mode, fill == "nan");
    const int ctas = bench_->sm_count();
    const auto box_bytes = static_cast<std::uint32_t>(mode.box_width * box_height * 4);
    bench_->timed(
        [&](kernels::CtaRecord* records, std::byte* image) {
          return kernels::tma_box(ctas, map, place.x, place.y, place.y_step, box_bytes, poison, records,
                                  image, bench_->stream());
        },
        ctas, static_cast<std::uint64_t>(box_bytes) * static_cast<std::uint64_t>(ctas),
        "copying one box an SM");
    Measured measured;
    bench_->check_placement(1, measured);
    for (int c = 0; c < ctas; ++c) check_image(mode, place, fill == "nan" ? nan_fill : 0, c, measured);
    std::int64_t wrong = 0;
    for (const Wrong& w : measured.wrong) wrong += w.count;
    measured.rows.push_back({static_cast<std::int64_t>(box_bytes) * ctas, wrong});
    return measured;
  }

 private:
  CUtensorMap encode(const Mode& mode, bool nan) const {
    const std::array<std::uint64_t, 2> sizes{tensor_width, tensor_height};
    const std::array<std::uint64_t, 1> strides{tensor_width * 4};
    const std::array<std::uint32_t, 2> box{static_cast<std::uint32_t>(mode.box_width), box_height};
    CUtensorMap map;
    device::check(kernels::encode_tensor_map({.base = bench_->source(),
                                              .sizes = sizes,
                                              .strides = strides,
                                              .box = box,
                                              .swizzle = mode.encoded,
                                              .fill = nan ? CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA
                                                          : CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE},
                                             &map),
                  fmt::format("encoding a tensor map with swizzle {}", mode.name));
    return map;
  }

  void check_image(const Mode& mode, const Place& place, std::uint32_t outside, int cta,
                   Measured& measured) const {
    const auto box_bytes = static_cast<std::uint64_t>(mode.box_width * box_height * 4);
    const std::uint32_t* image = bench_->last_words(static_cast<std::uint64_t>(cta) * box_bytes);
    Wrong wrong;
    for (int row = 0; row < box_height; ++row) {
      for (int column = 0; column < mode.box_width; ++column) {
        const int x = place.x + column, y = place.y + cta * place.y_step + row;
        const bool inside = x >= 0 && x < tensor_width && y >= 0 && y < tensor_height;
        const std::uint32_t expected =
            inside ? pattern_word(static_cast<std::uint64_t>(y * tensor_width + x), bench_->seed()) : outside;
        const auto offset = static_cast<std::uint32_t>((row * mode.box_width + column) * 4);
        const std::uint32_t found = image[swizzled(offset, mode.swizzle) / 4];
        if (found == expected || ++wrong.count > 1) continue;
        wrong.element = offset / 4;
        wrong.expected = expected;
        wrong.found = found;
        wrong.where = fmt::format("CTA {}, box row {}, column {}, tensor ({}, {})", cta, row, column, x, y);
      }
    }
    if (wrong.count == 0) return;
    wrong.sm = static_cast<int>(bench_->record(cta).sm);
    measured.wrong.push_back(wrong);
  }

  std::optional<CopyBench> bench_;
};

}  // namespace

std::unique_ptr<Sweep> make_tma_function() { return std::make_unique<TmaFunction>(); }

}  // namespace assay
