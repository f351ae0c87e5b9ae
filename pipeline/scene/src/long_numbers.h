// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "plumb/kernel/points.h"
#include "positions.h"

namespace plumb::pipeline {

/// The points of a scene whose coordinates would lengthen all others, if all were integers over one denominator.
struct LongNumbers {
  std::vector<kernel::PointId> points;     ///< ascending
  std::vector<kernel::ExactPoint> places;  ///< theirs, in input units
  std::uint64_t bytes = 0;                 ///< the memory of these fractions, about
  std::size_t finest = 0;                  ///< the long coordinate with the greatest denominator
};

/// Finds the long coordinates. There are none if all coordinates, over one denominator, fit the machine integers that
/// decide what doubles cannot (kernel::Coordinate). Otherwise a denominator is chosen for which most fit; the long
/// coordinates are returned, and become 0 in `positions`.
LongNumbers take_long_numbers(Positions& positions, Numbers numbers);

}  // namespace plumb::pipeline
