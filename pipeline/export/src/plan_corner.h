// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <memory>
#include <optional>

#include "detour_points.h"
#include "plumb/kernel/exact_plan.h"
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
int side_of(const PlanCorner& p, const PlanCorner& q, const PlanCorner& corner);

/// Whether two corners are one place.
bool same_corner(const PlanCorner& a, const PlanCorner& b);

}  // namespace plumb::pipeline
