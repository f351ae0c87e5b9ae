// SPDX-License-Identifier: LGPL-3.0-or-later
// How one convex polygon, the blocker, cuts another, the traversable (Budde & Kausch 2012, chapter 7).
// classify_outlines() says how the two lie to each other. Where their outlines meet (intersect_outlines),
// cut_coplanar() goes from one intersection point to the next; a blocker that lies inside is cut around by
// decompose_ring(). decompose_traversable() does all of this.
#pragma once
#include <array>
#include <boost/container/small_vector.hpp>
#include <vector>

#include "plumb/kernel/cell.h"
#include "plumb/kernel/provenance.h"

namespace plumb::kernel {

/// What an intersection point of two outlines is (Budde & Kausch, 7.3.3).
enum class IntersectionType : std::uint8_t { new_point, point_of_traversable, point_of_blocker, point_of_both };

/// Where a point stands on one outline: at the corner that ends edge `edge`, or inside that edge.
struct OutlinePosition {
  std::uint32_t edge = 0;
  bool at_corner = false;
};

/// A point common to both outlines.
struct IntersectionPoint {
  IntersectionType type;
  VertexId vertex;
  OutlinePosition on_traversable, on_blocker;
};

/// How the interiors and outlines of a traversable and a projected blocker lie to each other.
enum class OutlineRelation : std::uint8_t {
  disjoint,                ///< the interiors do not meet (the outlines may touch)
  traversable_in_blocker,  ///< no point of the traversable is outside the blocker (the outlines may touch)
  blocker_in_traversable,  ///< the blocker is in the interior of the traversable
  cutting,                 ///< everything else
};

/// The sides of every corner of one cell to every line of the other, and what follows from them without further
/// arithmetic.
struct OutlineSides {
  std::uint32_t traversable_size = 0, blocker_size = 0;
  boost::container::small_vector<Sign, 64> traversable, blocker;
  OutlineRelation relation = OutlineRelation::cutting;

  /// Side of traversable corner t to blocker line b, and the reverse.
  Sign of_traversable(std::size_t b, std::size_t t) const { return traversable[b * traversable_size + t]; }
  Sign of_blocker(std::size_t t, std::size_t b) const { return blocker[t * blocker_size + b]; }
};

/// The relation of two cells of one plan. Stops at the first line that separates them or, with early_exit, as soon as
/// the traversable is known to be inside: then not every side is filled in.
void classify_outlines(const ImplicitPlan& plan, const ConvexCell& traversable, const ConvexCell& blocker,
                       bool early_exit, OutlineSides& sides);

using IntersectionPoints = boost::container::small_vector<IntersectionPoint, 12>;

/// Projected outline intersection (Budde & Kausch, 7.3): every point where the outlines cross, and the ends of every
/// stretch that they share, in clockwise order on the traversable. Requires sides filled in completely.
IntersectionPoints intersect_outlines(ImplicitPlan& plan, const ConvexCell& traversable, const ConvexCell& blocker,
                                      const OutlineSides& sides);

/// The corners strictly between two positions of one outline, clockwise from the first: `count` of them from corner
/// `first`. Equal positions: all corners but the position itself. The four conditions for there being none are Table 2
/// of Budde & Kausch; `in_order` says whether `from` comes before `to` where both are inside the same edge.
struct IntermediateVertices {
  std::uint32_t first = 0, count = 0;
};
IntermediateVertices intermediate_vertices(std::uint32_t size, OutlinePosition from, OutlinePosition to, bool in_order);

/// A traversable cut by a projected blocker: what is obstructed, and convex pieces of the rest. Their interiors are
/// disjoint, and together they are the traversable. `obstructed` has fewer than three corners if nothing is.
struct Pieces {
  ConvexCell obstructed;
  std::vector<ConvexCell> free;

