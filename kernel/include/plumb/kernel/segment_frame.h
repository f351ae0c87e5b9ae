// SPDX-License-Identifier: LGPL-3.0-or-later
// Coordinates of points along a segment in plan: how far along it a point is, and how far to its left.
// SegmentFrame has such coordinates as fractions. PlanFrame has them in integers over denominators that are never
// reduced, which is several times faster. IntervalSegment has intervals of doubles around them, which decide most
// questions.
#pragma once
#include <gmpxx.h>

#include <array>
#include <cstdint>

#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/points.h"

namespace plumb::kernel {

/// Coordinates along a directed segment in plan. u runs from 0 at the start of the segment to 1 at its end. v runs to
/// its left in the same unit, so the distance of a point from the segment's line is |v| times the segment's length. If
/// the segment is a side of a clockwise cell, the cell is to its right.
struct SegmentFrame {
  PlanPoint base, run;
  mpq_class squared_length;

  SegmentFrame(const PlanPoint& from, const PlanPoint& to);
  /// The point with these coordinates.
  PlanPoint at(const mpq_class& u, const mpq_class& v) const;
};

/// The point (x / w, y / w) in plan; w > 0.
struct PlanIntegers {
  mpz_class x, y, w;
};
PlanIntegers plan_integers(const ExactPoint& p);
/// A point of a table, in the table's integer units.
PlanIntegers plan_integers(const PointTable& points, PointId p);
/// A place in a table's integer units. `place` is relative to the point `origin`; the result is not.
PlanIntegers moved_by(const PointTable& points, PointId origin, PlanIntegers place);
/// Whether two points are in one place.
bool same_place(const PlanIntegers& a, const PlanIntegers& b);

/// Where the line through p and q meets the line through r and s. Requires that the lines meet in one point.
PlanIntegers meeting_place(const PlanIntegers& p, const PlanIntegers& q, const PlanIntegers& r, const PlanIntegers& s);

/// The height z / w; w > 0.
struct HeightIntegers {
  mpz_class z, w;
  bool operator==(const HeightIntegers& o) const { return z * o.w == o.z * w; }
};
/// The height of a point of a table, in the table's integer units.
HeightIntegers height_integers(const PointTable& points, PointId p);
/// The height of a plane over a place, in a table's integer units. The plane runs through the point `anchor` of the
/// table and has this normal. Requires normal[2] > 0.
HeightIntegers height_over(const PointTable& points, PointId anchor, const std::array<mpz_class, 3>& normal,
                           const PlanIntegers& plan);
/// The point of that plane over the place, in input units.
ExactPoint point_over(const PointTable& points, PointId anchor, const std::array<mpz_class, 3>& normal,
                      const PlanIntegers& plan);

/// Computes on which side points lie, and keeps its memory from one question to the next. Each object may be used by
/// one thread at a time.
class PlanOrientation {
 public:
  /// Positive if c lies to the left of the line from a to b, as formulas::orient2d().
  Sign operator()(const PlanIntegers& a, const PlanIntegers& b, const PlanIntegers& c) { return turn(a, b, a, c); }
  /// Positive if the direction from c to d turns left from that from a to b.
  Sign turn(const PlanIntegers& a, const PlanIntegers& b, const PlanIntegers& c, const PlanIntegers& d);

 private:
  mpz_class bx_, by_, dx_, dy_, term_;
};

/// SegmentFrame's coordinates in integers. It keeps references to both ends of the segment.
class PlanFrame {
 public:
  PlanFrame(const PlanIntegers& from, const PlanIntegers& to);

  /// SegmentFrame's u of a point p is along(p) * scale() / (p.w * whole()), and v is away(p) * scale() / (p.w *
  /// whole()).
  mpz_class along(const PlanIntegers& p) const { return product(from_, p, false); }
  mpz_class away(const PlanIntegers& p) const { return product(from_, p, true); }
  const mpz_class& scale() const { return to_.w; }
  const mpz_class& whole() const { return whole_; }
  /// Positive if p is beyond the segment's end, seen along the segment.
  Sign beyond(const PlanIntegers& p) const { return sign_of(sgn(product(to_, p, false))); }

