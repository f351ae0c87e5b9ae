// SPDX-License-Identifier: LGPL-3.0-or-later
// The planes of a mesh, by number, and sums of squared distances to some of them.
// PlaneTable stores each plane once: add() compares fractions, and planes_of() calls it once for each surface. Parallel
// planes share a direction, which decimate and add_ramps compare with a cone. holds() decides whether a point is on a
// plane, in intervals of doubles first.
// A PlaneSet is a set of such planes. error() adds up the squared distances from a place to the planes of two sets, and
// error_interval() does so in intervals of doubles. error_is_within() compares the sum with a limit, in doubles first.
// With a limit of 0 the place has to be on all planes, which needs no distance.
// Cost: a look-up for each triangle; a sum takes time in proportion to its planes.
// Source: Garland and Heckbert 1997, whose quadric is a matrix instead of a set.
#include "plumb/surface/plane_table.h"

#include <algorithm>
#include <unordered_map>

namespace plumb::surface {
namespace {

using kernel::Interval;

// Calls visit(plane) for each plane that is in one of two sets or in both, as long as visit() returns true. Returns
// whether it always did.
template <class Visit>
bool all_of_both(const PlaneSet& a, const PlaneSet& b, Visit&& visit) {
  const auto p = a.planes(), q = b.planes();
  for (std::size_t i = 0, j = 0; i < p.size() || j < q.size();) {
    const bool first = j == q.size() || (i < p.size() && p[i] <= q[j]);
    const auto plane = first ? p[i] : q[j];
    if (i < p.size() && p[i] == plane) ++i;
    if (j < q.size() && q[j] == plane) ++j;
    if (!visit(plane)) return false;
  }
  return true;
}

}  // namespace

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
  if (const auto side = height_interval_over(plane, near).sign()) return *side == kernel::Sign::zero;
  return height_over(plane, p) == 0;
}

mpq_class PlaneTable::height_over(Index plane, const ExactPoint& p) const {
  const ExactPoint& x = exact_planes_[plane];
  if (x[0] == 0 && x[1] == 0) return p[2] - x[2];
  return p[2] - kernel::ExactPlane{x}.height(p[0], p[1]);
}

kernel::Interval PlaneTable::height_interval_over(Index plane, const std::array<kernel::Interval, 3>& near) const {
  const auto& [u, v, w] = planes_[plane].near;
  return near[2] - kernel::formulas::linear(u, v, w, near[0], near[1]);
}

std::vector<PlaneTable::Index> planes_of(const TriangleMesh& mesh, PlaneTable& planes) {
  std::vector<PlaneTable::Index> out;
  out.reserve(mesh.triangles.size());
  std::unordered_map<kernel::PolygonId, PlaneTable::Index> of_surface;  // its order is never used
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

void PlaneSet::add(const std::vector<Index>& planes) {
  if (std::ranges::includes(planes_, planes)) return;
  std::vector<Index> both;
  both.reserve(planes_.size() + planes.size());
  std::ranges::set_union(planes_, planes, std::back_inserter(both));
  planes_.swap(both);
}

Interval error_interval(const PlaneTable& planes, const PlaneSet& a, const PlaneSet& b, const Place& place) {
  Interval sum(0.0);
  all_of_both(a, b, [&](PlaneTable::Index plane) {
    const Interval over = planes.height_interval_over(plane, place.near);
    // If the interval of the height contains 0, its product with itself reaches below 0, which no square does.
    const Interval squared = over * over * planes[plane].cos_squared;
    sum = sum + Interval(std::max(squared.low, 0.0), squared.high);
    return true;
  });
  return sum;
}

mpq_class error(const PlaneTable& planes, const PlaneSet& a, const PlaneSet& b, const ExactPoint& place) {
  mpq_class sum = 0;
  all_of_both(a, b, [&](PlaneTable::Index plane) {
    const mpq_class over = planes.height_over(plane, place);
    if (over != 0) sum += over * over / (1 + planes.exact(plane).tan_squared());
    return true;
  });
  return sum;
}

bool error_is_within(const PlaneTable& planes, const PlaneSet& a, const PlaneSet& b, const Place& place,
                     const mpq_class& limit) {
  if (limit == 0)
    return all_of_both(a, b, [&](PlaneTable::Index plane) { return planes.holds(plane, place.at, place.near); });
  const Interval near = error_interval(planes, a, b, place), near_limit = kernel::interval_of(limit);
  if (near.high <= near_limit.low) return true;
  if (near.low > near_limit.high) return false;
  return error(planes, a, b, place.at) <= limit;
}

}  // namespace plumb::surface
