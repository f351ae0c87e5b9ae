// SPDX-License-Identifier: GPL-3.0-or-later
#include <plumb/bake.h>
#include <plumb/query.h>
#include <plumb/scene.h>
#include <plumb/update.h>
#include <plumb/write.h>

using namespace plumb::pipeline;

int main() {
  // A floor of 8 x 4, z up, with a door across it that can be closed.
  const std::vector<float> xyz{0, 0, 0, 8, 0, 0, 8, 4, 0, 0, 4, 0};
  const std::vector<std::uint32_t> triangles{0, 1, 2, 0, 2, 3};
  const auto scene = scene_from_triangles(xyz, triangles, UpAxis::z);
  if (!scene) return 1;
  const auto baked = bake(*scene, {.stances = {{"stand", mpq_class(9, 5)}}, .sides = Sides::up});
  if (!baked) return 1;

  UpdatedQuery level(baked->mesh());
  const auto door = make_update_area({{1, 0}, {2, 0}, {2, 4}, {1, 4}}, HeightRange{-1, 1});
  const UpdateId closed = *level.prepare(*door, {Change::Kind::block, 0, ""});
  level.enable(closed);

  const ExactPoint here{0, 2, 0}, there{5, 2, 0};
  const bool shut = !level.query().route(here, there, {.stance = 1});
  level.disable(closed);
  const bool open = static_cast<bool>(level.query().route(here, there, {.stance = 1}));
  return shut && open ? 0 : 1;
}
