// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "plumb/kernel/interval.h"

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
/// Where the differences of the coordinates are doubles, as they are of binary32 numbers of about one size, it takes
/// some forty instructions.
int orientation(const RoundedPlace& a, const RoundedPlace& b, const RoundedPlace& c);

/// Twice the area of a triangle, positive if it runs counter-clockwise: what formulas::orient2d gives for intervals
/// that are the coordinates, to the last bit, at a fourth of its cost.
Interval doubled_area(const RoundedPlace& a, const RoundedPlace& b, const RoundedPlace& c);
/// The same of a ring: formulas::doubled_area.
Interval doubled_area(std::span<const RoundedPlace> ring);

/// Decided exactly.
RingState state_of(std::span<const RoundedPlace> ring);

}  // namespace plumb::kernel
