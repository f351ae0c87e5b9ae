// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/face_outline.h"

#include <CGAL/Polygon_2/Polygon_2_simplicity.h>

#include <cassert>

namespace plumb::kernel {
namespace {

// The projected points of a table for CGAL's algorithms: a point is its id, every predicate our ladder.
struct ProjectedTraits {
  using Point_2 = PointId;
  const PointTable& points;
  int axis;

  struct Orientation_2 {
    const PointTable& points;
    int axis;
    CGAL::Orientation operator()(PointId a, PointId b, PointId c) const {
      return static_cast<CGAL::Orientation>(static_cast<int>(turn(points, axis, a, b, c)));
    }
  };
  struct Less_xy_2 {
    const PointTable& points;
    int axis;
    bool operator()(PointId a, PointId b) const { return compare_projected(points, axis, a, b) < 0; }
  };
  Orientation_2 orientation_2_object() const { return {points, axis}; }
  Less_xy_2 less_xy_2_object() const { return {points, axis}; }
};

}  // namespace

FaceShape shape_of(const PointTable& points, int axis, std::span<const PointId> corners) {
  const std::size_t n = corners.size();
  assert(n >= 3);
  const auto rises = [&](std::size_t k) {
    return compare_projected(points, axis, corners[k], corners[k + 1 == n ? 0 : k + 1]) < 0;
  };
  std::size_t left = 0, right = 0, flips = 0, lowest = 0;
  bool before = rises(n - 1);
  for (std::size_t k = 0; k < n; ++k) {
    const bool after = rises(k);
    const Sign s = turn(points, axis, corners[k == 0 ? n - 1 : k - 1], corners[k], corners[k + 1 == n ? 0 : k + 1]);
    if (s == Sign::zero && before != after) return {FaceOutline::bad, Sign::zero};  // a spike
    if (compare_projected(points, axis, corners[k], corners[lowest]) < 0) lowest = k;
    left += s == Sign::positive;
    right += s == Sign::negative;
    flips += before != after;
    before = after;
  }
  // Two monotone chains that bend one way are convex; more chains bending one way wind around twice.
  if (left == 0 || right == 0) {
    const Sign sign = left ? Sign::positive : Sign::negative;
    return {flips == 2 ? FaceOutline::convex : FaceOutline::bad, sign};
  }
  if (!CGAL::is_simple_polygon(corners.begin(), corners.end(), ProjectedTraits{points, axis}))
    return {FaceOutline::bad, Sign::zero};
  return {FaceOutline::simple, turn(points, axis, corners[lowest == 0 ? n - 1 : lowest - 1], corners[lowest],
                                    corners[lowest + 1 == n ? 0 : lowest + 1])};
}

}  // namespace plumb::kernel
