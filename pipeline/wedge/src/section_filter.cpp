// SPDX-License-Identifier: GPL-3.0-or-later
#include "section_filter.h"

#include <algorithm>

#include "plumb/kernel/formulas.h"
#include "plumb/kernel/half_plane.h"
#include "plumb/kernel/interval_of.h"

namespace plumb::pipeline {
namespace {

using kernel::ExactPoint;
using kernel::Interval;
using Corner = SectionFilter::Corner;

bool is_same(const Corner& c, const ExactPoint& p) { return c.at != nullptr && *c.at == p; }

// How far a point is to the left of the way from p to q, times its length.
Interval turn(const NearCorner& p, const NearCorner& q, const NearCorner& c) {
  return kernel::formulas::determinant(q[0] - p[0], q[1] - p[1], c[0] - p[0], c[1] - p[1]);
}

struct Raised {
  Corner corner;
  Interval above;
};
// Where the way from p to q, on different sides of a plane, meets it.
Raised crossing(const Raised& p, const Raised& q) {
  const Interval share = p.above / (p.above - q.above);
  const auto between = [&](int axis) {
    const Interval& from = p.corner.near[axis];
    return from + share * (q.corner.near[axis] - from);
  };
  return {{nullptr, {between(0), between(1), between(2)}}, Interval(0.0)};
}

}  // namespace

NearCorner near_corner(const ExactPoint& p) {
  return {kernel::interval_of(p[0]), kernel::interval_of(p[1]), kernel::interval_of(p[2])};
}
std::vector<NearCorner> near_corners(std::span<const ExactPoint> points) {
  std::vector<NearCorner> out;
  for (const ExactPoint& p : points) out.push_back(near_corner(p));
  return out;
}

SectionFilter::SectionFilter(std::span<const ExactPoint> floor, const mpq_class& height)
    : floor_(floor), near_(near_corners(floor)), height_(kernel::interval_of(height)) {
  const auto way = [&](std::size_t i) {
    return NearCorner{near_[i][0] - near_[0][0], near_[i][1] - near_[0][1], near_[i][2] - near_[0][2]};
  };
  const NearCorner normal = kernel::formulas::cross(way(1), way(2));
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
  if (std::ranges::any_of(floor_, [&](const ExactPoint& p) { return is_same(c, p); })) return Interval(0.0);
  const NearCorner& from = near_[0];
  return c.near[2] - from[2] - (rise_x_ * (c.near[0] - from[0]) + rise_y_ * (c.near[1] - from[1]));
}

bool SectionFilter::is_side_of_floor(std::size_t side, const Corner& corner) const {
  return is_same(corner, floor_[side]) || is_same(corner, floor_[side + 1 == floor_.size() ? 0 : side + 1]);
}

// Whether the line along a side of one of the two has them on different sides, with no more than one corner on it.
bool SectionFilter::is_beside(std::span<const Corner> corners) const {
  for (std::size_t i = 0; i < near_.size(); ++i) {
    int on_line = 0;
    const auto is_outside = [&](const Corner& c) {
      if (is_side_of_floor(i, c)) return ++on_line == 1;
      return turn(near_[i], near_[i + 1 == near_.size() ? 0 : i + 1], c.near).high < 0;
    };
    if (std::ranges::all_of(corners, is_outside)) return true;
  }
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Corner &p = corners[i], &q = corners[i + 1 == corners.size() ? 0 : i + 1];
    int on_line = 0;
    const auto is_outside = [&](std::size_t k) {
      if (is_same(p, floor_[k]) || is_same(q, floor_[k])) return ++on_line == 1;
      return turn(p.near, q.near, near_[k]).high < 0;
    };
    std::size_t k = 0;
    while (k < near_.size() && is_outside(k)) ++k;
    if (k == near_.size()) return true;
  }
  return false;
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
