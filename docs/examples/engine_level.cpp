// SPDX-License-Identifier: GPL-3.0-or-later
// A unit test of a level, y up: triangles of an engine are baked, its own arrays come back, ways are asked for before
// and after an obstacle comes, and what the engine has is judged by the true floor.
#include <plumb/audit.h>
#include <plumb/bake.h>
#include <plumb/navmesh.h>
#include <plumb/query.h>
#include <plumb/scene.h>

#include <cstdio>

using namespace plumb;
using namespace plumb::pipeline;

bool check(bool right, const char* what) { return right || (std::puts(what), false); }

int main() {
  // A floor of 8 x 4, and a beam across it that only those who crouch pass under.
  const std::vector<float> xyz{0, 0, 0, 0, 0, 4, 8, 0, 4, 8, 0, 0, 3, 1.5, 0, 3, 1.5, 4, 4, 1.5, 4, 4, 1.5, 0};
  const std::vector<std::uint32_t> triangles{0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7};
  const auto scene = scene_from_triangles(xyz, triangles, UpAxis::y);
  if (!check(static_cast<bool>(scene), "no scene")) return 1;
  const auto baked = bake(*scene, {.stances = {{"crouch", 1}, {"stand", mpq_class(9, 5)}}, .sides = Sides::up});
  if (!check(static_cast<bool>(baked), "no bake")) return 1;
  Navmesh level = *navmesh(*baked);
  std::puts(level.text().c_str());

  // What the engine loads: polygons of at most six corners, y up.
  const auto arrays = float_mesh(level, {.most_corners = 6});
  bool right = check(arrays && arrays->size() > 0 && arrays->vertices[0][1] == 0, "arrays");

  const ScenePointF here{1, 0.5, 2}, there{7, 0.5, 2};
  Navmesh::Path path;
  right = check(level.path(here, there, path, 1) && path.length == 6, "a way for those who crouch") && right;
  right = check(!level.path(here, there, path, 2), "no way upright") && right;
  right = check(level.area(2) == 32 && level.area() == 36, "areas") && right;

  // An obstacle comes, and is gone again.
  const auto crate = level.update({{5, 0, 0}, {5, 0, 4}, {6, 0, 4}, {6, 0, 0}});
  right = check(crate && !level.path(here, there, path, 1), "the crate is in the way") && right;
  Progress silent;
  auto judged = audit(*baked, level, {}, silent);
  right = check(judged && !judged->passes(), "the crate is missing floor") && right;
  level.revert(*crate);

  // The arrays of the engine, exactly as it has them.
  judged = audit(*baked, *foreign_mesh(*arrays, UpAxis::y), {}, silent);
  return check(judged && judged->passes(), "the arrays are the floor") && right ? 0 : 1;
}