 private:
  mpz_class product(const PlanIntegers& base, const PlanIntegers& p, bool turned) const;

  const PlanIntegers &from_, &to_;
  mpz_class x_, y_;  // to - from, times the w of both
  mpz_class whole_;
};

/// A point in space, whose coordinates lie between doubles.
using IntervalPoint = std::array<Interval, 3>;

/// The least such intervals around a point.
inline IntervalPoint interval_point(const ExactPoint& p) {
  return {interval_of(p[0]), interval_of(p[1]), interval_of(p[2])};
}

// --- Segments in intervals of doubles, in the integer units of a PointTable

/// An IntervalPoint with a name. Points with the same name are equal in plan; the name 0 says nothing.
struct IntervalVertex {
  IntervalPoint at;
  std::uint64_t name = 0;
};
struct IntervalSegment {
  IntervalVertex from, to;
  std::uint32_t line = 0;  ///< segments with the same number are on one line in plan
};

/// p - q along an axis.
inline Interval difference(const IntervalVertex& p, const IntervalVertex& q, std::size_t axis) {
  return axis < 2 && p.name != 0 && p.name == q.name ? Interval(0.0) : p.at[axis] - q.at[axis];
}

/// A vector in plan.
struct IntervalVector {
  Interval x, y;
};
/// The vector from one vertex to another.
inline IntervalVector run(const IntervalVertex& from, const IntervalVertex& to) {
  return {difference(to, from, 0), difference(to, from, 1)};
}
inline Interval dot(const IntervalVector& a, const IntervalVector& b) { return formulas::dot2d(a.x, a.y, b.x, b.y); }
/// Positive if b turns left from a.
inline Interval cross(const IntervalVector& a, const IntervalVector& b) {
  return formulas::determinant(a.x, a.y, b.x, b.y);
}

/// The distance of a point from a side's line times the length of the side, positive if the point is to the left. `d`
/// is run() of the side.
inline Interval left_of(const IntervalSegment& side, const IntervalVector& d, const IntervalVertex& p) {
  const IntervalVector to = run(side.to, p);
  return is_zero(to.x) && is_zero(to.y) ? Interval(0.0) : cross(d, run(side.from, p));
}

/// Doubles around `unit` times a coordinate in input units; it is exact where a double is.
Interval interval_coordinate(const mpq_class& value, const mpz_class& unit);
IntervalVertex interval_vertex(const ExactPoint& p, const mpz_class& unit, std::uint64_t name);
IntervalVertex interval_vertex(const PointTable& points, PointId p);

/// How a segment lies to a side, in intervals.
struct IntervalFacing {
  /// SegmentFrame's u, v and u - 1 of the segment's two ends in the frame of the side, each times the side's squared
  /// length.
  std::array<Interval, 2> along, away, beyond;
  bool may_face_back = true;  ///< false if the segment certainly does not run against the side's direction
  bool level = false;         ///< the heights of both certainly differ by no more than the rise
  bool near = false;          ///< the segment is certainly nowhere farther to the left of the side than the reach
};

/// How far and how high perpendiculars of a side may reach.
struct IntervalReach {
  Interval squared_reach, rise;
};

/// Finds how the segment `other` lies to `side`. Returns false, and finds nothing more, if it is certain that no
/// outward perpendicular of `side` (to its left) meets `other` within the reach and the rise. Meetings at one point of
/// `side` alone and at the distance 0 do not count.
bool interval_facing(const IntervalSegment& side, const IntervalSegment& other, const IntervalReach& reach,
                     IntervalFacing& seen);

/// Whether it is certain that the perpendiculars which meet a do not meet b before a, or at the same distance.
bool certainly_not_before(const IntervalFacing& a, const IntervalFacing& b);

}  // namespace plumb::kernel
