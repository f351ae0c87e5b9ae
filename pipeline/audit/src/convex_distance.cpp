// SPDX-License-Identifier: GPL-3.0-or-later
#include "convex_distance.h"

#include <algorithm>
#include <cmath>

#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval_root.h"

namespace plumb::pipeline {
namespace {

using kernel::Interval;
using kernel::IntervalPoint;
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
  // Into the triangle, whatever the rounding.
  if (!(v >= 0)) v = 0;
  if (!(w >= 0)) w = 0;
  if (!(v <= 1)) v = 1;
  if (!(w <= 1 - v)) w = 1 - v;
  IntervalPoint q;
  for (std::size_t k = 0; k < 3; ++k) q[k] = a[k] + Interval(v) * (b[k] - a[k]) + Interval(w) * (c[k] - a[k]);
  return q;
}

Interval distance(const IntervalPoint& p, const IntervalPoint& a, const IntervalPoint& b, const IntervalPoint& c) {
  const Spot at = middle(p);
  const IntervalPoint q = near_point(at, a, b, c);
  const double high = pipeline::distance(p, q).high;
  // All of the triangle is beyond a plane square to the way there.
  const Spot way = minus(at, middle(q));
  const IntervalPoint normal{Interval(way[0]), Interval(way[1]), Interval(way[2])};
  const double length = kernel::root(dot(normal, normal)).high;
  if (!(length > 0)) return {0, high};
  double low = HUGE_VAL;
  for (const IntervalPoint* corner : {&a, &b, &c}) low = std::min(low, dot(normal, minus(p, *corner)).low);
  return {std::clamp((Interval(low) / Interval(length)).low, 0.0, high), high};
}

}  // namespace

Interval distance(const IntervalPoint& p, const IntervalPoint& q) {
  const IntervalPoint d = minus(p, q);
  return kernel::root(dot(d, d));
}

Interval distance(const IntervalPoint& p, std::span<const IntervalPoint> polygon) {
  Interval out(HUGE_VAL);
  for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
    const Interval d = distance(p, polygon[0], polygon[i], polygon[i + 1]);
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

}  // namespace plumb::pipeline
