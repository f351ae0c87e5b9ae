// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/weld_gaps.h"

#include <algorithm>
#include <queue>
#include <tuple>

#include "offmesh/facing_segments.h"

namespace plumb::pipeline {
namespace {

// Two half-edges that may step onto one another, and how much that rises at least: in doubles before it is known.
struct Rise {
  double least = 0;  // in the scene's integer units
  std::uint32_t i = 0, j = 0;
  std::optional<mpq_class> known = std::nullopt;  // in input units
  bool operator>(const Rise& o) const { return std::tie(least, i, j) > std::tie(o.least, o.i, o.j); }
};

}  // namespace

struct StepGaps::State {
  State(const LinkedLevel& l, const SurfaceIndex& x, ComponentOfCell c, const mpq_class& highest, unsigned threads)
      : level(l), index(x), component(c), edges(l.scene.points, l.set, x, l.map, l.graph) {
    // Every pair is seen from either side, and one is not of the largest component.
    std::vector<std::uint32_t> chosen;
    for (std::uint32_t i = 0; i < edges.size(); ++i)
      if (const std::uint32_t k = component[edges.cell(i)]; k != 0 && k != ignored_component) chosen.push_back(i);
    for (const auto& [i, j] : edges.pairs_of(chosen, 0, highest, false, threads)) {
      const auto [a, b] = components(i, j);
      if (a != b && b != ignored_component && (i < j || a == 0))
        rises.push_back({least_rise(i, j), std::min(i, j), std::max(i, j)});
    }
  }

  // What is lowest as far as is known goes first; what is known joins.
  std::vector<StepGap> at(const mpq_class& step) {
    const ColumnTest test(level.scene.points, level.set, index, step);
    StanceMap map;  // what step portals ask of one
    map.stances = level.map.stances;
    map.step = step;
    std::priority_queue<Rise, std::vector<Rise>, std::greater<>> queue(std::greater<>(), rises);
    std::vector<StepGap> out;
    kernel::UnionFind joined(static_cast<std::uint32_t>(component.size()));
    while (!queue.empty()) {
      Rise rise = queue.top();
      queue.pop();
      const auto [a, b] = components(rise.i, rise.j);
      if (joined.find(a) == joined.find(b)) continue;
      if (rise.known) {
        joined.unite(a, b);
        out.push_back({a, b, *rise.known});
      } else if ((rise.known = rise_of(rise.i, rise.j, test, map))) {
        rise.least = std::max(rise.least, mpq_class(*rise.known * level.scene.points.denominator()).get_d());
        queue.push(std::move(rise));
      }
    }
    std::ranges::stable_sort(out, {}, &StepGap::rise);
    return out;
  }

  std::pair<std::uint32_t, std::uint32_t> components(std::uint32_t i, std::uint32_t j) const {
    return std::minmax(component[edges.cell(i)], component[edges.cell(j)]);
  }

  // Of all heights of the one and of the other; far apart they may be nearer than that by rounding.
  double least_rise(std::uint32_t i, std::uint32_t j) const {
    double low[2], high[2];
    for (const auto& [side, k] : {std::pair(0, i), {1, j}}) {
      const HalfEdge& e = level.graph.half_edges[edges.id(k)];
      const kernel::Interval from = level.graph.vertices[e.from].near(2), to = level.graph.vertices[e.to].near(2);
      low[side] = std::min(from.low, to.low);
      high[side] = std::max(from.high, to.high);
    }
    return std::max({0.0, low[0] - high[1], low[1] - high[0]});
  }

  // The least on a portal between them; none: there is no portal.
  std::optional<mpq_class> rise_of(std::uint32_t i, std::uint32_t j, const ColumnTest& test, const StanceMap& map) {
    edges.make_ends({{i, j}}, 1);
    std::vector<OffmeshPortal> portals;
    add_step_portals(edges, test, map, i, j, portals);
    std::optional<mpq_class> out;
    for (const OffmeshPortal& p : portals)
      for (const std::size_t end : {0u, 1u}) {
        const mpq_class rise = abs(p.on_b[end][2] - p.on_a[end][2]);
        if (!out || rise < *out) out = rise;
      }
    return out;
  }

  const LinkedLevel& level;
  const SurfaceIndex& index;
  ComponentOfCell component;
  BorderEdges edges;
  std::vector<Rise> rises;
};

StepGaps::StepGaps(const LinkedLevel& level, const SurfaceIndex& index, ComponentOfCell component,
                   const mpq_class& highest, unsigned threads)
    : state_(std::make_unique<State>(level, index, component, highest, threads)) {}
StepGaps::~StepGaps() = default;

std::vector<StepGap> StepGaps::at(const mpq_class& step) { return state_->at(step); }

}  // namespace plumb::pipeline
