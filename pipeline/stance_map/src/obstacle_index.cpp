// SPDX-License-Identifier: GPL-3.0-or-later
#include "obstacle_index.h"

namespace plumb::pipeline {

ObstacleIndex::ObstacleIndex(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
                             const SolidSet* solids)
    : index_(index), groups_(obstacle_groups(points, set, solids)) {
  if (!groups_.any) return;
  std::vector<std::uint32_t> in_tree = groups_.group;
  for (std::uint32_t i = 0; i < in_tree.size(); ++i)
    if (groups_.first_equal[i] != i) in_tree[i] = kernel::BoxGroups::hidden;
  passed_by_ = index.grouped(in_tree);
}

void ObstacleIndex::count_equal(vcd::Obstacle& lowest, std::uint32_t surface) const {
  if (groups_.equal.empty()) return;
  const std::uint32_t first = first_equal(lowest.polygon.id);
  const auto others = groups_.equal_to(first);
  // The obstacle stands for all equal polygons but itself and, if it is one of them, the surface.
  const bool with_surface = first == first_equal(surface);
  const auto all = static_cast<std::uint32_t>(others.size()) - (with_surface && !others.empty());
  const auto below =
      static_cast<std::uint32_t>(std::ranges::lower_bound(others, std::pair(first, surface)) - others.begin());
  if (lowest.owner) lowest.equal_owners = below;
  lowest.equal_others = all - lowest.equal_owners;
}

}  // namespace plumb::pipeline
