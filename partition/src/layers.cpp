// SPDX-License-Identifier: GPL-3.0-or-later
// Layers with their footprints, and the transfers between them, from a partition of the graph; and the check of these.
// Problem. A layer is a set of polygons whose projections do not overlap. Its footprint is the outline of their union,
// and arcs between two layers that lie end to end are one transfer.
// 1. footprint_of() scans the edges along each line (walk_along_lines): where a polygon is on one side only, the
//    segment belongs to the outline. OutlineRings joins segments to rings; at a point where several meet it takes the
//    sharpest turn to the side of the inside, so that a ring keeps to its piece of it.
// 2. transfers_of() sorts the arcs that were cut by the layers and the place where they begin, and lets each go on in
//    the lowest arc that leads straight on from it on both sides.
// 3. is_valid() computes all of it again and compares; besides, areas have to add up, no two polygons of a layer may
//    overlap, and the segments of arcs have to lie on the boundaries of their polygons.
// Cost. N log N for N edges; is_valid() adds the search for conflicts in each layer.
// Exactness. All decisions and coordinates are exact.
// Source: Saaltink, definitions 3.5 and 3.6; how outlines that touch themselves are cut into rings is ours.
#include "plumb/partition/layers.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <span>
#include <tuple>
#include <vector>

#include "lines.h"
#include "plumb/kernel/formulas.h"

namespace plumb::partition {
namespace {

// A segment of the outline, the inside on its left.
struct OutlineSegment {
  PointNumber from, to;
  std::uint32_t line;
  auto operator<=>(const OutlineSegment&) const = default;
};

std::vector<OutlineSegment> outline_of(const EdgesByLine& sorted) {
  std::vector<OutlineSegment> out;
  std::size_t here[2] = {0, 0};  // how many polygons, by side; at most one where none overlap
  walk_along_lines(
      sorted, [&](std::size_t edge) { ++here[sorted.edges[edge].left]; },
      [&](std::size_t edge) { --here[sorted.edges[edge].left]; },
      [&](std::uint32_t line, PointNumber from, PointNumber to) {
        if (here[true] > 0 && here[false] == 0) out.push_back({from, to, line});
        if (here[false] > 0 && here[true] == 0) out.push_back({to, from, line});
      });
  std::ranges::sort(out);
  return out;
}

// Joins segments of an outline to rings.
class OutlineRings {
 public:
  OutlineRings(const CornerPoints& points, std::vector<OutlineSegment> sides)
      : points_(points), sides_(std::move(sides)), used_(sides_.size()) {}

  std::vector<std::vector<PointNumber>> rings() {
    std::vector<std::vector<PointNumber>> out;
    for (std::size_t i = 0; i < sides_.size(); ++i)
      if (!used_[i]) out.push_back(ring_from(i));
    std::ranges::sort(out);
    return out;
  }

 private:
  std::vector<PointNumber> ring_from(std::size_t start) {
    std::vector<PointNumber> ring;
    for (std::size_t i = start, next; !used_[i]; i = next) {
      used_[i] = true;
      next = after(i);
      if (sides_[next].line != sides_[i].line) ring.push_back(sides_[i].to);
      assert(!used_[next] || next == start);
    }
    // It begins at its least point; if it comes there twice, so that what follows is least.
    std::vector<PointNumber> best;
    const PointNumber least = *std::ranges::min_element(ring);
    for (std::size_t k = 0; k < ring.size(); ++k) {
      if (ring[k] != least) continue;
      std::vector<PointNumber> turned = ring;
      std::rotate(turned.begin(), turned.begin() + static_cast<std::ptrdiff_t>(k), turned.end());
      if (best.empty() || turned < best) best = std::move(turned);
    }
    return best;
  }

  // The side by which the outline goes on: of those that leave its end, the first clockwise from the way back. Between
  // the two lies inside and nothing else, so that each side follows one other, and rings do not cross.
  std::size_t after(std::size_t i) const {
    const PointNumber v = sides_[i].to;
    const auto first = std::ranges::lower_bound(sides_, v, {}, &OutlineSegment::from);
    auto best = first;
    for (auto s = first; s != sides_.end() && s->from == v; ++s)
      if (s != best && earlier_clockwise(v, sides_[i].from, s->to, best->to)) best = s;
    return static_cast<std::size_t>(best - sides_.begin());
  }

  // Turning clockwise around v from the ray through u, does one come to p before q?
  bool earlier_clockwise(PointNumber v, PointNumber u, PointNumber p, PointNumber q) const {
    const auto half = [&](PointNumber w) { return 1 + turn(v, u, w); };  // 0: less than half a turn, 1: half, 2: more
    if (half(p) != half(q)) return half(p) < half(q);
    return turn(v, p, q) < 0;
  }

