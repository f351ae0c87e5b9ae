// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <istream>
#include <ostream>
#include <string>
#include <string_view>

#include "read/records.h"
#include "tiles/tile_facts.h"

namespace plumb::checker {

/// Checks a certificate of the level with this text and writes what holds. Throws Refutation at the first record that
/// does not, with `records` still there, NoCertificate at a first record that is none, and Refused if the level cannot
/// be read. On so many threads, 0: on as many as the machine runs at once; all is the same for any number.
void check(std::string_view scene, Records& records, std::ostream& out, unsigned threads = 1);

/// Checks the certificate of a tile's piece and says what it proves of the tile. Throws as check() does, and Refutation
/// where the grid's reach is not enough for the agent.
TileFacts check_tile(std::string_view piece, Records& records, const Grid& grid, const Tile& tile, unsigned threads);

}  // namespace plumb::checker
