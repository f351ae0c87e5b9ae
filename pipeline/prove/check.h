// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <istream>
#include <map>
#include <ostream>
#include <string>
#include <string_view>

#include "read/records.h"
#include "tiles/tile_facts.h"
#include "verify/surface_reader.h"
#include "verify/welds.h"

namespace plumb::checker {

/// Who wants to know what a certificate says, once it is proved.
class Listener {
 public:
  virtual ~Listener() = default;
  /// A surface, in the order of the file. What is missing of it shows only later, so nothing may be said before end().
  virtual void surface(const World& world, Index number, const SurfaceFound& found) = 0;
  struct All {
    const std::string& digest;                          ///< of the level
    const std::string& comment;                         ///< behind the record of the level, or nothing
    const std::map<std::string, std::string>& options;  ///< by the names of their records, as these have them
    std::size_t disc;                                   ///< how many points stand for an agent's disc
    const World& world;
    const Portals& portals;
    const std::vector<Weld>& welds;
  };
  /// All holds. Good until it returns. What is wrong with other files may be thrown as InFile.
  virtual void end(const All& all) = 0;
};

/// Checks a certificate of the level with this text and writes what holds. Throws Refutation at the first record that
/// does not, with `records` still there, NoCertificate at a first record that is none, and Refused if the level cannot
/// be read. On so many threads, 0: on as many as the machine runs at once; all is the same for any number. A listener
/// is told of what holds.
void check(std::string_view scene, Records& records, std::ostream& out, unsigned threads = 1,
           Listener* listener = nullptr);

/// Checks the certificate of a tile's piece and says what it proves of the tile. Throws as check() does, and Refutation
/// where the grid's reach is not enough for the agent.
TileFacts check_tile(std::string_view piece, Records& records, const Grid& grid, const Tile& tile, unsigned threads,
                     Listener* listener = nullptr);

}  // namespace plumb::checker
