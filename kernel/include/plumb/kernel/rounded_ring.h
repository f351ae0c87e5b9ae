// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>
#include <cstdint>
#include <vector>

namespace plumb::kernel {

/// A corner in plan after rounding: the double is the number itself.
using RoundedPlace = std::array<double, 2>;

/// What has become of a ring that was strictly convex and counter-clockwise.
enum class RingState : std::uint8_t {
  kept,        ///< convex still; corners may lie straight between their neighbours
  flipped,     ///< its area is negative
  collapsed,   ///< no area, two equal corners, or an infinity
  not_convex,  ///< a reflex corner, a spike, or it crosses itself
};

/// Decided exactly: 1 if c lies to the left of the way from a to b, 0 on its line, -1 to its right. Finite places.
int orientation(const RoundedPlace& a, const RoundedPlace& b, const RoundedPlace& c);

/// Decided exactly.
RingState state_of(const std::vector<RoundedPlace>& ring);

}  // namespace plumb::kernel
