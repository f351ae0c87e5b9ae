// SPDX-License-Identifier: LGPL-3.0-or-later
// Traversable decomposition: a convex cell minus a convex blocker, in convex pieces (Budde & Kausch 2012, chapter 7).
// All outlines run clockwise; the inside of a line is on its right.
//
// 1. decompose_traversable() classifies how the outlines lie to each other: disjoint, one within the other, or cutting.
//    Only a cut has to find intersection points; cut_coplanar() (cut.cpp) then makes half moons of the stretches where
//    the traversable lies outside of the blocker.
// 2. decompose_half_moon() and decompose_ring() split a Crescent, what lies between a stretch of the traversable's
//    outline and one of the blocker's, into convex pieces:
//    - bounded_half_moon(), bounded_ring(): piece b is what lies outside of the blocker's line b and inside of the line
//      before it. exit_of() finds where the extension of an edge leaves the crescent. A point of the crescent violates
//      a contiguous run of the blocker's lines and belongs to the first of these, so the pieces partition the crescent.
//      All edges lie on lines of the input.
//    - March (seed): diagonals between the two chains, as far as convexity allows, and weld() of the first and the last
//      piece of a ring. Fewer pieces; but a diagonal is a line through constructed vertices, whose coefficients are
//      longer.
//
// Cost: for a traversable of n edges and a blocker of m, the table of sides (OutlineSides) takes n m predicates. The
// rest is linear, but for rings, whose m exits are each searched for among n edges. Memory: the table and the pieces.
// Exact: every decision is a sign from the table or of ImplicitPlan::turn(), so the filter ladder of ImplicitPlan
// decides; no number is compared here. Source: Budde & Kausch, 7.5 (rings) and 7.6.6 (half moons); the bounded variant
// is ours.
#include "plumb/kernel/decompose.h"

#include <algorithm>
#include <cassert>

namespace plumb::kernel {
namespace {

// --- Bounded.

// The point where the extension of an inner edge leaves the crescent: on outer edge `edge`, at its end if `at_end`.
struct Exit {
  std::size_t edge;
  bool at_end;
  VertexId vertex;
};

Exit exit_of(ImplicitPlan& plan, const Crescent& c, std::size_t b, std::size_t edge) {
  const Sign to = c.side(b, edge + 1);
  if (to == Sign::zero) return {edge, true, c.outer.vertices[edge + 1]};
  return {edge, false, plan.vertex(c.outer.lines[edge], reversed(c.inner.lines[b]))};
}

// The first outer edge from `edge` on whose end is not outside of inner line b.
std::size_t returning_edge(const Crescent& c, std::size_t b, std::size_t edge) {
  while (c.side(b, edge + 1) == Sign::negative) ++edge;
  return edge;
}

// Adds the outer stretch from one exit to another, clockwise. In a ring the stretch may wrap around the end of the
// list.
void follow_outer(CellBuilder& cell, const Chain& outer, const Exit& from, const Exit& to) {
  const std::size_t n = outer.lines.size();
  for (std::size_t k = from.at_end ? (from.edge + 1) % n : from.edge; k != to.edge; k = (k + 1) % n)
    cell.add(outer.lines[k], outer.vertices[k + 1]);
  cell.add(outer.lines[to.edge], to.vertex);
}

void bounded_half_moon(ImplicitPlan& plan, const Crescent& c, std::vector<ConvexCell>& pieces) {
  const std::size_t m = c.inner.lines.size();
  Exit from{0, false, c.outer.vertices[0]};
  for (std::size_t b = 0; b < m; ++b) {
    const std::size_t last = c.outer.lines.size() - 1;
    const Exit to = b + 1 == m ? Exit{last, true, c.outer.vertices[last + 1]}
                               : exit_of(plan, c, b, returning_edge(c, b, from.at_end ? from.edge + 1 : from.edge));
    CellBuilder cell(plan);
    if (b > 0) cell.add(c.inner.lines[b - 1], from.vertex);
    follow_outer(cell, c.outer, from, to);
    cell.add(reversed(c.inner.lines[b]), c.inner.vertices[b]);
    pieces.push_back(cell.finish());
    from = to;
  }
}

void bounded_ring(ImplicitPlan& plan, const Crescent& c, std::vector<ConvexCell>& pieces) {
  const std::size_t m = c.inner.lines.size();
  boost::container::small_vector<Exit, 12> exits(m);
  for (std::size_t b = 0; b < m; ++b) {
    std::size_t edge = 0;
    while (!(c.side(b, edge) == Sign::negative && c.side(b, edge + 1) != Sign::negative)) {
      ++edge;
      assert(edge < c.outer.lines.size());
    }
    exits[b] = exit_of(plan, c, b, edge);
  }
  for (std::size_t b = 0; b < m; ++b) {
    const std::size_t before = b == 0 ? m - 1 : b - 1;
    CellBuilder cell(plan);
    cell.add(c.inner.lines[before], exits[before].vertex);
    follow_outer(cell, c.outer, exits[before], exits[b]);
    cell.add(reversed(c.inner.lines[b]), c.inner.vertices[b]);
    pieces.push_back(cell.finish());
  }
}

// --- Seed: a march along both chains. The last diagonal joins inner vertex j and outer vertex i.

class March {
 public:
  March(ImplicitPlan& plan, const Crescent& c, std::vector<ConvexCell>& pieces) : plan_(plan), c_(c), pieces_(pieces) {}

