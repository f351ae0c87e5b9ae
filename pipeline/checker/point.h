// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>

#include "numbers.h"

namespace checker {

/// A point of a level, z up: (x / w, y / w, z / w) in the level's unit, w > 0. It is 1 but where a coordinate is long.
struct Point {
  Integer x, y, z, w;
  std::array<double, 3> near;  ///< the coordinates, truncated: toward zero
  bool is_short;               ///< w = 1 and no coordinate is beyond 2^53, so near is exact

  Point(Integer x, Integer y, Integer z, Integer w = 1);
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
  return static_cast<std::int64_t>(p.near[static_cast<std::size_t>(axis)]);
}
template <>
inline Integer coordinate<Integer>(const Point& p, int axis) {
  return p[axis];
}
template <>
inline Fraction coordinate<Fraction>(const Point& p, int axis) {
  return exact(p, axis);
}

}  // namespace checker
