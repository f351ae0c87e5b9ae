// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/plan_region.h"
#include "plumb/pipeline/triangle_mesh.h"

namespace plumb::pipeline {

/// How far a surface may move from what it was: the triangles of a mesh, and the greatest heights by which a place may
/// sink and rise.
class SurfaceBounds {
 public:
  using Index = TriangleMesh::Index;

  SurfaceBounds(const TriangleMesh& mesh, mpq_class sink, mpq_class rise);

  /// Of some triangles of the mesh those that share an area in plan with a new triangle, counter-clockwise; or nothing
  /// if a place of the new triangle sinks or rises too far from one of them.
  std::optional<std::vector<Index>> covered(const std::array<ExactPoint, 3>& corners,
                                            std::span<const Index> triangles) const;

 private:
  struct Known {
    kernel::ExactPlane plane;
    kernel::PlanRing ring;
    kernel::Box box;
  };
  std::vector<Known> known_;  // by triangle
  mpq_class sink_, rise_;
};

}  // namespace plumb::pipeline
