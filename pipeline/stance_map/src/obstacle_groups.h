// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "plumb/pipeline/solids.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {

/// Polygons that boxes alone would pair, though they do nothing to each other, or nothing that another polygon does not
/// do too.
struct ObstacleGroups {
  /// By surface: its group. Polygons of one group lie nowhere over each other: their interiors are apart seen from
  /// above. The convex parts of one planar face are a group, and so are polygons side by side around a point where many
  /// meet. kernel::BoxGroups::none: in no group.
  std::vector<std::uint32_t> group;
  /// By surface: the lowest surface with the same outline, of the same kind, that counts in windings if and only if
  /// this one does; itself if there is no lower one. Whatever equal surfaces would cover or block, the lowest one
  /// covers or blocks already. Vertical surfaces have no other one.
  std::vector<std::uint32_t> first_equal;
  /// The surfaces that are not their own first_equal, as (first_equal, surface), ascending.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> equal;
  bool any = false;  ///< something is in a group or equal to another

  /// The entries of `equal` with a given first surface.
  std::span<const std::pair<std::uint32_t, std::uint32_t>> equal_to(std::uint32_t first) const {
    const auto low = std::ranges::lower_bound(equal, std::pair(first, 0u)),
               high = std::ranges::lower_bound(equal, std::pair(first + 1, 0u));
    return {low, high};
  }
};

/// Exact; N log N. Requires a set of distinct points.
ObstacleGroups obstacle_groups(const kernel::PointTable& points, const SurfaceSet& set, const SolidSet* solids);

}  // namespace plumb::pipeline
