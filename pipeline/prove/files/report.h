// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include "files/json.h"
#include "files/navmesh.h"
#include "files/proven.h"

namespace plumb::checker {

/// What tables say of a bake, by label + 3: too close, inside, covered, blocked, then the stances.
struct Facts {
  std::vector<AreaSum> areas;  ///< twice the areas, in the scene's unit
  std::vector<std::size_t> pieces;
  std::vector<std::size_t> components;  ///< of the graph of each stance
};
/// kept: by piece, whether it counts for components.
Facts facts_of(Proven& proven, const std::vector<bool>& kept);

/// The report of a bake (`--report`): digest, numbers of faces and polygons, areas, numbers of cells and obstructions
/// are the certificate's. mesh: a navmesh of the bake that was checked, or null; numbers of components and of merged
/// cells are compared if it is there. Throws Unequal if something is not equal.
void check_report(Json& json, Proven& proven, const NavMesh* mesh);

/// The same of a table of areas (`.csv`).
void check_table(std::istream& in, Proven& proven, const NavMesh* mesh);

}  // namespace plumb::checker
