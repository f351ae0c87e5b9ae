// SPDX-License-Identifier: GPL-3.0-or-later
#include "quadric_mesh.h"

#include <algorithm>

namespace plumb::pipeline {

using Index = QuadricMesh::Index;

QuadricMesh::QuadricMesh(const TriangleMesh& mesh)
    : CollapseMesh(mesh), plane_(planes_of(mesh, planes_)), quadric_(mesh.points.size()) {
  for (Index t = 0; t < mesh.triangles.size(); ++t)
    for (const Index v : mesh.triangles[t].corners) quadric_[v].add(plane_[t]);
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

double QuadricMesh::rough_error(Index v, Index w) const {
  const kernel::Interval error = near_error(planes_, quadric_[v], quadric_[w], place_in_space(w));
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
  quadric_[b].add(quadric_[a]);
  quadric_[a] = {};
}

void QuadricMesh::bring(Index a, Index b, const ExactPoint& at, const Star& around_a, const Star& around_b) {
  const kernel::PolygonId surface = surface_of(around_a);
  CollapseMesh::bring(a, b, at, surface == surface_of(around_b) ? surface : kernel::no_polygon);
  keep_planes(around_a, b);
  keep_planes(around_b, b);
  quadric_[b].add(quadric_[a]);
  quadric_[a] = {};
}

// Forgets the planes of triangles around v that do not hold v any more.
void QuadricMesh::keep_planes(const Star& star, Index v) {
  for (const Id e : star.out)
    if (alive(e) && plane(e) != TriangleMesh::none && !planes_.holds(plane(e), at(v), vertex(v).near))
      plane(e) = TriangleMesh::none;
}

}  // namespace plumb::pipeline
