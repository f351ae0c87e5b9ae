// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/bake_in_tiles.h"

#include "plumb/pipeline/bake_tile.h"
#include "plumb/pipeline/tile_index.h"

namespace plumb::pipeline {

Result<TiledBake> bake_in_tiles(const CutArguments& arguments, const TileFormats& formats, unsigned threads,
                                Progress& progress) {
  if (auto error = check(formats)) return *error;
  const auto plan = cut_level(arguments, progress);
  if (!plan) return plan.error();
  const TileStore store(arguments.store);
  const auto baked = bake_tiles(store, *plan, plan->tiles(), threads, progress);
  if (!baked) return baked.error();
  auto joined = join_store(store, *plan, progress);
  if (!joined) return joined.error();
  TiledBake out{std::move(*joined), {}};
  auto files = finish_tiles(store, *plan, plan->tiles(), formats, threads, progress);
  if (!files) return files.error();
  out.files = std::move(*files);
  if (auto error = write_tile_index(store, *plan)) return *error;
  return out;
}

}  // namespace plumb::pipeline
