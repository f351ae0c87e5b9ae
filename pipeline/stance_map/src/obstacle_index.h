// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <vector>

#include "obstacle_groups.h"
#include "plumb/pipeline/index.h"
#include "plumb/vcd/obstacle.h"

namespace plumb::pipeline {

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
