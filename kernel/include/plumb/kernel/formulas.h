// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <gmpxx.h>

/// The formulas of the predicates, once, for every number type of the filter ladder: doubles, intervals,
/// fixed-width and GMP integers, and the rounding counters of the tests.
namespace plumb::kernel::formulas {

/// A GMP expression refers to its operands: it must be evaluated before they go.
template <class N>
N value(const N& n) { return n; }
template <class T, class U>
mpz_class value(const __gmp_expr<T, U>& e) { return mpz_class(e); }

/// Homogeneous coordinates of the point where lines l and m meet: their cross product.
/// Degree: 2 in the line coefficients. W = 0 iff they are parallel.
template <class L>
auto meet_x(const L& l, const L& m) { return value(l.b * m.c - l.c * m.b); }
template <class L>
auto meet_y(const L& l, const L& m) { return value(l.c * m.a - l.a * m.c); }
template <class L>
auto meet_w(const L& l, const L& m) { return value(l.a * m.b - l.b * m.a); }

/// a x + b y + c at the homogeneous point (X, Y, W): positive on the inside of the line if W > 0.
template <class L, class N>
auto side(const L& l, const N& X, const N& Y, const N& W) { return value(l.a * X + l.b * Y + l.c * W); }

/// Twice the signed area of (p, q, r), given the differences q - p and r - p.
template <class N>
auto orientation(const N& qx, const N& qy, const N& rx, const N& ry) { return value(qx * ry - qy * rx); }

/// Both sides of sin^2 z^2 >= cos^2 (x^2 + y^2), which says that a normal (x, y, z) is no steeper than an angle.
template <class N>
auto flatness(const N& sin_squared, const N& z) { return value(sin_squared * (z * z)); }
template <class N>
auto steepness(const N& cos_squared, const N& x, const N& y) { return value(cos_squared * (x * x + y * y)); }

}  // namespace plumb::kernel::formulas
