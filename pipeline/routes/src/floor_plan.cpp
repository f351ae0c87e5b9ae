// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/floor_plan.h"

#include <algorithm>

namespace plumb::pipeline {

using Index = PlanTriangulation::Index;

bool is_valid(const FloorPlan& plan) {
  const PlanTriangulation& t = plan.triangulation;
  const std::size_t size = t.half_edges.size();
  if (size != 3 * t.regions.size() || t.heights.size() != size) return false;
  for (Index h = 0; h < size; ++h) {
    if (t.from(h) >= t.points.size()) return false;
    if (h % 3 == 0 && kernel::orientation(t.points[t.from(h)], t.points[t.to(h)], t.points[t.apex(h)]) <= 0)
      return false;
    const Index twin = t.twin(h);
    if ((twin == PlanTriangulation::none) != (t.half_edges[h].kind == SegmentKind::obstacle)) return false;
    if (twin == PlanTriangulation::none) continue;
    if (twin >= size) return false;
    const bool same = t.from(twin) == t.from(h) && t.to(twin) == t.to(h);
    if (!same && (t.from(twin) != t.to(h) || t.to(twin) != t.from(h))) return false;
  }
  for (const FloorGap& gap : plan.gaps)
    for (const FloorGap::Side& side : gap.sides)
      if (side.ends[0] == side.ends[1] ||
          std::ranges::any_of(side.half_edges, [&](Index h) { return h >= size || !t.is_open(h); }))
        return false;
  return plan.heights.window > 0 && plan.heights.ends.size() == plan.border.segments.size() &&
         std::ranges::all_of(plan.border.segments,
                             [](const PlanMap::Segment& s) { return s.kind == SegmentKind::obstacle; }) &&
         std::ranges::all_of(t.regions, [&](Index region) { return region < t.weights.size(); });
}

}  // namespace plumb::pipeline
