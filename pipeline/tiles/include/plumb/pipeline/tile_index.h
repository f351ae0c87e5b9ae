// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>

#include "plumb/pipeline/export_view.h"
#include "plumb/pipeline/tile_store.h"

namespace plumb::pipeline {

/// Writes what an engine needs to load the tiles that it wants: FOLDER/index.json
/// (docs/reference/schema/tile_index.json), and FOLDER/index.html where tiles have pages. All tiles have to be finished
/// since they were joined. Errors: bad_option if one is not; those of reading and writing.
std::optional<Error> write_tile_index(const TileStore& store, const TilePlan& plan);

/// Writes the pages of all tiles and their index as one page, which refers to no other file. The index is written, and
/// tiles have pages. Errors: bad_option if a page is not as this library writes it; too_large above settings.max_bytes;
/// those of reading.
std::optional<Error> write_tiles_page(Output& out, const TileStore& store, const TilePlan& plan,
                                      const ViewSettings& settings = {});

}  // namespace plumb::pipeline
