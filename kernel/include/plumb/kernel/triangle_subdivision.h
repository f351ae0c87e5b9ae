// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "plumb/kernel/convex_ring.h"

namespace plumb::kernel {

/// A name that the user gives to an area of an update.
using AreaId = std::uint32_t;

/// Triangles that are split along cutting lines until an area consists of whole triangles (*Trivial navigation mesh
/// generation I*, 2010), exactly. The edge is the main element: it has two ends and one or two triangles, and splits
/// replace it by new edges. A triangle is three edges, in no direction.
///
/// Every split makes a point on two lines, one of which may run through points of earlier splits: numbers grow with
/// each update that meets others, without a bound. Areas cannot be erased; to erase one, build the subdivision again
/// without it. CellSubdivision erases areas, and its numbers do not grow.
class TriangleSubdivision {
 public:
  using PointId = std::uint32_t;
  using EdgeId = std::uint32_t;
  using TriangleId = std::uint32_t;
  static constexpr std::uint32_t none = 0xffffffffu;

  struct Edge {
    std::array<PointId, 2> ends;
    std::array<TriangleId, 2> triangles{none, none};  ///< both none: the edge is dead; the second: the boundary
  };
  struct Triangle {
    std::array<EdgeId, 3> edges;  ///< none: the triangle is dead
    std::vector<AreaId> areas;    ///< the areas that it is in, in the order of their updates
  };

  /// The world: triangles with an area each, whose interiors do not meet, and which meet at whole edges or at corners.
  explicit TriangleSubdivision(std::span<const std::array<PlanPoint, 3>> world);

  // --- The world as it is

  const std::deque<PlanPoint>& points() const { return points_; }
  EdgeId edge_count() const { return static_cast<EdgeId>(edges_.size()); }                  ///< with dead edges
  TriangleId triangle_bound() const { return static_cast<TriangleId>(triangles_.size()); }  ///< with dead ones
  const Edge& edge(EdgeId e) const { return edges_[e]; }
  const Triangle& triangle(TriangleId t) const { return triangles_[t]; }
  bool stands(EdgeId e) const { return edges_[e].triangles[0] != none; }
  bool is_triangle(TriangleId t) const { return triangles_[t].edges[0] != none; }
  std::size_t triangle_count() const { return alive_; }

  // --- The words of the source

  bool has_point(EdgeId e, PointId p) const { return edges_[e].ends[0] == p || edges_[e].ends[1] == p; }
  /// Requires has_point(e, p).
  PointId other_point(EdgeId e, PointId p) const { return edges_[e].ends[edges_[e].ends[0] == p]; }
  /// The end that two edges have in common, if they have one.
  std::optional<PointId> common_point(EdgeId e, EdgeId f) const;
  /// The triangle beyond e, seen from t; none on the boundary. Requires that e is an edge of t.
  TriangleId other_triangle(EdgeId e, TriangleId t) const { return edges_[e].triangles[edges_[e].triangles[0] == t]; }
  /// The other edge of t at the first end of e, and at the second. Requires that e is an edge of t.
  EdgeId edge_left_of(TriangleId t, EdgeId e) const { return edge_beside(t, e, edges_[e].ends[0]); }
  EdgeId edge_right_of(TriangleId t, EdgeId e) const { return edge_beside(t, e, edges_[e].ends[1]); }
  /// The corner of t that is no end of e.
  PointId opposite_point(TriangleId t, EdgeId e) const;
  std::array<PointId, 3> corners(TriangleId t) const;
  /// The same counter-clockwise.
  std::array<PointId, 3> ring(TriangleId t) const;

  // --- Changing it

  /// Splits each of the edges, in their order, that the infinite line through p and q crosses strictly between its
  /// ends, and both its triangles with it, by an edge from the new point to the opposite corner. Requires p != q, and
  /// edges that stand. @return the number of edges that were split
  std::size_t split_along(const PlanPoint& p, const PlanPoint& q, std::span<const EdgeId> edges);

  /// Whose edges a line of an update may split.
  enum class Reach : std::uint8_t {
    interacting,  ///< edges of triangles that the area intersects, or that contain it
    world,        ///< all edges; it makes more triangles, and serves for comparison
  };
  /// Splits along the sides of a convex area, in its order, edges ascending, and gives the triangles within the area
  /// its name. Requires a convex ring in either direction with an area.
  /// @return these triangles, ascending
  std::vector<TriangleId> update(const PlanRing& area, AreaId name, Reach reach = Reach::interacting);

  // --- Figures

  std::size_t split_edges() const { return split_edges_; }
  std::size_t split_triangles() const { return split_triangles_; }
  /// The length in bits of the longest numerator or denominator of a coordinate.
  std::size_t longest_number() const;
  /// The number of triangles whose least altitude is below `height`. Exact.
  std::size_t count_lower_than(const mpq_class& height) const;
  /// Every edge has one or two triangles, which have it; the edges of a triangle meet at three points; no two edges
  /// join the same points; no point lies within an edge. Quadratic.
  bool is_valid() const;

 private:
  PointId add_point(PlanPoint p);
  EdgeId add_edge(PointId p, PointId q);
  TriangleId add_triangle(const std::array<EdgeId, 3>& edges, std::vector<AreaId> areas);
  void remove_triangle(TriangleId t);
  void split(EdgeId e, PointId at);
  EdgeId edge_beside(TriangleId t, EdgeId e, PointId end) const;
  std::array<PlanRef, 3> places(TriangleId t) const;

  std::deque<PlanPoint> points_;
  std::vector<PlanRef> places_;  // by point
  std::vector<Edge> edges_;
  std::vector<Triangle> triangles_;
  std::size_t alive_ = 0, split_edges_ = 0, split_triangles_ = 0;
};

}  // namespace plumb::kernel
