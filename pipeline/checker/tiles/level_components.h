// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <map>
#include <vector>

#include "tiles/tile_facts.h"

namespace plumb::checker {

/// Components of a level, from those of its tiles.
class LevelComponents {
 public:
  explicit LevelComponents(std::size_t stances) : above_(stances), areas_(stances) {}

  /// The facts of the next tile. Throws Refutation where this tile and one before do not say the same of what passes
  /// between them.
  void add(const Tile& tile, TileFacts&& facts);
  /// After the last tile: by stance, the areas of all components. Throws Refutation where a tile that should be there
  /// was not added.
  std::vector<std::vector<AreaSum>> finish();

 private:
  using Name = std::uint64_t;  // of a component of a tile, counted over all tiles
  struct Stretch {
    Interval range;
    std::vector<Name> components;
  };
  using Lines = std::map<SeamLine, std::vector<Stretch>>;

  void join(const Tile& first, const Tile& second, Lines& of_one, Lines& of_other);
  Name find(std::size_t stance, Name name);
  void unite(std::size_t stance, Name p, Name q);

  std::vector<std::vector<Name>> above_;            // by stance: sets; the name of a set is its least component
  std::vector<std::vector<AreaSum>> areas_;         // by stance
  std::map<std::pair<Tile, Tile>, Lines> waiting_;  // what one of two tiles says
};

}  // namespace plumb::checker
