// SPDX-License-Identifier: GPL-3.0-or-later
#include <plumb/bake.h>
#include <plumb/navmesh.h>
#include <plumb/query.h>
#include <plumb/scene.h>

using namespace plumb;
using namespace plumb::pipeline;

int main() {
  // A floor of 8 x 4, y up, with a door across it that can be closed.
  const std::vector<float> xyz{0, 0, 0, 0, 0, 4, 8, 0, 4, 8, 0, 0};
  const std::vector<std::uint32_t> triangles{0, 1, 2, 0, 2, 3};
  const auto scene = scene_from_triangles(xyz, triangles, UpAxis::y);
  if (!scene) return 1;
  const auto baked = bake(*scene, {.stances = {{"stand", mpq_class(9, 5)}}, .sides = Sides::up});
  if (!baked) return 1;

  Navmesh level = *navmesh(*baked);
  const auto door = level.prepare({{1, 0, 0}, {2, 0, 0}, {2, 0, 4}, {1, 0, 4}});
  if (!door) return 1;
  level.enable(*door);

  const ScenePoint here{0, 0, 2}, there{5, 0, 2};
  const bool shut = !level.route(here, there);
  level.disable(*door);
  const bool open = static_cast<bool>(level.route(here, there));
  return shut && open ? 0 : 1;
}
