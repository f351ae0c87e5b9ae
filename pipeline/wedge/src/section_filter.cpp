// SPDX-License-Identifier: GPL-3.0-or-later
#include "section_filter.h"

#include <algorithm>

#include "plumb/kernel/formulas.h"
#include "plumb/kernel/half_plane.h"
#include "plumb/kernel/interval_point.h"

namespace plumb::pipeline {
namespace {

using kernel::ExactPoint;
using kernel::Interval;
using Corner = SectionFilter::Corner;

bool is_same(const Corner& a, const Corner& b) { return a.at != nullptr && b.at != nullptr && *a.at == *b.at; }

// The signed distance of a point to the left of the way from p to q, times the length of the way.
Interval turn(const kernel::IntervalPoint& p, const kernel::IntervalPoint& q, const kernel::IntervalPoint& c) {
  return kernel::formulas::determinant(q[0] - p[0], q[1] - p[1], c[0] - p[0], c[1] - p[1]);
}

// Whether the line along some side of a polygon has all of another one on its outer side, apart from one common corner
// on it.
bool parts(std::span<const Corner> polygon, std::span<const Corner> other) {
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Corner &p = polygon[i], &q = polygon[i + 1 == polygon.size() ? 0 : i + 1];
    int on_line = 0;
    const auto is_outside = [&](const Corner& c) {
      if (is_same(c, p) || is_same(c, q)) return ++on_line == 1;
      return turn(p.near, q.near, c.near).high < 0;
    };
    if (std::ranges::all_of(other, is_outside)) return true;
  }
  return false;
}

struct Raised {
  Corner corner;
  Interval above;
};
// Where the way from p to q, which are on different sides of a plane, meets the plane.
Raised crossing(const Raised& p, const Raised& q) {
  const Interval share = p.above / (p.above - q.above);
  const auto between = [&](int axis) {
    const Interval& from = p.corner.near[axis];
    return from + share * (q.corner.near[axis] - from);
  };
  return {{nullptr, {between(0), between(1), between(2)}}, Interval(0.0)};
}

}  // namespace

std::vector<kernel::IntervalPoint> near_corners(std::span<const ExactPoint> points) {
  std::vector<kernel::IntervalPoint> out;
  for (const ExactPoint& p : points) out.push_back(kernel::interval_point(p));
  return out;
}

SectionFilter::SectionFilter(std::span<const ExactPoint> floor, const mpq_class& height)
    : height_(kernel::interval_of(height)) {
  for (const ExactPoint& p : floor) floor_.push_back({&p, kernel::interval_point(p)});
  const auto way = [&](std::size_t i) {
    const kernel::IntervalPoint &from = floor_[0].near, &to = floor_[i].near;
    return kernel::IntervalPoint{to[0] - from[0], to[1] - from[1], to[2] - from[2]};
  };
  const kernel::IntervalPoint normal = kernel::formulas::cross(way(1), way(2));
  rise_x_ = -normal[0] / normal[2];
  rise_y_ = -normal[1] / normal[2];
}

bool SectionFilter::misses(std::span<const Corner> corners) const {
  double least = HUGE_VAL, most = -HUGE_VAL;
  for (const Corner& c : corners) {
    const Interval z = above(c);
    least = std::min(least, z.low);
    most = std::max(most, z.high);
  }
  return most < 0 || least >= height_.high || is_beside(corners);
}

Interval SectionFilter::above(const Corner& c) const {
  if (std::ranges::any_of(floor_, [&](const Corner& p) { return is_same(c, p); })) return Interval(0.0);
  const kernel::IntervalPoint& from = floor_[0].near;
  return c.near[2] - from[2] - (rise_x_ * (c.near[0] - from[0]) + rise_y_ * (c.near[1] - from[1]));
}

bool SectionFilter::is_beside(std::span<const Corner> corners) const {
  return parts(floor_, corners) || parts(corners, floor_);
}

bool SectionFilter::is_off_plane(std::span<const Corner> corners) const {
  std::vector<Raised> trace;
  for (const Corner& c : corners) {
    trace.push_back({c, above(c)});
    if (!trace.back().above.sign()) return false;
  }
  for (const int side : {1, -1})
    kernel::clip_half_plane(
        trace, [&](const Raised& r) { return side * static_cast<int>(*r.above.sign()); },
        [](const Raised& p, int, const Raised& q, int) { return crossing(p, q); });
  std::vector<Corner> ends;
  for (const Raised& r : trace) ends.push_back(r.corner);
  return ends.size() < 2 || is_beside(ends);
}

}  // namespace plumb::pipeline
