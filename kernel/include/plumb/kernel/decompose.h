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

/// What lies between an outer stretch of a traversable's outline and an inner stretch of a blocker's, both clockwise.
/// In a half moon both run from the first intersection point to the second. In a ring (the blocker inside of the
/// traversable) both are closed: the last vertex is the first again. No outer vertex but the ends of a half moon is
/// inside of the blocker.
struct Crescent {
  Chain outer, inner;
  bool ring = false;
  /// [b * outer.vertices.size() + t]: side of outer vertex t to inner line b.
  boost::container::small_vector<Sign, 64> sides;

  Sign side(std::size_t b, std::size_t t) const { return sides[b * outer.vertices.size() + t]; }
};

/// Cuts a half moon into convex pieces (Budde & Kausch, 7.6.6), appended to `pieces`. Bounded: one piece for each inner
/// edge, where that edge's line is the first one violated. Seed: along diagonals. Linear in the vertices.
void decompose_half_moon(Frame& frame, const Crescent& half_moon, Decomposition decomposition,
                         std::vector<ConvexCell>& pieces);

/// Cuts a traversable around a blocker in its interior (Budde & Kausch, 7.5). Seed: starts from a traversable vertex
/// that sees the blocker's first edge, and welds first and last piece where their union is convex.
void decompose_ring(Frame& frame, const ConvexCell& traversable, const ConvexCell& blocker, const OutlineSides& sides,
                    Decomposition decomposition, std::vector<ConvexCell>& pieces);

/// Traversable decomposition (Budde & Kausch, 7): the obstructed part of the traversable and convex pieces of the rest,
/// over the four relations of the outlines. Returns false, leaving `pieces` empty, if nothing is obstructed (disjoint).
bool decompose_traversable(Frame& frame, const ConvexCell& traversable, const ConvexCell& blocker,
                           Decomposition decomposition, bool coplanar, OutlineSides& scratch, Pieces& pieces);

}  // namespace plumb::kernel
