// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cstddef>
#include <map>
#include <vector>

#include "base/sets.h"
#include "tiles/tile_facts.h"

namespace plumb::checker {

/// Components of a level, from those of its tiles.
class LevelComponents {
 public:
  explicit LevelComponents(std::size_t stances) : sets_(stances), areas_(stances) {}

  /// The facts of the next tile. Throws Refutation where this tile and one before do not say the same of what passes
  /// between them.
  void add(const Tile& tile, TileFacts&& facts);
  /// After the last tile: by stance, the areas of all components. Throws Refutation where a tile that should be there
  /// was not added.
  std::vector<std::vector<AreaSum>> finish();

 private:
  using Name = std::size_t;  // of a component of a tile, counted over all tiles
  struct Stretch {
    Interval range;
    std::vector<Name> components;
  };
  using Lines = std::map<SeamLine, std::vector<Stretch>>;

  void join(const Tile& first, const Tile& second, Lines& of_one, Lines& of_other);

  std::vector<Sets> sets_;                          // by stance
  std::vector<std::vector<AreaSum>> areas_;         // by stance
  std::map<std::pair<Tile, Tile>, Lines> waiting_;  // what one of two tiles says
};

}  // namespace plumb::checker
