// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <optional>
#include <span>

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

/// Planar rings seen along an axis in which their plane keeps its shape.
class View {
 public:
  View(const Scene& scene, const Plane& plane) : scene_(scene), axis_(sgn(plane.nz) ? 2 : sgn(plane.ny) ? 1 : 0) {}

  /// 1 if a, b, c turn left, -1 right, 0 if they are on one line.
  int turn(Index a, Index b, Index c) const;
  /// 1 for a convex ring run counter-clockwise, -1 clockwise (corners in the middle of a side allowed), 0 for any
  /// other.
  int convexity(const Ring& ring) const;
  /// Whether no two edges meet but neighbours in their common end.
  bool is_simple(const Ring& ring) const;
  /// The orientation of a simple ring.
  int orientation(const Ring& ring) const;
  /// Whether the boundaries of the pieces add up to that of the whole. If all are simple and run the same way, the
  /// pieces then cover the whole and overlap nowhere (docs/certificate.md, lemma 1).
  bool adds_up(std::span<const Ring> pieces, const Ring& whole) const;

 private:
  const Integer& x(Index p) const { return axis_ == 0 ? scene_.points[p].y : scene_.points[p].x; }
  const Integer& y(Index p) const { return axis_ == 2 ? scene_.points[p].y : scene_.points[p].z; }
  int compare(Index p, Index q) const;          // by (x, y)
  bool ahead(Index a, Index b, Index c) const;  // of points on one line: is c on b's side of a?
  bool segments_meet(Index a, Index b, Index c, Index d) const;

  const Scene& scene_;
  int axis_;
};

}  // namespace checker
