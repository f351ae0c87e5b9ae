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
  std::uint64_t bytes = 0;                 ///< what these fractions take, about
  std::size_t finest = 0;                  ///< the coordinate that is long and has the greatest denominator
};

/// None if all coordinates are short enough for the machine integers that decide what doubles cannot tell
/// (kernel::Coordinate), over one denominator. Otherwise most are, over a denominator that is chosen for them; the
/// others become 0 in `positions`, which then are as if they had never been longer.
LongNumbers take_long_numbers(Positions& positions, Numbers numbers);

}  // namespace plumb::pipeline
