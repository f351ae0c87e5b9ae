// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <span>
#include <vector>

#include "plumb/pipeline/cell_geometry.h"
#include "plumb/pipeline/nav_graph.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {

/// The exact coordinates (z up, input units) of some vertices of a graph, each made at most once.
class ExactVertices {
 public:
  /// `input_point` tells which input point a vertex is, or no_point where that is not known: these are cheap.
  using InputPoint = std::function<kernel::PointId(VertexRef)>;
  ExactVertices(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map, const NavGraph& graph, InputPoint input_point = {});
  /// Makes those of `vertices` that are not there yet, surface by surface, which is fastest.
  void make(std::vector<VertexRef> vertices);
  /// Requires that it has been made.
  const ExactPoint& operator[](VertexRef v) const { return made_[index_[v]]; }

 private:
  ExactPoint made(VertexRef v);

  const kernel::PointTable& points_;
  const NavGraph& graph_;
  const StanceMap& map_;
  CellGeometry geometry_;
  InputPoint input_point_;
  std::vector<std::uint32_t> index_;  // by vertex
  std::vector<ExactPoint> made_;
};

}  // namespace plumb::pipeline
