// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "flush/surface_half_edges.h"
#include "plumb/kernel/interval.h"
#include "plumb/pipeline/vertex_reader.h"

namespace plumb::pipeline {

/// Comparisons of vertices of a graph in the making: by what is near them where that can tell, else exactly.
class VertexOrder {
 public:
  VertexOrder(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map, const NavGraph& graph);

  /// Sign of coordinate `axis`, 0 or 1, of v less that of w.
  int compare(VertexRef v, VertexRef w, int axis);
  /// The axis in plan along which two different points of a line that is not vertical are compared best; they differ
  /// along it.
  int axis_between(VertexRef v, VertexRef w);
  /// Whether r is on the line through p and q, which differ in plan.
  bool collinear(VertexRef p, VertexRef q, VertexRef r);

  /// Doubles suffice to see that these are on one line: it is parallel to an axis.
  bool certainly_straight(std::array<VertexRef, 4> vertices) const;
  /// Doubles suffice to see that the segments from p to q and from r to s are not on one line.
  bool certainly_bent(VertexRef p, VertexRef q, VertexRef r, VertexRef s) const;

 private:
  kernel::Interval near(VertexRef v, int axis) const;
  std::optional<int> compare_near(VertexRef v, VertexRef w, int axis) const;
  int longer_axis(VertexRef v, VertexRef w) const;

  const NavGraph& graph_;
  VertexReader exact_;
  kernel::PlanOrientation orientation_;
};

}  // namespace plumb::pipeline
