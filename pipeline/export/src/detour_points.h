// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/pipeline/nav_mesh.h"

namespace plumb::pipeline {

inline constexpr std::size_t x_axis = 0, y_axis = 1, z_axis = 2;  ///< Detour's: y up

ExactPoint to_detour(const ExactPoint& z_up);
ExactPoint from_detour(const ExactPoint& y_up);

/// Doubles in input units around a coordinate that is given in units of 1 / MeshPoints::unit(). Exact where it and the
/// quotient are doubles.
kernel::Interval in_input_units(const MeshPoints& points, const kernel::Interval& near);

/// Doubles around a point of a navmesh, in Detour's axes and input units.
FilteredPoint near_in_detour(const MeshPoints& points, NavMesh::PointIndex point);

/// Some points of a navmesh, in Detour's axes and input units: doubles around each, and exactly where they are asked
/// for.
class DetourPoints {
 public:
  /// Keeps a reference.
  explicit DetourPoints(const MeshPoints& points) : points_(&points) {}

  void add(NavMesh::PointIndex p) { list_.push_back({p, near_in_detour(*points_, p)}); }

  std::size_t size() const { return list_.size(); }
  bool empty() const { return list_.empty(); }
  /// Of the navmesh.
  NavMesh::PointIndex index(std::size_t i) const { return list_[i].index; }
  const FilteredPoint& near(std::size_t i) const { return list_[i].near; }
  mpq_class exact(std::size_t i, std::size_t axis) const;

  /// Along an axis.
  mpq_class least(std::size_t axis) const { return outermost(axis, -1); }
  mpq_class greatest(std::size_t axis) const { return outermost(axis, 1); }

 private:
  mpq_class outermost(std::size_t axis, int direction) const;

  struct Point {
    NavMesh::PointIndex index;
    FilteredPoint near;
  };
  const MeshPoints* points_;
  std::vector<Point> list_;
};

}  // namespace plumb::pipeline
