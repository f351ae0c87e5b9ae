// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "plumb/pipeline/solids.h"
#include "plumb/pipeline/surface_set.h"
#include "plumb/vcd/levels.h"

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

/// An index of the polygons of a level that may obstruct others. It knows nothing of polygons that were added to the
/// set after it was made.
class ObstacleIndex {
 public:
  /// Keeps a reference to the index.
  ObstacleIndex(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
                const SolidSet* solids);

  const Box& box(std::uint32_t i) const { return index_.box(i); }
  /// How many polygons it knows.
  std::uint32_t size() const { return static_cast<std::uint32_t>(groups_.first_equal.size()); }

  /// Calls visit(polygon) for the polygons that touch a box and may obstruct a surface; of equal ones only for the
  /// lowest that is not the surface itself.
  template <class Visit>
  void query(const Box& q, std::uint32_t surface, Visit&& visit) const {
    if (!groups_.any) return index_.query(q, visit);
    const std::uint32_t first = first_equal(surface);
    index_.query(q, passed_by_, surface < size() ? groups_.group[first] : kernel::BoxGroups::none,
                 [&](std::uint32_t i) {
                   if (i != first) visit(i);
                 });
    if (first != surface) visit(first);
    else if (const auto others = groups_.equal_to(first); !others.empty()) visit(others.front().second);
  }
  /// Notes in an obstacle how many equal polygons it stands for.
  void count_equal(vcd::Obstacle& lowest, std::uint32_t surface) const;

 private:
  std::uint32_t first_equal(std::uint32_t i) const { return i < size() ? groups_.first_equal[i] : i; }

  const SurfaceIndex& index_;
  ObstacleGroups groups_;
  kernel::BoxGroups passed_by_;
};

}  // namespace plumb::pipeline
