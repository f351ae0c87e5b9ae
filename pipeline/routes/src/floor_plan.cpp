// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/floor_plan.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace plumb::pipeline {

using Index = PlanTriangulation::Index;

std::optional<FloorSteps> steps_at(const FloorPlan& plan, const kernel::PlanPoint& at, Index from, Index to) {
  if (from == to) return FloorSteps{};
  const PlanTriangulation& t = plan.triangulation;
  const kernel::FilteredPoint place(at);
  const auto each_over = [&](Index triangle, auto&& visit) {
    for (Index h = 3 * triangle; h < 3 * triangle + 3; ++h)
      if (kernel::orientation(t.points[t.from(h)], t.points[t.to(h)], place) == 0)
        plan.each_beyond(h, [&](Index other) { visit(h, other); });
  };
  // Triangles that are joined directly have no way with less rise or fewer edges.
  std::optional<FloorSteps> direct;
  each_over(from, [&](Index h, Index other) {
    if (other / 3 == to && !direct) direct = FloorSteps{{h, other}};
  });
  if (direct) return direct;
  struct Reached {
    mpq_class rise;
    std::size_t count;
    std::array<Index, 2> over;
  };
  std::map<Index, Reached> reached{{from, {0, 0, {}}}};
  std::map<Index, mpq_class> heights;
  const auto height = [&](Index triangle) -> const mpq_class& {
    const auto [known, is_new] = heights.try_emplace(triangle);
    if (is_new) known->second = t.height(triangle, at);
    return known->second;
  };
  using Entry = std::tuple<mpq_class, std::size_t, Index>;
  std::set<Entry> queue{{0, 0, from}};
  while (!queue.empty()) {
    const auto [rise, count, triangle] = *queue.begin();
    queue.erase(queue.begin());
    if (triangle == to) break;
    each_over(triangle, [&, rise = rise, count = count, triangle = triangle](Index h, Index other) {
      const Index next = other / 3;
      const mpq_class far = rise + abs(mpq_class(height(next) - height(triangle)));
      const auto known = reached.find(next);
      if (known != reached.end()) {
        Reached& before = known->second;
        if (std::tie(before.rise, before.count) <= std::tuple(far, count + 1)) return;
        queue.erase({before.rise, before.count, next});
      }
      reached[next] = {far, count + 1, {h, other}};
      queue.insert({far, count + 1, next});
    });
  }
  if (!reached.contains(to)) return std::nullopt;
  FloorSteps out;
  for (Index i = to; i != from; i = out.back()[0] / 3) out.push_back(reached.at(i).over);
  std::ranges::reverse(out);
  return out;
}

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
  for (const auto& [h, others] : plan.joined)
    for (const Index other : others)
      if (h >= size || other >= size || t.from(other) != t.to(h) || t.to(other) != t.from(h)) return false;
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
