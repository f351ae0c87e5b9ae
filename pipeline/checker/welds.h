// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include "weld_finder.h"

namespace plumb::checker {

/// Checks the records of welds, once all flush and step portals are known: they are just the true ones (semantics, 6).
/// Then they are part of what covers borders. `polygons`: the tree of all polygons. Returns how many there are.
std::uint64_t check_welds(const World& world, const Portals& portals, Borders& borders, const BoxTree& polygons,
                          Records& records);

}  // namespace plumb::checker
