// SPDX-License-Identifier: GPL-3.0-or-later
#include "decimate/near_ramps.h"

#include <algorithm>
#include <cmath>

#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/formulas.h"

namespace plumb::pipeline {
namespace {

using kernel::Interval;
using kernel::IntervalPoint;

kernel::BoxTree tree_of_ramps(const TriangleMesh& mesh) {
  std::vector<kernel::Box> boxes;
  for (const TriangleMesh::Triangle& t : mesh.triangles)
    if (t.ramp != TriangleMesh::none)
      boxes.push_back(
          kernel::box_of(std::array{mesh.points[t.corners[0]], mesh.points[t.corners[1]], mesh.points[t.corners[2]]}));
  return kernel::BoxTree(boxes);
}

template <class Number>
Number squared(const Number& x, const Number& y) {
  return x * x + y * y;
}

// From a point to a segment, in plan.
mpq_class squared_distance_of(const ExactPoint& p, const ExactPoint& a, const ExactPoint& b) {
  const mpq_class x = b[0] - a[0], y = b[1] - a[1], u = p[0] - a[0], v = p[1] - a[1];
  const mpq_class along = kernel::formulas::dot2d(x, y, u, v), length = squared(x, y);
  if (sgn(along) <= 0) return squared(u, v);
  if (along >= length) return squared<mpq_class>(p[0] - b[0], p[1] - b[1]);
  const mpq_class off = kernel::formulas::determinant(x, y, u, v);
  return off * off / length;
}
// From a point to a triangle, counter-clockwise, in plan.
mpq_class squared_distance_of(const ExactPoint& p, const std::array<ExactPoint, 3>& t) {
  bool inside = true;
  for (std::size_t i = 0; i < 3 && inside; ++i) inside = sgn(kernel::formulas::orient2d(t[i], t[(i + 1) % 3], p)) >= 0;
  if (inside) return 0;
  return std::min(
      {squared_distance_of(p, t[0], t[1]), squared_distance_of(p, t[1], t[2]), squared_distance_of(p, t[2], t[0])});
}

// The same two between doubles.
Interval near_distance(const IntervalPoint& p, const IntervalPoint& a, const IntervalPoint& b) {
  const Interval x = b[0] - a[0], y = b[1] - a[1], u = p[0] - a[0], v = p[1] - a[1];
  const Interval along = kernel::formulas::dot2d(x, y, u, v), length = squared(x, y);
  const Interval to_a = squared(u, v), to_b = squared(p[0] - b[0], p[1] - b[1]);
  if (along.high <= 0) return to_a;
  if (along.low >= length.high) return to_b;
  const Interval off = kernel::formulas::determinant(x, y, u, v), to_line = off * off / length;
  if (along.low >= 0 && along.high <= length.low) return to_line;
  // Perhaps the foot is beyond an end: the distance is at least that of the line and at most that of the nearer end.
  return {to_line.low, std::min(to_a.high, to_b.high)};
}
Interval near_distance(const IntervalPoint& p, const std::array<const IntervalPoint*, 3>& t) {
  bool is_inside = true, may_be_inside = true;
  Interval out(HUGE_VAL);
  for (std::size_t i = 0; i < 3; ++i) {
    const IntervalPoint &a = *t[i], &b = *t[(i + 1) % 3];
    const Interval turn = kernel::formulas::orient2d(a, b, p);
    is_inside &= turn.low >= 0;
    may_be_inside &= turn.high >= 0;
    const Interval side = near_distance(p, a, b);
    out = {std::min(out.low, side.low), std::min(out.high, side.high)};
  }
  if (is_inside) return Interval(0.0);
  return may_be_inside ? Interval(0, out.high) : out;
}

}  // namespace

NearRamps::NearRamps(const TriangleMesh& mesh, const mpq_class& squared_reach, const mpq_class& step)
    : mesh_(mesh),
      squared_reach_(squared_reach),
      step_(step),
      near_squared_reach_(kernel::interval_of(squared_reach)),
      reach_(2 * std::sqrt(near_squared_reach_.high)),
      boxes_(tree_of_ramps(mesh)) {
  near_.reserve(mesh.points.size());
  for (const ExactPoint& p : mesh.points) near_.push_back(kernel::interval_point(p));
  for (const TriangleMesh::Triangle& t : mesh.triangles) {
    if (t.ramp == TriangleMesh::none) continue;
    const auto& [a, b, c] = t.corners;
    const auto [foot, top] = std::minmax({mesh.points[a][2], mesh.points[b][2], mesh.points[c][2]});
    Ramp ramp{t.corners, foot - step, top + step, {}, {}};
    ramp.near_floor = kernel::interval_of(ramp.floor);
    ramp.near_ceiling = kernel::interval_of(ramp.ceiling);
    ramps_.push_back(std::move(ramp));
  }
}

// Calls visit for the ramps that a triangle may be near, by its height and its first corner, until it returns true.
template <class Visit>
bool NearRamps::any_in_height(const Corners& corners, Visit&& visit) const {
  // Within the reach of one triangle are all three corners, so each is: the box of one of them is enough.
  const auto& [a, b, c] = corners;
  kernel::Box near;
  for (std::size_t k = 0; k < 2; ++k) {
    near.low[k] = (Interval(near_[a][k].low) - Interval(reach_)).low;
    near.high[k] = (Interval(near_[a][k].high) + Interval(reach_)).high;
  }
  const Interval step = kernel::interval_of(step_);
  near.low[2] = (Interval(std::min({near_[a][2].low, near_[b][2].low, near_[c][2].low})) - step).low;
  near.high[2] = (Interval(std::max({near_[a][2].high, near_[b][2].high, near_[c][2].high})) + step).high;
  return boxes_.any(near, [&](std::uint32_t i) { return is_in_height(corners, ramps_[i]) && visit(ramps_[i]); });
}

// Whether a triangle is not wholly more than a step above a ramp, or below it.
bool NearRamps::is_in_height(const Corners& corners, const Ramp& ramp) const {
  const auto order = [&](Index p, const mpq_class& height, const Interval& near) {
    return kernel::compare(
        near_[p][2], [&]() -> const mpq_class& { return mesh_.points[p][2]; }, near,
        [&]() -> const mpq_class& { return height; });
  };
  return std::ranges::any_of(corners, [&](Index p) { return order(p, ramp.ceiling, ramp.near_ceiling) <= 0; }) &&
         std::ranges::any_of(corners, [&](Index p) { return order(p, ramp.floor, ramp.near_floor) >= 0; });
}

// Whether all corners are within a distance of a ramp, in plan.
bool NearRamps::is_within(const Corners& corners, const Ramp& ramp, const mpq_class& limit,
                          const Interval& near_limit) const {
  const Corners& c = ramp.corners;
  const std::array near{&near_[c[0]], &near_[c[1]], &near_[c[2]]};
  return std::ranges::all_of(corners, [&](Index p) {
    const Interval distance = near_distance(near_[p], near);
    if (distance.high <= near_limit.low) return true;
    if (distance.low > near_limit.high) return false;
    return squared_distance_of(mesh_.points[p], {mesh_.points[c[0]], mesh_.points[c[1]], mesh_.points[c[2]]}) <= limit;
  });
}

bool NearRamps::reach(const Corners& corners) const {
  return any_in_height(corners,
                       [&](const Ramp& ramp) { return is_within(corners, ramp, squared_reach_, near_squared_reach_); });
}

mpq_class NearRamps::squared_distance(const Corners& corners, const mpq_class& least) const {
  mpq_class best = squared_reach_;
  Interval near_best = near_squared_reach_;
  const Interval near_least = kernel::interval_of(least);
  const bool is_least = any_in_height(corners, [&](const Ramp& ramp) {
    if (is_within(corners, ramp, least, near_least)) return true;
    if (!is_within(corners, ramp, best, near_best)) return false;
    const auto& [a, b, c] = ramp.corners;
    best = 0;
    for (const Index p : corners)
      best = std::max(best, squared_distance_of(mesh_.points[p], {mesh_.points[a], mesh_.points[b], mesh_.points[c]}));
    near_best = kernel::interval_of(best);
    return false;
  });
  return is_least ? least : best;
}

}  // namespace plumb::pipeline
