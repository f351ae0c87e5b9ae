// SPDX-License-Identifier: GPL-3.0-or-later
// The face of a floor that is nearest to a point, and its distance, in intervals of doubles that contain the true ones.
// 1. distance() of a point from a triangle: near_point() makes a place of the triangle, about the nearest one, and the
//    way there is an upper bound. Lower bounds are planes that have all of the triangle beyond them: the plane square
//    to that way, those of by_lines() and those of by_corners(), until both bounds are close. by_lines() also finds the
//    height over the triangle's plane, which a way between two places does not tell well if it is tiny.
// 2. NearestFace asks a tree of boxes for faces within a reach, nearest boxes first, and doubles the reach until the
//    nearest face found is within it. A hint, a face that is near, shortens this.
// Cost: near log n for n faces. Exactness: whatever place near_point() returns is of the triangle, so rounding may
// widen an interval, but never makes it wrong. Source: near_point() is Ericson, Real-Time Collision Detection, 5.1.5;
// the bounds are our own.
#include "compare/nearest_face.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval.h"

namespace plumb::pipeline {
namespace {

using kernel::Interval;
using kernel::IntervalPoint;
using kernel::formulas::cross;
using kernel::formulas::dot;
using Spot = std::array<double, 3>;

Spot middle(const IntervalPoint& p) {
  Spot out;
  for (std::size_t k = 0; k < 3; ++k) out[k] = p[k].low / 2 + p[k].high / 2;
  return out;
}
template <class Vector>
Vector minus(const Vector& p, const Vector& q) {
  return {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
}

// About where a triangle is nearest to p: a + v (b - a) + w (c - a), with v, w and 1 - v - w not negative (Ericson,
// Real-Time Collision Detection, 5.1.5). Where rounding errs, it is another point of the triangle.
std::array<double, 2> nearest(const Spot& p, const Spot& a, const Spot& b, const Spot& c) {
  const Spot ab = minus(b, a), ac = minus(c, a), ap = minus(p, a), bp = minus(p, b), cp = minus(p, c);
  const double d1 = dot(ab, ap), d2 = dot(ac, ap), d3 = dot(ab, bp), d4 = dot(ac, bp), d5 = dot(ab, cp),
               d6 = dot(ac, cp);
  if (d1 <= 0 && d2 <= 0) return {0, 0};
  if (d3 >= 0 && d4 <= d3) return {1, 0};
  if (d6 >= 0 && d5 <= d6) return {0, 1};
  const double vc = kernel::formulas::determinant(d1, d2, d3, d4);
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return {d1 / (d1 - d3), 0};
  const double vb = kernel::formulas::determinant(d5, d6, d1, d2);
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return {0, d2 / (d2 - d6)};
  const double va = kernel::formulas::determinant(d3, d4, d5, d6);
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    const double w = (d4 - d3) / ((d4 - d3) + (d5 - d6));
    return {1 - w, w};
  }
  const double all = va + vb + vc;
  return {vb / all, vc / all};
}

// A point of the triangle, about the nearest to p.
IntervalPoint near_point(const Spot& p, const IntervalPoint& a, const IntervalPoint& b, const IntervalPoint& c) {
  auto [v, w] = nearest(p, middle(a), middle(b), middle(c));
  // Into the triangle, whatever the rounding: of multiples of 2^-52 sums up to 1 are exact.
  const auto share = [](double x) { return x > 0 ? std::ldexp(std::floor(std::ldexp(std::min(x, 1.0), 52)), -52) : 0; };
  v = share(v);
  w = std::min(share(w), 1 - v);
  IntervalPoint q;
  for (std::size_t k = 0; k < 3; ++k) q[k] = a[k] + Interval(v) * (b[k] - a[k]) + Interval(w) * (c[k] - a[k]);
  return q;
}

Interval of_both(const Interval& a, const Interval& b) { return {std::max(a.low, b.low), std::min(a.high, b.high)}; }
Interval magnitude(const Interval& v) { return {std::max({0.0, v.low, -v.high}), std::max(v.high, -v.low)}; }

// All of the triangle is beyond a plane square to the way from p to a place of it.
double beyond_plane(const IntervalPoint& p, const IntervalPoint& way, const std::array<IntervalPoint, 3>& corners) {
  const double length = kernel::root(dot(way, way)).high;
  if (!(length > 0)) return 0;
  double low = HUGE_VAL;
  for (const IntervalPoint& corner : corners) low = std::min(low, dot(way, minus(p, corner)).low);
  return std::max(0.0, (Interval(low) / Interval(length)).low);
}

// By the height over the triangle's plane and the distances from its edges' lines, seen along the normal: it is no
// nearer than over the plane and beyond a line; and as near as that where the foot of the perpendicular is certainly in
// the triangle, or in the edge. Unlike a way between two places, a height that is a tiny part of the triangle's size is
// known well.
Interval by_lines(const IntervalPoint& p, const std::array<IntervalPoint, 3>& corners) {
  const IntervalPoint normal = cross(minus(corners[1], corners[0]), minus(corners[2], corners[0]));
  const Interval length = kernel::root(dot(normal, normal));
  if (!(length.low > 0)) return {0, HUGE_VAL};
  const Interval height = magnitude(dot(normal, minus(p, corners[0])) / length);
  Interval out(height.low, HUGE_VAL);
  bool within = true;
  for (std::size_t k = 0; k < 3; ++k) {
    const IntervalPoint edge = minus(corners[(k + 1) % 3], corners[k]), to = minus(p, corners[k]),
                        outward = cross(edge, normal);
    const Interval width = kernel::root(dot(outward, outward));
    if (!(width.low > 0)) return {height.low, HUGE_VAL};
    const Interval beyond = dot(outward, to) / width;
    if (beyond.high <= 0) continue;
    within = false;
    const Interval away = magnitude(beyond), slant = kernel::root(height * height + away * away);
    if (beyond.low > 0) out.low = std::max(out.low, slant.low);
    const Interval along = dot(edge, to);
    if (along.low >= 0 && along.high <= dot(edge, edge).low) out.high = std::min(out.high, slant.high);
  }
  if (within) out.high = height.high;
  return out;
}

// The same from a corner: the others are beyond a plane through it, square to the way there.
double by_corners(const IntervalPoint& p, const std::array<IntervalPoint, 3>& corners) {
  double out = 0;
  for (const IntervalPoint& corner : corners) {
    const IntervalPoint way = minus(p, corner);
    const Interval square = dot(way, way);
    double low = square.low;
    for (const IntervalPoint& other : corners)
      if (&other != &corner) low = std::min(low, (square + dot(way, minus(corner, other))).low);
    const double length = kernel::root(square).high;
    if (low > 0 && length > 0) out = std::max(out, (Interval(low) / Interval(length)).low);
  }
  return out;
}

Interval distance(const IntervalPoint& p, const std::array<IntervalPoint, 3>& corners) {
  constexpr kernel::Hint close{0x1p-14};
  const Spot at = middle(p);
  const IntervalPoint q = near_point(at, corners[0], corners[1], corners[2]);
  Interval out(0, pipeline::distance(p, q).high);
  const Spot way = minus(at, middle(q));
  out.low = beyond_plane(p, {Interval(way[0]), Interval(way[1]), Interval(way[2])}, corners);
  const auto is_close = [&] { return out.low >= out.high * (1 - close); };
  if (!is_close()) out = of_both(out, by_lines(p, corners));
  if (!is_close()) out.low = std::max(out.low, by_corners(p, corners));
  out.low = std::min(out.low, out.high);
  return out;
}

double upper_square(double v) { return (Interval(v) * Interval(v)).high; }
double square_to_box(const IntervalPoint& p, const kernel::Box& box) {
  Interval sum(0.0);
  for (std::size_t k = 0; k < 3; ++k) {
    const Interval below = Interval(box.low[k]) - p[k], above = p[k] - Interval(box.high[k]);
    const Interval away(std::max({0.0, below.low, above.low}));
    sum = sum + away * away;
  }
  return sum.low;
}
kernel::Box around(const IntervalPoint& p, double reach) {
  kernel::Box box;
  for (std::size_t k = 0; k < 3; ++k) {
    const Interval side = p[k] + Interval(-reach, reach);
    box.low[k] = side.low;
    box.high[k] = side.high;
  }
  return box;
}

}  // namespace

Interval distance(const IntervalPoint& p, const IntervalPoint& q) {
  const IntervalPoint d = minus(p, q);
  return kernel::root(dot(d, d));
}

Interval distance(const IntervalPoint& p, std::span<const IntervalPoint> polygon) {
  Interval out(HUGE_VAL);
  for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
    const Interval d = distance(p, {polygon[0], polygon[i], polygon[i + 1]});
    out = {std::min(out.low, d.low), std::min(out.high, d.high)};
  }
  return out;
}

