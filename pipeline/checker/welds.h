// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include "box_tree.h"
#include "portals.h"
#include "strip.h"

namespace checker {

/// Checks the records of welds, once all flush and step portals are known (semantics, 6). Whether one is missing is not
/// asked.
class Welds {
 public:
  Welds(const World& world, const Portals& portals) : world_(world), portals_(portals) {}

  /// Reads the records. `polygons`: the tree of all polygons.
  void check(Records& records, const BoxTree& polygons);
  std::uint64_t count() const { return count_; }

 private:
  using Segment = std::array<Place, 2>;
  struct Weld {
    std::size_t stance;
    Index a, b;
    Segment on_a, on_b;
  };

  Weld read(const Records& records) const;
  void check(const Weld& weld, const BoxTree& polygons);
  void prepare();
  Index side_with(Index cell, const Segment& segment) const;
  Place outward(Index side) const;
  Fraction height(Index side, const Place& at) const;
  Stretch stretch(Index side, const Segment& segment) const;
  std::vector<Stretch> border(Index side, const Stretch& stretch, std::size_t stance) const;
  bool hides(Index side, const Strip& strip, const Linear& floor, std::size_t stance) const;
  Box box_around(const Segment& p, const Segment& q) const;

  const World& world_;
  const Portals& portals_;
  std::uint64_t count_ = 0;
  std::optional<BoxTree> sides_;                     // made when first needed, as the rest
  std::vector<Index> first_side_;                    // by cell
  std::vector<std::pair<Index, Index>> portals_of_;  // (cell, portal), ascending
};

}  // namespace checker
