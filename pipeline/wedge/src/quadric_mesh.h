// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "collapse_mesh.h"
#include "quadric.h"

namespace plumb::pipeline {

/// A mesh whose vertices store the planes that they stand for: at first those of the triangles around them, then also
/// those of the vertices that were collapsed into them.
class QuadricMesh : public CollapseMesh {
 public:
  explicit QuadricMesh(const TriangleMesh& mesh);

  /// The plane of all triangles around a vertex, or none if there are several or that is not known.
  Index plane_of(const Star& star) const;
  /// Whether the edge between triangles i - 1 and i may be flipped without changing anything else.
  bool is_flat(const Star& star, std::size_t i) const;
  mpq_class height_on(Index plane, const kernel::PlanPoint& at) const {
    return planes_.exact(plane).height(at[0], at[1]);
  }

  /// Roughly the error of v and w at w's place; it only orders steps.
  double rough_error(Index v, Index w) const;
  /// Whether the error of v and w at a place is at most a limit.
  bool is_within(Index v, Index w, const Place& at, const mpq_class& limit) const {
    return error_is_within(planes_, quadric_[v], quadric_[w], at, limit);
  }
  Place place_in_space(Index v) const { return {at(v), vertex(v).near}; }
  /// Whether a vertex is on the plane of a half-edge's triangle.
  bool is_on_plane(Id e, Index v);
  /// Whether the surface stays where it is when the vertex of a star is collapsed into w: w lies on the plane of each
  /// triangle that is left.
  bool leaves_surface(const Star& star, Index w);

  /// As in CollapseMesh; the planes are passed on.
  void collapse(Index a, Index b, const Star& around_a);
  void bring(Index a, Index b, const ExactPoint& at, const Star& around_a, const Star& around_b);

 private:
  Index& plane(Id e) { return plane_[edges[e].triangle]; }
  Index plane(Id e) const { return plane_[edges[e].triangle]; }
  void keep_planes(const Star& star, Index v);

  PlaneTable planes_;
  std::vector<Index> plane_;      // by triangle, if it is known
  std::vector<Quadric> quadric_;  // by vertex
};

}  // namespace plumb::pipeline
