// SPDX-License-Identifier: GPL-3.0-or-later
// Exact rational geometry of the oracle. It deliberately shares nothing with Plumb.
#pragma once
#include <gmpxx.h>

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace oracle {

/// A point or a vector; z is up.
struct Point {
  mpq_class x, y, z;
  bool operator==(const Point& o) const { return x == o.x && y == o.y && z == o.z; }
};
using Polygon = std::vector<Point>;

inline Point operator-(const Point& a, const Point& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Point operator+(const Point& a, const Point& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Point operator*(const mpq_class& s, const Point& a) { return {s * a.x, s * a.y, s * a.z}; }
inline mpq_class dot(const Point& a, const Point& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Point cross(const Point& a, const Point& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline bool is_zero(const Point& a) { return sgn(a.x) == 0 && sgn(a.y) == 0 && sgn(a.z) == 0; }

/// Twice the area vector, whatever the polygon's shape.
inline Point area_vector(const Polygon& polygon) {
  Point sum{0, 0, 0};
  for (std::size_t i = 1; i + 1 < polygon.size(); ++i)
    sum = sum + cross(polygon[i] - polygon[0], polygon[i + 1] - polygon[0]);
  return sum;
}

/// The slopes of a plane that is not vertical, along x and y: equal for two planes through one point iff they are one.
using Tilt = std::pair<mpq_class, mpq_class>;
inline Tilt tilt(const Point& normal) { return {-normal.x / normal.z, -normal.y / normal.z}; }

/// +1 if a, b, c turn left seen from above.
inline int turn(const Point& a, const Point& b, const Point& c) {
  return sgn(mpq_class((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)));
}

enum class Where { outside, border, inside };

/// Where p stands, seen from above, by the even-odd rule.
inline Where locate(const Polygon& polygon, const Point& p) {
  bool odd = false;
  for (std::size_t i = 0, n = polygon.size(); i < n; ++i) {
    const Point &u = polygon[i], &v = polygon[(i + 1) % n];
    const int du = cmp(u.y, p.y), dv = cmp(v.y, p.y);
    if ((du > 0 && dv > 0) || (du < 0 && dv < 0)) continue;
    const int side = turn(u, v, p);
    if (side == 0 && cmp(u.x, p.x) * cmp(v.x, p.x) <= 0) return Where::border;
    if ((du <= 0) != (dv <= 0) && (dv > du) == (side > 0)) odd = !odd;
  }
  return odd ? Where::inside : Where::outside;
}

/// A box in doubles that certainly contains what was added.
struct Box {
  double low[3] = {inf, inf, inf}, high[3] = {-inf, -inf, -inf};
  static constexpr double inf = std::numeric_limits<double>::infinity();

  /// A value known to lie within [below, above] on that axis.
  void add(int axis, double below, double above) {
    if (below < low[axis]) low[axis] = below;
    if (above > high[axis]) high[axis] = above;
  }
  /// get_d() truncates, so that one step outward on both sides contains the value.
  void add(int axis, const mpq_class& v) {
    const double d = v.get_d();
    add(axis, std::nextafter(d, -inf), std::nextafter(d, inf));
  }
  void add(const Point& p) { add(0, p.x), add(1, p.y), add(2, p.z); }
  void add(const Box& o) {
    for (int axis = 0; axis < 3; ++axis) add(axis, o.low[axis], o.high[axis]);
  }
  bool meets(const Box& o) const {
    for (int axis = 0; axis < 3; ++axis)
      if (low[axis] > o.high[axis] || o.low[axis] > high[axis]) return false;
    return true;
  }
};

}  // namespace oracle
