// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/partition/layers.h"

#include <algorithm>
#include <cassert>

#include "footprint.h"
#include "plumb/kernel/formulas.h"
#include "transfers.h"

namespace plumb::partition {

namespace {

std::vector<const Polygon*> polygons_of(const Layer& layer, std::span<const Polygon> polygons) {
  std::vector<const Polygon*> out;
  for (const NodeId v : layer.nodes) out.push_back(&polygons[v]);
  return out;
}

template <class P>
mpq_class twice_area(const std::vector<P>& ring) {
  return kernel::formulas::doubled_area<mpq_class>(ring.size(), [&](std::size_t i) -> const P& { return ring[i]; });
}

// The layer of each node; empty unless each is in exactly one, in order.
std::vector<std::uint32_t> layer_by_node(const LayeredEnvironment& environment, std::size_t nodes) {
  constexpr std::uint32_t none = -1;
  std::vector<std::uint32_t> out(nodes, none);
  std::size_t count = 0;
  for (std::uint32_t i = 0; i < environment.layers.size(); ++i) {
    const std::vector<NodeId>& own = environment.layers[i].nodes;
    if (own.empty() || std::ranges::adjacent_find(own, std::ranges::greater_equal()) != own.end()) return {};
    for (const NodeId v : own) {
      if (v >= nodes || out[v] != none) return {};
      out[v] = i;
      ++count;
    }
  }
  return count == nodes ? out : std::vector<std::uint32_t>{};
}

bool is_valid(const Layer& layer, std::span<const Polygon> polygons) {
  std::vector<Polygon> own;
  mpq_class covered, outlined;
  for (const NodeId v : layer.nodes) covered += twice_area(own.emplace_back(polygons[v]));
  for (const auto& ring : layer.footprint) outlined += twice_area(ring);
  return find_conflicts(own).empty() && outlined == covered &&
         layer.footprint == footprint_of(polygons_of(layer, polygons));
}

// Do edges of the polygon cover the segment, in plan? (A polygon of several facets may bend between its corners.)
bool on_boundary(const std::array<ExactPoint, 2>& segment, const Polygon& polygon) {
  const ExactPoint &p = segment[0], &q = segment[1];
  const auto on_line = [&](const ExactPoint& r) { return sgn(kernel::formulas::orient2d(p, q, r)) == 0; };
  const int axis = p[0] != q[0] ? 0 : 1;
  const auto [low, high] = std::minmax(p[axis], q[axis]);
  if (low == high) return false;
  mpq_class left = high - low;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const ExactPoint &u = polygon[i], &v = polygon[(i + 1) % polygon.size()];
    if (!on_line(u) || !on_line(v)) continue;
    const mpq_class from = std::max(low, std::min(u[axis], v[axis])), to = std::min(high, std::max(u[axis], v[axis]));
    if (from < to) left -= to - from;
  }
  return left == 0;
}

bool equal(const Transfer& s, const Transfer& t) {
  return s.a == t.a && s.b == t.b && s.arcs == t.arcs && s.on_a == t.on_a && s.on_b == t.on_b;
}

}  // namespace

LayeredEnvironment layers_of(const EnvironmentGraph& graph, std::span<const Polygon> polygons,
                             std::span<const ArcSegment> segments, const Partition& partition) {
  assert(polygons.size() == graph.nodes && segments.size() == graph.arcs.size() &&
         partition.layer.size() == graph.nodes);
  LayeredEnvironment out;
  out.layers.resize(partition.layers);
  for (NodeId v = 0; v < graph.nodes; ++v) out.layers[partition.layer[v]].nodes.push_back(v);
  for (Layer& layer : out.layers) layer.footprint = footprint_of(polygons_of(layer, polygons));
  out.transfers = transfers_of(graph, segments, partition.layer);
  return out;
}

bool is_valid(const LayeredEnvironment& environment, const EnvironmentGraph& graph, std::span<const Polygon> polygons,
              std::span<const ArcSegment> segments) {
  if (polygons.size() != graph.nodes || segments.size() != graph.arcs.size()) return false;
  const std::vector<std::uint32_t> layer = layer_by_node(environment, graph.nodes);
  if (layer.size() != graph.nodes) return false;
  for (const Layer& l : environment.layers)
    if (!is_valid(l, polygons)) return false;
  if (!std::ranges::equal(environment.transfers, transfers_of(graph, segments, layer), equal)) return false;
  for (const Transfer& t : environment.transfers)
    for (const ArcId i : t.arcs)
      if (!on_boundary(segments[i].on_a, polygons[graph.arcs[i][0]]) ||
          !on_boundary(segments[i].on_b, polygons[graph.arcs[i][1]]))
        return false;
  return true;
}

}  // namespace plumb::partition
