// SPDX-License-Identifier: GPL-3.0-or-later
// Which tiles the pieces of a level are for.
#include "plumb/pipeline/cut_level.h"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>

#include "support/temporary_folder.h"

using namespace plumb::pipeline;
using plumb::tests::Folder;
using plumb::tests::write_file;

namespace {

Progress silent;

TilePlan cut(const Folder& folder, const std::string& obj) {
  write_file(folder / "level.obj", obj);
  CutArguments arguments;
  arguments.levels = {folder / "level.obj"};
  arguments.store = folder / "store";
  arguments.size = "1";
  arguments.bake.up = "z";
  arguments.bake.stances = {"stand=1"};
  const auto plan = cut_level(arguments, silent);
  INFO((plan ? "" : plan.error().text()));
  REQUIRE(plan);
  return *plan;
}

}  // namespace

TEST_CASE("tiles: a long face belongs to the tiles along it, not to those of its box") {
  const Folder folder;
  // Along the diagonal of 64 by 64 tiles, half a tile wide at its end; and the same as a polygon with a dent.
  const TilePlan triangle = cut(folder, "v 0 0 0\nv 64 63.5 0\nv 64 64 0\nf 1 2 3\n");
  const TilePlan dented = cut(folder, "v 0 0 0\nv 64 63.5 0\nv 63.9 63.7 0\nv 64 64 0\nf 1 2 3 4\n");
  for (const TilePlan* plan : {&triangle, &dented}) {
    for (int step = 0; step <= 256; ++step)  // places of the face, a quarter of a tile apart
      CHECK(plan->pieces.contains({step / 4, step / 4}));
    CHECK(plan->pieces.contains({63, 62}));
    CHECK(plan->pieces.contains({64, 63}));  // the face ends at this tile's side
    CHECK_FALSE(plan->pieces.contains({0, 63}));
    CHECK_FALSE(plan->pieces.contains({63, 0}));
    CHECK_FALSE(plan->pieces.contains({30, 40}));
    CHECK(plan->pieces.size() < 5 * 65);
    for (const auto& [tile, piece] : plan->pieces) CHECK(std::abs(tile.i - tile.j) <= 1);
  }
}

TEST_CASE("tiles: a level that cannot be read leaves no folder") {
  const Folder folder;
  write_file(folder / "level.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 2 9\n");
  CutArguments arguments;
  arguments.levels = {folder / "level.obj"};
  arguments.store = folder / "store";
  arguments.size = "1";
  const auto plan = cut_level(arguments, silent);
  REQUIRE_FALSE(plan);
  CHECK(plan.error().code == ErrorCode::bad_index);
  CHECK(plan.error().line == 5);
  CHECK_FALSE(std::filesystem::exists(folder / "store"));
  // What was there stays: an empty folder, and a file that is no store.
  std::filesystem::create_directory(folder / "store");
  REQUIRE_FALSE(cut_level(arguments, silent));
  CHECK(std::filesystem::is_directory(folder / "store"));
  CHECK_FALSE(std::filesystem::exists(folder / "store/pieces"));
  arguments.store = folder / "kept.glb";
  write_file(arguments.store, "of somebody");
  const auto over_file = cut_level(arguments, silent);
  REQUIRE_FALSE(over_file);
  CHECK(over_file.error().code == ErrorCode::cannot_write);
  CHECK(plumb::tests::text_of_file(arguments.store) == "of somebody");
}
