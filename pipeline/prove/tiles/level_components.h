// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cstddef>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "base/sets.h"
#include "tiles/tile_facts.h"

namespace plumb::checker {

/// Components of a level, from those of its tiles.
class LevelComponents {
 public:
  /// Throws Refused where no file for their areas can be made.
  explicit LevelComponents(std::size_t stances);

  /// The facts of the next tile. Throws Refutation where this tile and one before do not say the same of what passes
  /// between them.
  void add(const Tile& tile, TileFacts&& facts);
  std::size_t stances() const { return sets_.size(); }
  /// After the last tile, throws Refutation where a tile that should be there was not added.
  void require_all() const;
  /// Then, calls take(area) for each component of a stance. Throws Refused where the file cannot be read.
  void each(std::size_t stance, const std::function<void(AreaSum&&)>& take);

 private:
  using Name = std::size_t;  // of a component of a tile, counted over all tiles
  using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;
  struct Stretch {
    Interval range;
    std::vector<Name> components;
  };
  using Lines = std::map<SeamLine, std::vector<Stretch>>;

  void join(const Tile& first, const Tile& second, Lines& of_one, Lines& of_other);

  std::vector<Sets> sets_;                          // by stance
  std::vector<File> areas_;                         // by stance: a line for each component of a tile, by name
  std::map<std::pair<Tile, Tile>, Lines> waiting_;  // what one of two tiles says
};

}  // namespace plumb::checker
