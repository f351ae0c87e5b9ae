// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/exact_vertices.h"

#include <algorithm>

#include "plumb/kernel/exact_polygon.h"

namespace plumb::pipeline {

namespace {
constexpr std::uint32_t absent = 0xffffffffu;
}

ExactVertices::ExactVertices(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map, const NavGraph& graph,
                             InputPoint input_point)
    : points_(points), graph_(graph), map_(map), geometry_(points, set, map), input_point_(std::move(input_point)), index_(graph.vertices.size(), absent) {}

ExactPoint ExactVertices::made(VertexRef v) {
  const GraphVertex& g = graph_.vertices[v];
  if (g.cell == GraphVertex::no_cell) return graph_.points[g.corner];
  if (const kernel::PointId p = input_point_ ? input_point_(v) : kernel::no_point; p != kernel::no_point) return exact_point(points_, p);
  return geometry_.vertex(map_.table.cells[g.cell], g.corner);
}

void ExactVertices::make(std::vector<VertexRef> vertices) {
  std::erase_if(vertices, [&](VertexRef v) { return index_[v] != absent; });
  // Cells ascend by surface.
  std::ranges::sort(vertices, [&](VertexRef v, VertexRef w) {
    const GraphVertex &a = graph_.vertices[v], &b = graph_.vertices[w];
    return std::tie(a.cell, a.corner, v) < std::tie(b.cell, b.corner, w);
  });
  vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
  for (const VertexRef v : vertices) {
    index_[v] = static_cast<std::uint32_t>(made_.size());
    made_.push_back(made(v));
  }
}

}  // namespace plumb::pipeline
