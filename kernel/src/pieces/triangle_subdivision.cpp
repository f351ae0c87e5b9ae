// SPDX-License-Identifier: LGPL-3.0-or-later
// Triangles that are split along the sides of areas until each area consists of whole triangles (the method of *Trivial
// navigation mesh generation I*, 2010, with exact coordinates).
//
// 1. The constructor numbers the points and edges of the triangles given. An edge knows its two ends and its one or two
//    triangles; a triangle knows its three edges, in no direction.
// 2. update() inserts a convex area, side by side. For each side it collects the edges of the triangles that the area
//    contains, is contained in or crosses (Reach::interacting), or of all triangles (Reach::world), and split_along()
//    splits those that the infinite line through the side crosses between their ends. split() replaces the edge by two,
//    and each of its triangles by two.
// 3. No triangle crosses a side of the area then, so one point of a triangle, its middle, says whether it is in the
//    area.
//
// Cost: each side of an area tests all triangles. A split makes up to two triangles more, and lines are infinite, so
// triangles multiply where areas overlap. Every new point lies on a line through points that earlier updates may have
// made, so coordinates grow with the updates, without a bound.
// Exact: fractions, behind intervals of doubles.
// Source: seed document 002. CellSubdivision does the same with numbers that do not grow.
#include "plumb/kernel/triangle_subdivision.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <set>

#include "plumb/kernel/convex_merge.h"

