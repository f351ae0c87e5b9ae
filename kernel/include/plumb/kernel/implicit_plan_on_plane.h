// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <optional>

#include "plumb/kernel/implicit_plan.h"
#include "plumb/kernel/points.h"

// An ImplicitPlan on any plane in space: its lines are where other planes cut that one, its vertices where three planes
// meet.
namespace plumb::kernel {

/// n . (x, y, z) + d >= 0 is its inside, in the integer units of a PointTable. n is not zero; multiples by a positive
/// number are the same plane.
struct SpacePlane {
  std::array<mpz_class, 3> n;
  mpz_class d;
};
/// The plane of three points that are not on one line. Inside is the side from which they are seen to turn left. Degree
/// 2 (n), 3 (d).
SpacePlane plane_through(const PointTable& points, PointId a, PointId b, PointId c);
/// Which side of the plane a point is on: positive is inside.
Sign side(const SpacePlane& plane, const PointTable& points, PointId p);

/// A table and, beside it, the same points seen along x and along y, as plans on vertical planes need them. Keeps a
/// reference.
class AxisTables {
 public:
  explicit AxisTables(const PointTable& points) : points_(points), turned_{points.turned(0), points.turned(1)} {}
  const PointTable& along(int axis) const { return axis == 2 ? points_ : turned_[axis]; }

 private:
  const PointTable& points_;
  PointTable turned_[2];
};

/// An ImplicitPlan in the projection of a plane along an axis that it is not parallel to: z, else x, else y. All that
/// works in an ImplicitPlan (cells, splitting, cutting) so works on the plane: seen from above that axis, clockwise is
/// clockwise there.
///
/// The lines where it is cut have coefficients of degree 4 and 5 in the points that planes go through: 4b + 8 and 5b +
/// 9 bits for |x| < 2^b, as those of an ImplicitPlan where two planes meet. Tables and planes may be shared by threads,
/// the plan may not be changed by two.
class ImplicitPlanOnPlane {
 public:
  /// The origin need not be on the plane: numbers are short if it is near. Keeps a reference to the tables.
  ImplicitPlanOnPlane(const AxisTables& tables, SpacePlane plane, PointId origin);

  ImplicitPlan& plan() { return plan_; }
  const ImplicitPlan& plan() const { return plan_; }
  const SpacePlane& plane() const { return plane_; }
  int axis() const { return axis_; }

  /// The line where q cuts the plane, its inside that of q; none if they are parallel, or one.
  std::optional<LineId> cut(const SpacePlane& q, LineSource source);
  /// Where the plane, q and r meet; none if that is no point.
  std::optional<VertexId> meet(const SpacePlane& q, LineSource of_q, const SpacePlane& r, LineSource of_r);

  /// Which side of q a vertex is on, q parallel or not: by GMP. For many vertices ask the plan about cut(q).
  Sign side(VertexId v, const SpacePlane& q) const;
  /// In input units.
  ExactPoint point(VertexId v) const;

 private:
  // n . X + d with coordinates in the order of the projection, the axis last, and d relative to the plan's origin.
  struct Local {
    mpz_class x, y, z, d;
  };
  Local local(const SpacePlane& plane) const;
  Coefficients<mpz_class> line_of(const SpacePlane& q) const;

  SpacePlane plane_;
  int axis_;
  ImplicitPlan plan_;
  Local local_;
};

}  // namespace plumb::kernel