double most_distance(const IntervalPoint& p, std::span<const IntervalPoint> polygon) {
  const Spot at = middle(p);
  double out = HUGE_VAL;
  for (std::size_t i = 1; i + 1 < polygon.size(); ++i)
    out = std::min(out, distance(p, near_point(at, polygon[0], polygon[i], polygon[i + 1])).high);
  return out;
}

NearestFace::NearestFace(const FloorFaces& floor) {
  std::vector<kernel::Box> boxes;
  for (Index f = 0; f < floor.faces.size(); ++f) {
    first_.push_back(corners_.size());
    for (const Index c : floor.faces[f].corners) corners_.push_back(floor.near_point(c));
    boxes.push_back(box_of(floor, f));
    kernel::grow(all_, boxes.back());
  }
  first_.push_back(corners_.size());
  tree_.emplace(std::move(boxes));
}

auto NearestFace::operator()(const IntervalPoint& p, double reach, Index hint) -> Nearest {
  Nearest out;
  const auto look_at = [&](Index f) {
    const Interval d = distance(p, corners_of(f));
    out.distance.low = std::min(out.distance.low, d.low);
    if (d.high >= out.distance.high) return;
    out.distance.high = d.high;
    out.face = f;
  };
  if (hint != no_face) look_at(hint);
  // Most are far nearer than they may be, and few boxes are that near.
  for (reach = std::max(std::min(reach, out.distance.high) / 4, least_reach(p));; reach *= 2) {
    // Those of the nearest boxes first: most others are farther then.
    candidates_.clear();
    tree_->query(around(p, reach), [&](Index f) {
      if (f != hint) candidates_.push_back({square_to_box(p, tree_->box(f)), f});
    });
    std::ranges::make_heap(candidates_, std::greater());
    while (!candidates_.empty() && candidates_.front().square <= upper_square(out.distance.high)) {
      look_at(candidates_.front().face);
      std::ranges::pop_heap(candidates_, std::greater());
      candidates_.pop_back();
    }
    if (out.distance.high <= reach) return out;
  }
}

// From outside of all of it, at least as far as its box; and no less than doubles tell apart.
double NearestFace::least_reach(const IntervalPoint& p) const {
  double out = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const Interval wider = kernel::outward(p[k].low, p[k].high);
    out = std::max({out, all_.low[k] - p[k].high, p[k].low - all_.high[k], wider.high - wider.low});
  }
  return out;
}

}  // namespace plumb::pipeline
