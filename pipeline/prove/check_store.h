// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "check.h"
#include "tiles/grid.h"

namespace plumb::checker {

/// Checks the certificates of a store of tiles (docs/reference/certificate.md, Tiles) against the files of its level,
/// in their order. Says what holds, or what does not, as run() does, and returns its exit status. `only`: that tile's
/// certificate alone, with its piece.
///
/// listener: makes one for each tile that is checked, by the path of its files without their ends, and its piece.
using TileListener = std::function<std::unique_ptr<Listener>(const std::string& path, std::string_view piece)>;
int check_store(const std::string& store, const std::vector<std::string>& levels, unsigned threads, const char* name,
                const std::optional<Tile>& only, const TileListener& listener);

}  // namespace plumb::checker
