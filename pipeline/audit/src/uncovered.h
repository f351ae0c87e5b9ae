// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "piece_floor.h"

namespace plumb::pipeline {

/// Pieces of a floor that nothing covers, face after face. They are made once: height drift reads them, and then the
/// search for causes consumes them.
struct Uncovered {
  /// `component`: by owner of the floor's faces.
  Uncovered(const FloorFaces& floor, const std::vector<CoveredFace>& covered,
            const std::vector<std::uint32_t>& component, unsigned threads);
  const std::vector<FloorFaces::Face>& faces() const { return pieces.floor().faces; }

  PieceFloor pieces;             // owners are the floor's faces
  std::vector<mpq_class> areas;  // by piece
  /// By piece, the first one with which it hangs together along edges in space; and that over pieces of its component.
  std::vector<std::uint32_t> place, finding;
};

}  // namespace plumb::pipeline
