// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <span>

#include "plumb/kernel/interval.h"

namespace plumb::pipeline {

/// A point in space, between doubles.
using NearSpot = std::array<kernel::Interval, 3>;

/// The distance of two points, and of a point from a convex polygon, which is the fan of triangles from its first
/// corner: intervals that certainly contain it.
kernel::Interval distance(const NearSpot& p, const NearSpot& q);
kernel::Interval distance(const NearSpot& p, std::span<const NearSpot> polygon);
/// The high end of that, faster.
double most_distance(const NearSpot& p, std::span<const NearSpot> polygon);

}  // namespace plumb::pipeline
