// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "base/threads.h"
#include "files/total.h"

namespace plumb::checker {

/// The point (x / w, y / w, z / w), w > 0: z up, in the level's unit.
struct SpacePoint {
  Integer x, y, z, w;
};

/// A floor: flat faces, convex and counter-clockwise seen from above. Each has an owner, a cell or polygon.
struct Floor {
  std::vector<SpacePoint> points;
  std::vector<Index> begin{0}, corners;  ///< face f: corners[begin[f], begin[f + 1]), into points
  std::vector<Index> owner;              ///< by face
  std::vector<Index> component;          ///< by owner; that of one without faces means nothing

  Index faces() const { return static_cast<Index>(owner.size()); }
};

/// A floor beside the true one. Sums are twice areas, in units of 1 / unit of the level's.
struct Comparison {
  using Pair = std::pair<Index, Index>;  ///< components of the true floor and of the other
  Fraction unit;
  Total truth, covered, missing, found, matched, within_outer, excess, overlap, outer;
  std::map<Pair, Total> common;        ///< by pair with an area in common: A_ij
  std::set<Index> beside_outer;        ///< components of the other floor with an area in common with the outer bound
  std::set<Index> of_truth, of_found;  ///< components that have faces
  /// Pairs with an area in common, of which each cell and polygon have one alone that fits between two parallel lines
  /// nearer to each other than the step; among those that could split or merge something.
  std::set<Pair> narrow;
  std::size_t regions = 0;  ///< how many pairs of faces have an area in common
};

struct Comparing {
  Fraction below, above;  ///< a face that is more than -below and less than above over a true one is that floor
  Fraction step;          ///< of the file's grid; 0: nothing is narrow
  bool exact_truth, exact_found, exact_outer;  ///< whether the sums of these floors are wanted exactly
  bool exactly;                                ///< whether all others are
  std::set<Comparison::Pair> exactly_common;   ///< or these
};

/// `found`: triangles. `outer`: with a radius, the floor beyond which all is in excess; none: the true one.
Comparison compare_floors(const Floor& truth, const Floor& found, const Floor* outer, const Comparing& by,
                          const Threads& threads);

}  // namespace plumb::checker
