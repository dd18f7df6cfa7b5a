#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

/// Kernels of the family async_copy. Every launcher enqueues on `stream` and returns the launch's error; the
/// sizes are checked by the caller. `last` is where the timed launch itself stores what its last stages hold
/// (design rule 11).
namespace assay::kernels {

/// What one CTA saw of itself. Cycles of its SM (%clock64), ns (%globaltimer).
struct CtaRecord {
  std::uint32_t sm = 0;
  std::uint32_t trips = 0;  ///< tiles that this CTA copied
  std::uint64_t start_cycle = 0, end_cycle = 0;
  std::uint64_t start_ns = 0, end_ns = 0;
};

/// LDGSTS: a ring of `stages` in every CTA, one load of `bytes` a thread and stage. Tile t of `source`
/// (threads x bytes long) goes to CTA t mod grid. `last`: [grid][stages][threads x bytes].
struct LdgstsShape {
  int ctas_per_sm, stages, threads, bytes;
  std::size_t tile_bytes() const {
    return static_cast<std::size_t>(threads) * static_cast<std::size_t>(bytes);
  }
  std::size_t in_flight_per_cta() const { return tile_bytes() * static_cast<std::size_t>(stages); }
};
cudaError_t ldgsts_stream(const LdgstsShape& shape, int sm_count, const std::byte* source,
                          std::uint64_t source_bytes, CtaRecord* records, std::byte* last,
                          cudaStream_t stream);

/// LDGSTS latency: one load a thread, `repetitions` times on lines of their own; the first is cold
/// (instruction fetch, TLB), the rest steady. `cycles`: [grid][warps][repetitions]; `last`: [grid][threads x
/// bytes] of the last one.
cudaError_t ldgsts_latency(const LdgstsShape& shape, int sm_count, int repetitions, const std::byte* source,
                           CtaRecord* records, std::uint32_t* cycles, std::byte* last, cudaStream_t stream);

/// TMA 2D: each of `warps` warps has a ring of `stages` boxes of its own, its first thread issues. The tensor
/// is `boxes_x` boxes wide, a power of two; box b is at (b mod boxes_x, b / boxes_x). Box (k x grid + cta) x
/// warps + w goes to warp w of CTA cta. `last`: [grid][warps][stages][box bytes]. Box bytes are a multiple of
/// 128.
struct TmaShape {
  int warps, stages, width, height;  ///< box of width x height floats
  int boxes_x;
  std::size_t box_bytes() const {
    return static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4;
  }
  std::size_t in_flight_per_cta() const {
    return box_bytes() * static_cast<std::size_t>(stages) * static_cast<std::size_t>(warps);
  }
};
cudaError_t tma_stream(const TmaShape& shape, int sm_count, const CUtensorMap& map, std::uint64_t boxes,
                       CtaRecord* records, std::byte* last, cudaStream_t stream);

/// TMA latency: one box a CTA, `repetitions` times. `cycles`: [grid][repetitions]; `last`: [grid][box bytes].
cudaError_t tma_latency(const TmaShape& shape, int sm_count, int repetitions, const CUtensorMap& map,
                        CtaRecord* records, std::uint32_t* cycles, std::byte* last, cudaStream_t stream);

/// One box a CTA at element (x, y + CTA x y_step), and the shared memory it left: `image`: [grid][box_bytes],
/// bytes that the copy did not write keep `poison`. For every swizzle and fill mode a map can have.
cudaError_t tma_box(int sm_count, const CUtensorMap& map, int x, int y, int y_step, std::uint32_t box_bytes,
                    std::uint8_t poison, CtaRecord* records, std::byte* image, cudaStream_t stream);

/// Random pages, as a paged KV cache is read: CTA c copies pages table[c], table[c + grid], ... of
/// `page_bytes` each with 128 threads and `stages` pages in flight. `last`: [grid][stages][page bytes].
struct GatherShape {
  int ctas_per_sm, stages, page_bytes;
  std::size_t in_flight_per_cta() const {
    return static_cast<std::size_t>(stages) * static_cast<std::size_t>(page_bytes);
  }
};
cudaError_t gather_ldgsts(const GatherShape& shape, int sm_count, const std::byte* source,
                          const std::uint32_t* table, std::uint32_t pages, CtaRecord* records,
                          std::byte* last, cudaStream_t stream);
/// The same through a 4-D tensor map whose last coordinate is the page.
cudaError_t gather_tma(const GatherShape& shape, int sm_count, const CUtensorMap& map,
                       const std::uint32_t* table, std::uint32_t pages, CtaRecord* records, std::byte* last,
                       cudaStream_t stream);
/// One page a CTA and repetition, from its table entry to its bytes; the entry itself is read before the
/// clock. `cycles`: [grid][repetitions].
cudaError_t gather_latency_ldgsts(int page_bytes, int sm_count, int repetitions, const std::byte* source,
                                  const std::uint32_t* table, CtaRecord* records, std::uint32_t* cycles,
                                  std::byte* last, cudaStream_t stream);
cudaError_t gather_latency_tma(int page_bytes, int sm_count, int repetitions, const CUtensorMap& map,
                               const std::uint32_t* table, CtaRecord* records, std::uint32_t* cycles,
                               std::byte* last, cudaStream_t stream);

/// Copy and compute side by side: a ring of 4 tiles of 4 KiB a CTA, 256 threads; between two copies each
/// thread does `fmas` dependent FMAs (x 1 + 1, so the sum counts them). `copy` false: no copies, same loop.
/// By LDGSTS 16 bytes a thread; by TMA a box of 128 x 8 floats. `sums`: [grid][256], trips x fmas exactly;
/// `last`: [grid][4][4096].
struct OverlapShape {
  static constexpr int threads = 256, stages = 4, bytes = 16, ctas_per_sm = 2, box_rows = 8;
  bool copy;
  int fmas;
};
cudaError_t overlap_ldgsts(const OverlapShape& shape, int sm_count, const std::byte* source,
                           std::uint64_t source_bytes, CtaRecord* records, float* sums, std::byte* last,
                           cudaStream_t stream);
cudaError_t overlap_tma(const OverlapShape& shape, int sm_count, const CUtensorMap& map,
                        std::uint64_t source_bytes, CtaRecord* records, float* sums, std::byte* last,
                        cudaStream_t stream);

}  // namespace assay::kernels
