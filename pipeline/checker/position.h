// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include "geometry.h"

namespace checker {

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

/// Whether a fraction, in the level's units, is a position that is in units of 1 / scale of these.
bool is_at(const Fraction& at, const Position& p, const Integer& scale);
/// Whether a point, in the level's units, is a place on a line at this position.
bool is_at(const std::array<Fraction, 2>& at, const Line& line, const Position& p, const Integer& scale);

/// Where a line runs through a convex outline or along one of its edges; none if it touches less.
struct Chord {
  Position from, to;
};
std::optional<Chord> chord(const Line& line, const Outline& outline);

}  // namespace checker
