// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/near_rises.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "offmesh/offmesh_portals.h"

namespace plumb::pipeline {
namespace {

using Pair = std::pair<std::uint32_t, std::uint32_t>;  // of border half-edges

mpq_class rise_at(const OffmeshPortal& p, std::size_t end) { return abs(p.on_b[end][2] - p.on_a[end][2]); }

double length(const OffmeshPortal& p) {
  const mpq_class x = p.on_a[1][0] - p.on_a[0][0], y = p.on_a[1][1] - p.on_a[0][1];
  return std::sqrt(mpq_class(x * x + y * y).get_d());
}

// How much of a portal is higher than a step that its rise may cross on the way.
double share_above(const OffmeshPortal& p, const mpq_class& step) {
  const mpq_class from = rise_at(p, 0) - step, to = rise_at(p, 1) - step;
  if (sgn(from) <= 0 && sgn(to) <= 0) return 0;
  if (sgn(from) > 0 && sgn(to) > 0) return 1;
  return mpq_class(std::max(from, to) / abs(from - to)).get_d();
}

}  // namespace

NearLimit near_rises(const LinkedLevel& level, const SurfaceIndex& index, unsigned threads) {
  const StanceMap& map = level.map;
  const NavGraph& graph = level.graph;
  const kernel::PointTable& points = level.scene.points;
  if (sgn(map.step) == 0) return {};
  BorderEdges edges(points, level.set, index, map, graph);
  const mpq_class below = just_below(map.step), above = just_above(map.step);
  const auto rounded = [&](const mpq_class& height) { return kernel::interval_of(height * points.denominator()); };
  const double least = rounded(below).low, step = rounded(map.step).low, most = rounded(above).high;
  const auto heights = [&](std::uint32_t i) {
    const HalfEdge& e = graph.half_edges[edges.id(i)];
    const kernel::Interval from = graph.vertices[e.from].near(2), to = graph.vertices[e.to].near(2);
    return kernel::Interval(std::min(from.low, to.low), std::max(from.high, to.high));
  };
  // Whether one of two half-edges may lie higher than the other by so much, at some place.
  const auto may_rise = [&](const Pair& p, const auto& high_enough) {
    const kernel::Interval up = heights(p.second) - heights(p.first);
    return (up.low <= most && high_enough(up.high)) || (-up.high <= most && high_enough(-up.low));
  };
  std::vector<Pair> pairs = edges.pairs(0, above, false, threads);
  std::erase_if(pairs, [&](const Pair& p) {
    return p.first > p.second || !may_rise(p, [&](double rise) { return rise >= least; });
  });
  if (std::ranges::none_of(pairs, [&](const Pair& p) { return may_rise(p, [&](double rise) { return rise > step; }); }))
    return {};
  edges.make_ends(pairs, threads);
  StanceMap higher;  // what step portals ask of one
  higher.stances = map.stances;
  higher.step = above;
  const ColumnCheck test(points, level.set, index, above);
  NearLimit out;
  struct Riser {
    double length = 0, longest = 0;
    ExactPoint at;  // half way along the longest
  };
  std::map<std::array<kernel::PolygonId, 2>, Riser> risers;
  std::vector<OffmeshPortal> portals;
  for (const Pair& pair : pairs) {
    portals.clear();
    add_step_portals(edges, test, higher, pair.first, pair.second, portals);
    for (const OffmeshPortal& p : portals) {
      const auto is_near = [&](std::size_t end) { return rise_at(p, end) > below && rise_at(p, end) < above; };
      if (!is_near(0) || !is_near(1)) continue;
      const double all = length(p), lost = all * share_above(p, map.step);
      out.lost += lost;
      out.kept += all - lost;
      if (!(lost > 0)) continue;
      const auto surface = [&](HalfEdgeId e) { return map.table.cells[graph.half_edges[e].cell].surface; };
      Riser& riser = risers[{surface(p.a), surface(p.b)}];
      riser.length += lost;
      if (lost > riser.longest) {
        riser.longest = lost;
        riser.at = middle_of({p.on_a[0], p.on_a[1]});
      }
    }
  }
  for (const auto& [polygons, riser] : risers) out.greatest.push_back({polygons, riser.length, riser.at});
  keep_greatest(out.greatest);
  return out.lost > 0 ? out : NearLimit{};
}

}  // namespace plumb::pipeline
