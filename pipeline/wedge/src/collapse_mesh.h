// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>

#include "gap_mesh.h"

namespace plumb::pipeline {

/// Why an edge is not collapsed, or a corner not taken out.
enum class CollapseRule : std::uint8_t {
  inward,         ///< a vertex of the boundary goes along the boundary alone
  link,           ///< an edge would have three triangles, or a hole or a component would vanish
  flip,           ///< a triangle would lose its area in plan, or turn over
  corner,         ///< a vertex of the boundary is not straight between its neighbours there
  edge_class,     ///< the two edges of the boundary at it are of different classes, or of different walls
  cone,           ///< a triangle would be turned too far from one that it stands for
  error,          ///< it would end too far from planes that it stands for
  steep,          ///< a triangle would be steeper than the limit
  far,            ///< what is lost would be farther than the tolerance from what remains
  position_bits,  ///< numerators or denominators of the new place are too long
};
inline constexpr std::size_t collapse_rule_count = 10;
const char* text_of(CollapseRule rule);

/// Whether class, wall and side of two boundary edges are the same.
bool same_class(const GapTag& a, const GapTag& b);

/// The triangles around a vertex that has one fan, counter-clockwise: triangle i has the corners `ring` i and i + 1.
struct Star {
  using Index = GapMesh::Index;

  std::vector<GapMesh::Id> out;  ///< by triangle, the half-edge that starts at the vertex
  /// Where these end. Of a vertex of the boundary: from the next vertex there to, one more, the one before.
  std::vector<Index> ring;
  bool closed = false;

  std::size_t size() const { return out.size(); }
  Index after(std::size_t i) const { return ring[i + 1 == ring.size() ? 0 : i + 1]; }
  std::size_t index_before(std::size_t i) const { return (i == 0 ? ring.size() : i) - 1; }
  Index next() const { return ring.front(); }
  Index before() const { return ring.back(); }
  /// visit(w) of the neighbours that the vertex may go to: on the boundary, along that.
  template <class Visit>
  void each_goal(Visit&& visit) const {
    if (closed) std::ranges::for_each(ring, visit);
    else visit(next()), visit(before());
  }
};

/// A mesh with one fan a vertex, that stays so, whose edges collapse.
class CollapseMesh : public GapMesh {
 public:
  explicit CollapseMesh(const TriangleMesh& mesh);

  bool exists(Index v) const { return !vertex(v).out.empty(); }
  bool on_boundary(Index v) const { return on_boundary_[v] != 0; }
  void find_star(Index v, Star& star) const;

  /// Whether triangles around a vertex that do not have `other` still face up once that vertex is at a place.
  bool face_up(const Star& star, Index other, const kernel::PlanRef& place) const;
  /// Whether an edge from a, along the boundary if a is on it, may collapse: no vertex but those opposite of it is
  /// joined to both its ends, and it is no side of a triangle that is alone.
  bool may_join(Index a, Index b, const Star& around_a) const;
  /// Whether a vertex of the boundary is straight between its neighbours, in plan.
  bool is_straight(Index v, const Star& star) const;

  /// Whether both edges of the boundary at a vertex of it have one class, wall and side.
  bool has_one_class(const Star& star) const;

  /// Doubles around the normal of a triangle, upward if it faces up.
  std::array<kernel::Interval, 3> near_normal(Index a, Index b, Index c) const;

  /// Of the boundary at a vertex of it, the half-edge that starts there.
  Id boundary_from(Index v) const;
  void set_class(Id e, const GapTag& from);

  /// Vertex a goes to b. Triangles around a that were all of one surface stay of it.
  void collapse(Index a, Index b, const Star& around_a);
  /// Vertices a and b go to a place on a triangle around them; `of`: the surface of all of these, or none.
  void bring(Index a, Index b, const ExactPoint& at, kernel::PolygonId of);
  /// The surface of all triangles around a vertex, or none.
  kernel::PolygonId surface_of(const Star& star) const;

  /// Turns one edge of a vertex off it, so that fewer triangles are around it: the first that allowed(i) allows,
  /// between triangles i and the one before. Surfaces stay where they are the same. @return a half-edge of it, or none
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
  mutable std::vector<std::uint32_t> marked_;  // by vertex, when
  mutable std::uint32_t mark_ = 0;
};

}  // namespace plumb::pipeline