  int turn(PointNumber o, PointNumber p, PointNumber q) const {
    return sgn(kernel::formulas::orient2d(*points_.point[o], *points_.point[p], *points_.point[q]));
  }

  const CornerPoints& points_;
  std::vector<OutlineSegment> sides_;  // ascending
  std::vector<bool> used_;
};

// The outline of the union of projections, as Layer::footprint says. Requires that their interiors do not overlap.
// Where outlines touch in a point, a ring keeps to one corner of the inside: what hangs together only by a point has
// rings of its own.
std::vector<std::vector<std::array<mpq_class, 2>>> footprint_of(std::span<const Polygon* const> polygons) {
  const CornerPoints points = number_corners(polygons, 2);
  std::vector<std::vector<std::array<mpq_class, 2>>> out;
  for (const std::vector<PointNumber>& ring :
       OutlineRings(points, outline_of(edges_by_line(polygons, points, 2))).rings()) {
    auto& coordinates = out.emplace_back();
    for (const PointNumber p : ring) coordinates.push_back({(*points.point[p])[0], (*points.point[p])[1]});
  }
  return out;
}

ExactPoint minus(const ExactPoint& p, const ExactPoint& q) { return {p[0] - q[0], p[1] - q[1], p[2] - q[2]}; }

// Does q lead on from p in the direction that p has?
bool leads_on(const std::array<ExactPoint, 2>& p, const std::array<ExactPoint, 2>& q) {
  if (p[1] != q[0]) return false;
  const ExactPoint d = minus(p[1], p[0]), e = minus(q[1], q[0]);
  return kernel::formulas::parallel(d, e) && kernel::formulas::dot(d, e) > 0;
}

// An arc seen from the lower of its layers.
struct Crossing {
  std::uint32_t a, b;
  std::array<ExactPoint, 2> on_a, on_b;
  ArcId arc;
};

std::vector<Crossing> crossings_of(const EnvironmentGraph& graph, std::span<const ArcSegment> segments,
                                   std::span<const std::uint32_t> layer) {
  std::vector<Crossing> out;
  for (ArcId i = 0; i < graph.arcs.size(); ++i) {
    const std::uint32_t first = layer[graph.arcs[i][0]], second = layer[graph.arcs[i][1]];
    const ArcSegment& s = segments[i];
    if (first < second) out.push_back({first, second, s.on_a, s.on_b, i});
    // Counter-clockwise around the first is clockwise around the second.
    if (first > second) out.push_back({second, first, {s.on_b[1], s.on_b[0]}, {s.on_a[1], s.on_a[0]}, i});
  }
  return out;
}

// The arcs between different layers (by node), joined and in order as layers.h says.
std::vector<Transfer> transfers_of(const EnvironmentGraph& graph, std::span<const ArcSegment> segments,
                                   std::span<const std::uint32_t> layer) {
  const std::vector<Crossing> crossings = crossings_of(graph, segments, layer);
  // By where they begin, and there by arc.
  std::multimap<std::tuple<std::uint32_t, std::uint32_t, ExactPoint>, std::size_t> begins;
  for (std::size_t i = 0; i < crossings.size(); ++i)
    begins.emplace(std::tuple(crossings[i].a, crossings[i].b, crossings[i].on_a[0]), i);
  // Each crossing goes on in the lowest arc that leads on from it and follows no other. On a line that never returns.
  constexpr std::size_t none = -1;
  std::vector<std::size_t> next(crossings.size(), none);
  std::vector<bool> follows(crossings.size(), false);
  for (std::size_t i = 0; i < crossings.size(); ++i) {
    const Crossing& c = crossings[i];
    const auto [first, last] = begins.equal_range(std::tuple(c.a, c.b, c.on_a[1]));
    for (auto candidate = first; candidate != last && next[i] == none; ++candidate) {
      const Crossing& d = crossings[candidate->second];
      if (follows[candidate->second] || !leads_on(c.on_a, d.on_a) || !leads_on(c.on_b, d.on_b)) continue;
      next[i] = candidate->second;
      follows[candidate->second] = true;
    }
  }
  std::vector<Transfer> out;
  for (std::size_t i = 0; i < crossings.size(); ++i) {
    if (follows[i]) continue;
    Transfer& t = out.emplace_back(Transfer{crossings[i].a, crossings[i].b, {}, crossings[i].on_a, crossings[i].on_b});
    for (std::size_t k = i; k != none; k = next[k]) {
      t.arcs.push_back(crossings[k].arc);
      t.on_a[1] = crossings[k].on_a[1];
      t.on_b[1] = crossings[k].on_b[1];
    }
  }
  std::ranges::sort(
      out, {}, [](const Transfer& t) { return std::tuple(t.a, t.b, *std::min_element(t.arcs.begin(), t.arcs.end())); });
  return out;
}

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
