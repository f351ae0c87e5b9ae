// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/cut.h"

#include <cassert>
#include <utility>

#include "plumb/kernel/decompose.h"

namespace plumb::kernel {
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
