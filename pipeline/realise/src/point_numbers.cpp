// SPDX-License-Identifier: GPL-3.0-or-later
#include "point_numbers.h"

#include <bit>
#include <cmath>

#include "plumb/kernel/error_bound.h"
#include "plumb/kernel/hash.h"
#include "plumb/kernel/interval_segment.h"

namespace plumb::pipeline {

std::size_t PointNumbers::HashSpot::operator()(const Spot& s) const {
  const auto bits = [](float v) { return std::bit_cast<std::uint32_t>(v); };
  return kernel::KeyHash()(kernel::KeyHash()(kernel::pair_key(bits(s[0]), bits(s[1]))) ^ std::uint64_t{bits(s[2])}
                                                                                             << 32);
}

// The floats that the exact coordinates may round to, nearest to each: one or two an axis.
std::vector<PointNumbers::Spot>& PointNumbers::spots_of(PointPool::Name name) {
  NearPoint near = pool_.near(name);
  std::array<std::array<float, 2>, 3> ends;
  for (std::size_t k = 0; k < 3; ++k) {
    const auto round = [&] {
      // + 0: no negative zero.
      ends[k] = {static_cast<float>(near[k].low) + 0.0f, static_cast<float>(near[k].high) + 0.0f};
      return ends[k][0] == ends[k][1] || kernel::step_up(ends[k][0]) == ends[k][1];
    };
    if (round()) continue;
    near[k] = kernel::interval_coordinate(pool_.exact(name)[k], pool_.unit());
    round();
  }
  spots_.assign(1, {ends[0][0], ends[1][0], ends[2][0]});
  for (std::size_t k = 0; k < 3; ++k) {
    if (ends[k][0] == ends[k][1]) continue;
    for (std::size_t i = 0, n = spots_.size(); i < n; ++i) {
      spots_.push_back(spots_[i]);
      spots_.back()[k] = ends[k][1];
    }
  }
  return spots_;
}

MeshPoints::Index PointNumbers::operator()(PointPool::Name name) {
  if (number_of_.size() <= name) number_of_.resize(std::max<std::size_t>(pool_.size(), 2 * number_of_.size()), none);
  MeshPoints::Index& number = number_of_[name];
  if (number != none) return number;
  for (const Spot& spot : spots_of(name)) {
    const auto found = at_spot_.find(spot);
    for (std::uint32_t e = found == at_spot_.end() ? none : found->second; e != none; e = entries_[e].next)
      if (pool_.same(entries_[e].name, name)) return number = entries_[e].number;
  }
  number = static_cast<MeshPoints::Index>(points_.size());
  points_.add(name, pool_.near(name));
  for (const Spot& spot : spots_) {
    const auto entry = static_cast<std::uint32_t>(entries_.size());
    const auto [at, is_new] = at_spot_.try_emplace(spot, entry);
    entries_.push_back({name, number, is_new ? none : at->second});
    at.value() = entry;
  }
  return number;
}

}  // namespace plumb::pipeline
