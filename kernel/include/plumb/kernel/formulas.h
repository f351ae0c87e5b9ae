// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <array>
#include <cmath>
#include <cstddef>

/// The formulas of geometry, each here and nowhere else, for every number type of the filter ladder: doubles,
/// intervals, fixed-width and GMP integers, fractions, and the rounding counters of the tests. Bounds on rounding rest
/// on the order of the operations.
namespace plumb::kernel::formulas {

/// A GMP expression refers to its operands: it must be evaluated before they go.
template <class E>
struct Evaluated {
  using Type = E;
};
template <class T, class U>
struct Evaluated<__gmp_expr<T, U>> {
  using Type = __gmp_expr<T, T>;
};
template <class E>
using Value = typename Evaluated<E>::Type;
template <class E>
Value<E> value(const E& e) {
  return e;
}

// --- Determinants

/// a d - b c: how far (c, d) is to the left of (a, b), times its length.
template <class A, class B, class C, class D>
auto determinant(const A& a, const B& b, const C& c, const D& d) -> Value<decltype(a * d - b * c)> {
  return a * d - b * c;
}
/// What a bound on its rounding is relative to.
inline double determinant_size(double a, double b, double c, double d) { return std::fabs(a * d) + std::fabs(b * c); }
/// Is it zero: have the vectors (a, b) and (c, d) one direction, or opposite ones?
template <class A, class B, class C, class D>
bool parallel(const A& a, const B& b, const C& c, const D& d) {
  return a * d == b * c;
}

/// (a, b) . (c, d).
template <class A, class B, class C, class D>
auto dot2d(const A& a, const B& b, const C& c, const D& d) -> Value<decltype(a * c + b * d)> {
  return a * c + b * d;
}
/// u . v of vectors in space.
template <class U, class V>
auto dot(const U& u, const V& v) -> Value<decltype(u[0] * v[0] + u[1] * v[1] + u[2] * v[2])> {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}
/// u x v.
template <class U, class V>
auto cross(const U& u, const V& v) {
  return std::array{determinant(u[1], u[2], v[1], v[2]), determinant(u[2], u[0], v[2], v[0]),
                    determinant(u[0], u[1], v[0], v[1])};
}
template <class U, class V>
bool parallel(const U& u, const V& v) {
  return parallel(u[0], u[1], v[0], v[1]) && parallel(u[0], u[2], v[0], v[2]) && parallel(u[1], u[2], v[1], v[2]);
}
/// u x v . w, of three points seen from a fourth: six times the volume of the tetrahedron that they span.
template <class U, class V, class W>
auto orient3d(const U& u, const V& v, const W& w) {
  return dot(cross(u, v), w);
}

// --- Points: arrays, or what has x and y

template <class P>
const auto& x_of(const P& p) {
  if constexpr (requires { p.x; }) return p.x;
  else return p[0];
}
template <class P>
const auto& y_of(const P& p) {
  if constexpr (requires { p.y; }) return p.y;
  else return p[1];
}

/// (b - a) x (d - c) in plan: positive if d - c turns left from b - a.
template <class A, class B, class C, class D>
auto turn2d(const A& a, const B& b, const C& c, const D& d) {
  return determinant(x_of(b) - x_of(a), y_of(b) - y_of(a), x_of(d) - x_of(c), y_of(d) - y_of(c));
}
/// Twice the signed area of the triangle a b c in plan: positive if c is to the left of a -> b.
template <class A, class B, class C>
auto orient2d(const A& a, const B& b, const C& c) {
  return turn2d(a, b, a, c);
}

/// Twice the signed area of a polygon in plan, of point(0) ... point(n - 1): positive if they run counter-clockwise.
/// Zero of fewer than three.
template <class Number, class Point>
Number doubled_area(std::size_t n, Point&& point) {
  Number sum(0);
  for (std::size_t i = 1; i + 1 < n; ++i) sum = sum + orient2d(point(0), point(i), point(i + 1));
  return sum;
}

// --- Lines in plan

/// Homogeneous coordinates of the point where lines l and m meet: their cross product.
/// Degree: 2 in the line coefficients. W = 0 iff they are parallel.
template <class L>
auto meet_x(const L& l, const L& m) {
  return determinant(l.b, l.c, m.b, m.c);
}
template <class L>
auto meet_y(const L& l, const L& m) {
  return determinant(l.c, l.a, m.c, m.a);
}
template <class L>
auto meet_w(const L& l, const L& m) {
  return determinant(l.a, l.b, m.a, m.b);
}

/// a x + b y + c, which is also the height of such a plane.
template <class A, class B, class C, class X, class Y>
auto linear(const A& a, const B& b, const C& c, const X& x, const Y& y) -> Value<decltype(a * x + b * y + c)> {
  return a * x + b * y + c;
}
/// The same at the homogeneous point (X, Y, W): positive on the inside of the line l if W > 0.
template <class L, class X, class Y, class W>
auto side(const L& l, const X& x, const Y& y, const W& w) -> Value<decltype(l.a * x + l.b * y + l.c * w)> {
  return l.a * x + l.b * y + l.c * w;
}

// --- Planes, by a normal n with n.z > 0

/// d leads from a point of the plane to another point: is that above it (positive) or below?
template <class N, class D>
auto side_of_plane(const N& n, const D& d) {
  return dot(n, d);
}
/// How far a plane descends from one of its points to (dx, dy) from there.
template <class N>
N descent(const N& nx, const N& ny, const N& nz, const N& dx, const N& dy) {
  return (nx * dx + ny * dy) / nz;
}
/// The height of a plane at (dx, dy) from one of its points, whose height is z.
template <class N>
N height_on_plane(const N& z, const N& nx, const N& ny, const N& nz, const N& dx, const N& dy) {
  return z - descent(nx, ny, nz, dx, dy);
}

// --- Slopes

/// Both sides of sin^2 z^2 >= cos^2 (x^2 + y^2), which says that a normal (x, y, z) is no steeper than an angle.
template <class N>
auto flatness(const N& sin_squared, const N& z) {
  return value(sin_squared * (z * z));
}
template <class N>
auto steepness(const N& cos_squared, const N& x, const N& y) {
  return value(cos_squared * (x * x + y * y));
}

}  // namespace plumb::kernel::formulas
