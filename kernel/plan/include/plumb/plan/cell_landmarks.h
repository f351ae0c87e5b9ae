// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cmath>
#include <map>
#include <vector>

#include "plumb/plan/cell_map.h"

namespace plumb::plan {

/// How far corners are from a few places of each component: the farther a goal is from such a place than a turn, the
/// longer is what is left of a path (landmarks: Goldberg & Harrelson 2005). Searches that know them expand less.
class CellLandmarks {
 public:
  using Index = CellMap::Index;

  /// So many places in each component, each the farthest from those before it. Cost: a search of the whole component
  /// for each, and linear in pieces.
  CellLandmarks(const CellMap& map, int count);

  int count() const { return count_; }
  /// Around the lengths of the shortest paths from the landmarks of its component to a fan, one after the other.
  const kernel::Interval* distances(Index fan) const {
    return distances_.data() + static_cast<std::size_t>(fan) * static_cast<std::size_t>(count_);
  }
  /// Makes room for fans that were added to the map; their distances are unknown.
  void extend(std::size_t fans) { distances_.resize(fans * static_cast<std::size_t>(count_), unknown); }
  /// After a change of the map in which each new cell lies within an old one, and each new join on an old one: so no
  /// path has become shorter, and the distances before hold as bounds. Those of new fans follow from the corners of
  /// the old cell. `within`: by new cell, the old one.
  void follow(const CellMap& map, const CellMap::ChangedFans& changed, const std::map<Index, Index>& within);
  /// In another component: all lengths.
  static inline const kernel::Interval unknown{-HUGE_VAL, HUGE_VAL};
  static bool is_known(const kernel::Interval& distance) { return distance.high < HUGE_VAL; }

 private:
  int count_;
  std::vector<kernel::Interval> distances_;
};

}  // namespace plumb::plan