  void run() {
    const std::size_t m = c_.inner.lines.size(), n = c_.outer.lines.size();
    std::size_t i = 0;
    for (std::size_t j = 0; j < m; ++j) {
      // While the outer vertex is inside of inner line j, triangles fan around inner vertex j.
      std::size_t k = i;
      while (c_.side(j, k) == Sign::positive && k < n) {
        ++k;
        piece(j, j, k - 1, k);
      }
      // Inner edge j and all outer vertices that follow outside of its line, or on it, make one piece. In a half moon
      // the last inner edge takes all that are left.
      i = k;
      while (k < n && c_.side(j, k + 1) != Sign::positive) ++k;
      piece(j, j + 1, i, k);
      i = k;
    }
    // The inner chain of a ring is used up. The outer vertices that are left lie around its first vertex, over less
    // than half a turn once one triangle is cut off.
    if (i < n) {
      piece(m, m, i, i + 1);
      if (i + 1 < n) piece(m, m, i + 1, n);
    }
  }

 private:
  // The polygon of inner vertices j0..j1 (one edge at most) and outer vertices i0..i1.
  void piece(std::size_t j0, std::size_t j1, std::size_t i0, std::size_t i1) {
    CellBuilder cell(plan_);
    const VertexId p0 = c_.inner.vertices[j0], p1 = c_.inner.vertices[j1], q0 = c_.outer.vertices[i0],
                   q1 = c_.outer.vertices[i1];
    if (p0 != q0) cell.add(join(p0, q0), q0);
    for (std::size_t i = i0; i < i1; ++i) cell.add(c_.outer.lines[i], c_.outer.vertices[i + 1]);
    if (q1 != p1) cell.add(join(q1, p1), p1);
    if (j1 != j0) cell.add(reversed(c_.inner.lines[j0]), p0);
    ConvexCell done = cell.finish();
    if (done.size() >= 3) pieces_.push_back(std::move(done));
  }

  LineId join(VertexId v, VertexId w) {
    // Each diagonal is asked for twice in succession, once in each direction.
    if (last_line_ != no_line && last_from_ == w && last_to_ == v) return reversed(last_line_);
    last_from_ = v;
    last_to_ = w;
    return last_line_ = plan_.diagonal(v, w);
  }

