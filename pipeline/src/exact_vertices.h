// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

#include "plumb/pipeline/nav_graph.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {

/// The exact coordinates (z up, input units) of some vertices of a graph, each made at most once.
class ExactVertices {
 public:
  ExactVertices(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map, const NavGraph& graph);
  /// Makes those of `vertices` that are not there yet, surface by surface, which is fastest.
  void make(std::vector<VertexRef> vertices);
  /// Requires that it has been made.
  const ExactPoint& operator[](VertexRef v) const { return made_[index_[v]]; }

 private:
  const NavGraph& graph_;
  const StanceMap& map_;
  CellGeometry geometry_;
  std::vector<std::uint32_t> index_;  // by vertex
  std::vector<ExactPoint> made_;
};

}  // namespace plumb::pipeline
