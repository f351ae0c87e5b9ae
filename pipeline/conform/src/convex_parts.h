// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>

#include "plumb/kernel/rounded_ring.h"

namespace plumb::pipeline {

/// Corners of a ring by their position in it, in its order.
using RingPart = std::vector<std::uint32_t>;

/// A ring of rounded corners cut along lines between two of them into convex parts with an area, of at most so many
/// corners; the ring itself if it is one. Corners that lie straight stay. None if there is no such cut, as where the
/// ring turns over, has no area, or crosses or touches itself.
std::optional<std::vector<RingPart>> convex_parts(const std::vector<kernel::RoundedPlace>& ring,
                                                  std::size_t most_corners);

}  // namespace plumb::pipeline
