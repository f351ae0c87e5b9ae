// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/segment_frame.h"
#include "plumb/pipeline/triangle_stages.h"

namespace plumb::pipeline {

/// How far a surface may move from what it was: the triangles of a mesh, and the greatest heights by which a place may
/// sink and rise. Exact: intervals of doubles decide most questions, fractions the rest.
class SurfaceBounds {
 public:
  using Index = TriangleMesh::Index;

  /// Keeps a reference to the mesh.
  SurfaceBounds(const TriangleMesh& mesh, mpq_class sink, mpq_class rise);

  /// Of some triangles of the mesh those that share an area in plan with a new triangle of points of the mesh,
  /// counter-clockwise; or nothing if a place of the new triangle sinks or rises too far from one of them.
  std::optional<std::vector<Index>> covered(const std::array<Index, 3>& corners,
                                            std::span<const Index> triangles) const;

 private:
  using Corners = std::array<Index, 3>;
  using NearPlane = std::array<kernel::Interval, 3>;

  struct Known {
    kernel::ExactPlane plane;
    NearPlane near;  // doubles around its coefficients
    kernel::Box box;
  };

  kernel::ExactPlane plane_of(const Corners& c) const;
  kernel::PlanRef place(Index p) const { return kernel::PlanRef(mesh_.points[p], near_[p][0], near_[p][1]); }
  bool is_beyond_a_side(const Corners& a, const Corners& b) const;
  bool surely_over(const Corners& c, const NearPlane& plane, const kernel::Interval& below,
                   const kernel::Interval& above) const;
  bool is_within(const Corners& c, const kernel::ExactPlane& plane, Index t) const;

  const TriangleMesh& mesh_;
  mpq_class sink_, rise_;
  kernel::Interval near_sink_, near_rise_;
  std::vector<kernel::IntervalPoint> near_;  // the mesh's points
  std::vector<Known> known_;                 // by triangle
};

}  // namespace plumb::pipeline
