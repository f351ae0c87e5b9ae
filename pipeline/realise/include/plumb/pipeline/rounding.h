// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <vector>

#include "plumb/pipeline/derived_mesh.h"

namespace plumb::pipeline {

enum class Precision : std::uint8_t { float32, float64 };

/// What a cell suffers when each of its coordinates is rounded to the nearest number of a precision. Looked at are the
/// cell's outline and each of its facets, in projection, without the corners that lie exactly straight between their
/// neighbours: those may move to either side and harm nothing. Everything is decided exactly, on the rounded numbers.
/// Lists ascend.
struct RoundingLoss {
  std::vector<NavMesh::CellIndex> flipped;  ///< some outline has turned over
  std::vector<NavMesh::CellIndex>
      collapsed;  ///< some outline has no area left or two equal corners, or a number is beyond the range
  std::vector<NavMesh::CellIndex>
      not_convex;  ///< some outline, not turned over or without area, has a reflex corner or crosses itself
  bool empty() const { return flipped.empty() && collapsed.empty() && not_convex.empty(); }
  bool operator==(const RoundingLoss&) const = default;
};

/// Of all cells, whatever their verdict. The result does not depend on the number of threads.
RoundingLoss rounding_loss(DerivedMesh& mesh, Precision precision, unsigned threads = 1);

}  // namespace plumb::pipeline
