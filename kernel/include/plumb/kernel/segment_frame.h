// SPDX-License-Identifier: LGPL-3.0-or-later
// Points seen along a segment in plan: how far along it, and how far to its left.
// SegmentFrame has such coordinates as fractions. PlanFrame has them in integers over denominators that are never
// reduced, which is several times faster. IntervalSegment has doubles around them, which decide most questions.
#pragma once
#include <gmpxx.h>

#include <array>
#include <cstdint>

#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/points.h"

namespace plumb::kernel {

/// Coordinates along a directed segment in plan: u runs from 0 at its start to 1 at its end, v to its left in the same
/// unit, so that a distance is |v| times the segment's length. The left is outward of a cell that the segment bounds
/// clockwise.
struct SegmentFrame {
  PlanPoint base, run;
  mpq_class squared_length;

  SegmentFrame(const PlanPoint& from, const PlanPoint& to);
  PlanPoint at(const mpq_class& u, const mpq_class& v) const;
};

/// A point in plan, (x / w, y / w); w > 0.
struct PlanIntegers {
  mpz_class x, y, w;
};
PlanIntegers plan_integers(const ExactPoint& p);
/// A point of a table, in its integer units.
PlanIntegers plan_integers(const PointTable& points, PointId p);
/// A place in a table's integer units that was given relative to one of its points.
PlanIntegers moved_by(const PointTable& points, PointId origin, PlanIntegers place);
/// Are they one place?
bool same_place(const PlanIntegers& a, const PlanIntegers& b);

/// Where the lines through p and q and through r and s meet. Requires that they do.
PlanIntegers meeting_place(const PlanIntegers& p, const PlanIntegers& q, const PlanIntegers& r, const PlanIntegers& s);

/// A height, z / w; w > 0.
struct HeightIntegers {
  mpz_class z, w;
  bool operator==(const HeightIntegers& o) const { return z * o.w == o.z * w; }
};
/// That of a point of a table, in its integer units.
HeightIntegers height_integers(const PointTable& points, PointId p);
/// The height over a place, in the integer units of a table, of the plane through a point of it with a normal that is
/// not level.
HeightIntegers height_over(const PointTable& points, PointId anchor, const std::array<mpz_class, 3>& normal,
                           const PlanIntegers& plan);
/// The point there, in input units.
ExactPoint point_over(const PointTable& points, PointId anchor, const std::array<mpz_class, 3>& normal,
                      const PlanIntegers& plan);

/// The sign of orient2d(), and of turn2d(), of such points. Keeps its memory from one question to the next; not
/// thread-safe.
class PlanOrientation {
 public:
  Sign operator()(const PlanIntegers& a, const PlanIntegers& b, const PlanIntegers& c) { return turn(a, b, a, c); }
  Sign turn(const PlanIntegers& a, const PlanIntegers& b, const PlanIntegers& c, const PlanIntegers& d);

 private:
  mpz_class bx_, by_, dx_, dy_, term_;
};

/// Points seen along a segment in plan. Keeps references.
class PlanFrame {
 public:
  PlanFrame(const PlanIntegers& from, const PlanIntegers& to);

  /// SegmentFrame's u of p is along(p) * scale() / (p.w * whole()), and v is away(p) in place of along(p).
  mpz_class along(const PlanIntegers& p) const { return product(from_, p, false); }
  mpz_class away(const PlanIntegers& p) const { return product(from_, p, true); }
  const mpz_class& scale() const { return to_.w; }
  const mpz_class& whole() const { return whole_; }
  /// The sign of how far p is beyond the end.
  Sign beyond(const PlanIntegers& p) const { return sign_of(sgn(product(to_, p, false))); }

 private:
  mpz_class product(const PlanIntegers& base, const PlanIntegers& p, bool turned) const;

  const PlanIntegers &from_, &to_;
  mpz_class x_, y_;  // to - from, times w of both
  mpz_class whole_;
};

/// A point in space, between doubles.
using IntervalPoint = std::array<Interval, 3>;

/// By the neighbouring doubles of each coordinate.
inline IntervalPoint interval_point(const ExactPoint& p) {
  return {interval_of(p[0]), interval_of(p[1]), interval_of(p[2])};
}

// --- In doubles. Integer units of a PointTable

/// An IntervalPoint with a name. Points with one name are equal in plan; 0: none.
struct IntervalVertex {
  IntervalPoint at;
  std::uint64_t name = 0;
};
struct IntervalSegment {
  IntervalVertex from, to;
  std::uint32_t line = 0;  ///< segments with one number are on one line in plan
};

inline Interval difference(const IntervalVertex& p, const IntervalVertex& q, std::size_t axis) {
  return axis < 2 && p.name != 0 && p.name == q.name ? Interval(0.0) : p.at[axis] - q.at[axis];
}

/// A vector in plan.
struct IntervalVector {
  Interval x, y;
};
inline IntervalVector run(const IntervalVertex& from, const IntervalVertex& to) {
  return {difference(to, from, 0), difference(to, from, 1)};
}
inline Interval dot(const IntervalVector& a, const IntervalVector& b) { return formulas::dot2d(a.x, a.y, b.x, b.y); }
/// Positive if b turns left from a.
inline Interval cross(const IntervalVector& a, const IntervalVector& b) {
  return formulas::determinant(a.x, a.y, b.x, b.y);
}

/// Positive if a point is to the left of a side, which runs along `d`; not reduced to a distance.
inline Interval left_of(const IntervalSegment& side, const IntervalVector& d, const IntervalVertex& p) {
  const IntervalVector to = run(side.to, p);
  return is_zero(to.x) && is_zero(to.y) ? Interval(0.0) : cross(d, run(side.from, p));
}

/// Doubles around a coordinate in input units; exact where a double is.
Interval interval_coordinate(const mpq_class& value, const mpz_class& unit);
IntervalVertex interval_vertex(const ExactPoint& p, const mpz_class& unit, std::uint64_t name);
IntervalVertex interval_vertex(const PointTable& points, PointId p);

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
