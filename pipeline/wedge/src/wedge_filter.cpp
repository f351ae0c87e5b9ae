// SPDX-License-Identifier: GPL-3.0-or-later
#include "wedge_filter.h"

#include <algorithm>

#include "plumb/kernel/interval_of.h"
#include "plumb/kernel/normal.h"

namespace plumb::pipeline {
namespace {

using kernel::Interval;
using kernel::PointId;
using Corners = std::span<const PointId>;

Interval component(double at, double error) { return error == 0 ? Interval(at) : kernel::around(at, error); }

bool same_in_plan(const kernel::PointTable& points, PointId p, PointId q) {
  return p == q || kernel::compare_projected(points, 2, p, q) == 0;
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

namespace {

// Calls visit(i, p, q) for each side of a polygon, from its corner i, p, to the next, q, until that says true.
template <class Visit>
bool any_side(Corners polygon, Visit&& visit) {
  for (std::size_t i = 0; i < polygon.size(); ++i)
    if (visit(i, polygon[i], polygon[i + 1 == polygon.size() ? 0 : i + 1])) return true;
  return false;
}

}  // namespace

// Polygons run clockwise, so their outside is on the left of a side.
std::vector<std::size_t> WedgeFilter::sides_passed(Corners corners) const {
  std::vector<std::size_t> out;
  any_side(floor_, [&](std::size_t i, PointId p, PointId q) {
    const auto is_outside = [&](PointId c) { return kernel::turn(points_, 2, p, q, c) == kernel::Sign::positive; };
    if (std::ranges::any_of(corners, is_outside)) out.push_back(i);
    return false;
  });
  return out;
}

bool WedgeFilter::covers_floor(Corners corners) const {
  return !any_side(corners, [&](std::size_t, PointId p, PointId q) {
    return std::ranges::any_of(floor_,
                               [&](PointId c) { return kernel::turn(points_, 2, p, q, c) == kernel::Sign::positive; });
  });
}

// Whether the line along a side of one of the two polygons has them on different sides. If `thin`, the other one may
// touch a side of the floor in one place in plan only, and only the floor's sides are tried.
bool WedgeFilter::beside(Corners corners, bool thin) const {
  const auto parts = [&](Corners others) {
    return [this, others](std::size_t, PointId p, PointId q) {
      return std::ranges::all_of(
          others, [&](PointId c) { return kernel::turn(points_, 2, p, q, c) != kernel::Sign::negative; });
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
    if (kernel::turn(points_, 2, p, q, c) != kernel::Sign::zero) continue;
    if (first == kernel::no_point) first = c;
    else if (!same_in_plan(points_, first, c)) return false;
  }
  return true;
}

}  // namespace plumb::pipeline
