// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <tsl/robin_map.h>

#include <array>
#include <cstdint>
#include <vector>

#include "float_spots.h"
#include "point_pool.h"

namespace plumb::pipeline {

/// Numbers the points of a pool by first appearance: equal points get one number, whatever their names.
///
/// A point is looked for where its doubles, rounded to floats, say that it may be: at more than one place if they round
/// to different ones. Only two that are found at one place are compared.
class PointNumbers {
 public:
  /// Keeps references. Appends new points to `points`.
  PointNumbers(const PointPool& pool, MeshPoints& points) : pool_(pool), points_(points) {}

  MeshPoints::Index operator()(PointPool::Name name);

 private:
  using Spots = decltype(float_spots<3>(std::declval<const NearPoint&>()));
  static constexpr std::uint32_t none = 0xffffffffu;

  Spots spots_of(PointPool::Name name) const;

  const PointPool& pool_;
  MeshPoints& points_;
  std::vector<MeshPoints::Index> number_of_;  // by name
  struct Entry {
    PointPool::Name name;
    MeshPoints::Index number;
    std::uint32_t next;
  };
  std::vector<Entry> entries_;
  tsl::robin_map<Spot<3>, std::uint32_t, HashSpot<3>> at_spot_;  // its newest entry
};

}  // namespace plumb::pipeline
