// SPDX-License-Identifier: GPL-3.0-or-later
// plumb_obstacle_bench LEVEL.obj ...: what it costs that an obstacle comes into a level (z up) or goes (live_bake.h),
// as ratios of medians of 1,000 crates, two in five of them turned, to a bake of the level in memory and to the first
// level's; on one thread, --optimise none. Bounds are told, not enforced. tests/bench/bench.py calls it.
#include <cstdlib>
#include <random>

#include "measuring.h"
#include "plumb/kernel/exact_polygon.h"
#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/import_scene.h"
#include "plumb/pipeline/scene_from_arrays.h"
#include "program_memory.h"
#include "require.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::bench;

namespace {

constexpr unsigned crates = 1000;

// On or a little off a vertex of the level, on a grid of eighths.
Scene drawn_crate(const Scene& level, bool turned, std::mt19937& random) {
  const auto below = [&](unsigned n) { return static_cast<int>(random() % n); };
  const auto vertex = static_cast<kernel::PointId>(random() % level.points.size());
  double at[3];
  for (int k = 0; k < 3; ++k)
    at[k] = std::round(8 * kernel::exact_point(level.points, vertex)[static_cast<std::size_t>(k)].get_d()) / 8;
  at[2] += (below(11) - 2) / 8.0;
  const double half = turned ? 0.625 : (2 + below(5)) / 8.0;
  // By the angle of a 3-4-5 triangle; 5/8 of its sides are doubles.
  const double along = turned ? half * 3 / 5 : half, across = turned ? half * 4 / 5 : 0;
  std::vector<double> xyz;
  for (const double z : {at[2], at[2] + 2 * half})
    for (const auto& [a, b] : {std::pair(-1, -1), {1, -1}, {1, 1}, {-1, 1}})
      xyz.insert(xyz.end(), {at[0] + along * a - across * b, at[1] + across * a + along * b, z});
  const std::vector<std::uint32_t> corners{3, 2, 1, 0, 4, 5, 6, 7, 0, 1, 5, 4, 1, 2, 6, 5, 2, 3, 7, 6, 3, 0, 4, 7},
      sizes(6, 4);
  return std::move(*scene_from_polygons(xyz, corners, sizes, UpAxis::z));
}

struct Times {
  double bake, add, remove, mesh;
};

Times measure(const std::string& file) {
  BakeSettings settings;
  settings.optimise = Optimise::none;
  settings.joining_weld = false;
  auto scene = import_scene(file, {.up = UpAxis::z});
  if (!scene) {
    std::fprintf(stderr, "%s\n", scene.error().text().c_str());
    std::exit(1);
  }
  std::vector<double> bakes, adds, removals, meshes;
  for (int i = 0; i < 5; ++i) {
    Scene copy = *scene;
    bakes.push_back(time_of([&] { require(bool(bake(std::move(copy), settings)), "the level is not baked"); }));
  }
  auto live = bake_live(*scene, settings);
  require(bool(live), "the level is not baked live");
  const std::size_t cells = live->mesh()->cells.size();
  std::mt19937 random(1);
  for (unsigned i = 0; i < crates; ++i) {
    Scene crate = drawn_crate(*scene, 5 * i < 2 * crates, random);
    adds.push_back(time_of([&] { require(bool(live->add_obstacle(std::move(crate))), "a crate is refused"); }));
  }
  for (int i = 0; i < 5; ++i)
    meshes.push_back(time_of([&] { require(live->mesh()->cells.size() > cells, "crates change nothing"); }));
  for (ObstacleId id = 1; id <= crates; ++id)
    removals.push_back(time_of([&] { require(live->remove_obstacle(id), "a crate does not go"); }));
  require(live->mesh()->cells.size() == cells, "crates leave something behind");
  return {median(bakes), median(adds), median(removals), median(meshes)};
}

}  // namespace

int main(int argc, char** argv) {
  plumb::checker::prepare_memory([] { std::abort(); });  // as the program has it
  std::printf("1,000 crates into a baked level and out again, medians, over a bake of the level in memory:\n");
  double first = 0;
  for (int i = 1; i < argc; ++i) {
    const std::string file = argv[i], name = file.substr(file.find_last_of('/') + 1);
    const Times t = measure(file);
    line("  " + name + ", add", t.add / t.bake, 0.05, in_microseconds(t.add) + " over " + in_microseconds(t.bake));
    line("  " + name + ", remove", t.remove / t.bake, 0.05);
    line("  " + name + ", mesh() of all", t.mesh / t.bake, 0);
    if (first > 0) line("    add, over the first level's", t.add / first, 2);
    else first = t.add;
  }
}
