// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "detour/detour_points.h"
#include "plumb/kernel/exact_plan.h"
#include "plumb/pipeline/derived_mesh.h"
#include "plumb/pipeline/facet_edges.h"
#include "plumb/pipeline/nav_mesh.h"

namespace plumb::pipeline {

/// A corner in plan of what lies over a polygon of Detour's: a corner of the polygon, a point of the navmesh, or where
/// an edge passes a line between two points of the navmesh. A kernel::Place: doubles are in units of the navmesh's
/// points, and coordinates, in input units, are made when they are first asked for.
class PlanCorner {
 public:
  static constexpr std::uint32_t none = 0xffffffffu;

  /// A corner of the polygon, in input units; the doubles are its exact place. `number`: of the corner.
  PlanCorner(const MeshPoints& points, const std::array<double, 3>& place, std::uint32_t number);
  /// A point of the navmesh. `number`: one for each.
  PlanCorner(const MeshPoints& points, NavMesh::PointIndex point, std::uint32_t number);
  /// Where the edge from `from` to `to`, two others, passes the line through the points p and q of the navmesh,
  /// strictly between its ends. Keeps references.
  PlanCorner(const PlanCorner& p, const PlanCorner& q, const PlanCorner& from, const PlanCorner& to);

  const mpq_class& x() const { return exact()[0]; }
  const mpq_class& y() const { return exact()[1]; }
  bool is_mesh_point() const { return point_ != none; }
  bool is_cut() const { return line_[0] != nullptr; }
  /// Of a point of the navmesh.
  MeshPoints::Place place() const { return points_->place(point_); }
  /// Of a corner of the polygon, or of a point of the navmesh.
  std::uint32_t number() const { return number_; }
  /// Of a cut: the ends of the line, and of the edge.
  const std::array<const PlanCorner*, 2>& line() const { return line_; }
  const std::array<const PlanCorner*, 2>& edge() const { return edge_; }

  kernel::Interval ix, iy;

 private:
  std::span<const mpq_class> exact() const;

  const MeshPoints* points_;
  NavMesh::PointIndex point_ = none;
  std::uint32_t number_ = none;
  std::array<double, 2> place_{};
  std::array<const PlanCorner*, 2> line_{}, edge_{};
  mutable std::unique_ptr<std::array<mpq_class, 2>> exact_;  // but of a point of the navmesh
};

/// On which side of the line from p to q, two points of the navmesh, a corner lies: positive to the left. What is known
/// of how a cut was made comes before fractions.
kernel::Sign side_of(const PlanCorner& p, const PlanCorner& q, const PlanCorner& corner);

/// Whether two corners are one place.
bool same_corner(const PlanCorner& a, const PlanCorner& b);

/// A facet of a cell and its plane.
struct FacetPlane {
  const NavMesh::Facet* facet = nullptr;
  boost::container::small_vector<const PlanCorner*, 4> ring;
  boost::container::small_vector<std::uint32_t, 4> inner;  ///< edges to other facets of the cell, by their first corner
  struct Outer {
    std::uint32_t first;                     ///< an edge of the cell, by its first corner
    std::array<const PlanCorner*, 2> whole;  ///< the edge of the outline that it is a part of
  };
  boost::container::small_vector<Outer, 2> outer;
  std::array<kernel::Interval, 2> box;             ///< in plan, input units, with the reach
  mutable bool is_known = false;                   ///< the next two are, which are found when they are first asked for
  mutable bool is_level = false;                   ///< all corners have one height, a double
  mutable std::array<kernel::Interval, 3> normal;  ///< around its direction

  std::size_t next(std::size_t i) const { return i + 1 == ring.size() ? 0 : i + 1; }
  /// Whether a corner is on the inside of these edges.
  bool is_within_inner(const PlanCorner& at) const;
  bool is_within_outer(const PlanCorner& at) const;
};

/// What FacetPlanes of one mesh use one after the other: rooms that are as large as the mesh or its largest cell.
class FacetPlaneRooms {
 public:
  explicit FacetPlaneRooms(const NavMesh& mesh) : numbers_(mesh.points.size()) {}

 private:
  friend class FacetPlanes;
  struct Number {
    NavMesh::CellIndex cell = 0xffffffffu;  // of which the point has this number
    std::uint32_t number = 0;
  };
  std::vector<Number> numbers_;  // by point
  FacetEdges edges_;
};

/// In plan and input units, and `reach` beyond the facet.
std::array<kernel::Interval, 2> facet_box(const NavMesh& mesh, const NavMesh::Facet& facet, double reach);
/// Whether boxes have a place in common.
bool meet(const std::array<kernel::Interval, 2>& a, const std::array<kernel::Interval, 2>& b);

/// The facets of a cell with what is asked of them: which lie over a place, and heights. Doubles come first; fractions
/// are made only where they leave two answers.
class FacetPlanes {
 public:
  /// `reach`: how far boxes reach beyond facets. Keeps a reference to the mesh.
  FacetPlanes(DerivedMesh& derived, NavMesh::CellIndex cell, double reach, FacetPlaneRooms& rooms);

  const NavMesh& mesh() const { return mesh_; }
  const std::vector<FacetPlane>& all() const { return planes_; }
  std::size_t corner_count() const { return corners_.size(); }
  bool in_one_plane(const FacetPlane& a, const FacetPlane& b) const;
  /// The binary32 nearest to the height over a corner of a part of this facet, which may lie beside it: then of another
  /// facet that is there, or of the nearest place on one that is near. `corner` is on the inside of inner edges.
  float height(const FacetPlane& plane, const PlanCorner& corner) const;

 private:
  void add_rings(NavMesh::CellIndex cell, double reach, FacetPlaneRooms& rooms);
  void choose_inner(NavMesh::CellIndex cell, std::span<const NavMesh::PointIndex> outline, FacetPlaneRooms& rooms);
  kernel::Interval near_height(const FacetPlane& plane, const kernel::Interval& x, const kernel::Interval& y) const;
  const kernel::Interval& near_z(const PlanCorner& corner) const { return z_[corner.number()]; }
  float rounded_height(const FacetPlane& plane, const PlanCorner& corner) const;
  float nearest_height(std::span<const FacetPlane* const> near, const PlanCorner& corner) const;

  const NavMesh& mesh_;
  std::deque<PlanCorner> corners_;         // the points of facets, each once
  std::vector<kernel::Interval> z_;        // of each, in units of the mesh's points
  std::vector<kernel::Interval> in_plan_;  // x and y of each, in input units
  std::vector<FacetPlane> planes_;
};

}  // namespace plumb::pipeline
