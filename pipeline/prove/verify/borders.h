// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <vector>

#include "base/box_tree.h"
#include "base/interval.h"
#include "verify/portals.h"

namespace plumb::checker {

/// The sides of all cells in which somebody stands, and what of them no portal covers, stance by stance. To be made
/// when all flush and step portals are known.
class Borders {
 public:
  Borders(const World& world, const Portals& portals);

  /// The sides [first_side(cell), first_side(cell + 1)).
  Index first_side(Index cell) const { return first_side_[cell]; }
  Segment ends(Index side) const;
  const Plane& floor(Index side) const;
  Fraction height(Index side, const Place& at) const;
  /// The side of a cell on which a segment lies; throws Refutation if there is none.
  Index side_with(Index cell, const Segment& segment) const;
  /// The side of a cell on the line of a segment; throws Refutation if there is none.
  Index side_along(Index cell, const Segment& segment) const;
  /// Positions along a side.
  Interval stretch(Index side, const Segment& segment) const;
  /// The part of a stretch of a side that no portal for the stance covers. Ascending.
  std::vector<Interval> border(Index side, const Interval& stretch, std::size_t stance) const;
  /// A weld, from now on among what covers.
  void cover(Index side, const Interval& stretch, std::size_t stance);

 private:
  struct Cover {
    Index line, stance;
    Interval stretch;
  };

  const World& world_;
  const Portals& portals_;
  std::vector<Index> first_side_;           // by cell
  std::vector<std::vector<Cover>> covers_;  // by cell
};

}  // namespace plumb::checker
