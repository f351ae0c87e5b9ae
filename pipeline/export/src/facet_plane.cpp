// SPDX-License-Identifier: GPL-3.0-or-later
// The height over a corner of a polygon that is a part of a cell once rounded: the binary32 nearest to the exact height
// of the cell's facets. The corner may lie a little beside its facet, or beside the cell.
//
// 1. add_rings() collects the corners of all facets, each once, and boxes that reach as far beyond the facets as
//    polygons may. choose_inner() marks the edges of a facet that are not edges of the cell: another facet has the
//    reverse, or no edge of the outline holds both ends (on_outline()).
// 2. height() takes the plane of the given facet unless the corner is beyond one of its outer edges; else the plane of
//    another facet that the corner is over; else nearest_height(): the nearest place on an edge of the facets that are
//    near.
// 3. in_one_plane() says whether two facets have one plane.
//
// Cost: height() is linear in the edges of the cell's facets at worst, in those of one facet mostly. choose_inner()
// compares edges without a reverse with the outline: quadratic at worst. Memory: linear.
// Exact: the binary32 that is returned. near_height() and nearest_on_edge() compute in intervals; nearest_float_in()
// asks for fractions only where an interval holds two answers. in_one_plane() decides by the facets' surface, then by
// intervals, and by fractions where these meet and are no doubles.
// Source: plane equations and the nearest point of a segment are textbook; the rest is ours.
#include "facet_plane.h"

#include <tsl/robin_set.h>

#include <algorithm>
#include <cmath>

#include "plumb/kernel/hash.h"
#include "plumb/pipeline/facet_index.h"
#include "plumb/pipeline/nearest_float_in.h"

namespace plumb::pipeline {
namespace {

using kernel::Interval;
using kernel::pair_key;
using PointIndex = NavMesh::PointIndex;

bool meet(const Interval& a, const Interval& b) { return a.low <= b.high && b.low <= a.high; }

void widen(Interval& a, const Interval& b) { a = {std::min(a.low, b.low), std::max(a.high, b.high)}; }

std::size_t next(std::size_t i, std::size_t count) { return i + 1 == count ? 0 : i + 1; }

// The place on an edge that is nearest to another place: its squared distance in plan, and its height.
template <class Number>
struct NearestOnEdge {
  Number squared, height;
};
template <class Number, class Share>
NearestOnEdge<Number> nearest_on_edge(const std::array<Number, 3>& a, const std::array<Number, 3>& b,
                                      const std::array<Number, 2>& p, Share&& share_of) {
  const Number along_x = b[0] - a[0], along_y = b[1] - a[1], to_x = p[0] - a[0], to_y = p[1] - a[1];
  const Number share = share_of(kernel::formulas::dot2d(along_x, along_y, to_x, to_y),
                                kernel::formulas::dot2d(along_x, along_y, along_x, along_y));
  const Number x = to_x - share * along_x, y = to_y - share * along_y;
  return {x * x + y * y, a[2] + share * (b[2] - a[2])};
}

Interval near_share(const Interval& dot, const Interval& length) {
  const Interval share = dot / length;
  return {std::clamp(share.low, 0.0, 1.0), std::clamp(share.high, 0.0, 1.0)};
}
mpq_class exact_share(const mpq_class& dot, const mpq_class& length) {
  return sgn(length) > 0 ? std::clamp<mpq_class>(dot / length, 0, 1) : mpq_class(0);
}

bool is_over(const FacetPlane& plane, std::span<const std::size_t> edges, const PlanCorner& at) {
  return std::ranges::all_of(
      edges, [&](std::size_t i) { return side_of(*plane.ring[i], *plane.ring[plane.next(i)], at) >= 0; });
}

}  // namespace

FacetPlanes::FacetPlanes(const NavMesh& mesh, NavMesh::CellIndex cell, double reach) : mesh_(mesh) {
  add_rings(mesh.cells[cell], reach);
  choose_inner(cell);
}

void FacetPlanes::add_rings(const NavMesh::Cell& cell, double reach) {
  tsl::robin_map<PointIndex, const PlanCorner*> known;
  planes_.reserve(cell.facets.size());
  for (const NavMesh::Facet& facet : cell.facets) {
    FacetPlane& plane = planes_.emplace_back();
    plane.facet = &facet;
    plane.ring.reserve(facet.corners.size());
    for (const PointIndex p : facet.ring()) {
      const auto [at, is_new] = known.try_emplace(p, nullptr);
      if (is_new) {
        at.value() = &corners_.emplace_back(mesh_.points, p, static_cast<std::uint32_t>(corners_.size()));
        z_.push_back(mesh_.points.near(p)[2]);
      }
      plane.ring.push_back(at.value());
    }
    for (const auto& [axis, near] : {std::pair(0, &PlanCorner::ix), std::pair(1, &PlanCorner::iy)}) {
      Interval box{HUGE_VAL, -HUGE_VAL};
      for (const PlanCorner* c : plane.ring) widen(box, in_input_units(mesh_.points, c->*near));
      plane.box[static_cast<std::size_t>(axis)] = {box.low - reach, box.high + reach};
    }
  }
}

// An edge that has facets on both sides is no edge of the cell.
void FacetPlanes::choose_inner(NavMesh::CellIndex cell) {
  if (planes_.size() == 1) {
    for (std::size_t i = 0; i < planes_[0].ring.size(); ++i) planes_[0].outer.push_back(i);
    return;
  }
  tsl::robin_set<std::uint64_t, kernel::KeyHash> edges;
  for (const FacetPlane& plane : planes_) {
    const auto ring = plane.facet->ring();
    for (std::size_t i = 0; i < ring.size(); ++i) edges.insert(pair_key(ring[i], ring[plane.next(i)]));
  }
  const std::vector<PointIndex> outer = outline(mesh_, cell);
  for (FacetPlane& plane : planes_) {
    const auto ring = plane.facet->ring();
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const PointIndex p = ring[i], q = ring[plane.next(i)];
      (edges.contains(pair_key(q, p)) || !on_outline(outer, p, q) ? plane.inner : plane.outer).push_back(i);
    }
  }
}

