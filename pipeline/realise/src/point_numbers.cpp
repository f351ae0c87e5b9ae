// SPDX-License-Identifier: GPL-3.0-or-later
#include "point_numbers.h"

#include <algorithm>

#include "plumb/kernel/interval_segment.h"

namespace plumb::pipeline {

PointNumbers::Spots PointNumbers::spots_of(PointPool::Name name) const {
  const NearPoint near = pool_.near(name);
  if (const Spots spots = float_spots<3>(near); !spots.empty()) return spots;
  const ExactPoint& at = pool_.exact(name);
  return float_spots<3>(NearPoint{kernel::interval_coordinate(at[0], pool_.unit()),
                                  kernel::interval_coordinate(at[1], pool_.unit()),
                                  kernel::interval_coordinate(at[2], pool_.unit())});
}

MeshPoints::Index PointNumbers::operator()(PointPool::Name name) {
  if (number_of_.size() <= name) number_of_.resize(std::max<std::size_t>(pool_.size(), 2 * number_of_.size()), none);
  MeshPoints::Index& number = number_of_[name];
  if (number != none) return number;
  const Spots spots = spots_of(name);
  for (const Spot<3>& spot : spots) {
    const auto found = at_spot_.find(spot);
    for (std::uint32_t e = found == at_spot_.end() ? none : found->second; e != none; e = entries_[e].next)
      if (pool_.same(entries_[e].name, name)) return number = entries_[e].number;
  }
  number = static_cast<MeshPoints::Index>(points_.size());
  points_.add(name, pool_.near(name));
  for (const Spot<3>& spot : spots) {
    const auto entry = static_cast<std::uint32_t>(entries_.size());
    const auto [at, is_new] = at_spot_.try_emplace(spot, entry);
    entries_.push_back({name, number, is_new ? none : at->second});
    at.value() = entry;
  }
  return number;
}

}  // namespace plumb::pipeline
