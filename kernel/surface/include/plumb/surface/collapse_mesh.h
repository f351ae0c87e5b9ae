// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "plumb/surface/fan_mesh.h"
#include "plumb/surface/plane_table.h"
#include "plumb/surface/triangle_mesh.h"

namespace plumb::surface {

/// Whether class, wall and side of two boundary edges are the same.
bool same_class(const FanTag& a, const FanTag& b);

/// The triangles around a vertex that has one fan, counter-clockwise: triangle i has the corners `ring` i and i + 1
/// beside the vertex.
struct Star {
  using Index = FanMesh::Index;

  std::vector<FanMesh::Id> out;  ///< by triangle, the half-edge that starts at the vertex
  /// The vertices where these half-edges end. For a boundary vertex they run from the next vertex on the boundary to
  /// the previous one, which is one more.
  std::vector<Index> ring;
  bool closed = false;

  std::size_t size() const { return out.size(); }
  Index after(std::size_t i) const { return ring[i + 1 == ring.size() ? 0 : i + 1]; }
  std::size_t index_before(std::size_t i) const { return (i == 0 ? ring.size() : i) - 1; }
  Index next() const { return ring.front(); }
  Index before() const { return ring.back(); }
  /// Calls visit(w) for the neighbours into which the vertex may be collapsed: of a boundary vertex the two on the
  /// boundary.
  template <class Visit>
  void each_goal(Visit&& visit) const {
    if (closed) std::ranges::for_each(ring, visit);
    else visit(next()), visit(before());
  }
};

/// A mesh in which each vertex has one fan and keeps one while edges collapse.
class CollapseMesh : public FanMesh {
 public:
  explicit CollapseMesh(const TriangleMesh& mesh);

  bool exists(Index v) const { return !vertex(v).out.empty(); }
  bool on_boundary(Index v) const { return on_boundary_[v] != 0; }
  void find_star(Index v, Star& star) const;

  /// Whether the triangles around a vertex that do not have `other` as a corner still face up when the vertex is moved
  /// to a place.
  bool face_up(const Star& star, Index other, const kernel::PlanRef& place) const;
  /// Whether the edge from a to b may collapse, which runs along the boundary if a is on it: no vertex but those
  /// opposite to the edge is joined to both its ends, and it is no side of a triangle that stands alone.
  bool may_join(Index a, Index b, const Star& around_a) const;
  /// Whether a vertex of the boundary is straight between its neighbours, in plan.
  bool is_straight(Index v, const Star& star) const;

  /// Whether both edges of the boundary at a vertex of it have one class, wall and side.
  bool has_one_class(const Star& star) const;
  /// Whether one of the boundary edges at a vertex of it is a step: the vertex must stay on the edge that it leads to.
  bool is_beside_step(const Star& star) const;

  /// Doubles around the way in plan from one vertex to another.
  std::array<kernel::Interval, 2> run_of(Index from, Index to) const;

  /// Doubles around the normal of a triangle, upward if it faces up.
  std::array<kernel::Interval, 3> near_normal(Index a, Index b, Index c) const;

  /// The boundary half-edge that starts at a boundary vertex.
  Id boundary_from(Index v) const;
  void set_class(Id e, const FanTag& from);

  /// Collapses vertex a into b. If all triangles around a were of one surface they stay of it.
  void collapse(Index a, Index b, const Star& around_a);
  /// Moves vertices a and b to a place on a triangle around them, and merges them into b. `of`: the surface of all
  /// triangles around both, or none.
  void bring(Index a, Index b, const ExactPoint& at, kernel::PolygonId of);
  /// The surface of all triangles around a vertex, or none.
  kernel::PolygonId surface_of(const Star& star) const;

  /// Flips one edge away from a vertex, so that it has one triangle less around it: the first edge for which
  /// allowed(i) holds, where triangle i is the one after the edge. Triangles of one surface stay of that surface.
  /// @return a half-edge of the flipped edge, or none
  template <class Allowed>
  Id turn_off(Index v, const Star& star, Allowed&& allowed) {
    if (star.size() < (star.closed ? 4u : 2u)) return none;
    for (std::size_t i = star.closed ? 0 : 1; i < star.size(); ++i) {
      if (!allowed(i) || !may_turn(v, star.ring[star.index_before(i)], star.ring[i], star.after(i))) continue;
      turn(star.out[i]);
      return star.out[i];
    }
    return none;
  }

 private:
  bool may_turn(Index v, Index before, Index end, Index after) const;
  void turn(Id e);

  std::vector<std::uint8_t> on_boundary_;
  mutable std::vector<std::uint32_t> marked_;  // by vertex: the number of the search that marked it
  mutable std::uint32_t mark_ = 0;
};

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

  /// The height of a place on the triangles around v and w, which may be the same, if it lies on one of them.
  std::optional<mpq_class> height_at(Index v, const Star& around_v, Index w, const Star& around_w,
                                     const kernel::PlanPoint& at) const;

  /// Roughly the error of v and w at w's place; it only orders steps.
  double rough_error(Index v, Index w) const;
  /// Whether the error of v and w at a place is at most a limit.
  bool is_within(Index v, Index w, const Place& at, const mpq_class& limit) const {
    return error_is_within(planes_, plane_set_[v], plane_set_[w], at, limit);
  }
  Place place_in_space(Index v) const { return {at(v), vertex(v).near}; }
  /// Whether a vertex is on the plane of a half-edge's triangle.
  bool is_on_plane(Id e, Index v);
  /// Whether the surface stays where it is when the vertex of a star is collapsed into w: w lies on the plane of each
  /// triangle that is left.
  bool leaves_surface(const Star& star, Index w);

  /// As in CollapseMesh; the planes are passed on.
  void collapse(Index a, Index b, const Star& around_a);
  /// Moves a vertex to a place.
  void move(Index v, const ExactPoint& at, const Star& star);
  void bring(Index a, Index b, const ExactPoint& at, const Star& around_a, const Star& around_b);

 private:
  Index& plane(Id e) { return plane_[edges[e].triangle]; }
  Index plane(Id e) const { return plane_[edges[e].triangle]; }
  void keep_planes(const Star& star, Index v);

  PlaneTable planes_;
  std::vector<Index> plane_;         // by triangle: its plane, or none if that is not known
  std::vector<PlaneSet> plane_set_;  // by vertex
};

/// A queue of steps that change a mesh, the greatest first. A vertex whose step was refused for a reason that may
/// change far away from it is planned again when the queue is empty, as long as some step was done since.
template <class Step>
class CollapseQueue {
 public:
  using Index = TriangleMesh::Index;

  void push(Step step) { steps_.push(std::move(step)); }
  void plan_later(Index v) { later_.push_back(v); }

  /// Calls take(step) and plan(v) until nothing more can be done. `operations`: how many steps were done, counted by
  /// take.
  template <class Take, class Plan>
  void run(const std::uint64_t& operations, Take&& take, Plan&& plan) {
    std::uint64_t done = 0;
    for (;;) {
      while (!steps_.empty()) {
        const Step step = steps_.top();
        steps_.pop();
        take(step);
      }
      if (operations == done) return;
      done = operations;
      for (const Index v : std::exchange(later_, {})) plan(v);
    }
  }

 private:
  std::priority_queue<Step> steps_;
  std::vector<Index> later_;
};

}  // namespace plumb::surface