namespace plumb::kernel {
namespace {

// Whether the middle of a triangle lies in the area. If it does, the whole triangle does, as none crosses a side.
bool holds_middle(const PlanRing& area, const std::array<const PlanPoint*, 3>& corners) {
  PlanPoint middle{0, 0};
  for (int k = 0; k < 2; ++k) {
    for (const PlanPoint* c : corners) middle[k] += (*c)[k];
    middle[k] /= 3;
  }
  for (std::size_t i = 0; i < area.size(); ++i)
    if (orient2d(area[i], area[i + 1 == area.size() ? 0 : i + 1], middle) <= 0) return false;
  return true;
}

}  // namespace

TriangleSubdivision::TriangleSubdivision(std::span<const std::array<PlanPoint, 3>> world) {
  std::map<PlanPoint, PointId> known;
  std::map<std::array<PointId, 2>, EdgeId> between;
  for (const auto& corners : world) {
    std::array<PointId, 3> ids;
    for (int k = 0; k < 3; ++k) {
      const auto [at, is_new] = known.try_emplace(corners[k], static_cast<PointId>(points_.size()));
      ids[k] = is_new ? add_point(corners[k]) : at->second;
    }
    std::array<EdgeId, 3> edges;
    for (int k = 0; k < 3; ++k) {
      const PointId p = ids[k], q = ids[(k + 1) % 3];
      const auto [at, is_new] = between.try_emplace({std::min(p, q), std::max(p, q)}, edge_count());
      edges[k] = is_new ? add_edge(p, q) : at->second;
    }
    add_triangle(edges, {});
  }
}

auto TriangleSubdivision::add_point(PlanPoint p) -> PointId {
  points_.push_back(std::move(p));
  places_.emplace_back(points_.back());
  return static_cast<PointId>(points_.size() - 1);
}

auto TriangleSubdivision::add_edge(PointId p, PointId q) -> EdgeId {
  edges_.push_back({{p, q}});
  return edge_count() - 1;
}

auto TriangleSubdivision::add_triangle(const std::array<EdgeId, 3>& edges, std::vector<AreaId> areas) -> TriangleId {
  const TriangleId t = triangle_bound();
  for (const EdgeId e : edges) {
    auto& sides = edges_[e].triangles;
    assert(sides[1] == none);
    sides[sides[0] != none] = t;
  }
  triangles_.push_back({edges, std::move(areas)});
  ++alive_;
  return t;
}

void TriangleSubdivision::remove_triangle(TriangleId t) {
  for (const EdgeId e : triangles_[t].edges) {
    auto& sides = edges_[e].triangles;
    if (sides[0] == t) sides[0] = sides[1];
    sides[1] = none;
  }
  triangles_[t].edges = {none, none, none};
  --alive_;
}

auto TriangleSubdivision::common_point(EdgeId e, EdgeId f) const -> std::optional<PointId> {
  for (const PointId p : edges_[e].ends)
    if (has_point(f, p)) return p;
  return std::nullopt;
}

auto TriangleSubdivision::edge_beside(TriangleId t, EdgeId e, PointId end) const -> EdgeId {
  for (const EdgeId f : triangles_[t].edges)
    if (f != e && has_point(f, end)) return f;
  return none;
}

auto TriangleSubdivision::opposite_point(TriangleId t, EdgeId e) const -> PointId {
  return other_point(edge_left_of(t, e), edges_[e].ends[0]);
}

auto TriangleSubdivision::corners(TriangleId t) const -> std::array<PointId, 3> {
  const EdgeId first = triangles_[t].edges[0];
  return {edges_[first].ends[0], edges_[first].ends[1], opposite_point(t, first)};
}

auto TriangleSubdivision::ring(TriangleId t) const -> std::array<PointId, 3> {
  std::array<PointId, 3> c = corners(t);
  if (orientation(places_[c[0]], places_[c[1]], places_[c[2]]) < 0) std::swap(c[1], c[2]);
  return c;
}

std::array<PlanRef, 3> TriangleSubdivision::places(TriangleId t) const {
  const auto c = ring(t);
  return {places_[c[0]], places_[c[1]], places_[c[2]]};
}

void TriangleSubdivision::split(EdgeId e, PointId at) {
  const Edge whole = edges_[e];
  const EdgeId first = add_edge(whole.ends[0], at), second = add_edge(at, whole.ends[1]);
  ++split_edges_;
  for (const TriangleId t : whole.triangles) {
    if (t == none) continue;
    const EdgeId left = edge_left_of(t, e), right = edge_right_of(t, e), middle = add_edge(opposite_point(t, e), at);
    const std::vector<AreaId> areas = std::move(triangles_[t].areas);
    remove_triangle(t);
    add_triangle({left, first, middle}, areas);
    add_triangle({right, second, middle}, areas);
    ++split_triangles_;
  }
}

std::size_t TriangleSubdivision::split_along(const PlanPoint& p, const PlanPoint& q, std::span<const EdgeId> edges) {
  const PlanRef from(p), to(q);
  std::size_t count = 0;
  for (const EdgeId e : edges) {
    assert(stands(e));
    const auto [a, b] = edges_[e].ends;
    if (orientation(from, to, places_[a]) * orientation(from, to, places_[b]) >= 0) continue;
    split(e, add_point(passing_point(p, q, points_[a], points_[b])));
    ++count;
  }
  return count;
}

auto TriangleSubdivision::update(const PlanRing& area, AreaId name, Reach reach) -> std::vector<TriangleId> {
  PlanRing around = area;
  if (signed_area(around) < 0) std::ranges::reverse(around);
  const std::vector<PlanRef> sides = plan_refs(around);
  const TriangleId before = triangle_bound();
  std::vector<TriangleId> within;  // the old triangles within the area; a neighbour's split may still replace one
  for (std::size_t k = 0; k < area.size(); ++k) {
    std::set<EdgeId> taken;
    within.clear();
    for (TriangleId t = 0; t < triangle_bound(); ++t) {
      if (!is_triangle(t)) continue;
      const ConvexRelation r = convex_relation(places(t), sides);
      if (r == ConvexRelation::within && t < before) within.push_back(t);
      if (reach == Reach::world || r == ConvexRelation::around || r == ConvexRelation::crossing)
        taken.insert(triangles_[t].edges.begin(), triangles_[t].edges.end());
    }
    const std::vector<EdgeId> edges(taken.begin(), taken.end());
    split_along(area[k], area[k + 1 == area.size() ? 0 : k + 1], edges);
  }
  std::erase_if(within, [&](TriangleId t) { return !is_triangle(t); });
  for (TriangleId t = before; t < triangle_bound(); ++t) {
    if (!is_triangle(t)) continue;
    const auto c = corners(t);
    if (holds_middle(around, {&points_[c[0]], &points_[c[1]], &points_[c[2]]})) within.push_back(t);
  }
  for (const TriangleId t : within) triangles_[t].areas.push_back(name);
  return within;
}

std::size_t TriangleSubdivision::longest_number() const {
  std::size_t longest = 0;
  for (const PlanPoint& p : points_)
    for (const mpq_class& v : p)
      longest = std::max({longest, mpz_sizeinbase(v.get_num_mpz_t(), 2), mpz_sizeinbase(v.get_den_mpz_t(), 2)});
  return longest;
}

std::size_t TriangleSubdivision::count_lower_than(const mpq_class& height) const {
  std::size_t count = 0;
  for (TriangleId t = 0; t < triangle_bound(); ++t) {
    if (!is_triangle(t)) continue;
    const auto c = corners(t);
    mpq_class longest = 0;  // squared
    for (int k = 0; k < 3; ++k) {
      const PlanPoint &p = points_[c[k]], &q = points_[c[(k + 1) % 3]];
      const mpq_class x = q[0] - p[0], y = q[1] - p[1];
      longest = std::max(longest, mpq_class(x * x + y * y));
    }
    const mpq_class doubled = orient2d(points_[c[0]], points_[c[1]], points_[c[2]]);
    count += doubled * doubled < height * height * longest;
  }
  return count;
}

bool TriangleSubdivision::is_valid() const {
  std::set<std::array<PointId, 2>> joined;
  for (EdgeId e = 0; e < edge_count(); ++e) {
    if (!stands(e)) continue;
    const auto [p, q] = edges_[e].ends;
    if (p == q || !joined.insert({std::min(p, q), std::max(p, q)}).second) return false;
    for (const TriangleId t : edges_[e].triangles)
      if (t != none && (!is_triangle(t) || std::ranges::count(triangles_[t].edges, e) != 1)) return false;
    for (PointId x = 0; x < points_.size(); ++x)
      if (orientation(places_[p], places_[q], places_[x]) == 0 &&
          before(places_[p], places_[x]) != before(places_[q], places_[x]) && x != p && x != q)
        return false;
  }
  std::size_t count = 0;
  for (TriangleId t = 0; t < triangle_bound(); ++t) {
    if (!is_triangle(t)) continue;
    ++count;
    const auto& edges = triangles_[t].edges;
    for (int k = 0; k < 3; ++k) {
      if (!stands(edges[k]) || std::ranges::count(edges_[edges[k]].triangles, t) != 1) return false;
      if (!common_point(edges[k], edges[(k + 1) % 3])) return false;
    }
    const auto c = corners(t);
    if (orientation(places_[c[0]], places_[c[1]], places_[c[2]]) == 0) return false;
  }
  return count == alive_;
}

}  // namespace plumb::kernel
