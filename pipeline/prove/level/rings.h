// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <functional>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "base/box_tree.h"
#include "read/scene.h"

namespace plumb::checker {

/// A closed sequence of point numbers.
using Ring = std::vector<Index>;
/// A stretch between two points, run from the first to the second.
using Edge = std::pair<Index, Index>;

/// A plane through points of the scene, n p = d.
struct Plane {
  Integer nx, ny, nz, d;

  Plane() = default;
  Plane(Integer nx, Integer ny, Integer nz, Integer d);
  /// That through a short point, with this normal.
  Plane(const std::array<Wide, 3>& normal, const Point& through);
  /// The same, with its normal the other way.
  Plane reversed() const;
  /// n p - d at a point, times the point's w.
  Integer over(const Point& p) const;
  bool holds(const Point& p) const;

 private:
  struct Short {
    std::array<Wide, 3> n;
    Wide d;
    double reach;  // for points with coordinates up to that
    Wide over(const Point& p) const;
    bool reaches(const Point& p) const { return p.is_short && p.greatest() <= reach; }
  };
  std::optional<Short> short_;  // the same, if it reaches the point that it goes through
};

/// Requires a plane that is not upright.
Fraction height_on(const Plane& plane, const Place& at);

/// The plane through the first three points of a ring that are not on one line; none if all are.
std::optional<Plane> plane_of(const Scene& scene, const Ring& ring);

/// Twice the area vector of a ring, which need not be planar: the sum of the cross products of consecutive corners.
using AreaVector = std::array<Fraction, 3>;
AreaVector area_vector(const Scene& scene, const Ring& ring);

/// What a ring winds around that winds around no point twice, or against its orientation.
struct Windings {
  std::vector<Point> crossings;  ///< where its boundary crosses itself and has no corner, in the order of the view
  /// If there are none: its edges, without the stretches that are run both there and back, cut at every corner of the
  /// ring that lies on them, in no order.
  std::vector<Edge> boundary;
};

/// Rings seen along an axis: planar ones along one in which their plane keeps its shape, others along that of the
/// greatest component of an area vector, z before y before x among equals.
class View {
 public:
  View(const Scene& scene, const Plane& plane) : scene_(scene), axis_(sgn(plane.nz) ? 2 : sgn(plane.ny) ? 1 : 0) {}
  View(const Scene& scene, const AreaVector& area);
  View(const Scene& scene, int axis) : scene_(scene), axis_(axis) {}

  /// 1 if a, b, c turn left, -1 right, 0 if they are on one line.
  int turn(Index a, Index b, Index c) const;
  /// 1 for a convex ring run counter-clockwise, -1 clockwise (corners in the middle of a side allowed), 0 for any
  /// other. `straight`: becomes true if there is such a corner.
  int convexity(const Ring& ring, bool& straight) const;
  int convexity(const Ring& ring) const {
    bool straight = false;
    return convexity(ring, straight);
  }
  /// Twice the area of a ring, counter-clockwise positive; its sign.
  Fraction doubled_area(const Ring& ring) const;
  int orientation(const Ring& ring) const { return sgn(doubled_area(ring)); }
  /// 1 if d is within the circle through a, b and c, which turn left, 0 on it, -1 outside.
  int in_circle(Index a, Index b, Index c, Index d) const;
  /// By the two coordinates in turn.
  int compare(Index p, Index q) const { return p == q ? 0 : compare(p, scene_.points[q]); }
  int compare(Index p, const Point& q) const;
  /// The point between a and b that is seen where the stretches from a to b and from c to d cross; none unless they
  /// cross at inner points of both.
  std::optional<Point> crossing(Index a, Index b, Index c, Index d) const;
  /// The line through two points at different places: equal for equal lines.
  using LineKey = std::tuple<Integer, Integer, Integer>;
  LineKey line_through(Index p, Index q) const;
  /// None for a ring that winds around some point twice or more, or against its orientation. Requires that different
  /// points of it are at different places.
  std::optional<Windings> windings(const Ring& ring) const;
  /// Whether the boundaries of the pieces add up to that of the whole. If the pieces are simple and run as the whole
  /// does, which winds around no point twice, they cover what it winds around and overlap nowhere
  /// (docs/theory/certificate.md, lemma 1).
  bool adds_up(const std::vector<std::reference_wrapper<const Ring>>& pieces, const Ring& whole) const;

 private:
  int x_axis() const { return axis_ == 0 ? 1 : 0; }
  int y_axis() const { return axis_ == 2 ? 1 : 2; }
  template <class T>
  T x(Index p) const {
    return scene_.at<T>(p, x_axis());
  }
  template <class T>
  T y(Index p) const {
    return scene_.at<T>(p, y_axis());
  }
  template <class T>
  T doubled_triangle(Index a, Index b, Index c) const {
    return (x<T>(b) - x<T>(a)) * (y<T>(c) - y<T>(a)) - (y<T>(b) - y<T>(a)) * (x<T>(c) - x<T>(a));
  }
  template <class T>
  int turn_in(Index a, Index b, Index c) const;
  Box box_of(Index p, Index q) const;           // by the two coordinates, truncated
  bool ahead(Index a, Index b, Index c) const;  // of points on one line: is c on b's side of a?

  const Scene& scene_;
  int axis_;
};

/// Whether rings are the constrained Delaunay triangulation of what a boundary encloses, in the order of
/// docs/reference/certificate.md: corners are ends of the boundary's edges, each ring begins with its first corner, and
/// rings ascend. Points on one circle must be a fan from the first of them.
bool is_delaunay(const View& view, const std::vector<Ring>& triangles, std::vector<Edge> boundary, int orientation);

/// Whether edges add up to those of the ring; an edge and its reverse cancel.
bool runs_as(const Ring& ring, const std::vector<Edge>& edges);

/// A convex planar polygon of the level.
struct Polygon {
  Index face = none, part = none;  ///< the lowest that it covers
  Ring corners;  ///< where it turns, from the lowest number on; counter-clockwise seen from above unless vertical
  Plane plane;   ///< its normal is not downward
  bool faces_up = false;  ///< in the file
  bool traversable = false;
  double low[3]{}, high[3]{};           ///< its box, rounded: every coordinate toward zero, so that order is kept
  Index lowest = none, highest = none;  ///< corners, by z
  bool counts = false;                  ///< its faces belong to solids or cavities (semantics, 5b)
  bool vertical() const { return sgn(plane.nz) == 0; }
};

/// Its corners' coordinates, rounded toward zero.
Box box_of(const Polygon& polygon);
std::vector<Box> boxes_of(const std::vector<Polygon>& polygons);

}  // namespace plumb::checker
