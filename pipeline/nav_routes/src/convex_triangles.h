// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <span>
#include <vector>

#include "plumb/kernel/filtered_point.h"

namespace plumb::pipeline {

/// The Delaunay triangles of a convex ring, counter-clockwise, which may go straight on at corners. They name corners
/// by their place in the ring, and are counter-clockwise too. Empty: the ring is not convex. Quadratic.
std::vector<std::array<std::uint32_t, 3>> convex_triangles(std::span<const kernel::FilteredPoint* const> ring);

}  // namespace plumb::pipeline
