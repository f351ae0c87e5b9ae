// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <algorithm>
#include <array>
#include <cmath>

#include "numbers.h"

namespace plumb::checker {

/// A point of a level, z up: (x / w, y / w, z / w) in the level's unit, w > 0. It is 1 but where a coordinate is long.
struct Point {
  Integer x, y, z, w;
  std::array<double, 3> near;        ///< the coordinates, truncated: toward zero
  bool is_short;                     ///< w = 1 and no coordinate is beyond 2^61
  std::array<std::int64_t, 3> at{};  ///< the coordinates of a short point

  Point(Integer x, Integer y, Integer z, Integer w = 1);
  double greatest() const { return std::max({std::fabs(near[0]), std::fabs(near[1]), std::fabs(near[2])}); }
  const Integer& operator[](int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
  bool is_whole() const { return w == 1; }
};

/// -1, 0 or 1: by one coordinate.
int compare(const Point& p, const Point& q, int axis);
/// A coordinate in the level's unit.
Fraction exact(const Point& p, int axis);

/// A coordinate as a number of type T: a Wide of a short point, an Integer of a whole one, a Fraction of any.
template <class T>
T coordinate(const Point& p, int axis);
template <>
inline Wide coordinate<Wide>(const Point& p, int axis) {
  return p.at[static_cast<std::size_t>(axis)];
}
template <>
inline Integer coordinate<Integer>(const Point& p, int axis) {
  return p[axis];
}
template <>
inline Fraction coordinate<Fraction>(const Point& p, int axis) {
  return exact(p, axis);
}

}  // namespace plumb::checker
