// SPDX-License-Identifier: GPL-3.0-or-later
// The height over a corner of a polygon that is a part of a cell once rounded: the binary32 nearest to the exact height
// of the cell's facets. The corner may lie a little beside its facet, or beside the cell.
//
// PlanCorner is such a corner: a point of the navmesh, a rounded place, or the cut of an edge and a line, of which
// side_of() and same_corner() know more than doubles tell. FacetPlanes are the facets of a cell:
// 1. add_rings() collects the corners of all facets, each once, and boxes that reach as far beyond the facets as
//    polygons may. choose_inner() marks the edges of a facet that are not edges of the cell: another facet has the
//    reverse, or no edge of the outline holds both ends (OutlineEdges).
// 2. height() takes the plane of the given facet unless the corner is beyond one of its outer edges; else the plane of
//    another facet that the corner is over; else nearest_height(): the nearest place on an edge of the facets that are
//    near.
// 3. in_one_plane() says whether two facets have one plane.
//
// Cost: height() is linear in the edges of the cell's facets at worst, in those of one facet mostly. choose_inner()
// compares ends of edges without a reverse with the outline, each once: quadratic at worst. Memory: linear.
// Exact: the binary32 that is returned. near_height() and nearest_on_edge() compute in intervals; nearest_float_in()
// asks for fractions only where an interval holds two answers. in_one_plane() decides by the facets' surface, then by
// intervals, and by fractions where these meet and are no doubles.
// Source: plane equations and the nearest point of a segment are textbook; the rest is ours.
#include "detour/facet_plane.h"

#include <algorithm>
#include <cmath>

#include "plumb/kernel/convex_merge.h"
#include "plumb/kernel/exact_plan.h"
#include "plumb/pipeline/facet_index.h"
#include "plumb/pipeline/mesh_points.h"

namespace plumb::pipeline {
namespace {

using kernel::Interval;

// In units of the points: exact if the product is a double.
Interval in_units_of(const MeshPoints& points, double coordinate) {
  const Interval& unit = points.near_unit();
  const double product = coordinate * unit.low;
  if (kernel::is_exact(unit) && kernel::is_exact_product(coordinate, unit.low, product)) return Interval(product + 0.0);
  return Interval(coordinate) * unit;
}

// Along an axis, of a cut; exact where the line or the edge runs across the axis.
Interval passing_coordinate(const Interval& p, const Interval& q, const Interval& from, const Interval& to,
                            const Interval& share) {
  if (kernel::is_exact(p) && kernel::is_exact(q) && p.low == q.low) return p;
  Interval at = from + share * (to - from);
  // Between its ends, whatever rounding says.
  at.low = std::max(at.low, std::min(from.low, to.low));
  at.high = std::min(at.high, std::max(from.high, to.high));
  return at;
}

// Whether a corner is known to lie on the line from p to q.
bool is_known_on(const PlanCorner& p, const PlanCorner& q, const PlanCorner& corner) {
  const auto is_end = [&](const PlanCorner& c) { return &c == &p || &c == &q; };
  return is_end(corner) || (corner.is_cut() && is_end(*corner.line()[0]) && is_end(*corner.line()[1]));
}

using PointIndex = NavMesh::PointIndex;
using CellIndex = NavMesh::CellIndex;

bool meet(const Interval& a, const Interval& b) { return a.low <= b.high && b.low <= a.high; }

void widen(Interval& a, const Interval& b) { a = {std::min(a.low, b.low), std::max(a.high, b.high)}; }

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

// The edges of a cell's outline, and which of its points are on which of them.
class OutlineEdges {
 public:
  // `count`: of the cell's points.
  OutlineEdges(std::span<const PlanCorner* const> corners, std::size_t count) : corners_(corners), of_point_(count) {
    for (std::uint32_t i = 0; i < corners.size(); ++i)
      of_point_[corners[i]->number()] = {true, i == 0 ? static_cast<std::uint32_t>(corners.size()) - 1 : i - 1, i};
  }

  static constexpr std::uint32_t none = 0xffffffffu;
  // The edge that two points are on; none if there is none.
  std::uint32_t edge_of(const PlanCorner& p, const PlanCorner& q) {
    const Edges &a = edges_of(p), &b = edges_of(q);
    for (const std::uint32_t e : {a.first, a.last})
      if (e != none && (e == b.first || e == b.last)) return e;
    return none;
  }
  std::array<const PlanCorner*, 2> ends(std::uint32_t edge) const {
    return {corners_[edge], corners_[edge + 1 == corners_.size() ? 0 : edge + 1]};
  }

