// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>
#include <cstdint>

#include "plumb/kernel/exact_point.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval_of.h"

// Sides of a graph in doubles, for certain decisions. Integer units of the scene's PointTable.
namespace plumb::kernel {

/// Doubles around a point. Points with one name are equal in plan; 0: none.
struct IntervalPoint {
  std::array<Interval, 3> at;
  std::uint64_t name = 0;
};
struct IntervalSegment {
  IntervalPoint from, to;
  std::uint32_t line = 0;  ///< segments with one number are on one line in plan
};

inline Interval difference(const IntervalPoint& p, const IntervalPoint& q, std::size_t axis) {
  return axis < 2 && p.name != 0 && p.name == q.name ? Interval(0.0) : p.at[axis] - q.at[axis];
}

/// A vector in plan.
struct IntervalVector {
  Interval x, y;
};
inline IntervalVector run(const IntervalPoint& from, const IntervalPoint& to) {
  return {difference(to, from, 0), difference(to, from, 1)};
}
inline Interval dot(const IntervalVector& a, const IntervalVector& b) { return formulas::dot2d(a.x, a.y, b.x, b.y); }
/// Positive if b turns left from a.
inline Interval cross(const IntervalVector& a, const IntervalVector& b) {
  return formulas::determinant(a.x, a.y, b.x, b.y);
}

/// Positive if a point is to the left of a side, which runs along `d`; not reduced to a distance.
inline Interval left_of(const IntervalSegment& side, const IntervalVector& d, const IntervalPoint& p) {
  const IntervalVector to = run(side.to, p);
  return is_zero(to.x) && is_zero(to.y) ? Interval(0.0) : cross(d, run(side.from, p));
}

/// Doubles around a coordinate in input units; exact where a double is.
Interval interval_coordinate(const mpq_class& value, const mpz_class& unit);
IntervalPoint interval_point(const ExactPoint& p, const mpz_class& unit, std::uint64_t name);
IntervalPoint interval_point(const PointTable& points, PointId p);

/// A side seen from another, roughly: along and away are SegmentFrame's, of its two ends; beyond is along from the
/// other's end.
struct IntervalFacing {
  std::array<Interval, 2> along, away, beyond;
  bool may_face_back = true;
  bool level = false;  ///< certainly nowhere farther than the rise
  bool near = false;   ///< certainly nowhere farther than the reach
};

/// Reach and rise, in the same units.
struct IntervalReach {
  Interval squared_reach, rise;
};

/// False if outward perpendiculars of `side` certainly do not meet the other, but perhaps in a point or at no distance,
/// or only farther than the reach or the rise.
bool interval_facing(const IntervalSegment& side, const IntervalSegment& other, const IntervalReach& reach,
                     IntervalFacing& seen);

/// Is b certainly met nowhere nearer than a, or as near, by perpendiculars that meet a?
bool certainly_not_before(const IntervalFacing& a, const IntervalFacing& b);

}  // namespace plumb::kernel
