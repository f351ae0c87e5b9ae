// SPDX-License-Identifier: GPL-3.0-or-later
// The installed pipeline brings the kernel with it. Reads a navmesh and plans a route on it.
#include <plumb/kernel/points.h>
#include <plumb/navmesh.h>
#include <plumb/query.h>
#include <plumb/scene.h>

#include <cstdio>

// From one end of a corridor to the other, round its corner. Points are given and printed in the file's axes.
bool route(const char* file) {
  using namespace plumb::pipeline;
  const auto mesh = read_nav_mesh_json(file);
  if (!mesh) {
    std::puts(mesh.error().text().c_str());
    return false;
  }
  const UpAxis up = mesh->info.up;
  const NavQuery query(*mesh);
  const auto found =
      query.route(from_input_frame({mpq_class(1, 2), 1, 0}, up), from_input_frame({5, 1, mpq_class(-9, 2)}, up), {});
  if (!found) {
    std::puts(found.error().text().c_str());
    return false;
  }
  for (const Route::Corner& corner : found->corners) {
    const ExactPoint p = to_input_frame(corner.point, up);
    std::printf("cell %u: %s %s %s\n", corner.cell, p[0].get_str().c_str(), p[1].get_str().c_str(),
                p[2].get_str().c_str());
  }
  std::printf("length %.15g, known to within %.3g\n", found->length.low.get_d(), found->length.width().get_d());
  return found->cells.size() == 3 && found->corners.size() == 3 &&
         to_input_frame(found->corners[1].point, up) == ExactPoint{1, 0, -4};
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
