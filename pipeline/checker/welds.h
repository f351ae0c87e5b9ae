// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include "borders.h"

namespace checker {

/// Checks the records of welds, once all flush and step portals are known (semantics, 6). Whether one is missing is not
/// asked.
class Welds {
 public:
  Welds(const World& world, const Portals& portals, Borders& borders)
      : world_(world), portals_(portals), borders_(borders) {}

  /// Reads the records; then they are part of what covers borders. `polygons`: the tree of all polygons.
  void check(Records& records, const BoxTree& polygons);
  std::uint64_t count() const { return welds_.size(); }

 private:
  struct Weld {
    std::size_t stance;
    Index a, b;
    Segment on_a, on_b;
  };

  Weld read(const Records& records) const;
  void check(const Weld& weld, const BoxTree& polygons);
  bool hides(Index side, const Strip& strip, const Linear& floor, std::size_t stance) const;

  const World& world_;
  const Portals& portals_;
  Borders& borders_;
  std::vector<Weld> welds_;
};

}  // namespace checker
