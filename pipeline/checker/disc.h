// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <vector>

#include "geometry.h"

namespace plumb::checker {

/// A convex polygon around the origin: nx x + ny y <= offset for each of its sides, counter-clockwise.
struct DiscSide {
  Fraction nx, ny, offset;
};
/// Where two sides meet that follow each other.
Place corner_between(const DiscSide& s, const DiscSide& t);

/// From points of the unit circle: the polygon of the tangents there if `around`, else their hull, times the radius.
/// Throws Refutation unless the points are of the circle and run around it once, counter-clockwise, each less than half
/// a turn from the next.
std::vector<DiscSide> disc_sides(const std::vector<Place>& points, bool around, const Fraction& radius);

/// No point of the polygon is farther from the origin along x or along y.
double reach_of(const std::vector<DiscSide>& disc);

}  // namespace plumb::checker
