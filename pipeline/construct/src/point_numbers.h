// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

#include "point_pool.h"
#include "spot_table.h"

namespace plumb::pipeline {

/// Numbers the points of a pool by first appearance: equal points get one number, whatever their names.
class PointNumbers {
 public:
  /// Keeps references. Appends new points to `points`.
  PointNumbers(const PointPool& pool, MeshPoints& points) : pool_(pool), points_(points) {}

  MeshPoints::Index operator()(PointPool::Name name);

 private:
  static constexpr MeshPoints::Index none = 0xffffffffu;
  struct Numbered {
    PointPool::Name name;
    MeshPoints::Index number;
  };
  using Table = SpotTable<3, Numbered>;

  Table::Spots spots_of(PointPool::Name name) const;

  const PointPool& pool_;
  MeshPoints& points_;
  std::vector<MeshPoints::Index> number_of_;  // by name
  Table known_;
};

}  // namespace plumb::pipeline
