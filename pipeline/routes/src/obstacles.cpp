// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/obstacles.h"

#include <algorithm>
#include <cmath>

#include "plumb/kernel/interval_root.h"
#include "plumb/kernel/segment_distance.h"
#include "plumb/pipeline/plan_box.h"
namespace plumb::pipeline {
namespace {

using kernel::NearPoint;
using Index = Obstacles::Index;

std::vector<Index> obstacle_segments(const PlanMap& map) {
  std::vector<Index> out;
  for (Index i = 0; i < map.segments.size(); ++i)
    if (map.segments[i].kind == SegmentKind::obstacle) out.push_back(i);
  return out;
}

// Each crosses the line through the other from one side to the other.
bool cross(const NearPoint& p, const NearPoint& q, const NearPoint& a, const NearPoint& b) {
  return kernel::orientation(p, q, a) * kernel::orientation(p, q, b) < 0 &&
         kernel::orientation(a, b, p) * kernel::orientation(a, b, q) < 0;
}

}  // namespace

double root_above(const mpq_class& square) { return kernel::root(kernel::interval_of(square)).high; }

Obstacles::Obstacles(const PlanMap& map) : map_(map), segments_(obstacle_segments(map)), tree_(boxes(map, segments_)) {}

kernel::Box Obstacles::box(const NearPoint& p, const NearPoint& q, double distance) {
  kernel::Box out = box_around(p.ix, p.iy, distance);
  kernel::grow(out, box_around(q.ix, q.iy, distance));
  return out;
}

std::vector<kernel::Box> Obstacles::boxes(const PlanMap& map, std::span<const Index> segments) {
  std::vector<kernel::Box> out;
  for (const Index i : segments)
    out.push_back(box(map.points[map.segments[i].from], map.points[map.segments[i].to], 0));
  return out;
}

std::optional<Index> Obstacles::stops_at(const kernel::PlanPoint& centre, const mpq_class& squared_radius) const {
  const NearPoint p(centre);
  std::optional<Index> first;
  any_near(p, p, root_above(squared_radius), [&](Index i) {
    if ((!first || i < *first) && kernel::compare_squared_distance(p, begin(i), end(i), squared_radius) < 0) first = i;
    return false;
  });
  return first;
}

bool Obstacles::stops(Index segment, const kernel::PlanPoint& from, const kernel::PlanPoint& to,
                      const mpq_class& squared_radius) const {
  return stops(segment, NearPoint(from), NearPoint(to), squared_radius);
}
bool Obstacles::stops(Index segment, const NearPoint& p, const NearPoint& q, const mpq_class& squared_radius) const {
  const NearPoint &a = begin(segment), &b = end(segment);
  const auto nearer = [&](const NearPoint& at, const NearPoint& u, const NearPoint& v) {
    return kernel::compare_squared_distance(at, u, v, squared_radius) < 0;
  };
  return cross(p, q, a, b) || nearer(p, a, b) || nearer(q, a, b) || nearer(a, p, q) || nearer(b, p, q);
}

std::optional<Index> Obstacles::stops_along(const kernel::PlanPoint& from, const kernel::PlanPoint& to,
                                            const mpq_class& squared_radius) const {
  const NearPoint p(from), q(to);
  std::optional<Index> first;
  any_near(p, q, root_above(squared_radius), [&](Index i) {
    if ((!first || i < *first) && stops(i, p, q, squared_radius)) first = i;
    return false;
  });
  return first;
}

}  // namespace plumb::pipeline
