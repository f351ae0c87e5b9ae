// SPDX-License-Identifier: GPL-3.0-or-later
// Which layers of a level can be drawn side by side in one panel, and which cells then make a storey.
//
// 1. split_storeys() partitions the cells of the lowest stance into layers, by a quick method: for a drawing that
//    matters more than the fewest transfers.
// 2. panels_of() takes layers from low to high and gives each the panel after the last one that has a polygon over or
//    under it. LastPanel finds that one: a tree of boxes, halved at their middles, whose nodes know the last panel
//    below them, so that branches which cannot change the answer are skipped.
// 3. Cells where nobody stands join the storey of the cell of their surface that is nearest in height, or of the next
//    cell below.
// Cost. N log N where few boxes overlap: conflicts are not listed, so N floors over one another are no trouble.
// Exactness. Which polygons overlap is exact; heights are doubles, and only order the panels.
#include "plumb/pipeline/split_storeys.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "plumb/pipeline/layers.h"
#include "plumb/pipeline/progress.h"

namespace plumb::pipeline {
namespace {

using kernel::Box;
using partition::NodeId;

// The polygons that have a panel so far, in a tree of boxes halved at their middles. It answers which is the last panel
// with a polygon that lies over or under a given one; a branch of the tree all of whose panels are before a known one
// is skipped.
class LastPanel {
 public:
  static constexpr int none = -1;

  explicit LastPanel(const partition::Overlap& overlap) : overlap_(overlap), leaf_(overlap.polygons()) {
    std::vector<NodeId> all(overlap.polygons());
    std::iota(all.begin(), all.end(), NodeId{0});
    for (const NodeId n : all) boxes_.push_back(overlap.box(n));
    if (!all.empty()) build(all, 0);
  }

  // The last panel after `least` with a polygon that overlaps the given one, or `least`.
  int under(NodeId polygon, int least) const { return last(0, polygon, least); }

  void put(NodeId polygon, int panel) {
    for (std::uint32_t i = leaf_[polygon];; i = nodes_[i].parent) {
      nodes_[i].last = std::max(nodes_[i].last, panel);
      if (i == 0) return;
    }
  }

 private:
  struct TreeNode {
    Box box;
    int last = none;
    std::uint32_t parent = 0;
    std::uint32_t half[2] = {0, 0};  // 0: a polygon alone
    NodeId polygon = 0;
  };

  std::uint32_t build(std::span<NodeId> polygons, std::uint32_t parent) {
    const auto number = static_cast<std::uint32_t>(nodes_.size());
    Box box = boxes_[polygons.front()];
    for (const NodeId n : polygons)
      for (int k = 0; k < 2; ++k) {
        box.low[k] = std::min(box.low[k], boxes_[n].low[k]);
        box.high[k] = std::max(box.high[k], boxes_[n].high[k]);
      }
    nodes_.push_back({.box = box, .parent = parent, .polygon = polygons.front()});
    if (polygons.size() == 1) {
      leaf_[polygons.front()] = number;
      return number;
    }
    const int axis = box.high[0] - box.low[0] >= box.high[1] - box.low[1] ? 0 : 1;
    const auto middle = polygons.begin() + static_cast<std::ptrdiff_t>(polygons.size() / 2);
    std::ranges::nth_element(polygons, middle, {}, [&](NodeId n) {
      const double at = boxes_[n].low[axis] / 2 + boxes_[n].high[axis] / 2;
      return std::pair(std::isnan(at) ? 0 : at, n);  // from end to end of all numbers
    });
    const std::uint32_t halves[] = {build({polygons.begin(), middle}, number), build({middle, polygons.end()}, number)};
    std::ranges::copy(halves, nodes_[number].half);
    return number;
  }

  int last(std::uint32_t node, NodeId polygon, int least) const {
    const TreeNode& p = nodes_[node];
    if (p.last <= least || !p.box.overlaps_in_plan(boxes_[polygon])) return least;
    if (p.half[0] == 0) return overlap_(p.polygon, polygon) ? p.last : least;
    const bool second = nodes_[p.half[1]].last > nodes_[p.half[0]].last;
    return last(p.half[!second], polygon, last(p.half[second], polygon, least));
  }

  const partition::Overlap& overlap_;
  std::vector<Box> boxes_;           // by polygon
  std::vector<std::uint32_t> leaf_;  // by polygon
  std::vector<TreeNode> nodes_;
};

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

std::vector<std::uint32_t> panels_of(const partition::Overlap& overlap, const partition::Partition& partition,
                                     std::span<const double> heights) {
  struct Height {
    double sum = 0;
    std::uint32_t layer = 0;
    std::vector<NodeId> nodes;
    double mean() const { return sum / static_cast<double>(nodes.size()); }
  };
  std::vector<Height> order(partition.layers);
  for (std::uint32_t l = 0; l < order.size(); ++l) order[l].layer = l;
  for (NodeId n = 0; n < overlap.polygons(); ++n) {
    Height& h = order[partition.layer[n]];
    h.sum += heights[n];
    h.nodes.push_back(n);
  }
  std::ranges::stable_sort(order, {}, &Height::mean);

  LastPanel lower(overlap);
  std::vector<std::uint32_t> panel(order.size());
  for (const Height& h : order) {
    int last = LastPanel::none;
    for (const NodeId n : h.nodes) {
      cancellation_point();
      last = lower.under(n, last);
    }
    panel[h.layer] = static_cast<std::uint32_t>(last + 1);
    for (const NodeId n : h.nodes) lower.put(n, last + 1);
  }
  return panel;
}

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
