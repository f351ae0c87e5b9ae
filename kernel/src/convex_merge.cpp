// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/convex_merge.h"

#include <algorithm>
#include <optional>

#include "plumb/kernel/half_plane.h"

namespace plumb::kernel {

namespace {

int turn_at(const FacetCorner& p, const FacetCorner& q, const FacetCorner& r) {
  return orientation(p.plan(), q.plan(), r.plan());
}

}  // namespace

FacetPolygon left_part(FacetPolygon polygon, const FacetCorner& p, const FacetCorner& q) {
  bool any = false;
  const auto side_of = [&](const FacetCorner& c) {
    const int side = turn_at(p, q, c);
    any = any || side > 0;
    return side;
  };
  clip_half_plane(polygon, side_of, [&](const FacetCorner& from, int, const FacetCorner& to, int) {
    const mpq_class before = orient2d(p.at, q.at, from.at), after = orient2d(p.at, q.at, to.at),
                    t = before / (before - after);
    ExactPoint cut;
    for (std::size_t k = 0; k < 3; ++k) cut[k] = from.at[k] + t * (to.at[k] - from.at[k]);
    return FacetCorner(std::move(cut));
  });
  if (!any) polygon.clear();
  return polygon;
}

FacetPolygon part_within(FacetPolygon polygon, const FacetPolygon& outline) {
  for (std::size_t i = 0; i < outline.size() && polygon.size() >= 3; ++i)
    polygon = left_part(std::move(polygon), outline[i], outline[i + 1 == outline.size() ? 0 : i + 1]);
  return polygon;
}

void drop_straight_corners(FacetPolygon& polygon) {
  for (std::size_t i = 0; i < polygon.size() && polygon.size() > 3;) {
    const FacetCorner &before = polygon[i == 0 ? polygon.size() - 1 : i - 1],
                      &after = polygon[i + 1 == polygon.size() ? 0 : i + 1];
    if (turn_at(before, polygon[i], after) == 0) polygon.erase(polygon.begin() + static_cast<std::ptrdiff_t>(i));
    else ++i;
  }
}

namespace {

// The union of a and b, if they share the edge that starts at corner i of a and it is convex.
std::optional<FacetPolygon> convex_union(const FacetPolygon& a, std::size_t i, const FacetPolygon& b) {
  const std::size_t n = a.size(), m = b.size();
  const FacetCorner &from = a[i], &to = a[(i + 1) % n];
  const auto at = std::ranges::find(b, to);
  if (at == b.end()) return std::nullopt;
  const auto j = static_cast<std::size_t>(at - b.begin());
  if (!(b[(j + 1) % m] == from)) return std::nullopt;
  // b runs to -> from; it goes on from `from`, and comes to `to`.
  if (turn_at(a[(i + n - 1) % n], from, b[(j + 2) % m]) < 0) return std::nullopt;
  if (turn_at(b[(j + m - 1) % m], to, a[(i + 2) % n]) < 0) return std::nullopt;
  FacetPolygon out;
  for (std::size_t k = 0; k < n; ++k) out.push_back(a[(i + 1 + k) % n]);  // to ... from
  for (std::size_t k = 2; k < m; ++k) out.push_back(b[(j + k) % m]);      // after from ... before to
  drop_straight_corners(out);
  return out;
}

// Joins some later polygon to polygon p.
bool grow(std::vector<FacetPolygon>& polygons, std::size_t p) {
  for (std::size_t q = p + 1; q < polygons.size(); ++q)
    for (std::size_t i = 0; i < polygons[p].size(); ++i)
      if (auto both = convex_union(polygons[p], i, polygons[q])) {
        polygons[p] = std::move(*both);
        polygons.erase(polygons.begin() + static_cast<std::ptrdiff_t>(q));
        return true;
      }
  return false;
}

}  // namespace

void merge_convex(std::vector<FacetPolygon>& polygons) {
  constexpr std::size_t many = 64;  // beyond, the search through all pairs costs more than it saves
  for (FacetPolygon& p : polygons) drop_straight_corners(p);
  bool any = polygons.size() <= many;
  while (any) {
    any = false;
    for (std::size_t p = 0; p < polygons.size(); ++p)
      while (grow(polygons, p)) any = true;
  }
}

}  // namespace plumb::kernel
