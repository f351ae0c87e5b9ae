// SPDX-License-Identifier: GPL-3.0-or-later
#include "point_numbers.h"

#include <algorithm>

namespace plumb::pipeline {

PointNumbers::Table::Spots PointNumbers::spots_of(PointPool::Name name) const {
  if (const auto spots = Table::spots(pool_.near(name)); !spots.empty()) return spots;
  return Table::spots(pool_.near(pool_.exact(name)));
}

MeshPoints::Index PointNumbers::operator()(PointPool::Name name) {
  if (number_of_.size() <= name) number_of_.resize(std::max<std::size_t>(pool_.size(), 2 * number_of_.size()), none);
  MeshPoints::Index& number = number_of_[name];
  if (number != none) return number;
  const Table::Spots spots = spots_of(name);
  if (const Numbered* equal = known_.find(spots, [&](const Numbered& n) { return pool_.same(n.name, name); }))
    return number = equal->number;
  number = static_cast<MeshPoints::Index>(points_.size());
  points_.add(name);
  known_.add(spots, {name, number});
  return number;
}

}  // namespace plumb::pipeline
