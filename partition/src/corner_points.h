// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

#include "plumb/partition/polygons.h"

namespace plumb::partition {

using PointNumber = std::uint32_t;

/// The distinct points at the corners of polygons, numbered in lexicographic order. So along any line numbers ascend or
/// descend, and which point comes first needs no arithmetic.
struct CornerPoints {
  std::vector<const ExactPoint*> point;  ///< by number: a corner that lies there
  std::vector<std::size_t> first;        ///< by polygon: where its corners begin in `number`; one more at the end
  std::vector<PointNumber> number;       ///< by corner

  PointNumber at(std::size_t polygon, std::size_t corner) const { return number[first[polygon] + corner]; }
};

/// Points of the plan (dimensions 2: x and y alone) or of space (3).
CornerPoints number_corners(std::span<const Polygon* const> polygons, int dimensions);

std::vector<const Polygon*> addresses_of(std::span<const Polygon> polygons);

}  // namespace plumb::partition
