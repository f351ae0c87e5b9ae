// SPDX-License-Identifier: LGPL-3.0-or-later
// The constrained Delaunay triangulation of points in the plane and segments between them, such that it depends on the
// points and segments alone and not on the order in which they are inserted.
//
// 1. The constructor makes one triangle (first_triangle) of the first two points and the first point that is not on
//    their line. Three triangles with the symbolic corner `beyond` surround it, so that the hull needs no case of its
//    own.
// 2. add_point() inserts each other point: find() walks from the triangle of the last insertion towards the point,
//    crossing at each step an edge that has the point on its other side; split_triangle() or split_edge() connects the
//    point; mend_around() flips edges opposite to it until all triangles are Delaunay (Lawson 1977).
// 3. add_segment() and add_way() insert segments, the second also through points that lie on them. The edges that cross
//    the segment are listed (find_crossed, find_crossed_up_to_point) and flipped until none crosses it (turn_crossed,
//    Sloan 1993). name_edge() marks the segment, and mend() flips the new edges beside it until they are Delaunay.
//
// 4. split_segment() puts a point into a segment, and mend() flips the edges around it.
//
// Cost: memory linear in the points. A walk and the flips of an insertion take constant time on average if each point
// is near the one before it and the order is random at a coarse scale, as in_rounds() sorts them: n log n
// altogether with the sorting; n^2 at worst. A segment that crosses k edges takes about k flips in practice and k^2 at
// worst, also in memory, as an edge that cannot be flipped yet is appended to the list again.
// Exact: orientation() and in_circle() use intervals of doubles first, then integers of any length. Four points on one
// circle are decided by in_circle_moved(), a symbolic perturbation (Devillers & Teillaud 2011).
// Sources: textbook; Lawson (1977) for flipping, Sloan (1993) for segments.
#include "plumb/kernel/constrained_delaunay.h"

#include <algorithm>
#include <random>
#include <utility>

