// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/vcd/crossing.h"

#include <algorithm>

#include "extent.h"

namespace plumb::vcd {

std::optional<Crossing> cross_surface(ImplicitPlan& plan, const Plane& surface, const Polygon& polygon, bool vertical,
                                      std::span<const Sign> over, const Levels& levels) {
  const auto& c = polygon.corners;
  const std::size_t n = c.size();
  const auto next = [n](std::size_t i) { return i + 1 == n ? 0 : i + 1; };
  if (std::ranges::find(over, Sign::positive) == over.end()) return std::nullopt;
  std::size_t ends = 0;  // corners in the plane, and edges through it
  for (std::size_t i = 0; i < n; ++i) ends += (over[i] == Sign::zero) + (over[i] * over[next(i)] == Sign::negative);
  if (ends < 2) return std::nullopt;

  const auto edge = [&](std::size_t i) {
    return plan.edge(c[i], c[next(i)], {edge_kind, false, polygon.id, static_cast<std::uint32_t>(i)});
  };
  const auto line = [&] {
    if (vertical) return edge(base_of(plan.points(), c));
    for (std::size_t i = 0; i < n; ++i)
      if (over[i] == Sign::zero && over[next(i)] == Sign::zero) return edge(i);
    return *slab_line(plan, surface, Plane(plan.points(), c), levels, 0, {slab_kind, false, polygon.id, 0});
  };
  Crossing crossing{line(), {}};
  const bool along_x = plan.crosses_x_lines(crossing.line);
  Extent extent(plan, crossing.line);
  for (std::size_t i = 0; i < n; ++i) {
    if (over[i] == Sign::zero) extent.add(plan.vertex_on(c[i], crossing.line));
    if (over[i] * over[next(i)] != Sign::negative) continue;
    if (!vertical) {
      extent.add(meet(plan, crossing.line, edge(i)));
    } else if (same_projection(plan.points(), c[i], c[next(i)])) {
      extent.add(plan.vertex_on(c[i], crossing.line));
    } else {
      const LineSource source{along_x ? wall_at_x_kind : wall_at_y_kind, false, polygon.id,
                              static_cast<std::uint32_t>(i) * level_stride};
      extent.add(meet(plan, crossing.line, crossing_line(plan, surface, c[i], c[next(i)], levels, 0, along_x, source)));
    }
  }
  const auto stretch = extent.stretch();
  if (!stretch) return std::nullopt;
  crossing.stretch = *stretch;
  return crossing;
}

}  // namespace plumb::vcd
