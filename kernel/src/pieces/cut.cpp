// SPDX-License-Identifier: LGPL-3.0-or-later
// Coplanar polygon cutting: where the outlines of two convex cells of one plan meet, and what one takes from the other.
//
// 1. classify_outlines() fills the table of sides: of every corner of one cell to every line of the other. All that
//    follows reads signs from it and computes nothing again.
// 2. intersect_outlines() goes along the traversable's edges and lists, in order, proper crossings, corners of the
//    blocker inside an edge, and the traversable's own corners on the blocker's outline.
// 3. cut_coplanar() goes from one intersection point to the next. Whether the vertices between them on either outline
//    are none, inside or outside of the other polygon (classify) selects an entry of cut_table: the obstructed part
//    continues straight, along the blocker or along the traversable, and what lies outside becomes a free piece or a
//    half moon (decompose.cpp).
//
// Cost: n m signs for n and m corners, else linear.
// Exact: signs by the ladder of ImplicitPlan; new vertices are pairs of lines.
// Source: Budde & Kausch (2012), 7.3 and 7.6; Table 3 corrected by its text.
#include "plumb/kernel/decompose.h"

#include <algorithm>
#include <cassert>
#include <utility>

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

namespace {

// The stretch of an outline from one intersection point to the next, clockwise, through its intermediate vertices.
Chain chain_between(const ConvexCell& cell, IntermediateVertices between, VertexId from, OutlinePosition at,
                    VertexId to) {
  Chain chain;
  chain.lines.resize(between.count + 1, boost::container::default_init);
  chain.vertices.resize(between.count + 2, boost::container::default_init);
  chain.vertices[0] = from;
  std::size_t edge = at.at_corner ? cell.next(at.edge) : at.edge;
  for (std::uint32_t i = 0; i < between.count; ++i, edge = cell.next(edge)) {
    chain.lines[i] = cell[edge].line;
    chain.vertices[i + 1] = cell[edge].vertex;
  }
  chain.lines[between.count] = cell[edge].line;
  chain.vertices[between.count + 1] = to;
  return chain;
}

void follow(CellBuilder& builder, const Chain& chain) {
  for (std::size_t k = 0; k < chain.lines.size(); ++k) builder.add(chain.lines[k], chain.vertices[k + 1]);
}

// Convex polygons are inside or outside all along between two intersection points: any vertex tells.
template <class SideOf>
BetweenPoints classify(IntermediateVertices between, std::uint32_t lines, SideOf side_of) {
  if (between.count == 0) return BetweenPoints::none;
  for (std::uint32_t l = 0; l < lines; ++l)
    if (side_of(l, between.first) == Sign::negative) return BetweenPoints::outside;
  return BetweenPoints::inside;
}

// Sides of the outer vertices to the lines of the inner chain. Its ends are on the blocker's outline: on the line of
// the first and the last inner edge, inside of the others.
Crescent half_moon(Chain outer, Chain inner, const OutlineSides& sides, IntermediateVertices outer_between,
                   std::uint32_t inner_edge) {
  Crescent c{std::move(outer), std::move(inner), false, {}};
  const std::size_t count = c.outer.vertices.size(), edges = c.inner.lines.size();
  c.sides.resize(edges * count, boost::container::default_init);
  Sign* side = c.sides.data();
  for (std::size_t b = 0; b < edges; ++b) {
    const std::uint32_t line = (inner_edge + static_cast<std::uint32_t>(b)) % sides.blocker_size;
    *side++ = b == 0 ? Sign::zero : Sign::positive;
    for (std::uint32_t t = 0; t + 2 < count; ++t)
      *side++ = sides.of_traversable(line, (outer_between.first + t) % sides.traversable_size);
    *side++ = b + 1 == edges ? Sign::zero : Sign::positive;
  }
  return c;
}

}  // namespace

void cut_coplanar(ImplicitPlan& plan, const ConvexCell& traversable, const ConvexCell& blocker,
                  const OutlineSides& sides, std::span<const IntersectionPoint> points, Decomposition decomposition,
                  bool coplanar, Pieces& pieces) {
  assert(!points.empty());
  pieces.clear();
  CellBuilder obstructed(plan);
  for (std::size_t k = 0; k < points.size(); ++k) {
    const IntersectionPoint &p = points[k], &q = points[k + 1 == points.size() ? 0 : k + 1];
    const bool wraps = k + 1 == points.size();
    const bool blocker_in_order =
        points.size() > 1 && !p.on_blocker.at_corner && !q.on_blocker.at_corner &&
        p.on_blocker.edge == q.on_blocker.edge &&
        plan.order_along(blocker[p.on_blocker.edge].line, p.vertex, q.vertex) == Sign::negative;
    const auto t_between = intermediate_vertices(sides.traversable_size, p.on_traversable, q.on_traversable, !wraps);
    const auto b_between = intermediate_vertices(sides.blocker_size, p.on_blocker, q.on_blocker, blocker_in_order);
    const auto t_state =
        classify(t_between, sides.blocker_size, [&](auto l, auto v) { return sides.of_traversable(l, v); });
    const auto b_state =
        classify(b_between, sides.traversable_size, [&](auto l, auto v) { return sides.of_blocker(l, v); });

    // One point: a touch from outside leaves everything as it is.
    if (points.size() == 1 && b_state == BetweenPoints::outside && t_state == BetweenPoints::outside) {
      pieces.free.push_back(traversable);
      return;
    }
    const CutAction action = cut_table[static_cast<int>(b_state)][static_cast<int>(t_state)];
    const auto line_after = [](const ConvexCell& cell, OutlinePosition at) {
      return cell[at.at_corner ? cell.next(at.edge) : at.edge].line;
    };
    const auto outer = [&] { return chain_between(traversable, t_between, p.vertex, p.on_traversable, q.vertex); };
    switch (action) {
      case CutAction::add_points: obstructed.add(line_after(traversable, p.on_traversable), q.vertex); break;
      case CutAction::cut_off: {
        const LineId along = line_after(blocker, p.on_blocker);
        obstructed.add(along, q.vertex);
        CellBuilder free(plan);
        follow(free, outer());
        free.add(reversed(along), p.vertex);
        pieces.free.push_back(free.finish());
        break;
      }
      case CutAction::half_moon: {
        Chain inner = chain_between(blocker, b_between, p.vertex, p.on_blocker, q.vertex);
        follow(obstructed, inner);
        const std::uint32_t inner_edge =
            p.on_blocker.at_corner ? (p.on_blocker.edge + 1) % sides.blocker_size : p.on_blocker.edge;
        decompose_half_moon(plan, half_moon(outer(), std::move(inner), sides, t_between, inner_edge), decomposition,
                            pieces.free);
        break;
      }
      case CutAction::follow_traversable: follow(obstructed, outer()); break;
      case CutAction::not_possible: assert(!"two convex polygons between two intersection points");
    }
  }
  pieces.obstructed = obstructed.finish();
  // A shared edge or corner is no polygon; a coplanar blocker stands there already.
  if (coplanar || pieces.obstructed.size() < 3) pieces.obstructed.clear();
}

}  // namespace plumb::kernel
