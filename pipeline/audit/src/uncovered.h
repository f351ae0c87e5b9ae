// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "piece_floor.h"

namespace plumb::pipeline {

/// Pieces of a floor that nothing covers, face after face. They are made once: height drift reads them, and then the
/// search for causes consumes them.
struct Uncovered {
  Uncovered(const FloorFaces& floor, const std::vector<CoveredFace>& covered) : pieces(floor.unit) {
    pieces.add_uncovered(floor, covered, areas);
    pieces.floor().make_near();
  }
  const std::vector<FloorFaces::Face>& faces() const { return pieces.floor().faces; }

  PieceFloor pieces;             // owners are the floor's faces
  std::vector<mpq_class> areas;  // by piece
};

}  // namespace plumb::pipeline
