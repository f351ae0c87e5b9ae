// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "plumb/kernel/formulas.h"
#include "plumb/kernel/half_plane.h"
#include "plumb/kernel/real_interval.h"

// The area that a capsule has of a polygon, in closed form. The code is written once, for fractions with intervals of
// reals and for doubles.
namespace plumb::pipeline {

/// All numbers are doubles.
struct DoubleNumbers {
  using Exact = double;
  using Real = double;
  double real(double v) const { return v; }
  double root(double v) const { return std::sqrt(std::max(v, 0.0)); }
  static double angle(double x, double y) { return std::atan2(y, x); }
};
/// Rational numbers are fractions; irrational ones are enclosed by intervals.
struct IntervalNumbers {
  using Exact = mpq_class;
  using Real = kernel::RealInterval;
  int bits;
  Real real(const mpq_class& v) const { return Real(bits, v); }
  Real root(const mpq_class& v) const { return Real::root(bits, v); }
  static Real angle(const Real& x, const Real& y) { return kernel::angle_of(x, y); }
};

/// The capsule of a disc that moves from p to q, in a frame where p is the origin and q = (length^2, 0): the plane is
/// turned and enlarged by the length. In this frame everything that decides is rational, the square of the radius
/// included. Where p and q are one point the capsule is the disc, and the frame is the plane, moved.
template <class Numbers>
class CapsuleArea {
 public:
  using Exact = typename Numbers::Exact;
  using Real = typename Numbers::Real;
  using Point = std::array<Exact, 2>;

  CapsuleArea(const Numbers& numbers, const Point& p, const Point& q, const Exact& squared_radius)
      : numbers_(numbers),
        p_(p),
        along_{q[0] - p[0], q[1] - p[1]},
        end_(along_[0] * along_[0] + along_[1] * along_[1]) {
    scale_ = end_;
    if (end_ == 0) along_ = {1, 0}, scale_ = 1;
    square_ = squared_radius * scale_;
  }

  /// The area that the capsule has of a convex polygon, counter-clockwise.
  Real operator()(const std::vector<Point>& polygon) const {
    std::vector<Point> moved;
    for (const Point& at : polygon) {
      const Exact x = at[0] - p_[0], y = at[1] - p_[1];
      moved.push_back({x * along_[0] + y * along_[1], kernel::formulas::determinant(along_[0], along_[1], x, y)});
    }
    const Exact zero = 0;
    Real sum = numbers_.real(zero);
    if (end_ == 0) {
      sum += in_disc(moved, zero);
    } else {
      sum += in_disc(part(moved, zero, -1), zero);
      sum += in_disc(part(moved, end_, 1), end_);
      sum += in_strip(part(part(moved, zero, 1), end_, -1));
    }
    return sum / numbers_.real(scale_);
  }

 private:
  // The part of a polygon at x >= at (side 1) or x <= at (side -1).
  static std::vector<Point> part(std::vector<Point> polygon, const Exact& at, int side) {
    kernel::clip_half_plane(
        polygon, [&](const Point& p) { return side * (p[0] < at   ? -1
                                                      : p[0] > at ? 1
                                                                  : 0); },
        [&](const Point& p, int, const Point& q, int) {
          const Exact y = p[1] + (q[1] - p[1]) * (at - p[0]) / (q[0] - p[0]);
          return Point{at, y};
        });
    return polygon;
  }

  // The area between the lines y = -h and y = h, where h^2 = square_. Each edge adds the integral of x dy over the part
  // of it between these lines, which is a + b h with fractions a and b.
  Real in_strip(const std::vector<Point>& polygon) const {
    Exact a = 0, b = 0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const Point &p = polygon[i], &q = polygon[i + 1 == polygon.size() ? 0 : i + 1];
      if (p[1] == q[1]) continue;
      const int at_p = level(p), at_q = level(q);
      if (at_p == at_q && at_p != 0) continue;
      const Exact slope = (q[0] - p[0]) / (q[1] - p[1]);
      // Where the edge enters and leaves: x and y as a + b h.
      const std::array<Exact, 4> from = clamped(p, slope, at_p), to = clamped(q, slope, at_q);
      const Exact dy = to[2] - from[2], dy_h = to[3] - from[3], x = to[0] + from[0], x_h = to[1] + from[1];
      a += (dy * x + dy_h * x_h * square_) / 2;
      b += (dy * x_h + dy_h * x) / 2;
    }
    return numbers_.real(a) + numbers_.real(b) * numbers_.root(square_);
  }
  int level(const Point& p) const {
    const Exact y2 = p[1] * p[1];
    return y2 <= square_ ? 0 : p[1] > 0 ? 1 : -1;
  }
  static std::array<Exact, 4> clamped(const Point& p, const Exact& slope, int level) {
    if (level == 0) return {p[0], 0, p[1], 0};
    const Exact x = p[0] - p[1] * slope, x_h = slope * level;
    return {x, x_h, Exact(0), Exact(level)};
  }

  // The area within the circle around (at, 0). Each edge adds the part of its triangle with the centre that is inside.
  Real in_disc(const std::vector<Point>& polygon, const Exact& at) const {
    Exact twice = 0;  // of the area of triangles, where that is rational
    const Exact zero = 0;
    Real others = numbers_.real(zero), angles = numbers_.real(zero);
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const Point &p = polygon[i], &q = polygon[i + 1 == polygon.size() ? 0 : i + 1];
      const Point a{p[0] - at, p[1]}, b{q[0] - at, q[1]};
      const Exact cross = kernel::formulas::determinant(a[0], a[1], b[0], b[1]);
      if (cross == 0) continue;
      const Point e{b[0] - a[0], b[1] - a[1]};
      const Exact aa = dot(a, a), bb = dot(b, b), ab = dot(a, b), ee = dot(e, e), ae = dot(a, e), be = dot(b, e);
      const Exact root = ae * ae - ee * (aa - square_);
      const bool a_inside = aa <= square_, b_inside = bb <= square_;
      if (a_inside && b_inside) {
        twice += cross;
        continue;
      }
      // The line meets the circle at the shares (-ae - root) / ee and (-ae + root) / ee of the edge.
      const bool meets = a_inside || b_inside || (root > 0 && ae < 0 && be > 0);
      if (!meets) {
        angles += Numbers::angle(numbers_.real(ab), numbers_.real(cross));
        continue;
      }
      const Real r = numbers_.root(root), length = numbers_.real(ee), c = numbers_.real(cross);
      const Real first = (numbers_.real(-ae) - r) / length, last = (numbers_.real(-ae) + r) / length;
      const Real one = numbers_.real(Exact(1));
      if (!a_inside) angles += Numbers::angle(numbers_.real(aa) + first * numbers_.real(ae), first * c);
      if (!b_inside) angles += Numbers::angle(numbers_.real(ab) + last * numbers_.real(be), (one - last) * c);
      if (a_inside) others += last * c;
      else if (b_inside) others += (one - first) * c;
      else others += (last - first) * c;
    }
    const Exact half(0.5);
    return (numbers_.real(twice) + others + numbers_.real(square_) * angles) * numbers_.real(half);
  }
  static Exact dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1]; }

  Numbers numbers_;
  Point p_, along_;
  Exact end_, scale_, square_;  // q's x, the factor of areas, the squared radius in the frame
};

}  // namespace plumb::pipeline