// Whether two points are on one edge of the outline.
bool FacetPlanes::on_outline(std::span<const PointIndex> outline, PointIndex p, PointIndex q) const {
  for (std::size_t i = 0; i < outline.size(); ++i)
    if (outline[i] == p && outline[next(i, outline.size())] == q) return true;
  const MeshPoints::Place from = mesh_.points.place(p), to = mesh_.points.place(q);
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const PointIndex a = outline[i], b = outline[next(i, outline.size())];
    const auto is_on = [&](PointIndex index, const MeshPoints::Place& at) {
      return index == a || index == b || kernel::orientation(mesh_.points.place(a), mesh_.points.place(b), at) == 0;
    };
    if (is_on(p, from) && is_on(q, to)) return true;
  }
  return false;
}

// In units of the mesh's points, as x and y are.
Interval FacetPlanes::near_height(const FacetPlane& plane, const Interval& x, const Interval& y) const {
  const auto& ring = plane.ring;
  if (!plane.is_known) {
    plane.is_known = true;
    const auto from_first = [&](std::size_t i) {
      return std::array{ring[i]->ix - ring[0]->ix, ring[i]->iy - ring[0]->iy, near_z(*ring[i]) - near_z(*ring[0])};
    };
    const auto along = from_first(1);
    // The corner that is farthest from the first edge leaves the narrowest intervals.
    for (std::size_t i = 2; i < ring.size(); ++i) {
      const auto normal = kernel::formulas::cross(along, from_first(i));
      if (i == 2 || normal[2].low > plane.normal[2].low) plane.normal = normal;
    }
    const auto& z = near_z(*ring[0]);
    plane.is_level = kernel::is_exact(z) && std::ranges::all_of(ring, [&](const PlanCorner* c) {
                       return near_z(*c).low == z.low && near_z(*c).high == z.high;
                     });
  }
  const auto& n = plane.normal;
  const Interval& z = near_z(*ring[0]);
  if (plane.is_level) return z;
  return kernel::formulas::height_on_plane<Interval>(z, n[0], n[1], n[2], x - ring[0]->ix, y - ring[0]->iy);
}

