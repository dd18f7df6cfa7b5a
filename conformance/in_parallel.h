#pragma once

#include <algorithm>
#include <cstddef>
#include <thread>
#include <vector>

namespace assay {

/// Calls use(0) to use(count - 1), from several threads: comparing takes longer than multiplying.
template <class Use>
void in_parallel(std::size_t count, const Use& use) {
  const std::size_t threads = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, 8);
  std::vector<std::jthread> workers;
  for (std::size_t t = 1; t < threads; ++t) {
    workers.emplace_back([&, t] {
      for (std::size_t i = t; i < count; i += threads) use(i);
    });
  }
  for (std::size_t i = 0; i < count; i += threads) use(i);
}

}  // namespace assay
