// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "base/error_bound.h"
#include "base/numbers.h"
#include "base/verdict.h"

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
/// The point with these coordinates in the level's unit.
Point point_at(const std::array<Fraction, 3>& at);

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

using Place = std::array<Fraction, 2>;  ///< a point of the plan
using Segment = std::array<Place, 2>;

struct Vertex;

/// The line a x + b y + c = 0; its inside is where the sum is positive. With a = b = 0 it is all or nothing.
struct Line {
  Integer a, b, c;
  double fa, fb, fc;             // for the filter
  Index from = none, to = none;  // points of the scene that it passes through, if known
  Line(Integer a, Integer b, Integer c);
  Line(Wide a, Wide b, Wide c);  ///< below 2^125
  /// That through two points seen from above, from the first to the second: its inside is on the left.
  static Line through(const Point& p, const Point& q);
  static Line through(const Vertex& v, const Vertex& w);
};

/// The line a x + b y + c = 0 with integers that share no factor.
Line line_of(const Fraction& a, const Fraction& b, const Fraction& c);

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
Vertex vertex_of(const Place& at);

/// Of the filters' sum and difference; derivations at certain_side() and turn().
inline constexpr ErrorBound side_error{9};
inline constexpr ErrorBound turn_error{7};
/// How far a coordinate kept for the filter, or a truncated one, has to be moved to be beyond what it stands for, and
/// beyond that truncated, as it is in boxes: the quotient of two truncated numbers is within 3u of it, and that within
/// 2u. Of a sum of two truncated numbers, moved by both, it is the truncations, of them or of the sum, and one
/// rounding: 3u.
inline constexpr ErrorBound place_error{5};
inline double slack(double at) { return std::fabs(at) * place_error; }

/// -1 or 1 if two such coordinates tell in which order they are, else 0.
inline int certain_order(double p, double q) {
  if (!has_filters) return 0;
  if (p + slack(p) < q - slack(q)) return -1;
  return q + slack(q) < p - slack(p) ? 1 : 0;
}

/// The sign of a line's sum at a place that doubles are near as those of a vertex are, if they tell.
// Every truncated input is off by a factor from 1 to 1 + 2u, u = 2^-53, a quotient of two by 3u, a product
// of that with a coefficient by 6u, and the two sums add u each: together, the sum is off by a little more than 8u,
// relative to the computed magnitudes. Nothing underflows or overflows: what is not 0 lies between 2^-802 and 2^802.
// NaN decides nothing. What is not 0 is not truncated to 0, so three terms of 0 are exact.
inline std::optional<int> certain_side(const Line& l, double fx, double fy) {
  if (!has_filters) return std::nullopt;
  const double p = l.fa * fx, q = l.fb * fy;
  const double sum = p + q + l.fc, magnitude = std::fabs(p) + std::fabs(q) + std::fabs(l.fc);
  if (std::fabs(sum) > magnitude * side_error) return sum > 0 ? 1 : -1;
  if (magnitude == 0) return 0;
  return std::nullopt;
}
/// The sign of the line's sum at a vertex, exactly.
int side(const Line& line, const Vertex& vertex);

/// Whether the sum, times a sign, is positive at one of these; whether it is negative at none.
bool somewhere_positive(const Line& line, const Outline& corners, int sign = 1);
bool nowhere_negative(const Line& line, const Outline& corners);

/// Whether a line is positive at a vertex, or 0 there and becomes positive on the way along x, and along y where x
/// makes no difference.
bool positive_next_to(const Line& line, const Vertex& vertex);

/// The sign of a_l b_m - b_l a_m: positive if m turns left from l.
int turn(const Line& l, const Line& m);
/// Where two lines meet that are not parallel.
Vertex meet(const Line& l, const Line& m);

/// The line's sum at a vertex, times the vertex's w.
Integer value(const Line& line, const Vertex& vertex);

/// The part of a convex outline where the line's sum is not negative; empty unless somewhere on it the sum is positive.
Outline clip(Outline outline, const Line& line);
/// The same of all of these.
Outline clip(Outline outline, const std::vector<Line>& lines);

/// a / b, truncated, for the filter; b > 0. NaN: no use.
double quotient_near(const Integer& a, const Integer& b);

/// Positions along a line are measured by x, or by y where x does not change.
inline bool by_x(const Line& line) { return sgn(line.b) != 0; }

/// A position along a line: above / below, below > 0. Not reduced: where it only is compared, that would cost the most.
struct Position {
  Integer above, below;
  double near;         ///< the quotient of both, truncated; NaN: no use
  Index point = none;  ///< of the scene, that is there, if known

  Position(Integer above, Integer below);
  /// That of a vertex, by x or by y.
  Position(const Vertex& v, bool x) : above(x ? v.x : v.y), below(v.w), near(x ? v.fx : v.fy), point(v.point) {}
};

/// The vertex at a position on a line.
Vertex vertex_at(const Line& line, const Position& at);

/// -1, 0 or 1.
int compare(const Position& p, const Position& q);
/// The same of a vertex, by x or by y.
int compare(const Vertex& v, bool x, const Position& p);

/// A place of the certificate, in the level's units, as (x / w, y / w) in units of 1 / scale of these; w > 0.
struct Given {
  Integer x, y, w;
  Given(const Ratio& x, const Ratio& y, const Integer& scale);
  bool is_on(const Line& line) const { return sign_of_sum(line.a, x, line.b, y, line.c, w) == 0; }
  bool is_at(const Position& p, const Line& on) const {
    return is_on(on) && (by_x(on) ? x : y) * p.below == p.above * w;
  }
};
/// Whether such a place is a point.
bool is_point(const Ratio& x, const Ratio& y, const Point& p, const Integer& scale);

/// Where a line runs through a convex outline or along one of its edges, each of which is on a side; none if it touches
/// less.
struct Chord {
  Position from, to;
};
std::optional<Chord> chord(const Line& line, const Outline& outline, const std::vector<Line>& sides);

}  // namespace plumb::checker
