// SPDX-License-Identifier: LGPL-3.0-or-later
// A mesh whose edges collapse.
// Problem. Simplifications merge a vertex into a neighbour, again and again, by different rules. All of them need the
// triangles around a vertex in their order, the tests that keep the mesh a mesh, and the collapse itself.
// 1. find_star() lists the triangles around a vertex counter-clockwise. face_up(), may_join(), has_one_class() and
//    is_straight() are the tests that all share; each caller has rules of its own besides.
// 2. collapse() merges a vertex into a neighbour, bring() merges two vertices at a third place, and turn_off() flips an
//    edge away from a vertex, so that a later attempt may succeed.
// 3. QuadricMesh adds to each vertex the planes that it stands for (plane_table.h). A collapse passes them on, so the
//    sum of the squared distances from all of these planes measures how far the surface has moved.
// 4. CollapseQueue takes the steps of a caller in order, the greatest first, until none is allowed any more.
// Cost. O(d) for a vertex with d triangles around it.
// Exactness. Signs come from intervals of doubles where these are certain, else from fractions.
#include "plumb/surface/collapse_mesh.h"

#include <algorithm>

#include "plumb/kernel/formulas.h"

namespace plumb::surface {

using Index = FanMesh::Index;
using kernel::orientation;

bool same_class(const FanTag& a, const FanTag& b) {
  return a.edge_class == b.edge_class && a.wall_line == b.wall_line && a.left_of_wall == b.left_of_wall;
}

CollapseMesh::CollapseMesh(const TriangleMesh& mesh)
    : FanMesh(mesh), on_boundary_(mesh.points.size()), marked_(mesh.points.size()) {
  for (const auto& e : mesh.boundary)
    for (const std::size_t end : {e.side + 0u, e.side + 1u})
      on_boundary_[mesh.triangles[e.triangle].corners[end % 3]] = 1;
}

void CollapseMesh::find_star(Index v, Star& star) const {
  star.out.clear();
  star.ring.clear();
  const Id first = on_boundary(v) ? boundary_from(v) : vertex(v).out.front();
  star.closed = !on_boundary(v);
  for (Id e = first; e != none;) {
    star.out.push_back(e);
    star.ring.push_back(to(e));
    const Id last = edges[e].prev;
    e = edges[last].twin;
    if (e == none) star.ring.push_back(edges[last].from);
    if (e == first) break;
  }
}

bool CollapseMesh::face_up(const Star& star, Index other, const kernel::PlanRef& at) const {
  for (std::size_t i = 0; i < star.size(); ++i) {
    const Index p = star.ring[i], q = star.after(i);
    if (p != other && q != other && orientation(at, place(p), place(q)) <= 0) return false;
  }
  return true;
}

bool CollapseMesh::may_join(Index a, Index b, const Star& around_a) const {
  const auto& ring = around_a.ring;
  const std::size_t n = ring.size(), at = static_cast<std::size_t>(std::ranges::find(ring, b) - ring.begin());
  ++mark_;
  for (const Index v : ring) marked_[v] = mark_;
  // The vertices opposite to the edge.
  if (around_a.closed || at > 0) marked_[ring[at == 0 ? n - 1 : at - 1]] = 0;
  if (around_a.closed || at + 1 < n) marked_[around_a.after(at)] = 0;
  marked_[a] = marked_[b] = 0;
  for (const Id e : vertex(b).out)
    if (marked_[to(e)] == mark_ || marked_[edges[edges[e].prev].from] == mark_) return false;
  if (around_a.closed || around_a.size() > 1) return true;
  return edges[edges[around_a.out[0]].next].twin != none;  // opposite of a
}

bool CollapseMesh::has_one_class(const Star& star) const {
  return same_class((*this)[star.out.front()], (*this)[(*this)[star.out.back()].prev]);
}

bool CollapseMesh::is_straight(Index v, const Star& star) const {
  return orientation(place(star.before()), place(v), place(star.next())) == 0;
}

kernel::PolygonId CollapseMesh::surface_of(const Star& star) const {
  const kernel::PolygonId first = triangle(star.out[0]).surface;
  const bool one = std::ranges::all_of(star.out, [&](Id e) { return triangle(e).surface == first; });
  return one ? first : kernel::no_polygon;
}

std::array<kernel::Interval, 3> CollapseMesh::near_normal(Index a, Index b, Index c) const {
  const auto run = [&](Index to) {
    std::array<kernel::Interval, 3> d;
    for (std::size_t k = 0; k < 3; ++k) d[k] = vertex(to).near[k] - vertex(a).near[k];
    return d;
  };
  return kernel::formulas::cross(run(b), run(c));
}

FanMesh::Id CollapseMesh::boundary_from(Index v) const {
  return *std::ranges::find_if(vertex(v).out, [&](Id e) { return edges[e].twin == none; });
}

void CollapseMesh::set_class(Id e, const FanTag& from) {
  edges[e].edge_class = from.edge_class;
  edges[e].wall_line = from.wall_line;
  edges[e].left_of_wall = from.left_of_wall;
}

void CollapseMesh::collapse(Index a, Index b, const Star& around_a) {
  const kernel::PolygonId surface = surface_of(around_a);
  merge(a, b, at(b));
  for (const Id e : around_a.out)
    if (alive(e)) triangle(e).surface = surface;
}

void CollapseMesh::bring(Index a, Index b, const ExactPoint& at, kernel::PolygonId of) {
  merge(a, b, at);
  for (const Id e : vertex(b).out) triangle(e).surface = of;
}

bool CollapseMesh::may_turn(Index v, Index before, Index end, Index after) const {
  return orientation(place(before), place(end), place(after)) > 0 &&
         orientation(place(v), place(before), place(after)) > 0 && find(before, after) == none &&
         find(after, before) == none;
}

bool CollapseMesh::is_beside_step(const Star& star) const {
  return edges[star.out.front()].edge_class == EdgeClass::step ||
         edges[edges[star.out.back()].prev].edge_class == EdgeClass::step;
}

std::array<kernel::Interval, 2> CollapseMesh::run_of(Index from, Index to) const {
  const auto &p = vertex(from).near, &q = vertex(to).near;
  return {q[0] - p[0], q[1] - p[1]};
}

void CollapseMesh::turn(Id e) {
  TriangleMesh::Triangle &one = triangle(e), &other = triangle(edges[e].twin);
  if (one.surface != other.surface) one.surface = other.surface = kernel::no_polygon;
  flip(e);
}

using Index = QuadricMesh::Index;

QuadricMesh::QuadricMesh(const TriangleMesh& mesh)
    : CollapseMesh(mesh), plane_(planes_of(mesh, planes_)), plane_set_(mesh.points.size()) {
  for (Index t = 0; t < mesh.triangles.size(); ++t)
    for (const Index v : mesh.triangles[t].corners) plane_set_[v].add(plane_[t]);
}

Index QuadricMesh::plane_of(const Star& star) const {
  const Index first = plane(star.out[0]);
  const bool one = std::ranges::all_of(star.out, [&](Id e) { return plane(e) == first; });
  return one ? first : TriangleMesh::none;
}

bool QuadricMesh::is_flat(const Star& star, std::size_t i) const {
  const Id e = star.out[star.index_before(i)], f = star.out[i];
  const auto &p = triangle(e), &q = triangle(f);
  return plane(e) != TriangleMesh::none && plane(e) == plane(f) && p.ramp == q.ramp && p.plateau == q.plateau;
}

std::optional<mpq_class> QuadricMesh::height_at(Index v, const Star& around_v, Index w, const Star& around_w,
                                                const kernel::PlanPoint& at) const {
  if (const Index plane = plane_of(around_v); v != w && plane != TriangleMesh::none && plane == plane_of(around_w))
    return height_on(plane, at);
  const kernel::PlanRef p(at);
  for (const auto& [center, star] : {std::pair(v, &around_v), std::pair(w, &around_w)})
    for (std::size_t i = 0; i < star->size(); ++i) {
      const auto a = place(center), b = place(star->ring[i]), c = place(star->after(i));
      if (kernel::orientation(a, b, p) < 0 || kernel::orientation(b, c, p) < 0 || kernel::orientation(c, a, p) < 0)
        continue;
      return kernel::height_on_plane(this->at(center), this->at(star->ring[i]), this->at(star->after(i)), at);
    }
  return std::nullopt;
}

double QuadricMesh::rough_error(Index v, Index w) const {
  const kernel::Interval error = error_interval(planes_, plane_set_[v], plane_set_[w], place_in_space(w));
  return std::max(error.low + (error.high - error.low) / 2, 0.0);
}

bool QuadricMesh::is_on_plane(Id e, Index v) {
  Index& known = plane(e);
  if (known == TriangleMesh::none) {
    const auto [a, b, c] = corners(e);
    known = planes_.add(kernel::exact_plane(at(a), at(b), at(c)));
  }
  return planes_.holds(known, at(v), vertex(v).near);
}

bool QuadricMesh::leaves_surface(const Star& star, Index w) {
  for (std::size_t i = 0; i < star.size(); ++i)
    if (star.ring[i] != w && star.after(i) != w && !is_on_plane(star.out[i], w)) return false;
  return true;
}

void QuadricMesh::collapse(Index a, Index b, const Star& around_a) {
  CollapseMesh::collapse(a, b, around_a);
  keep_planes(around_a, b);
  plane_set_[b].add(plane_set_[a]);
  plane_set_[a] = {};
}

void QuadricMesh::bring(Index a, Index b, const ExactPoint& at, const Star& around_a, const Star& around_b) {
  const kernel::PolygonId surface = surface_of(around_a);
  CollapseMesh::bring(a, b, at, surface == surface_of(around_b) ? surface : kernel::no_polygon);
  keep_planes(around_a, b);
  keep_planes(around_b, b);
  plane_set_[b].add(plane_set_[a]);
  plane_set_[a] = {};
}

void QuadricMesh::move(Index v, const ExactPoint& at, const Star& star) {
  CollapseMesh::move(v, at);
  keep_planes(star, v);
}

// Forgets the planes of triangles around v that do not hold v any more.
void QuadricMesh::keep_planes(const Star& star, Index v) {
  for (const Id e : star.out)
    if (alive(e) && plane(e) != TriangleMesh::none && !planes_.holds(plane(e), at(v), vertex(v).near))
      plane(e) = TriangleMesh::none;
}

}  // namespace plumb::surface