 private:
  struct Edges {
    bool is_known = false;
    std::uint32_t first = none, last = none;  // the same but for a corner of the outline
  };

  // A point that is no corner of the outline is on one edge at most.
  const Edges& edges_of(const PlanCorner& p) {
    Edges& edges = of_point_[p.number()];
    if (edges.is_known) return edges;
    edges.is_known = true;
    const auto count = static_cast<std::uint32_t>(corners_.size());
    for (std::uint32_t k = 0; k < count; ++k) {
      const std::uint32_t i = (hint_ + k) % count;
      const auto [from, to] = ends(i);
      if (side_of(*from, *to, p) != 0) continue;
      edges.first = edges.last = hint_ = i;
      break;
    }
    return edges;
  }

  std::span<const PlanCorner* const> corners_;
  std::vector<Edges> of_point_;  // by number
  std::uint32_t hint_ = 0;       // neighbours are often on one edge
};

}  // namespace

PlanCorner::PlanCorner(const MeshPoints& points, const std::array<double, 3>& place, std::uint32_t number)
    : ix(in_units_of(points, place[0])),
      iy(in_units_of(points, place[1])),
      points_(&points),
      number_(number),
      place_{place[0], place[1]} {}

PlanCorner::PlanCorner(const MeshPoints& points, NavMesh::PointIndex point, std::uint32_t number)
    : points_(&points), point_(point), number_(number) {
  const FilteredPoint near = points.near(point);
  ix = near[0], iy = near[1];
}

PlanCorner::PlanCorner(const PlanCorner& p, const PlanCorner& q, const PlanCorner& from, const PlanCorner& to)
    : points_(p.points_), line_{&p, &q}, edge_{&from, &to} {
  const auto away = [&](const PlanCorner& c) {
    return kernel::formulas::determinant(q.ix - p.ix, q.iy - p.iy, c.ix - p.ix, c.iy - p.iy);
  };
  const Interval before = away(from), share = before / (before - away(to));
  ix = passing_coordinate(p.ix, q.ix, from.ix, to.ix, share);
  iy = passing_coordinate(p.iy, q.iy, from.iy, to.iy, share);
}

std::span<const mpq_class> PlanCorner::exact() const {
  if (is_mesh_point()) return (*points_)[point_];
  if (!exact_) {
    exact_ = std::make_unique<std::array<mpq_class, 2>>();
    if (!is_cut()) {
      *exact_ = {mpq_class(place_[0]), mpq_class(place_[1])};
    } else {
      const auto plan = [](const PlanCorner& c) { return std::array<mpq_class, 2>{c.x(), c.y()}; };
      const std::array<mpq_class, 2> p = plan(*line_[0]), q = plan(*line_[1]), from = plan(*edge_[0]),
                                     to = plan(*edge_[1]);
      *exact_ = kernel::passing_point(p, q, from, to);
    }
  }
  return *exact_;
}

kernel::Sign side_of(const PlanCorner& p, const PlanCorner& q, const PlanCorner& corner) {
  if (is_known_on(p, q, corner)) return kernel::Sign::zero;
  if (const auto sign = kernel::orientation_of_vectors_near(p, q, p, corner)) return *sign;
  // A cut lies strictly between the ends of an edge, so where these are, or on the line if both are.
  if (corner.is_cut()) {
    const kernel::Sign from = side_of(p, q, *corner.edge()[0]), to = side_of(p, q, *corner.edge()[1]);
    if (from == to || to == 0) return from;
    if (from == 0) return to;
  }
  if (corner.is_mesh_point()) return orientation_of_vectors_exact(p.place(), q.place(), p.place(), corner.place());
  return kernel::orientation_of_vectors_exact(p, q, p, corner);
}

bool same_corner(const PlanCorner& a, const PlanCorner& b) { return &a == &b || kernel::same_place(a, b); }

std::array<Interval, 2> facet_box(const NavMesh& mesh, const NavMesh::Facet& facet, double reach) {
  std::array<Interval, 2> box;
  box.fill({HUGE_VAL, -HUGE_VAL});
  for (const PointIndex p : facet.corners) {
    const FilteredPoint at = mesh.points.near(p);
    for (std::size_t axis = 0; axis < 2; ++axis) widen(box[axis], in_input_units(mesh.points, at[axis]));
  }
  for (Interval& along : box) along = {along.low - reach, along.high + reach};
  return box;
}

bool meet(const std::array<Interval, 2>& a, const std::array<Interval, 2>& b) {
  return meet(a[0], b[0]) && meet(a[1], b[1]);
}

bool FacetPlane::is_within_inner(const PlanCorner& at) const {
  return std::ranges::all_of(inner, [&](std::uint32_t i) { return side_of(*ring[i], *ring[next(i)], at) >= 0; });
}

// Polygons often have the edges of the outline, of which doubles tell more than of its parts.
bool FacetPlane::is_within_outer(const PlanCorner& at) const {
  return std::ranges::all_of(outer, [&](const Outer& e) {
    return &at == ring[e.first] || &at == ring[next(e.first)] || side_of(*e.whole[0], *e.whole[1], at) >= 0;
  });
}

FacetPlanes::FacetPlanes(DerivedMesh& derived, NavMesh::CellIndex cell, double reach, FacetPlaneRooms& rooms)
    : mesh_(derived.mesh()) {
  add_rings(cell, reach, rooms);
  choose_inner(cell, derived.outline(cell), rooms);
}

void FacetPlanes::add_rings(NavMesh::CellIndex cell, double reach, FacetPlaneRooms& rooms) {
  const auto& facets = mesh_.cells[cell].facets;
  planes_.reserve(facets.size());
  for (const NavMesh::Facet& facet : facets) {
    FacetPlane& plane = planes_.emplace_back();
    plane.facet = &facet;
    plane.ring.reserve(facet.corners.size());
    std::array<Interval, 2> box;
    box.fill({HUGE_VAL, -HUGE_VAL});
    for (const PointIndex p : facet.ring()) {
      auto& [its_cell, number] = rooms.numbers_[p];
      if (its_cell != cell) {
        its_cell = cell;
        number = static_cast<std::uint32_t>(corners_.size());
        corners_.emplace_back(mesh_.points, p, number);
        z_.push_back(mesh_.points.near(p)[2]);
        for (const Interval& at : {corners_.back().ix, corners_.back().iy})
          in_plan_.push_back(in_input_units(mesh_.points, at));
      }
      plane.ring.push_back(&corners_[number]);
      for (std::size_t axis = 0; axis < 2; ++axis) widen(box[axis], in_plan_[2 * number + axis]);
    }
    for (std::size_t axis = 0; axis < 2; ++axis) plane.box[axis] = {box[axis].low - reach, box[axis].high + reach};
  }
}

// An edge that has facets on both sides is no edge of the cell, and of the others those are that lie on one edge of the
// outline.
void FacetPlanes::choose_inner(CellIndex cell, std::span<const PointIndex> outline, FacetPlaneRooms& rooms) {
  rooms.edges_.find(mesh_.cells[cell]);
  std::vector<const PlanCorner*> around;
  for (const PointIndex p : outline) around.push_back(&corners_[rooms.numbers_[p].number]);
  OutlineEdges outer(around, corners_.size());
  std::size_t edge = 0;
  for (FacetPlane& plane : planes_)
    for (std::uint32_t i = 0; i < plane.ring.size(); ++i, ++edge) {
      std::uint32_t whole = OutlineEdges::none;
      if (rooms.edges_.is_open(edge)) whole = outer.edge_of(*plane.ring[i], *plane.ring[plane.next(i)]);
      if (whole == OutlineEdges::none) plane.inner.push_back(i);
      else plane.outer.push_back({i, outer.ends(whole)});
    }
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
  if (plane.is_within_outer(at)) return rounded_height(plane, at);
  const Interval x = in_input_units(mesh_.points, at.ix), y = in_input_units(mesh_.points, at.iy);
  std::vector<const FacetPlane*> near;
  for (const FacetPlane& other : planes_) {
    if (!meet(other.box[0], x) || !meet(other.box[1], y)) continue;
    if (other.is_within_outer(at) && other.is_within_inner(at)) return rounded_height(other, at);
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
  edges.reserve(3 * near.size());
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
