// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/weld_gaps.h"

#include <algorithm>
#include <map>

#include "offmesh/facing_segments.h"

namespace plumb::pipeline {
namespace {

using ComponentPair = std::pair<std::uint32_t, std::uint32_t>;

mpq_class squared_width(const OffmeshPortal& p, std::size_t end) {
  const mpq_class x = p.on_b[end][0] - p.on_a[end][0], y = p.on_b[end][1] - p.on_a[end][1];
  return x * x + y * y;
}

// The places where two components are near each other, nearest first, and how many of them were tried.
struct Places {
  std::vector<NearBorders> near;
  std::size_t tried = 0;
  std::optional<mpq_class> squared_width;  // of the narrowest gap found
};

std::map<ComponentPair, Places> places_between(const NavGraph& graph, ComponentOfCell component,
                                               const std::vector<NearBorders>& near) {
  std::map<ComponentPair, Places> out;
  for (const NearBorders& n : near)
    out[std::minmax(component[graph.half_edges[n.a].cell], component[graph.half_edges[n.b].cell])].near.push_back(n);
  return out;
}

// The next few places of each pair of components that has no gap yet, as numbers of border half-edges, ascending.
std::vector<std::uint32_t> next_edges(std::map<ComponentPair, Places>& places, std::size_t few,
                                      const BorderEdges& edges) {
  std::vector<std::uint32_t> out;
  for (auto& [pair, p] : places) {
    if (p.squared_width) continue;
    for (const std::size_t end = std::min(p.near.size(), p.tried + few); p.tried < end; ++p.tried) {
      out.push_back(edges.index_of(p.near[p.tried].a));
      out.push_back(edges.index_of(p.near[p.tried].b));
    }
  }
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace

kernel::UnionFind joined_cells(const NavGraph& graph, const StanceMap& map, kernel::Label stance) {
  kernel::UnionFind joined(static_cast<std::uint32_t>(map.table.cells.size()));
  for (HalfEdgeId e = 0; e < graph.half_edges.size(); ++e)
    if (const HalfEdgeId twin = graph.half_edges[e].twin; twin != no_half_edge && graph.stance_through(e) >= stance)
      joined.unite(graph.half_edges[e].cell, graph.half_edges[twin].cell);
  for (const OffmeshPortal& p : graph.portals)
    if (p.stance >= stance) joined.unite(graph.half_edges[p.a].cell, graph.half_edges[p.b].cell);
  return joined;
}

std::vector<WeldGap> weld_gaps(const LinkedLevel& level, const SurfaceIndex& index, ComponentOfCell component,
                               const std::vector<NearBorders>& near, const mpq_class& reach, unsigned threads) {
  const auto& [scene, set, map, graph] = level;
  const kernel::PointTable& points = scene.points;
  std::map<ComponentPair, Places> places = places_between(graph, component, near);
  BorderEdges edges(points, set, index, map, graph);
  const ColumnTest test(points, set, index, map.step);
  constexpr std::size_t most_at_once = 128;
  for (std::size_t few = 1; few <= most_at_once; few *= 2) {
    const std::vector<std::uint32_t> chosen = next_edges(places, few, edges);
    if (chosen.empty()) break;
    for (const OffmeshPortal& p :
         weld_portals(edges, edges.pairs_of(chosen, reach, map.step, true, threads), test,
                      ColumnFilter(points, set, index, map, edges), map, reach, graph.portals, threads,
                      [&](std::uint32_t i, std::uint32_t j) {
                        return places.contains(std::minmax(component[edges.cell(i)], component[edges.cell(j)]));
                      })) {
      const ComponentPair pair =
          std::minmax(component[graph.half_edges[p.a].cell], component[graph.half_edges[p.b].cell]);
      std::optional<mpq_class>& width = places.at(pair).squared_width;
      mpq_class here = std::min(squared_width(p, 0), squared_width(p, 1));
      if (!width || here < *width) width = std::move(here);
    }
  }
  std::vector<WeldGap> out;
  for (const auto& [pair, p] : places)
    if (p.squared_width) out.push_back({pair.first, pair.second, *p.squared_width});
  std::ranges::stable_sort(out, {}, &WeldGap::squared_width);
  return out;
}

}  // namespace plumb::pipeline
