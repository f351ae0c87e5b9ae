// SPDX-License-Identifier: GPL-3.0-or-later
// What other commands than `plumb tiles` do with tiles. Without the wing tiles they say that it is not in the build.
#pragma once
#include <optional>
#include <string>

#include "plumb/pipeline/bake_options.h"
#include "view_arguments.h"

namespace plumb::pipeline {
struct AuditArguments;
}

namespace plumb::app {

/// The tiles of `plumb bake`, as text.
struct TileArguments {
  std::string size;  ///< empty: no tiles
  std::optional<std::string> origin, memory;
};

/// `plumb bake --tiles`. Of a bake in tiles, the outputs are a folder and the formats of the files in it.
int bake_in_tiles(const pipeline::BakeArguments& arguments, const TileArguments& tiles);
/// `plumb view STORE`: the pages of a store of tiles, and their index; with -o, all of them as one page.
/// `has_scene_options`: whether options of a scene are given; a store has its own.
int view_store(const ViewArguments& arguments, bool has_scene_options);
/// `plumb audit --store`.
int audit_by_store(const std::string& store, const pipeline::AuditArguments& arguments);

}  // namespace plumb::app
