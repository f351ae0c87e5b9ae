// SPDX-License-Identifier: GPL-3.0-or-later
// The installed pipeline brings the kernel with it.
#include <plumb/kernel/points.h>
#include <plumb/pipeline/scene.h>

#include <cstdio>

int main() {
  plumb::pipeline::Scene scene;
  scene.points = plumb::kernel::PointTable::from_doubles({0, 0, 0, 1, 0, 0, 0, 1, 0});
  scene.face_begin = {0, 3};
  scene.face_points = {0, 1, 2};
  const bool accepted = is_valid(scene);
  scene.face_points[2] = 3;
  const bool refused = !is_valid(scene);
  std::puts(accepted && refused ? "pipeline: linked" : "pipeline: wrong");
  return accepted && refused ? 0 : 1;
}
