// SPDX-License-Identifier: GPL-3.0-or-later
// Tiles that were baked and written for Detour one by one, loaded as one set: Detour's paths must exist exactly where
// those of the level in one piece do.
#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <random>

#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/bake_in_tiles.h"
#include "plumb/pipeline/import_scene.h"
#include "support/detour_pairs.h"
#include "support/detour_tile.h"
#include "support/options_of.h"
#include "support/temporary_folder.h"

namespace {

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

struct World {
  const char* file;
  const char* up;
  std::vector<std::string> stances;
  const char *step, *weld = "0", *radius = "0";
  const char* size = "1";
  const char* origin = "0,0";
};

BakeArguments arguments_of(const World& w) {
  BakeArguments a;
  a.scene = std::string(PLUMB_SOURCE_DIR "/docs/examples/") + w.file;
  a.up = w.up;
  a.sides = "up";
  a.stances = w.stances;
  a.step = w.step;
  a.weld = w.weld;
  a.radius = w.radius;
  return a;
}

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  REQUIRE(file);
  return {std::istreambuf_iterator<char>(file), {}};
}

void check_world(const World& w, int wanted) {
  INFO(w.file << ", tiles of " << w.size << " from " << w.origin);
  const Folder folder;
  CutArguments cut;
  cut.bake = arguments_of(w);
  cut.levels = {cut.bake.scene};
  cut.store = folder.path().string() + "/store";
  cut.size = w.size;
  cut.origin = w.origin;
  Progress silent;
  const auto tiled = bake_in_tiles(cut, {{".bin"}, ""}, 1, silent);
  INFO((tiled ? "" : tiled.error().text()));
  REQUIRE(tiled);
  REQUIRE(tiled->files.size() > 1);

  BakeArguments a = arguments_of(w);
  BakeOptions o = options_of(a);
  o.mesh = true;
  auto scene = import_scene(o.scene, {.numbers = o.numbers, .up = o.up});
  REQUIRE(scene);
  const auto whole = bake(std::move(*scene), o);
  REQUIRE(whole);
  whole->mesh().points.make_exact(1);

  DetourSet set(text_of(cut.store + "/out/world.mset"));
  CHECK(set.tiles.size() == tiled->files.size());
  std::mt19937 random(5);
  for (int again = 0; again < 20; ++again) set.add_again(random() % set.tiles.size());
  for (kernel::Label s = 1; s <= static_cast<kernel::Label>(o.stances.size()); ++s) {
    INFO("stance " << s);
    const PathAnswers answers = DetourPairs(whole->mesh(), set, 0.01, s).ask(wanted);
    INFO(answers.which.str());
    CHECK(answers.asked == wanted);
    CHECK(answers.reachable > 0);
    CHECK(answers.wrong == 0);
  }
}

}  // namespace

TEST_CASE("Detour's world: tiles written one by one are one navmesh, over edges, steps and welds") {
  check_world({"ruin.obj", "y", {"crouch=1.1", "stand=1.8"}, "0.4", "0", "0", "16", "0,0"}, 500);
  check_world({"ruin.obj", "y", {"crouch=1.1", "stand=1.8"}, "0.4", "0", "0.3", "7.3", "1.1,-0.7"}, 500);
  check_world({"spiral.obj", "z", {"stand=1.8"}, "0.4", "0", "0", "1", "0,0"}, 200);
  check_world({"board_bridge.obj", "z", {"stand=1.8"}, "0.4", "0.25", "0", "1", "0,0"}, 200);
}
