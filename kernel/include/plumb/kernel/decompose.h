// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/kernel/cut.h"

namespace plumb::kernel {

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
