// SPDX-License-Identifier: GPL-3.0-or-later
// Which polygons certainly do nothing to a floor, decided in doubles before any fraction is made.
// Problem. The index returns polygons whose boxes meet the box of a floor and of the height above it. Most of them lie
// beside the floor, below it or too high; to clip each of them in fractions would cost most of the time.
// WedgeFilter answers for polygons of the level, whose corners are numbers in the table of points:
// 1. out_of_reach() evaluates, in intervals, how far each corner is above the floor's plane.
// 2. beside() looks for a line along a side of the floor or of the polygon that has them on different sides, by signs
//    of the kernel, which are exact. A thin polygon may touch a side of the floor in one place only.
// 3. within_reach(), sides_passed() and covers_floor() answer the same questions for callers that know more.
// SectionFilter answers for triangles of a mesh, whose corners are fractions with doubles around them:
// 1. misses() compares heights above the plane and then looks for such a line, in intervals. A corner that both have is
//    recognised by its coordinates, since intervals around it could never be apart.
// 2. is_off_plane() clips the polygon to the plane in intervals, and looks whether what is left lies beside the floor.
// Cost. The product of the corners of both polygons, without memory that is allocated, but for is_off_plane().
// Exactness. A filter says "certainly" or nothing. An interval that contains 0 decides nothing.
#include "cut/floor_filter.h"

#include <algorithm>

#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/plane.h"
#include "plumb/kernel/segment_frame.h"

namespace plumb::pipeline {
namespace {

using kernel::Interval;
using kernel::PointId;
using Corners = std::span<const PointId>;
using kernel::ExactPoint;
using Corner = SectionFilter::Corner;

Interval component(double at, double error) { return error == 0 ? Interval(at) : kernel::around(at, error); }

bool same_in_plan(const kernel::PointTable& points, PointId p, PointId q) {
  return p == q || kernel::compare_projected(points, 2, p, q) == 0;
}

// Calls visit(i, p, q) for each side of a polygon, from its corner i, p, to the next, q, until that says true.
template <class Visit>
bool any_side(Corners polygon, Visit&& visit) {
  for (std::size_t i = 0; i < polygon.size(); ++i)
    if (visit(i, polygon[i], polygon[i + 1 == polygon.size() ? 0 : i + 1])) return true;
  return false;
}

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

WedgeFilter::WedgeFilter(const kernel::PointTable& points, Corners floor, const WedgeCutOptions& options)
    : points_(points),
      floor_(floor),
      height_(kernel::interval_of(mpq_class(options.height * points.denominator()))),
      foot_(kernel::interval_of(mpq_class(options.wall_foot * points.denominator()))),
      thick_walls_(sgn(options.wall_thickness) > 0) {
  const auto [a, b, c] = kernel::spanning_corners(points, floor);
  const kernel::FilteredNormal n = kernel::filtered_normal(points, a, b, c);
  const Interval z = component(n.z, n.error_z);
  rise_x_ = -component(n.x, n.error_x) / z;
  rise_y_ = -component(n.y, n.error_y) / z;
}

bool WedgeFilter::misses(Corners corners, SurfaceKind kind, bool body) const {
  if (out_of_reach(corners, kind, body)) return true;
  if (kind == SurfaceKind::vertical) return !thick_walls_ && beside(corners, true);
  return beside(corners, body);
}

Interval WedgeFilter::above(PointId corner) const {
  const auto from_floor = [&](int axis) {
    return kernel::interval_of(points_, corner, axis) - kernel::interval_of(points_, floor_[0], axis);
  };
  return from_floor(2) - (rise_x_ * from_floor(0) + rise_y_ * from_floor(1));
}

bool WedgeFilter::out_of_reach(Corners corners, SurfaceKind kind, bool body) const {
  double least = HUGE_VAL, most = -HUGE_VAL;
  bool below = false;
  for (const PointId c : corners) {
    const Interval z = above(c);
    least = std::min(least, z.low);
    most = std::max(most, z.high);
    below |= z.high < 0;
  }
  if (body && least <= 0 && most >= 0) return false;
  if (least >= height_.high) return true;
  // What lies in the floor's plane may own a part of it.
  return kind == SurfaceKind::vertical ? most <= foot_.low : most <= 0 && below;
}

bool WedgeFilter::within_reach(Corners corners) const {
  bool over = false, under = false;
  for (const PointId c : corners) {
    const Interval z = above(c);
    if (z.low < 0 || z.high > height_.low) return false;
    over |= z.low > 0;
    under |= z.high < height_.low;
  }
  return over && under;
}

// Polygons run clockwise, so their outside is on the left of a side.
std::vector<std::size_t> WedgeFilter::sides_passed(Corners corners) const {
  std::vector<std::size_t> out;
  any_side(floor_, [&](std::size_t i, PointId p, PointId q) {
    const auto is_outside = [&](PointId c) {
      return kernel::orientation(points_, 2, p, q, c) == kernel::Sign::positive;
    };
    if (std::ranges::any_of(corners, is_outside)) out.push_back(i);
    return false;
  });
  return out;
}

bool WedgeFilter::covers_floor(Corners corners) const {
  return !any_side(corners, [&](std::size_t, PointId p, PointId q) {
    return std::ranges::any_of(
        floor_, [&](PointId c) { return kernel::orientation(points_, 2, p, q, c) == kernel::Sign::positive; });
  });
}

// Whether the line along a side of one of the two polygons has them on different sides. If `thin`, the other one may
// touch a side of the floor in one place in plan only, and only the floor's sides are tried.
bool WedgeFilter::beside(Corners corners, bool thin) const {
  const auto parts = [&](Corners others) {
    return [this, others](std::size_t, PointId p, PointId q) {
      return std::ranges::all_of(
          others, [&](PointId c) { return kernel::orientation(points_, 2, p, q, c) != kernel::Sign::negative; });
    };
  };
  const auto parts_thin = [&](std::size_t i, PointId p, PointId q) {
    return parts(corners)(i, p, q) && one_place(corners, p, q);
  };
  if (thin) return any_side(floor_, parts_thin);
  return any_side(floor_, parts(corners)) || any_side(corners, parts(floor_));
}

// Whether the corners that lie on a line are all in one place in plan.
bool WedgeFilter::one_place(Corners corners, PointId p, PointId q) const {
  PointId first = kernel::no_point;
  for (const PointId c : corners) {
    if (kernel::orientation(points_, 2, p, q, c) != kernel::Sign::zero) continue;
    if (first == kernel::no_point) first = c;
    else if (!same_in_plan(points_, first, c)) return false;
  }
  return true;
}

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
