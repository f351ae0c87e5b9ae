// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace plumb::pipeline {

/// How many pieces [0, count) is worth cutting into for so many threads: a single one for one thread.
inline std::size_t chunk_count(std::size_t count, unsigned threads) {
  constexpr std::size_t least = 4096;  // below this a thread costs more than it saves
  if (threads <= 1 || count <= least) return 1;
  return std::min<std::size_t>(8 * std::size_t{threads}, (count + least - 1) / least);
}

/// Calls work(chunk, begin, end) once for each chunk of [0, count), on up to `threads` threads. Whoever joins the
/// chunks' results in chunk order gets the same for any thread count. An exception (no memory) is passed on.
template <class Work>
void for_chunks(std::size_t count, std::size_t chunks, unsigned threads, const Work& work) {
  const auto run = [&](std::size_t c) { work(c, count * c / chunks, count * (c + 1) / chunks); };
  if (chunks == 1) return run(0);
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex failing;
  const auto drain = [&] {
    try {
      for (std::size_t c; (c = next++) < chunks;) run(c);
    } catch (...) {
      const std::lock_guard lock(failing);
      failure = std::current_exception();
      next = chunks;
    }
  };
  std::vector<std::jthread> helpers;
  for (unsigned t = 1; t < std::min<std::size_t>(threads, chunks); ++t) helpers.emplace_back(drain);
  drain();
  helpers.clear();  // joins
  if (failure) std::rethrow_exception(failure);
}

}  // namespace plumb::pipeline
