// SPDX-License-Identifier: GPL-3.0-or-later
// The installed pipeline brings the kernel with it. Reads a navmesh and plans a route on it.
#include <plumb/kernel/points.h>
#include <plumb/navmesh.h>
#include <plumb/query.h>
#include <plumb/scene.h>

#include <cstdio>

// From one end of a corridor to the other, round its corner.
bool route(const char* file) {
  using namespace plumb;
  const auto mesh = Navmesh::read(file);
  if (!mesh) return std::puts(mesh.why().c_str()), false;
  const auto found = mesh->route({Fraction(1, 2), 1, 0}, {5, 1, Fraction(-9, 2)});
  if (!found) return std::puts(found.why().c_str()), false;
  for (const Navmesh::Route::Corner& corner : found->corners)
    std::printf("cell %u: %s %s %s\n", corner.cell, corner.point.x.text().c_str(), corner.point.y.text().c_str(),
                corner.point.z.text().c_str());
  std::printf("length %.15g\n", found->least.to_double());
  return found->cells.size() == 3 && found->corners.size() == 3 && found->corners[1].point == ScenePoint{1, 0, -4};
}

int main(int count, char** arguments) {
  plumb::pipeline::Scene scene;
  scene.points = plumb::kernel::PointTable::from_doubles({0, 0, 0, 1, 0, 0, 0, 1, 0});
  scene.face_begin = {0, 3};
  scene.face_points = {0, 1, 2};
  const bool accepted = is_valid(scene);
  scene.face_points[2] = 3;
  const bool refused = !is_valid(scene);
  const bool right = accepted && refused && count == 2 && route(arguments[1]);
  std::puts(right ? "pipeline: linked" : "pipeline: wrong");
  return right ? 0 : 1;
}
