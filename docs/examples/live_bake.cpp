// SPDX-License-Identifier: GPL-3.0-or-later
#include <plumb/bake.h>
#include <plumb/query.h>
#include <plumb/scene.h>
#include <plumb/update.h>

using namespace plumb;
using namespace plumb::pipeline;

namespace {

// One quadrangle.
Scene scene_of(const std::vector<double>& xyz) {
  const std::vector<std::uint32_t> corners{0, 1, 2, 3}, sizes{4};
  return std::move(*scene_from_polygons(xyz, corners, sizes, UpAxis::y));
}

bool leads_across(const Navmesh& level) { return static_cast<bool>(level.route({0, 0, 2}, {8, 0, 2})); }

}  // namespace

int main() {
  // A floor of 8 x 4, y up, and a fence across it that comes and goes.
  const auto floor = scene_of({0, 0, 0, 0, 0, 4, 8, 0, 4, 8, 0, 0});
  auto level = bake_live(floor, {.stances = {{"stand", mpq_class(9, 5)}}, .sides = Sides::up});
  if (!level) return 1;
  Navmesh floors = *navmesh(*level);
  const bool open = leads_across(floors);
  const auto fence = level->add_obstacle(scene_of({4, 0, 0, 4, 0, 4, 4, 1, 4, 4, 1, 0}));
  if (!fence || !follow(floors, *level)) return 1;
  const bool shut = !leads_across(floors);
  level->remove_obstacle(*fence);
  return open && shut && follow(floors, *level) && leads_across(floors) ? 0 : 1;
}
