// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "islands.h"
#include "plumb/pipeline/number_grid.h"

namespace plumb::pipeline {

/// Moves rounded points to the next numbers where what was joined has come apart for want of numbers between.
class Reopener {
 public:
  /// `mesh`: rounded and mended. Keeps references; `at` is what it changes.
  Reopener(const EdgeMesh& mesh, const RoundedVertices& vertices, const NumberGrid& grid,
           std::vector<RoundedVertices::Position>& at)
      : mesh_(mesh), vertices_(vertices), grid_(grid), at_(at), islands_(islands_of(mesh, 1)) {}

  /// Edges between faces of which what is left is of different islands: where nothing is left of one of the two, moves
  /// that one's longest edge and the corners away from it apart, else one end of the edge away from the other.
  /// `exact`: the mesh before it was rounded. Whether any was moved.
  bool widen_edges(const EdgeMesh& exact, const MeshPoints& points);
  /// Faces that were parted where an edge bends through a vertex: moves that away from the edge, and all that is
  /// rounded as it is. Whether any was moved.
  bool widen_faces(const FaceRepair& repair);

 private:
  void widen(const EdgeMesh& exact, const MeshPoints& points, std::uint32_t face);
  void move(RoundedVertices::Position& p, const kernel::RoundedPlace& way) const;
  bool joins(std::uint32_t a, std::uint32_t b);

  const EdgeMesh& mesh_;
  const RoundedVertices& vertices_;
  const NumberGrid& grid_;
  std::vector<RoundedVertices::Position>& at_;
  kernel::UnionFind islands_;
};

}  // namespace plumb::pipeline
