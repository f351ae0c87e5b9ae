// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <vector>

#include "plumb/pipeline/nav_graph.h"
#include "plumb/pipeline/surface_plan.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {

/// Reads the exact places of a graph's vertices, from its store or, where nobody asked before, from the lines that meet
/// there. Not thread-safe: one object a thread; they share the store. Fastest when asked surface by surface.
class VertexReader {
 public:
  /// Keeps references.
  VertexReader(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map, const NavGraph& graph);

  /// The vertex in plan, in the scene's integer units; w > 0, not reduced.
  const kernel::PlanIntegers& plan(VertexRef v);
  /// The same, not kept.
  kernel::PlanIntegers made_plan(VertexRef v);
  /// The vertex, z up, in input units.
  const ExactPoint& operator[](VertexRef v);
  /// The point of a surface over the place where a line of its group in the stance map's table turns clockwise from
  /// `first` into `second`. Requires that the table has both.
  ExactPoint corner(kernel::PolygonId surface, kernel::LineId first, kernel::LineId second);
  /// The same in plan, as plan().
  kernel::PlanIntegers corner_plan(kernel::PolygonId surface, kernel::LineId first, kernel::LineId second) const;
  /// The height of the vertex, in the scene's integer units; not kept.
  kernel::HeightIntegers height(VertexRef v);
  /// The height of a surface's plane over a place, in the scene's integer units.
  kernel::HeightIntegers height(kernel::PolygonId surface, const kernel::PlanIntegers& plan);
  /// The point of a surface over an input point.
  ExactPoint over(kernel::PolygonId surface, kernel::PointId point);
  /// Makes those that are not there yet, surface by surface.
  void make(std::vector<VertexRef> vertices);

 private:
  struct KnownPlane {
    kernel::PolygonId surface = kernel::no_polygon;
    kernel::PointId anchor = kernel::no_point;
    std::array<mpz_class, 3> normal;
  };

  kernel::PlanIntegers meeting(kernel::PolygonId surface, const kernel::LineTable::Group& lines, kernel::LineId first,
                               kernel::LineId second) const;
  ExactPoint lifted(kernel::PolygonId surface, const kernel::PlanIntegers& plan);
  ExactPoint made(VertexRef v);
  const KnownPlane& plane_of(kernel::PolygonId surface);

  const kernel::PointTable& points_;
  const SurfaceSet& set_;
  const StanceMap& map_;
  const NavGraph& graph_;
  VertexStore& store_;
  CellGeometry geometry_;  // where lines are not kept
  // The planes of the surfaces asked for last, each at its number's place among so many: a question about two surfaces
  // goes from one to the other and back.
  std::array<KnownPlane, 16> planes_;
};

}  // namespace plumb::pipeline
