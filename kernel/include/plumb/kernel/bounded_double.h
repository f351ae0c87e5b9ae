// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>
#include <cmath>

#include "plumb/kernel/error_bound.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/points.h"

// Doubles that know how far off they may be: vertices in plan, heights of planes, and which side of a line. Integer
// units of a PointTable.
namespace plumb::kernel {

/// What it stands for is within `error` of `at`, once that is enlarged(); infinite or NaN where nothing is known.
struct BoundedDouble {
  double at = 0, error = 0;
};

/// One rounding, relative to the result: of a sum, and of a number that no double holds.
inline constexpr ErrorBound sum_error{1};
inline constexpr ErrorBound rounded_error{1};

inline BoundedDouble rounded(double v) { return {v, rounded_error * std::fabs(v)}; }
inline BoundedDouble near_number(const PointTable& points, PointId p, int axis) {
  const double v = points.approx(p, axis);
  if (points.approx_is_exact(p, axis)) return {v};
  // A long coordinate may have been rounded to 0, or below the normal numbers.
  return points.is_whole(p, axis) ? rounded(v) : BoundedDouble{v, step_up(std::fabs(v)) - std::fabs(v)};
}
inline BoundedDouble operator+(const BoundedDouble& p, const BoundedDouble& q) {
  const double sum = p.at + q.at;
  return {sum, p.error + q.error + sum_error * std::fabs(sum)};
}
inline BoundedDouble operator-(const BoundedDouble& p, const BoundedDouble& q) {
  return p + BoundedDouble{-q.at, q.error};
}

/// A term of formulas::descent() has a component of the normal, a product, a sum, n.z and a quotient: (1 + u)^5,
/// relative to what was computed.
inline constexpr ErrorBound descent_error{6};
/// A component of a normal is 0 or at least 2^-256 of the greatest: two products that are off by 2^-1075 make less than
/// 2^-818, and so do those of the bound.
inline constexpr UnderflowBound descent_underflow{-800};

/// The height of a plane at (dx, dy) from one of its points, whose height is known. `n`: Plane::approx().
inline BoundedDouble near_height(const std::array<double, 3>& n, const BoundedDouble& point, const BoundedDouble& dx,
                                 const BoundedDouble& dy) {
  const double z = formulas::height_on_plane(point.at, n[0], n[1], n[2], dx.at, dy.at);
  const double error =
      formulas::descent(std::fabs(n[0]), std::fabs(n[1]), n[2], descent_error * std::fabs(dx.at) + dx.error,
                        descent_error * std::fabs(dy.at) + dy.error);
  return {z, error + sum_error * std::fabs(z) + point.error + descent_underflow};
}

/// A term of formulas::linear() has a rounded coefficient, a product and two sums: (1 + u)^4, relative to what was
/// computed; and two products underflow.
inline constexpr ErrorBound side_error{5};
inline constexpr UnderflowBound side_underflow{-1000};

/// The place is certainly inside of a line, ImplicitPlan::approx_line(), strictly.
inline bool certainly_inside(const std::array<double, 3>& line, const BoundedDouble& x, const BoundedDouble& y) {
  const double a = std::fabs(line[0]), b = std::fabs(line[1]);
  const double relative = side_error * (a * std::fabs(x.at) + b * std::fabs(y.at) + std::fabs(line[2]));
  return formulas::linear(line[0], line[1], line[2], x.at, y.at) >
         enlarged(relative + a * x.error + b * y.error) + side_underflow;  // not if NaN
}

}  // namespace plumb::kernel
