// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>
#include <cmath>
#include <vector>

#include "error_bound.h"
#include "index.h"
#include "point.h"

namespace plumb::checker {

using Place = std::array<Fraction, 2>;  ///< a point of the plan
using Segment = std::array<Place, 2>;

/// The line a x + b y + c = 0; its inside is where the sum is positive. With a = b = 0 it is all or nothing.
struct Line {
  Integer a, b, c;
  double fa, fb, fc;             // for the filter
  Index from = none, to = none;  // points of the scene that it passes through, if known
  Line(Integer a, Integer b, Integer c);
  Line(Wide a, Wide b, Wide c);  ///< below 2^125
  /// That through two points seen from above, from the first to the second: its inside is on the left.
  static Line through(const Point& p, const Point& q);
};

/// The point (x / w, y / w), w > 0.
struct Vertex {
  Integer x, y, w;
  double fx, fy;       // for the filter; NaN: no use
  Index point = none;  // of the scene, if known
  Vertex(Integer x, Integer y, Integer w);
  /// A point seen from above.
  explicit Vertex(const Point& p);
};
using Outline = std::vector<Vertex>;
Place place_of(const Vertex& v);

/// Of the filters' sum and difference; derivations in geometry.cpp.
inline constexpr ErrorBound side_error{9};
inline constexpr ErrorBound turn_error{7};
/// How far a coordinate kept for the filter, or a truncated one, has to be moved to be beyond what it stands for, and
/// beyond that truncated, as it is in boxes: the quotient of two truncated numbers is within 3u of it, and that within
/// 2u. Of a sum of two truncated numbers, moved by both, it is the truncations, of them or of the sum, and one
/// rounding: 3u.
inline constexpr ErrorBound place_error{5};
inline double slack(double at) { return std::fabs(at) * place_error; }

/// The sign of a line's sum at a place that doubles are near as those of a vertex are; 0: they do not tell.
int certain_side(const Line& line, double fx, double fy);
/// The sign of the line's sum at a vertex, exactly.
int side(const Line& line, const Vertex& vertex);

/// The sign of a_l b_m - b_l a_m: positive if m turns left from l.
int turn(const Line& l, const Line& m);
/// Where two lines meet that are not parallel.
Vertex meet(const Line& l, const Line& m);

/// The line's sum at a vertex, times the vertex's w.
Integer value(const Line& line, const Vertex& vertex);

/// The part of a convex outline where the line's sum is not negative; empty unless somewhere on it the sum is positive.
Outline clip(Outline outline, const Line& line);

/// a / b, truncated, for the filter; b > 0. NaN: no use.
double quotient_near(const Integer& a, const Integer& b);

}  // namespace plumb::checker
