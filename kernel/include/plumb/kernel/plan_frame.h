// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <array>

#include "plumb/kernel/exact_point.h"
#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/points.h"

// Plan coordinates along a segment: as fractions, and in integers over denominators that are never reduced, which is
// several times faster.
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
  int operator()(const PlanIntegers& a, const PlanIntegers& b, const PlanIntegers& c) { return turn(a, b, a, c); }
  int turn(const PlanIntegers& a, const PlanIntegers& b, const PlanIntegers& c, const PlanIntegers& d);

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
  int beyond(const PlanIntegers& p) const { return sgn(product(to_, p, false)); }

 private:
  mpz_class product(const PlanIntegers& base, const PlanIntegers& p, bool turned) const;

  const PlanIntegers &from_, &to_;
  mpz_class x_, y_;  // to - from, times w of both
  mpz_class whole_;
};

}  // namespace plumb::kernel
