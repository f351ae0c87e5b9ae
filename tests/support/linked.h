// SPDX-License-Identifier: GPL-3.0-or-later
// A level given as OBJ text, baked and linked; its components counted.
#pragma once
#include <algorithm>
#include <numeric>

#include "plumb/pipeline/link.h"
#include "support/bake_text.h"

namespace plumb::tests {

struct Linked {
  BakedText baked;
  pipeline::NavGraph graph;
};

inline pipeline::NavGraph link_baked(const BakedText& baked, const mpq_class& weld = 0, unsigned threads = 1) {
  const pipeline::SurfaceIndex index(baked.scene.points, baked.set);
  return pipeline::link(baked.scene.points, baked.set, index, baked.map, {weld, threads});
}

inline Linked link_text(const std::string& obj, const BakeTextOptions& options, const mpq_class& weld = 0) {
  BakedText baked = bake_text(obj, options);
  pipeline::NavGraph graph = link_baked(baked, weld, options.threads);
  return {std::move(baked), std::move(graph)};
}

/// The component of every cell for a stance: the lowest cell in it; no_cell where the stance does not fit.
inline std::vector<pipeline::CellId> component_of_cells(const Linked& level, kernel::Label stance) {
  const auto& cells = level.baked.map.table.cells;
  const pipeline::NavGraph& graph = level.graph;
  std::vector<pipeline::CellId> parent(cells.size());
  std::iota(parent.begin(), parent.end(), 0u);
  const auto root = [&](pipeline::CellId c) {
    while (parent[c] != c) c = parent[c];
    return c;
  };
  const auto join = [&](pipeline::CellId a, pipeline::CellId b) {
    if (cells[a].label < stance || cells[b].label < stance) return;
    a = root(a), b = root(b);
    parent[std::max(a, b)] = std::min(a, b);
  };
  for (pipeline::HalfEdgeId s = 0; s < graph.half_edges.size(); ++s)
    if (graph.half_edges[s].twin != pipeline::no_half_edge && graph.stance_through(s) >= stance)
      join(graph.half_edges[s].cell, graph.half_edges[graph.half_edges[s].twin].cell);
  for (const pipeline::OffmeshPortal& p : graph.portals)
    if (p.stance >= stance) join(graph.half_edges[p.a].cell, graph.half_edges[p.b].cell);
  std::vector<pipeline::CellId> out;
  for (pipeline::CellId c = 0; c < cells.size(); ++c)
    out.push_back(cells[c].label >= stance ? root(c) : pipeline::GraphVertex::no_cell);
  return out;
}

inline std::size_t component_count(const Linked& level, kernel::Label stance = 1) {
  const std::vector<pipeline::CellId> of = component_of_cells(level, stance);
  std::size_t count = 0;
  for (pipeline::CellId c = 0; c < of.size(); ++c) count += of[c] == c;
  return count;
}

inline std::size_t portal_count(const Linked& level, pipeline::PortalKind kind) {
  return static_cast<std::size_t>(std::ranges::count(level.graph.portals, kind, &pipeline::OffmeshPortal::kind));
}

}  // namespace plumb::tests
