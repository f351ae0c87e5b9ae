// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <optional>
#include <span>
#include <tuple>

#include "scene.h"

namespace checker {

/// A closed sequence of point numbers.
using Ring = std::vector<Index>;

/// A plane through points of the scene, n p = d.
struct Plane {
  Integer nx, ny, nz, d;
  bool holds(const Scene::Point& p) const { return nx * p.x + ny * p.y + nz * p.z == d; }
};

/// Requires a plane that is not upright.
Fraction height_on(const Plane& plane, const Place& at);

/// The plane through the first three points of a ring that are not on one line; none if all are.
std::optional<Plane> plane_of(const Scene& scene, const Ring& ring);

/// Twice the area vector of a ring, which need not be planar: the sum of the cross products of consecutive corners.
struct AreaVector {
  Integer x, y, z;
};
AreaVector area_vector(const Scene& scene, const Ring& ring);

/// Rings seen along an axis: planar ones along one in which their plane keeps its shape, others along that of the
/// greatest component of an area vector, z before y before x among equals.
class View {
 public:
  View(const Scene& scene, const Plane& plane) : scene_(scene), axis_(sgn(plane.nz) ? 2 : sgn(plane.ny) ? 1 : 0) {}
  View(const Scene& scene, const AreaVector& area);

  /// 1 if a, b, c turn left, -1 right, 0 if they are on one line.
  int turn(Index a, Index b, Index c) const;
  /// 1 for a convex ring run counter-clockwise, -1 clockwise (corners in the middle of a side allowed), 0 for any
  /// other.
  int convexity(const Ring& ring) const;
  /// The sign of a ring's area.
  int orientation(const Ring& ring) const;
  /// 1 if d is within the circle through a, b and c, which turn left, 0 on it, -1 outside.
  int in_circle(Index a, Index b, Index c, Index d) const;
  /// By the two coordinates in turn.
  int compare(Index p, Index q) const;
  /// The line through two points at different places: equal for equal lines.
  using LineKey = std::tuple<Integer, Integer, Integer>;
  LineKey line_through(Index p, Index q) const;
  /// Whether the boundaries of the pieces add up to that of the whole. If the pieces are simple and run as the whole
  /// does, which winds around no point twice, they cover what it winds around and overlap nowhere
  /// (docs/certificate.md, lemma 1).
  bool adds_up(std::span<const Ring> pieces, const Ring& whole) const;

 private:
  const Integer& x(Index p) const { return axis_ == 0 ? scene_.points[p].y : scene_.points[p].x; }
  const Integer& y(Index p) const { return axis_ == 2 ? scene_.points[p].y : scene_.points[p].z; }
  bool ahead(Index a, Index b, Index c) const;  // of points on one line: is c on b's side of a?

  const Scene& scene_;
  int axis_;
};

}  // namespace checker
