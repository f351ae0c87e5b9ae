// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/split_storeys.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "panels.h"
#include "plumb/pipeline/walkable_environment.h"

namespace plumb::pipeline {
namespace {

std::vector<DrawnCell> drawn_cells(const NavMesh& mesh, const std::vector<std::array<double, 3>>& points) {
  std::vector<DrawnCell> out;
  out.reserve(mesh.cells.size());
  for (std::size_t i = 0; i < mesh.cells.size(); ++i) {
    constexpr double far = std::numeric_limits<double>::infinity();
    DrawnCell c{.cell = static_cast<NavMesh::CellIndex>(i), .low_x = far, .high_x = -far, .low_y = far, .high_y = -far};
    double low = far, high = -far;
    for (const NavMesh::Facet& facet : mesh.cells[i].facets)
      for (const NavMesh::PointIndex p : facet.corners) {
        const auto [x, y, z] = points[p];
        c.low_x = std::min(c.low_x, x), c.high_x = std::max(c.high_x, x);
        c.low_y = std::min(c.low_y, y), c.high_y = std::max(c.high_y, y);
        low = std::min(low, z), high = std::max(high, z);
      }
    c.height = low / 2 + high / 2;
    if (!std::isfinite(c.high_x - c.low_x) || !std::isfinite(c.high_y - c.low_y) || !std::isfinite(high - low))
      return {};
    out.push_back(c);
  }
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.height < b.height; });
  return out;
}

using Heights = std::vector<std::pair<double, std::uint32_t>>;  // of cells, with their storeys

std::uint32_t nearest_in_height(const Heights& heights, double height) {
  return std::ranges::min_element(heights, {}, [&](const auto& h) { return std::abs(h.first - height); })->second;
}

}  // namespace

std::vector<Storey> split_storeys(DerivedMesh& derived) {
  const NavMesh& mesh = derived.mesh();
  const std::vector<DrawnCell> cells = drawn_cells(mesh, derived.doubles());
  if (cells.empty()) return {};
  std::vector<double> height_of(mesh.cells.size());
  for (const DrawnCell& c : cells) height_of[c.cell] = c.height;

  WalkableEnvironment walkable = walkable_ways(mesh, 1);
  const partition::Overlap overlap(walkable.polygons);
  walkable.graph.conflicts = find_conflicts_of_surfaces(overlap, walkable.graph);
  std::vector<double> heights;
  for (const std::uint32_t c : walkable.source) heights.push_back(height_of[c]);
  // For a drawing a quick partition matters more than the fewest transfers.
  const auto method = walkable.graph.arcs.size() <= 5000 ? partition::Method::min_cut : partition::Method::van_toll;
  const partition::Partition layers = partition::partition(walkable.graph, method);
  const std::vector<std::uint32_t> panel = panels_of(overlap, layers, heights);

  std::vector<Storey> storeys(panel.empty() ? 1 : *std::ranges::max_element(panel) + 1);
  for (Storey& s : storeys) s.floor = std::numeric_limits<double>::infinity();
  std::vector<std::uint32_t> storey_of(mesh.cells.size(), no_component);
  std::map<kernel::PolygonId, Heights> of_surface;
  Heights by_height;  // of cells where somebody can stand
  for (partition::NodeId n = 0; n < walkable.graph.nodes; ++n) {
    const std::uint32_t storey = panel[layers.layer[n]], cell = walkable.source[n];
    storey_of[cell] = storey;
    storeys[storey].floor = std::min(storeys[storey].floor, heights[n]);
    for (const NavMesh::Facet& f : mesh.cells[cell].facets) of_surface[f.surface].emplace_back(heights[n], storey);
    by_height.emplace_back(heights[n], storey);
  }
  std::ranges::sort(by_height);
  // Cells where nobody stands join the cell of their surface that is nearest in height, or else the one next below.
  for (const DrawnCell& c : cells) {
    std::uint32_t& storey = storey_of[c.cell];
    if (storey == no_component) {
      const auto same = of_surface.find(mesh.cells[c.cell].facets.front().surface);
      auto above = std::ranges::upper_bound(by_height, c.height, {}, &std::pair<double, std::uint32_t>::first);
      if (above != by_height.begin()) --above;
      storey = same != of_surface.end() ? nearest_in_height(same->second, c.height)
               : by_height.empty()      ? 0
                                        : above->second;
    }
    storeys[storey].cells.push_back(c);
  }
  if (by_height.empty()) storeys[0].floor = cells.front().height;
  return storeys;
}

}  // namespace plumb::pipeline
