// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <cstddef>

#include "plumb/pipeline/parallel.h"

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
  parallel_chunks(chunks, threads, [&](unsigned) {
    return [&](std::size_t c) { work(c, count * c / chunks, count * (c + 1) / chunks); };
  });
}

}  // namespace plumb::pipeline
