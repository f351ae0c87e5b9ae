// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "spans.h"

namespace plumb::pipeline {

/// Something in the way: at distance `distance` over `range`.
struct Obstacle {
  Span range;
  Linear distance;
  std::uint32_t id = 0;
};

/// A stretch of a lower envelope, and the ids of all obstacles that are nearest there, ascending: at one distance all along.
struct NearestStretch {
  Span range;
  Linear distance;
  std::vector<std::uint32_t> ids;
};

/// The lower envelope of obstacles: disjoint stretches, ascending; none where there is no obstacle. k obstacles cost O(k log k) times
/// a slowly growing factor.
std::vector<NearestStretch> first_met(std::span<const Obstacle> obstacles);

}  // namespace plumb::pipeline
