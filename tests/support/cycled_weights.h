// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/plan/plan_triangulation.h"

namespace plumb::tests {

/// A map whose constrained Delaunay triangle i weighs 1 + i mod 9.
inline plan::PlanMap cycled_weights(const plan::PlanMap& map) {
  using plan::PlanMap, plan::PlanTriangulation, plan::SegmentKind;
  const PlanTriangulation t = triangulate(map, plan::KeptSegments::obstacles_and_borders);
  PlanMap out;
  out.points = t.points;
  const PlanMap::Index count = static_cast<PlanMap::Index>(std::min<std::size_t>(9, t.triangle_count()));
  for (PlanMap::Index w = 0; w < count; ++w) out.weights.push_back(1 + w);
  const auto region = [&](PlanTriangulation::Index h) {
    return h == PlanTriangulation::none || t.is_blocked(h / 3) ? PlanMap::blocked : h / 3 % 9;
  };
  for (PlanTriangulation::Index h = 0; h < t.half_edges.size(); ++h) {
    if (t.twin(h) < h) continue;
    const PlanMap::Index left = region(h), right = region(t.twin(h));
    const bool obstacle = t.half_edges[h].kind == SegmentKind::obstacle;
    if ((left == right && !obstacle) || (left == PlanMap::blocked && right == PlanMap::blocked && !obstacle)) continue;
    out.segments.push_back({t.from(h), t.to(h), obstacle ? SegmentKind::obstacle : SegmentKind::border, left, right});
  }
  return out;
}

}  // namespace plumb::tests
