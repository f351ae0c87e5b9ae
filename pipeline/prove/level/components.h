// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include "level/rings.h"

namespace plumb::checker {

/// The closed components of a level (semantics, 5b), by kind.
struct Components {
  std::size_t solids = 0, cavities = 0, others = 0;
  std::vector<bool> counts;  ///< by face: of a solid or a cavity; empty: none is
};

/// `parts`: the polygons of all faces, none welded. `opening`: faces that cross themselves, or whose polygons have
/// another boundary in space than they have; they open their components.
Components find_components(const Scene& scene, const std::vector<Polygon>& parts, const std::vector<Index>& opening);

}  // namespace plumb::checker
