// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/outline.h"

#include <algorithm>
#include <cassert>

namespace plumb::kernel {
namespace {

// Writes the sides of all corners of `cell` to one line; returns which signs are among them, one bit each.
constexpr unsigned some_negative = 1, some_positive = 4;
unsigned find_sides(const ImplicitPlan& plan, const ConvexCell& cell, LineId line, Sign* sides) {
  plan.sides({cell.data(), cell.size()}, line, sides);
  unsigned found = 0;
  for (std::size_t i = 0; i < cell.size(); ++i) found |= 1u << (static_cast<int>(sides[i]) + 1);
  return found;
}

std::uint32_t before(std::uint32_t i, std::uint32_t n) { return i == 0 ? n - 1 : i - 1; }
std::uint32_t after(std::uint32_t i, std::uint32_t n) { return i + 1 == n ? 0 : i + 1; }

// Where a point, known by its sides to the n lines of a strictly convex polygon, stands on its outline: on two
// consecutive lines, at their corner; on one and outside of none, inside that edge; else nowhere.
template <class SideOf>
std::optional<OutlinePosition> position_on_outline(std::uint32_t n, SideOf side_of) {
  std::optional<OutlinePosition> found;
  for (std::uint32_t i = 0; i < n; ++i) {
    const Sign s = side_of(i);
    if (s == Sign::negative) return std::nullopt;
    if (s != Sign::zero) continue;
    if (side_of(after(i, n)) == Sign::zero) return OutlinePosition{i, true};
    if (!found) found = OutlinePosition{i, false};
  }
  return found;
}

}  // namespace

void classify_outlines(const ImplicitPlan& plan, const ConvexCell& traversable, const ConvexCell& blocker,
                       bool early_exit, OutlineSides& sides) {
  sides.traversable_size = static_cast<std::uint32_t>(traversable.size());
  sides.blocker_size = static_cast<std::uint32_t>(blocker.size());
  sides.traversable.resize(traversable.size() * blocker.size(), boost::container::default_init);
  sides.blocker.resize(traversable.size() * blocker.size(), boost::container::default_init);
  bool separated = false, t_inside = true, b_inside = true;
  Sign* next = sides.traversable.data();
  for (const Corner& c : blocker) {
    const unsigned found = find_sides(plan, traversable, c.line, next);
    next += traversable.size();
    separated = separated || !(found & some_positive);
    t_inside = t_inside && !(found & some_negative);
    if (separated && early_exit) break;
  }
  next = sides.blocker.data();
  if (!(early_exit && (separated || t_inside)))
    for (const Corner& c : traversable) {
      const unsigned found = find_sides(plan, blocker, c.line, next);
      next += blocker.size();
      separated = separated || !(found & some_positive);
      b_inside = b_inside && found == some_positive;
      if (separated && early_exit) break;
    }
  sides.relation = separated  ? OutlineRelation::disjoint
                   : t_inside ? OutlineRelation::traversable_in_blocker
                   : b_inside ? OutlineRelation::blocker_in_traversable
                              : OutlineRelation::cutting;
}

IntersectionPoints intersect_outlines(ImplicitPlan& plan, const ConvexCell& traversable, const ConvexCell& blocker,
                                      const OutlineSides& sides) {
  const std::uint32_t n = sides.traversable_size, m = sides.blocker_size;
  assert(sides.traversable.size() == std::size_t{n} * m && sides.blocker.size() == std::size_t{n} * m);
  boost::container::small_vector<std::optional<OutlinePosition>, 16> on_traversable(m);
  for (std::uint32_t b = 0; b < m; ++b)
    on_traversable[b] = position_on_outline(n, [&](std::uint32_t t) { return sides.of_blocker(t, b); });

  IntersectionPoints points;
  for (std::uint32_t t = 0; t < n; ++t) {
    const std::uint32_t start = before(t, n);
    const std::size_t first = points.size();
    for (std::uint32_t b = 0; b < m; ++b) {
      const Sign from = sides.of_traversable(b, start), to = sides.of_traversable(b, t);
      if (from * to == Sign::negative && sides.of_blocker(t, before(b, m)) * sides.of_blocker(t, b) == Sign::negative) {
        const LineId l = traversable[t].line, k = blocker[b].line;
        const VertexId v = from == Sign::positive ? plan.vertex(l, k) : plan.vertex(k, l);
        points.push_back({IntersectionType::new_point, v, {t, false}, {b, false}});
      }
      if (on_traversable[b] && on_traversable[b]->edge == t && !on_traversable[b]->at_corner)
        points.push_back({IntersectionType::point_of_blocker, blocker[b].vertex, {t, false}, {b, true}});
    }
    assert(points.size() - first <= 2);
    if (points.size() - first == 2 &&
        plan.order_along(traversable[t].line, points[first].vertex, points[first + 1].vertex) == Sign::positive)
      std::swap(points[first], points[first + 1]);
    if (const auto p = position_on_outline(m, [&](std::uint32_t b) { return sides.of_traversable(b, t); }))
      points.push_back({p->at_corner ? IntersectionType::point_of_both : IntersectionType::point_of_traversable,
                        traversable[t].vertex,
                        {t, true},
                        *p});
  }
  return points;
}

IntermediateVertices intermediate_vertices(std::uint32_t size, OutlinePosition from, OutlinePosition to,
                                           bool in_order) {
  const std::uint32_t first = from.at_corner ? after(from.edge, size) : from.edge;
  const std::uint32_t last = before(to.edge, size);
  bool none;
  if (from.at_corner && to.at_corner) none = first == to.edge;  // 1: the next corner
  else if (from.at_corner) none = first == to.edge;             // 2: on the edge that the corner starts
  else if (to.at_corner) none = from.edge == to.edge;           // 3: on the edge that the corner ends
  else none = from.edge == to.edge && in_order;                 // 4: on one edge, in order
  if (none) return {first, 0};
  return {first, last >= first ? last - first + 1 : last + size - first + 1};
}

}  // namespace plumb::kernel