float FacetPlanes::rounded_height(const FacetPlane& plane, const PlanCorner& at) const {
  return nearest_float_in(in_input_units(mesh_.points, near_height(plane, at.ix, at.iy)),
                          [&] { return plane_height(mesh_, *plane.facet, at.x(), at.y()); });
}

bool FacetPlanes::in_one_plane(const FacetPlane& a, const FacetPlane& b) const {
  if (&a == &b || (a.facet->surface == b.facet->surface && a.facet->surface != kernel::no_polygon)) return true;
  bool is_known = true;
  for (const PlanCorner* c : b.ring) {
    const Interval height = near_height(a, c->ix, c->iy), &z = near_z(*c);
    if (!meet(height, z)) return false;
    is_known = is_known && kernel::is_exact(height) && kernel::is_exact(z);
  }
  return is_known || std::ranges::all_of(b.facet->ring(), [&](PointIndex p) {
           const ExactPoint& at = mesh_.points[p];
           return plane_height(mesh_, *a.facet, at[0], at[1]) == at[2];
         });
}

// Where the line between two facets runs nearly along the outline, it leaves the rounded polygon far behind the facet's
// end, where the plane of the facet may be far from the floor. There the height is that of another facet.
float FacetPlanes::height(const FacetPlane& plane, const PlanCorner& at) const {
  if (is_over(plane, plane.outer, at)) return rounded_height(plane, at);
  const Interval x = in_input_units(mesh_.points, at.ix), y = in_input_units(mesh_.points, at.iy);
  std::vector<const FacetPlane*> near;
  for (const FacetPlane& other : planes_) {
    if (!meet(other.box[0], x) || !meet(other.box[1], y)) continue;
    if (is_over(other, other.outer, at) && is_over(other, other.inner, at)) return rounded_height(other, at);
    near.push_back(&other);
  }
  return near.empty() ? rounded_height(plane, at) : nearest_height(near, at);
}

float FacetPlanes::nearest_height(std::span<const FacetPlane* const> near, const PlanCorner& at) const {
  struct Edge {
    NearestOnEdge<Interval> nearest;
    const FacetPlane* plane;
    std::size_t first;
  };
  std::vector<Edge> edges;
  double surely = HUGE_VAL;  // a squared distance that is not less than the least
  for (const FacetPlane* plane : near)
    for (std::size_t i = 0; i < plane->ring.size(); ++i) {
      const auto corner = [&](std::size_t k) {
        const PlanCorner& c = *plane->ring[k];
        return std::array{c.ix, c.iy, near_z(c)};
      };
      edges.push_back(
          {nearest_on_edge<Interval>(corner(i), corner(plane->next(i)), {at.ix, at.iy}, near_share), plane, i});
      surely = std::min(surely, edges.back().nearest.squared.high);
    }
  std::erase_if(edges, [&](const Edge& e) { return e.nearest.squared.low > surely; });
  Interval height = edges[0].nearest.height;
  for (const Edge& e : edges) widen(height, e.nearest.height);
  return nearest_float_in(in_input_units(mesh_.points, height), [&] {
    std::optional<NearestOnEdge<mpq_class>> least;
    for (const Edge& e : edges) {
      const auto ring = e.plane->facet->ring();
      auto found = nearest_on_edge<mpq_class>(mesh_.points[ring[e.first]], mesh_.points[ring[e.plane->next(e.first)]],
                                              {at.x(), at.y()}, exact_share);
      if (!least || found.squared < least->squared) least = std::move(found);
    }
    return least->height;
  });
}

}  // namespace plumb::pipeline
