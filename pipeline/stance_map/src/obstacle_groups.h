// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <ranges>
#include <utility>
#include <vector>

#include "plumb/pipeline/solids.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {

/// Polygons that boxes alone would pair, though they do nothing to each other, or nothing that another one does not do.
struct ObstacleGroups {
  /// By surface: of two in one group neither lies over the other, not even in part: their interiors are apart seen from
  /// above. The convex parts of one planar face are a group, and polygons side by side around a point where many meet.
  /// kernel::BoxGroups::none: in no group.
  std::vector<std::uint32_t> group;
  /// By surface: the lowest one with the same outline, of the same kind, that counts in windings or does not as it
  /// does: itself, if there is no lower. What equal ones would cover or block is the lowest's already; none but those
  /// that are not vertical have one.
  std::vector<std::uint32_t> first_equal;
  /// The others: (first_equal, surface), ascending.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> equal;
  bool any = false;  ///< something is in a group or equal to another

  /// The others equal to a first one, ascending.
  auto equal_to(std::uint32_t first) const {
    return std::ranges::equal_range(equal, first, {}, &std::pair<std::uint32_t, std::uint32_t>::first) |
           std::views::values;
  }
};

/// Exact; N log N. Requires a set of distinct points.
ObstacleGroups obstacle_groups(const kernel::PointTable& points, const SurfaceSet& set, const SolidSet* solids);

}  // namespace plumb::pipeline
