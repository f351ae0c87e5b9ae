// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "tiles/grid.h"

namespace plumb::checker {

/// Checks the certificates of a store of tiles (docs/reference/certificate.md, Tiles) against the files of its level,
/// in their order. Says what holds, or what does not, as run() does, and returns its exit status. `only`: that tile's
/// certificate alone, with its piece.
int check_store(const std::string& store, const std::vector<std::string>& levels, unsigned threads, const char* name,
                const std::optional<Tile>& only);

}  // namespace plumb::checker
