// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <optional>

#include "geometry.h"

namespace plumb::checker {

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

/// -1, 0 or 1.
int compare(const Position& p, const Position& q);
/// The same of a vertex, by x or by y.
int compare(const Vertex& v, bool x, const Position& p);

/// A place of the certificate, in the level's units, as (x / w, y / w) in units of 1 / scale of these; w > 0.
struct Given {
  Integer x, y, w;
  Given(const Fraction& x, const Fraction& y, const Integer& scale);
  bool is_on(const Line& line) const { return line.a * x + line.b * y + line.c * w == 0; }
  bool is_at(const Position& p, bool by_x) const { return (by_x ? x : y) * p.below == p.above * w; }
};
/// Whether such a place is a point.
bool is_point(const Fraction& x, const Fraction& y, const Point& p, const Integer& scale);

/// Where a line runs through a convex outline or along one of its edges; none if it touches less.
struct Chord {
  Position from, to;
};
std::optional<Chord> chord(const Line& line, const Outline& outline);

}  // namespace plumb::checker
