// SPDX-License-Identifier: GPL-3.0-or-later
#include "plane_table.h"

#include <unordered_map>

namespace plumb::pipeline {

kernel::ExactNormal normal_of(const kernel::ExactPlane& plane) {
  const auto &u = plane.x[0], &v = plane.x[1];
  const mpz_class common = lcm(u.get_den(), v.get_den());
  return {-u.get_num() * (common / u.get_den()), -v.get_num() * (common / v.get_den()), common};
}

PlaneTable::Index PlaneTable::add(const kernel::ExactPlane& plane) {
  const Index number = number_plane_(plane.x);
  if (number < planes_.size()) return number;
  const Index direction = number_direction_({plane.x[0], plane.x[1], 0});
  const std::array near{kernel::interval_of(plane.x[0]), kernel::interval_of(plane.x[1])};
  if (direction == directions_.size())
    directions_.push_back({normal_of(plane), {-near[0], -near[1], kernel::Interval(1.0)}});
  const kernel::Interval one(1.0);
  planes_.push_back({direction,
                     {near[0], near[1], kernel::interval_of(plane.x[2])},
                     one / (one + near[0] * near[0] + near[1] * near[1])});
  return number;
}

bool PlaneTable::holds(Index plane, const ExactPoint& p, const std::array<kernel::Interval, 3>& near) const {
  if (const auto side = near_height_over(plane, near).sign()) return *side == kernel::Sign::zero;
  return height_over(plane, p) == 0;
}

mpq_class PlaneTable::height_over(Index plane, const ExactPoint& p) const {
  const ExactPoint& x = exact_planes_[plane];
  if (x[0] == 0 && x[1] == 0) return p[2] - x[2];
  return p[2] - kernel::ExactPlane{x}.height(p[0], p[1]);
}

kernel::Interval PlaneTable::near_height_over(Index plane, const std::array<kernel::Interval, 3>& near) const {
  const auto& [u, v, w] = planes_[plane].near;
  return near[2] - kernel::formulas::linear(u, v, w, near[0], near[1]);
}

std::vector<PlaneTable::Index> planes_of(const TriangleMesh& mesh, PlaneTable& planes) {
  std::vector<PlaneTable::Index> out;
  out.reserve(mesh.triangles.size());
  std::unordered_map<kernel::PolygonId, PlaneTable::Index> of_surface;  // only looked up
  for (const TriangleMesh::Triangle& t : mesh.triangles) {
    const auto known = t.surface == kernel::no_polygon ? of_surface.end() : of_surface.find(t.surface);
    if (known != of_surface.end()) {
      out.push_back(known->second);
      continue;
    }
    const auto& [a, b, c] = t.corners;
    out.push_back(planes.add(kernel::exact_plane(mesh.points[a], mesh.points[b], mesh.points[c])));
    if (t.surface != kernel::no_polygon) of_surface.emplace(t.surface, out.back());
  }
  return out;
}

}  // namespace plumb::pipeline
