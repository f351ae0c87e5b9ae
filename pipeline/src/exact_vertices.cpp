// SPDX-License-Identifier: GPL-3.0-or-later
#include "exact_vertices.h"

#include <algorithm>

namespace plumb::pipeline {

namespace {
constexpr std::uint32_t absent = 0xffffffffu;
}

ExactVertices::ExactVertices(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map, const NavGraph& graph)
    : graph_(graph), map_(map), geometry_(points, set, map), index_(graph.vertices.size(), absent) {}

void ExactVertices::make(std::vector<VertexRef> vertices) {
  std::erase_if(vertices, [&](VertexRef v) { return index_[v] != absent; });
  // Cells ascend by surface.
  std::ranges::sort(vertices, [&](VertexRef v, VertexRef w) {
    const GraphVertex &a = graph_.vertices[v], &b = graph_.vertices[w];
    return std::tie(a.cell, a.corner, v) < std::tie(b.cell, b.corner, w);
  });
  vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
  for (const VertexRef v : vertices) {
    const GraphVertex& g = graph_.vertices[v];
    index_[v] = static_cast<std::uint32_t>(made_.size());
    made_.push_back(g.cell == GraphVertex::no_cell ? graph_.points[g.corner] : geometry_.vertex(map_.table.cells[g.cell], g.corner));
  }
}

}  // namespace plumb::pipeline