  ImplicitPlan& plan_;
  const Crescent& c_;
  std::vector<ConvexCell>& pieces_;
  LineId last_line_ = no_line;
  VertexId last_from_ = 0, last_to_ = 0;
};

// The union of two pieces over the first edge of `a` that is an edge of `b` in the other direction, if it is convex.
std::optional<ConvexCell> weld(ImplicitPlan& plan, const ConvexCell& a, const ConvexCell& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) {
      if (!plan.equal_directed(a[i].line, reversed(b[j].line))) continue;
      if (a[a.previous(i)].vertex != b[j].vertex || a[i].vertex != b[b.previous(j)].vertex) continue;
      // At both ends of the common edge the outline must turn right or go straight on.
      const LineId a_in = a[a.previous(i)].line, a_out = a[a.next(i)].line, b_in = b[b.previous(j)].line,
                   b_out = b[b.next(j)].line;
      const auto convex = [&](LineId in, LineId out) {
        return plan.equal_directed(in, out) || plan.turn(in, out) == Sign::negative;
      };
      if (!convex(a_in, b_out) || !convex(b_in, a_out)) return std::nullopt;
      CellBuilder cell(plan);
      for (std::size_t k = a.next(i); k != i; k = a.next(k)) cell.add(a[k].line, a[k].vertex);
      for (std::size_t k = b.next(j); k != j; k = b.next(k)) cell.add(b[k].line, b[k].vertex);
      return cell.finish();
    }
  return std::nullopt;
}

// Both outlines as closed chains, the outer one from corner `start` on.
Crescent ring(const ConvexCell& traversable, const ConvexCell& blocker, const OutlineSides& sides, std::size_t start) {
  Crescent c;
  c.ring = true;
  const std::size_t n = traversable.size(), m = blocker.size();
  c.outer.vertices.push_back(traversable[start].vertex);
  for (std::size_t k = 0; k < n; ++k) {
    const Corner& corner = traversable[(start + 1 + k) % n];
    c.outer.lines.push_back(corner.line);
    c.outer.vertices.push_back(corner.vertex);
  }
  c.inner.vertices.push_back(blocker[m - 1].vertex);
  for (std::size_t b = 0; b < m; ++b) {
    c.inner.lines.push_back(blocker[b].line);
    c.inner.vertices.push_back(blocker[b].vertex);
  }
  for (std::size_t b = 0; b < m; ++b)
    for (std::size_t k = 0; k <= n; ++k) c.sides.push_back(sides.of_traversable(b, (start + k) % n));
  return c;
}

}  // namespace

void decompose_half_moon(ImplicitPlan& plan, const Crescent& half_moon, Decomposition decomposition,
                         std::vector<ConvexCell>& pieces) {
  assert(!half_moon.ring);
  if (decomposition == Decomposition::bounded) bounded_half_moon(plan, half_moon, pieces);
  else March(plan, half_moon, pieces).run();
}

void decompose_ring(ImplicitPlan& plan, const ConvexCell& traversable, const ConvexCell& blocker,
                    const OutlineSides& sides, Decomposition decomposition, std::vector<ConvexCell>& pieces) {
  if (decomposition == Decomposition::bounded) {
    bounded_ring(plan, ring(traversable, blocker, sides, 0), pieces);
    return;
  }
  // The start is a corner outside of the line of the blocker's first edge: the triangle of the two is free of the
  // blocker.
  std::size_t start = 0;
  while (sides.of_traversable(0, start) != Sign::negative) ++start;
  const std::size_t first = pieces.size();
  March(plan, ring(traversable, blocker, sides, start), pieces).run();
  // The march extends the first piece clockwise only; the last piece may extend it the other way.
  if (pieces.size() - first > 2)
    if (auto joined = weld(plan, pieces[first], pieces.back())) {
      pieces[first] = std::move(*joined);
      pieces.pop_back();
    }
}

bool decompose_traversable(ImplicitPlan& plan, const ConvexCell& traversable, const ConvexCell& blocker,
                           Decomposition decomposition, bool coplanar, OutlineSides& scratch, Pieces& pieces) {
  pieces.clear();
  classify_outlines(plan, traversable, blocker, true, scratch);
  switch (scratch.relation) {
    case OutlineRelation::disjoint: return false;
    case OutlineRelation::traversable_in_blocker:
      if (!coplanar) pieces.obstructed = traversable;
      return true;
    case OutlineRelation::blocker_in_traversable:
      if (!coplanar) pieces.obstructed = blocker;
      decompose_ring(plan, traversable, blocker, scratch, decomposition, pieces.free);
      return true;
    case OutlineRelation::cutting: {
      const IntersectionPoints points = intersect_outlines(plan, traversable, blocker, scratch);
      cut_coplanar(plan, traversable, blocker, scratch, {points.data(), points.size()}, decomposition, coplanar,
                   pieces);
      return true;
    }
  }
  return false;
}

}  // namespace plumb::kernel
