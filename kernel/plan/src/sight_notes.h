// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

#include "plumb/plan/cell_landmarks.h"
#include "sight_tree.h"

namespace plumb::plan {

/// What a search for all corners and cells has found: how far each is, at most and at least.
struct SightNotes : SightTree {
  using SightTree::SightTree;

  static inline const Interval nowhere{HUGE_VAL, HUGE_VAL};
  void begin_notes() {
    noted.assign(map.fan_count(), nowhere);
    reached.assign(map.cell_count(), nowhere);
  }
  static void lower(Interval& known, const Interval& length) {
    known = {std::min(known.low, length.low), std::min(known.high, length.high)};
  }
  // The corners of a cell that are seen are no farther than a straight line leads from a point at a distance; the cell
  // is where it is entered.
  template <class IsSeen>
  void note(Index cell, const Sight& sight, const Interval& entered, const IsSeen& is_seen) {
    lower(reached[cell], entered);
    for (Index i = map.first(cell); i < map.end(cell); ++i)
      if (is_seen(map.from(i))) lower(noted[map.fan_of(i)], around(sum(sight.length, distance(sight.at, map.from(i)))));
  }

  // Whether all of a cell is reached over one of its corners by paths that are no longer: so a search for all corners
  // ends, where straight lines may wind round a tube without end.
  bool is_reached_sooner(double length, Index cell) const {
    Interval girth(0.0);  // the cell is no wider than half of this
    for (Index i = map.first(cell); i < map.end(cell); ++i) girth = girth + distance_around(map.from(i), map.to(i));
    for (Index i = map.first(cell); i < map.end(cell); ++i)
      if ((noted[map.fan_of(i)] + girth * Interval(0.5)).high < length) return true;
    return false;
  }

  // Around the distance of the nearest point of a piece from a, on the right, to b that is seen between two rays.
  Interval nearest(Index root, const Ray& right, const Ray& left, Index a, Index b) const {
    const auto [rx, ry] = meet_around(right, a, b, a);
    const auto [lx, ly] = meet_around(left, a, b, b);
    const FilteredPoint& at = this->at(root);
    const Interval ex = lx - rx, ey = ly - ry, ux = at.ix - rx, uy = at.iy - ry;
    double most = std::min(length_of(ux, uy).high, length_of(at.ix - lx, at.iy - ly).high);
    const Interval along = kernel::formulas::dot2d(ex, ey, ux, uy), all = kernel::formulas::dot2d(ex, ey, ex, ey);
    if (along.low > 0 && (along - all).high < 0) {
      const Interval from_line = kernel::formulas::determinant(ex, ey, ux, uy) / length_of(ex, ey);
      most = std::min(most, std::max(from_line.high, -from_line.low));
    }
    return {std::min(least_distance(root, right, left, a, b), most), most};
  }

  double within = HUGE_VAL;       // nothing farther is looked at
  std::vector<Interval> noted;    // by fan
  std::vector<Interval> reached;  // by cell
};

}  // namespace plumb::plan
