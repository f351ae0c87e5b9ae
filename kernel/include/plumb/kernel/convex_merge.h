// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/points.h"

// Convex polygons in space, counter-clockwise seen from above, of corners of any type that has plan(), its Place, and
// an == that knows equal points.
namespace plumb::kernel {

/// A point in space, with intervals of doubles around x and y that predicates in plan try first.
struct FacetCorner {
  FacetCorner(ExactPoint p) : at(std::move(p)), x(interval_of(at[0])), y(interval_of(at[1])) {}
  PlanRef plan() const { return {at, x, y}; }
  bool operator==(const FacetCorner& o) const { return x.low == o.x.low && y.low == o.y.low && at == o.at; }

  ExactPoint at;
  Interval x, y;
};
using FacetPolygon = std::vector<FacetCorner>;

/// The point where the segment from `from` to `to` crosses the line through p and q in plan, for points in the plane or
/// in space. Requires that it does.
template <class Number, std::size_t dimensions>
std::array<Number, dimensions> passing_point(const std::array<Number, dimensions>& p,
                                             const std::array<Number, dimensions>& q,
                                             const std::array<Number, dimensions>& from,
                                             const std::array<Number, dimensions>& to) {
  const Number before = orient2d(p, q, from), after = orient2d(p, q, to), t = before / (before - after);
  std::array<Number, dimensions> cut;
  for (std::size_t k = 0; k < dimensions; ++k) cut[k] = from[k] + t * (to[k] - from[k]);
  return cut;
}

template <class Corner>
Sign orientation_of(const Corner& p, const Corner& q, const Corner& r) {
  return orientation(p.plan(), q.plan(), r.plan());
}

/// Leaves of a polygon what is to the left of the line from p to q in plan, its boundary included: nothing if nothing
/// of it is strictly to the left. side_of(corner): on which side of the line a corner is. cut(p, q, from, to) makes the
/// corner where an edge passes the line: passing_point(). @return whether that took something away
template <class Corner, class SideOf, class Cut>
bool keep_left_part(std::vector<Corner>& polygon, const Corner& p, const Corner& q, SideOf&& side_of, Cut&& cut) {
  bool any = false;
  const bool less = clip_half_plane(
      polygon,
      [&](const Corner& c) {
        const auto side = side_of(c);
        any = any || side > 0;
        return side;
      },
      [&](const Corner& from, auto, const Corner& to, auto) { return cut(p, q, from, to); });
  if (any) return less;
  const bool had = !polygon.empty();
  polygon.clear();
  return had;
}

/// The part of a polygon that lies over another one in plan.
inline FacetPolygon part_within(FacetPolygon polygon, const FacetPolygon& outline) {
  const auto cut = [](const FacetCorner& p, const FacetCorner& q, const FacetCorner& from, const FacetCorner& to) {
    return FacetCorner(passing_point(p.at, q.at, from.at, to.at));
  };
  for (std::size_t i = 0; i < outline.size() && polygon.size() >= 3; ++i) {
    const FacetCorner &p = outline[i], &q = outline[i + 1 == outline.size() ? 0 : i + 1];
    keep_left_part(
        polygon, p, q, [&](const FacetCorner& c) { return orientation_of(p, q, c); }, cut);
  }
  return polygon;
}

/// Erases corners that are straight in plan. Requires distinct corners and an area.
template <class Corner>
void drop_straight_corners(std::vector<Corner>& polygon) {
  const std::size_t n = polygon.size();
  std::vector<Corner> kept;
  for (std::size_t i = 0; i < n; ++i)
    if (orientation_of(polygon[i == 0 ? n - 1 : i - 1], polygon[i], polygon[i + 1 == n ? 0 : i + 1]) != 0)
      kept.push_back(polygon[i]);
  if (kept.size() < n) polygon = std::move(kept);
}

/// The union of a and b, if they share the edge that starts at corner i of a and it is convex; straight corners are
/// left out. Requires that a and b have none.
template <class Corner>
std::optional<std::vector<Corner>> convex_union(const std::vector<Corner>& a, std::size_t i,
                                                const std::vector<Corner>& b) {
  const std::size_t n = a.size(), m = b.size();
  const auto next = [](std::size_t k, std::size_t size) { return k + 1 < size ? k + 1 : k + 1 - size; };
  const std::size_t i_next = next(i, n);
  const Corner &from = a[i], &to = a[i_next];
  const auto at = std::ranges::find(b, to);
  if (at == b.end()) return std::nullopt;
  const auto j = static_cast<std::size_t>(at - b.begin());
  const std::size_t j_next = next(j, m);
  if (!(b[j_next] == from)) return std::nullopt;
  // In b the edge runs from `to` to `from`; the corners of b after it are between `from` and `to` in the union. Only
  // these two may be straight there: the others keep their neighbours, or the direction in which these are.
  const Sign at_from = orientation_of(a[i == 0 ? n - 1 : i - 1], from, b[next(j_next, m)]);
  if (at_from < 0) return std::nullopt;
  const Sign at_to = orientation_of(b[j == 0 ? m - 1 : j - 1], to, a[next(i_next, n)]);
  if (at_to < 0) return std::nullopt;
  std::vector<Corner> out;
  out.reserve(n + m - 2);
  for (std::size_t k = 0, c = i_next; k < n; ++k, c = next(c, n))  // to ... from
    if (c == i_next ? at_to > 0 : c != i || at_from > 0) out.push_back(a[c]);
  for (std::size_t k = 2, c = next(j_next, m); k < m; ++k, c = next(c, m)) out.push_back(b[c]);  // from ... to
  return out;
}

/// Joins up to 64 polygons of one plane over common edges, greedily, as long as the union is convex; more than 64 are
/// not joined. Straight corners are left out in any case.
template <class Corner>
void merge_convex(std::vector<std::vector<Corner>>& polygons) {
  constexpr std::size_t many = 64;  // beyond, the search through all pairs costs more than it saves
  for (auto& p : polygons) drop_straight_corners(p);
  // Joins some later polygon to polygon p.
  const auto grow = [&](std::size_t p) {
    for (std::size_t q = p + 1; q < polygons.size(); ++q)
      for (std::size_t i = 0; i < polygons[p].size(); ++i)
        if (auto both = convex_union(polygons[p], i, polygons[q])) {
          polygons[p] = std::move(*both);
          polygons.erase(polygons.begin() + static_cast<std::ptrdiff_t>(q));
          return true;
        }
    return false;
  };
  bool any = polygons.size() <= many;
  while (any) {
    any = false;
    for (std::size_t p = 0; p < polygons.size(); ++p)
      while (grow(p)) any = true;
  }
}

}  // namespace plumb::kernel
