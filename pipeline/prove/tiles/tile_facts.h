// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "level/world.h"
#include "tiles/grid.h"
#include "verify/portals.h"
#include "verify/welds.h"

namespace plumb::checker {

/// What two tiles have to say alike: a line in space on which a cell ends or goes on, or from which a weld leads from
/// one tile to another.
struct SeamLine {
  Tile first, second;
  enum class Kind { below, above, weld } kind;  ///< of cells: they lie below the line between the tiles, or above it
  LinePool::Normal line;                        ///< in plan, in the level's unit
  Linear height;                                ///< at places 0 and 1 along it, by x, or by y where x does not change
  std::vector<Fraction> there;                  ///< of a weld: the line that it leads to, a, b, c, and heights
};
bool operator<(const SeamLine& p, const SeamLine& q);

/// A stretch of such a line, with the greatest stance there, and by stance the component.
struct SeamStretch {
  Interval range;
  std::vector<Index> components;
};

/// What a level's certificate says of one of its tiles, all in the level's unit.
struct TileFacts {
  std::string options;  ///< as the certificate has them, for people
  Numbers numbers = Numbers::binary64;
  bool y_up = true;
  std::vector<Place> disc;  ///< the points that stand for an agent's disc; empty without a radius
  std::vector<std::string> stance_names;
  std::vector<Fraction> heights;
  std::uint64_t cells = 0;
  std::vector<AreaSum> areas;                    ///< by label, of the tile
  std::vector<std::vector<AreaSum>> components;  ///< by stance, the area in the tile; none if a radius leaves pieces
  std::map<SeamLine, std::vector<SeamStretch>> seams;
};

/// Adds components and seams to the facts of a level that was checked. `near`: the tile's square, wider by more than
/// the width of welds, within which the level is as it was before it was cut.
void find_components(const World& world, const Portals& portals, const std::vector<Weld>& welds, const Grid& grid,
                     const Tile& tile, const Square& near, TileFacts& facts);

}  // namespace plumb::checker
