// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <memory>

#include "border_body.h"
#include "borders.h"
#include "records.h"

namespace plumb::checker {

/// A cell, or a piece of one, as an agent's radius leaves it. Stance 0: it is too close to the border for every one.
struct ClearedPiece {
  Index surface, cell;
  std::size_t headroom, stance;
  Outline corners;            ///< counter-clockwise
  std::vector<Index> takers;  ///< records of border, for the stances from headroom down to above stance
};

/// Checks what an agent's radius leaves, once all portals are known (semantics, 7).
class ClearanceCheck {
 public:
  ClearanceCheck(const World& world, const Portals& portals) : world_(world), portals_(portals) {}

  void add(ClearedPiece piece) { pieces_.push_back(std::move(piece)); }
  /// Reads the records of border, then looks at each piece.
  void check(Records& records, const Borders& borders);
  std::uint64_t border_count() const { return records_.size(); }

 private:
  struct Stretched {  // what takes, for stances
    BorderBody body;
    std::size_t lowest, highest;
  };

  Stretched read(const Records& records, const Borders& borders) const;
  void find_bodies(const Borders& borders);
  void check_takers(const ClearedPiece& piece);
  void check_left(const ClearedPiece& piece, const BoxTree& tree);
  std::string name(const ClearedPiece& piece) const;

  const World& world_;
  const Portals& portals_;
  std::vector<ClearedPiece> pieces_;
  std::vector<Stretched> records_;
  std::vector<Stretched> bodies_;  // of all borders
};

}  // namespace plumb::checker