  void clear() {
    obstructed.clear();
    free.clear();
  }
};

/// The vertices of one outline between two consecutive intersection points, relative to the other polygon.
enum class BetweenPoints : std::uint8_t { none, inside, outside };

/// What coplanar polygon cutting does with the stretch between two consecutive intersection points.
enum class CutAction : std::uint8_t {
  not_possible,       ///< contradicts convexity: asserted
  add_points,         ///< the obstructed part runs straight from point to point
  cut_off,            ///< so it does; the traversable's vertices between them make a free piece
  half_moon,          ///< it follows the blocker's vertices; what is left outside of them is decomposed
  follow_traversable  ///< it follows the traversable's vertices
};

/// Table 3 of Budde & Kausch, corrected by its text: [blocker's vertices][traversable's vertices].
using CutTable = std::array<std::array<CutAction, 3>, 3>;
inline constexpr CutTable cut_table = {{
    /* traversable's:   none                     inside                         outside            */
    /* none    */ {{CutAction::add_points, CutAction::not_possible, CutAction::cut_off}},
    /* inside  */ {{CutAction::not_possible, CutAction::not_possible, CutAction::half_moon}},
    /* outside */ {{CutAction::add_points, CutAction::follow_traversable, CutAction::not_possible}},
}};

/// Coplanar polygon cutting (Budde & Kausch, 7.6). Requires at least one intersection point (else the outlines do not
/// meet: see decompose_traversable). One point is a touch: the blocker inside of the traversable, the reverse, or
/// neither. `coplanar`: the polygons lie in one plane of space, so the blocker is there already and no obstructed part
/// is made. Linear in the number of vertices.
void cut_coplanar(ImplicitPlan& plan, const ConvexCell& traversable, const ConvexCell& blocker,
                  const OutlineSides& sides, std::span<const IntersectionPoint> points, Decomposition decomposition,
                  bool coplanar, Pieces& pieces);

/// A stretch of an outline: edge k runs along lines[k] from vertices[k] to vertices[k + 1].
struct Chain {
  boost::container::small_vector<LineId, 12> lines;
  boost::container::small_vector<VertexId, 13> vertices;
};

/// The region between a stretch of a traversable's outline (outer) and a stretch of a blocker's (inner), both
/// clockwise. In a half moon both stretches run from the first intersection point to the second. In a ring (the blocker
/// lies inside of the traversable) both are closed: the last vertex is the first again. No outer vertex lies inside of
/// the blocker; the ends of a half moon lie on its outline.
struct Crescent {
  Chain outer, inner;
  bool ring = false;
  /// [b * outer.vertices.size() + t]: side of outer vertex t to inner line b.
  boost::container::small_vector<Sign, 64> sides;

  Sign side(std::size_t b, std::size_t t) const { return sides[b * outer.vertices.size() + t]; }
};

/// Cuts a half moon into convex pieces (Budde & Kausch, 7.6.6), appended to `pieces`. Bounded: one piece for each inner
/// edge, the points whose first violated line is that edge's. Seed: along diagonals. Linear in the vertices.
void decompose_half_moon(ImplicitPlan& plan, const Crescent& half_moon, Decomposition decomposition,
                         std::vector<ConvexCell>& pieces);

/// Cuts a traversable around a blocker in its interior (Budde & Kausch, 7.5). Seed: starts from a traversable vertex
/// that sees the blocker's first edge, and joins the first and the last piece if their union is convex.
void decompose_ring(ImplicitPlan& plan, const ConvexCell& traversable, const ConvexCell& blocker,
                    const OutlineSides& sides, Decomposition decomposition, std::vector<ConvexCell>& pieces);

/// Traversable decomposition (Budde & Kausch, 7): the obstructed part of the traversable, and convex pieces of the
/// rest. Returns false, and leaves `pieces` empty, if the interiors do not meet. `coplanar`: the obstructed part is
/// left out, as in cut_coplanar(). `scratch` receives the table of sides.
bool decompose_traversable(ImplicitPlan& plan, const ConvexCell& traversable, const ConvexCell& blocker,
                           Decomposition decomposition, bool coplanar, OutlineSides& scratch, Pieces& pieces);

}  // namespace plumb::kernel