namespace plumb::kernel {

ConstrainedDelaunay::ConstrainedDelaunay(std::span<const FilteredPoint> points)
    : points_(points), out_(points.size(), none) {
  std::vector<Index> rest;
  if (!first_triangle(rest)) return;
  for (const Index p : rest) add_point(p);
}

bool ConstrainedDelaunay::first_triangle(std::vector<Index>& rest) {
  const auto count = static_cast<Index>(points_.size());
  Index third = 2;
  Sign turn = Sign::zero;
  for (; third < count && (turn = side(0, 1, third)) == 0; ++third) rest.push_back(third);
  if (third >= count) return false;
  for (Index p = third + 1; p < count; ++p) rest.push_back(p);
  from_.reserve(6 * points_.size());
  twin_.reserve(6 * points_.size());
  name_.reserve(6 * points_.size());
  const Index a = turn > 0 ? 0 : 1, b = 1 - a;
  const Index inner = 3 * add_triangle(a, b, third), beside_ab = 3 * add_triangle(b, a, beyond),
              beside_bc = 3 * add_triangle(third, b, beyond), beside_ca = 3 * add_triangle(a, third, beyond);
  link(inner, beside_ab);
  link(inner + 1, beside_bc);
  link(inner + 2, beside_ca);
  link(beside_ab + 1, beside_ca + 2);
  link(beside_ca + 1, beside_bc + 2);
  link(beside_bc + 1, beside_ab + 2);
  return true;
}

auto ConstrainedDelaunay::add_triangle(Index a, Index b, Index c) -> Index {
  const auto h = static_cast<Index>(from_.size());
  from_.resize(h + 3);
  twin_.resize(h + 3, none);
  name_.resize(h + 3, none);
  set(h, a);
  set(h + 1, b);
  set(h + 2, c);
  return h / 3;
}
void ConstrainedDelaunay::set(Index h, Index from) {
  from_[h] = from;
  if (from != beyond) out_[from] = h;
}
void ConstrainedDelaunay::link(Index h, Index g) {
  twin_[h] = g;
  twin_[g] = h;
}

void ConstrainedDelaunay::add_point(Index p) {
  const auto [h, on_edge] = find(p);
  if (on_edge) split_edge(h, p);
  else split_triangle(h / 3, p);
  last_ = out_[p] / 3;
  mend_around(p);
}

// Walks towards a point. Returns a half-edge of the triangle that the point is in, and whether the point lies on it.
auto ConstrainedDelaunay::find(Index p) const -> std::pair<Index, bool> {
  Index h = 3 * last_;
  // The walk starts at a triangle within the hull.
  for (Index i = 0; i < 3; ++i)
    if (from_[3 * last_ + i] == beyond) h = twin_[next(3 * last_ + i)];
  for (Index entered = none;;) {
    Index on = none, way_out = none;
    for (Index i = 0; i < 3 && way_out == none; ++i, h = next(h)) {
      if (h == entered) continue;
      const Sign turn = side(from_[h], to(h), p);
      if (turn < 0) way_out = h;
      if (turn == 0) on = h;
    }
    if (way_out == none) return on != none ? std::pair(on, true) : std::pair(h, false);
    h = entered = twin_[way_out];
    if (is_beyond(h / 3)) return {h, false};
  }
}

void ConstrainedDelaunay::split_triangle(Index t, Index p) {
  const Index h = 3 * t, a = from_[h], b = from_[h + 1], c = from_[h + 2];
  const Index beside_bc = twin_[h + 1], beside_ca = twin_[h + 2];
  const Index u = 3 * add_triangle(b, c, p), v = 3 * add_triangle(c, a, p);
  set(h, a);
  set(h + 1, b);
  set(h + 2, p);
  link(u, beside_bc);
  link(v, beside_ca);
  link(h + 1, u + 2);
  link(u + 1, v + 2);
  link(v + 1, h + 2);
}

// Point p lies on the edge between the triangles a b c and b a d. These become a p c and b p d; p b c and p a d are
// new. Names of edges stay with them.
void ConstrainedDelaunay::split_edge(Index ab, Index p) {
  const Index ba = twin_[ab], bc = next(ab), ad = next(ba);
  const Index b = from_[bc], c = from_[prev(ab)], a = from_[ad], d = from_[prev(ba)];
  const Index beside_bc = twin_[bc], beside_ad = twin_[ad];
  const Index u = 3 * add_triangle(p, b, c), v = 3 * add_triangle(p, a, d);
  set(bc, p);
  set(ad, p);
  set(ab, a);
  set(ba, b);
  link(u + 1, beside_bc);
  link(v + 1, beside_ad);
  link(bc, u + 2);
  link(ad, v + 2);
  link(ab, v);
  link(ba, u);
  name_[u + 1] = std::exchange(name_[bc], none);
  name_[v + 1] = std::exchange(name_[ad], none);
  name_[u] = name_[v] = name_[ab];
}

void ConstrainedDelaunay::split_segment(Index h, std::span<const FilteredPoint> points) {
  points_ = points;
  const auto p = static_cast<Index>(points.size() - 1);
  out_.push_back(none);
  const Index g = twin_[h];
  split_edge(h, p);
  for (const Index outer : {next(twin_[h]), prev(h), next(twin_[g]), prev(g)}) to_mend_.push_back(outer);
  mend();
}

auto ConstrainedDelaunay::in_rounds(std::vector<Index> ascending) -> std::vector<Index> {
  std::shuffle(ascending.begin(), ascending.end(), std::mt19937(1));  // decides how long it takes, not what results
  for (std::size_t end = ascending.size(); end > 0; end /= 2)
    std::sort(ascending.begin() + static_cast<std::ptrdiff_t>(end / 2),
              ascending.begin() + static_cast<std::ptrdiff_t>(end));
  return ascending;
}

// Whether a point lies in the circle of a triangle; for a triangle with the corner `beyond`, whether the point lies
// beyond its hull edge.
bool ConstrainedDelaunay::is_within(Index p, Index triangle) const {
  const Index h = 3 * triangle, a = from_[h], b = from_[h + 1], c = from_[h + 2];
  if (a == beyond) return side(b, c, p) > 0;
  if (b == beyond) return side(c, a, p) > 0;
  if (c == beyond) return side(a, b, p) > 0;
  return in_circle_moved(points_[a], points_[b], points_[c], points_[p]);
}

// Flips the edge between two triangles, so that it joins their other corners. The flipped edge has the numbers
// prev(h) and prev(twin(h)); h and its twin become numbers of outer edges of the quadrilateral.
void ConstrainedDelaunay::flip(Index h) {
  const Index g = twin_[h], h_prev = prev(h), g_prev = prev(g), h_next = next(h), g_next = next(g);
  const Index a = from_[h], b = from_[g], p = from_[h_prev], q = from_[g_prev];
  const Index h_beside = twin_[g_prev], g_beside = twin_[h_prev];
  set(h, q);
  set(g, p);
  link(h, h_beside);
  link(g, g_beside);
  link(h_prev, g_prev);
  name_[h] = name_[g_prev];
  name_[g] = name_[h_prev];
  name_[h_prev] = name_[g_prev] = none;
  if (a != beyond) out_[a] = g_next;
  if (b != beyond) out_[b] = h_next;
}

// Flips edges until all triangles are Delaunay after the insertion of p. Every triangle that is not yet Delaunay has p
// as a corner, so only the edges opposite to p are tested.
void ConstrainedDelaunay::mend_around(Index p) {
  const Index first = out_[p];
  for (Index h = first;;) {
    to_mend_.push_back(next(h));
    if ((h = twin_[prev(h)]) == first) break;
  }
  while (!to_mend_.empty()) {
    const Index h = to_mend_.back(), g = twin_[h];
    to_mend_.pop_back();
    if (!is_within(p, g / 3)) continue;
    const Index g_next = next(g);
    flip(h);
    to_mend_.insert(to_mend_.end(), {h, g_next});
  }
}

void ConstrainedDelaunay::mend() {
  while (!to_mend_.empty()) {
    const Index h = to_mend_.back(), g = twin_[h];
    to_mend_.pop_back();
    if (name_[h] != none || is_beyond(h / 3) || is_beyond(g / 3) || !is_within(from_[prev(h)], g / 3)) continue;
    flip(h);
    to_mend_.insert(to_mend_.end(), {h, next(h), g, next(g)});
  }
}

void ConstrainedDelaunay::add_segment(Index from, Index to, Index name) {
  Index h = half_edge(from, to);
  if (h == none) {
    find_crossed(from, to, first_crossed(from, to));
    turn_crossed(from, to);
    h = half_edge(from, to);
  }
  name_edge(h, name);
}

// Marks an edge as a segment, and restores the Delaunay property of the edges that were flipped to make it.
void ConstrainedDelaunay::name_edge(Index h, Index name) {
  name_[h] = name_[twin_[h]] = name;
  for (const Edge& e : turned_) to_mend_.push_back(half_edge(e.from, e.to));
  turned_.clear();
  mend();
}

bool ConstrainedDelaunay::add_way(Index from, Index to, Index name, std::vector<Index>& passed) {
  while (from != to) {
    Index next_point = neighbour_ahead(from, to);
    if (next_point == none) {
      next_point = find_crossed_up_to_point(from, to);
      if (next_point == none) return false;
      turn_crossed(from, next_point);
    }
    name_edge(half_edge(from, next_point), name);
    if (next_point != to) passed.push_back(next_point);
    from = next_point;
  }
  return true;
}

// The end of the edge that leaves `from` exactly in the direction of `to`; none if there is no such edge.
auto ConstrainedDelaunay::neighbour_ahead(Index from, Index to) const -> Index {
  const int way = order_of(points_[to], points_[from]);
  for (Index h = out_[from], first = h;;) {
    const Index point = this->to(h);
    if (point != beyond && side(from, to, point) == 0 && order_of(points_[point], points_[from]) * way > 0)
      return point;
    if ((h = twin_[prev(h)]) == first) return none;
  }
}

// Lists the crossed edges as find_crossed() does, up to the first point on the segment, and returns that point. Returns
// none, with an empty list, if a segment is crossed.
auto ConstrainedDelaunay::find_crossed_up_to_point(Index from, Index to) -> Index {
  for (Index h = first_crossed(from, to);;) {
    if (name_[h] != none) {
      crossed_segment_ = h;
      crossed_.clear();
      return none;
    }
    crossed_.push_back({from_[h], this->to(h)});
    const Index g = twin_[h], corner = from_[prev(g)];
    const Sign turn = side(from, to, corner);
    if (turn == 0) return corner;
    h = turn > 0 ? next(g) : prev(g);
  }
}

auto ConstrainedDelaunay::half_edge(Index from, Index to) const -> Index {
  const Index first = out_[from];
  for (Index h = first;;) {
    if (this->to(h) == to) return h;
    if ((h = twin_[prev(h)]) == first) return none;
  }
}

// The first edge that the segment between two points crosses: the edge opposite to `from` in the triangle where it
// starts.
auto ConstrainedDelaunay::first_crossed(Index from, Index to) const -> Index {
  for (Index h = out_[from];; h = twin_[prev(h)]) {
    const Index opposite = next(h);
    if (is_beyond(h / 3)) continue;
    if (side(from, to, from_[opposite]) < 0 && side(from, to, this->to(opposite)) > 0) return opposite;
  }
}

// Lists all edges that the segment crosses, each directed from its right to its left. `h`: the first of them.
void ConstrainedDelaunay::find_crossed(Index from, Index to, Index h) {
  for (;;) {
    crossed_.push_back({from_[h], this->to(h)});
    const Index g = twin_[h], corner = from_[prev(g)];
    if (corner == to) return;
    h = side(from, to, corner) > 0 ? next(g) : prev(g);
  }
}

// Flips crossing edges until none is left (Sloan 1993).
void ConstrainedDelaunay::turn_crossed(Index from, Index to) {
  for (std::size_t i = 0; i < crossed_.size(); ++i) {
    const Edge e = crossed_[i];
    const Index h = half_edge(e.from, e.to), p = from_[prev(h)], q = from_[prev(twin_[h])];
    // An edge whose two triangles do not make a strictly convex quadrilateral is tried again later.
    if (side(q, p, e.from) <= 0 || side(q, p, e.to) >= 0) {
      crossed_.push_back(e);
      continue;
    }
    flip(h);
    const bool ends_there = p == from || p == to || q == from || q == to;
    const Sign p_side = ends_there ? Sign::zero : side(from, to, p);
    if (ends_there || p_side == side(from, to, q)) turned_.push_back({p, q});
    else crossed_.push_back(p_side < 0 ? Edge{p, q} : Edge{q, p});
  }
  crossed_.clear();
}

}  // namespace plumb::kernel
