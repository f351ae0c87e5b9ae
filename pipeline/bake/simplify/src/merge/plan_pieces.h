// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

#include "plumb/kernel/convex_pieces.h"
#include "plumb/pipeline/triangle_stages.h"

namespace plumb::pipeline {

/// Convex polygons in plan that together cover what the triangles of a mesh cover. Their corners are points of it.
struct PlanPieces {
  using Index = TriangleMesh::Index;
  static constexpr Index none = TriangleMesh::none;

  struct Piece {
    std::vector<Index> ring;    ///< counter-clockwise; some corners may be straight
    std::vector<Index> beyond;  ///< by corner: the piece beyond the edge from there to the next corner, or none
  };
  std::vector<Piece> pieces;
  /// By triangle and side: the piece that has this side of the boundary; none for sides between triangles.
  std::vector<std::array<Index, 3>> beside;
};

/// Each triangle is a piece.
PlanPieces single_pieces(const TriangleMesh& mesh);

/// As few pieces as are found. Of each set of triangles that are joined along sides the best of several partitions is
/// taken: sides between triangles are removed, the longest first, where the union stays convex (Hertel & Mehlhorn
/// 1983); or the set is triangulated anew without points inside and without straight corners, and these sides are
/// removed in several orders. After each of these, three neighbouring pieces are made two wherever that is possible
/// (Tozour 2002). Heights do not count.
PlanPieces few_pieces(const TriangleMesh& mesh, const kernel::NumberedPlaces& places);

}  // namespace plumb::pipeline
