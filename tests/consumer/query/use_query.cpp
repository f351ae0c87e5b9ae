// SPDX-License-Identifier: GPL-3.0-or-later
// The installed plumb::query alone: reads a navmesh, asks it all kinds of questions, closes a door, and writes it.
#include <plumb/error.h>
#include <plumb/query.h>

#include <cstdio>
#include <string>

using namespace plumb;

int main(int count, char** arguments) {
  if (count != 3) return 1;
  auto read = Navmesh::read(arguments[1]);
  if (!read) return std::puts(read.why().c_str()), 1;
  Navmesh mesh = std::move(*read);
  std::puts(mesh.text().c_str());
  bool right = mesh.up() == pipeline::UpAxis::y && mesh.area() == 9;

  // Round the corner of a corridor, in fractions and as an engine asks, y up.
  const ScenePoint from{Fraction(1, 2), 1, 0}, to{5, 1, Fraction(-9, 2)};
  const auto route = mesh.route(from, to);
  right = right && route && route->corners.size() == 3 && route->corners[1].point == ScenePoint{1, 0, -4};
  Navmesh::Path path;
  right = right && mesh.path({0.5, 1, 0}, {5, 1, -4.5}, path) && path.points.size() == 3;
  const auto place = mesh.locate(ScenePointF{0.5, 1, -1});
  const auto end = mesh.move(*place, ScenePointF{9, 0, -4.5});
  const auto ray = mesh.raycast(*place, ScenePointF{5, 0, -4.5});
  right = right && end && ray && !ray->arrives && mesh.border(*place) && mesh.within(*place, 2.0).size() > 0;
  right = right && mesh.nearest(ScenePoint{9, 0, 0}) && mesh.random(1, 3)->size() == 3 && *mesh.reachable(from, to);

  const auto door = mesh.prepare({{0, 0, -2}, {1, 0, -2}, {1, 0, -3}, {0, 0, -3}});
  right = right && door && mesh.enable(*door) && mesh.area() == 8 && !mesh.path({0.5, 1, 0}, {5, 1, -4.5}, path);
  right = right && mesh.route(from, to).error().code == pipeline::ErrorCode::unreachable && mesh.revert(*door);
  right = right && mesh.write_json(arguments[2]) && Navmesh::read(arguments[2])->area() == 9;

  // A point of a program whose z is up.
  const auto wrong = mesh.locate(ScenePoint{Fraction(1, 2), 1, 1});
  std::puts(wrong.why().c_str());
  right = right && wrong.why().find("give the point as 0.5,1,-1") != std::string::npos;
  std::puts(right ? "query: linked" : "query: wrong");
  return right ? 0 : 1;
}
