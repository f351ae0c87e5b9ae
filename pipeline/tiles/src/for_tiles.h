// SPDX-License-Identifier: GPL-3.0-or-later
// Work on tiles, several at a time.
#pragma once
#include <atomic>
#include <optional>
#include <vector>

#include "plumb/pipeline/parallel.h"
#include "plumb/pipeline/result.h"
#include "plumb/pipeline/tile_grid.h"

namespace plumb::pipeline {

/// Calls work(tile, threads, progress) for each tile, as many at a time as there are threads; where tiles are fewer,
/// each has its share of the threads. Returns what work() returned, in the order of the tiles, or the error of the
/// first tile that has one: those before it are worked on in any case.
template <class Value, class Work>
Result<std::vector<Value>> for_tiles(const std::vector<Tile>& tiles, unsigned threads, Progress& progress,
                                     Work&& work) {
  const unsigned of_each =
      std::max(1u, threads / static_cast<unsigned>(std::clamp<std::size_t>(tiles.size(), 1, threads)));
  std::vector<std::optional<Result<Value>>> done(tiles.size());
  std::atomic<std::size_t> failed{tiles.size()};
  parallel_chunks(tiles.size(), threads, [&](unsigned) {
    return [&](std::size_t t) {
      if (t > failed) return;
      SilentPart part(progress);
      done[t].emplace(work(tiles[t], of_each, part));
      if (*done[t]) return;
      std::size_t first = failed;
      while (t < first && !failed.compare_exchange_weak(first, t)) {}
    };
  });
  std::vector<Value> out;
  for (auto& result : done) {
    if (!*result) return result->error();
    out.push_back(std::move(**result));
  }
  return out;
}

}  // namespace plumb::pipeline
