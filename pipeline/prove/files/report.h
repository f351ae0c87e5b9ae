// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <map>
#include <string>

#include "files/json.h"
#include "files/navmesh.h"
#include "files/proven.h"
#include "files/rounded.h"

namespace plumb::checker {

/// What tables say of a bake, by label + 3: too close, inside, covered, blocked, then the stances.
struct Facts {
  std::vector<AreaSum> areas;  ///< twice the areas, in the scene's unit
  std::vector<std::size_t> pieces;
  std::vector<std::size_t> components;  ///< of the graph of each stance
};
/// Meshes in rounded numbers that were checked, by extension.
using Meshes = std::map<std::string, RoundedFacts, std::less<>>;
/// kept: by piece, whether it counts for components.
Facts facts_of(Proven& proven, const std::vector<bool>& kept);

/// The report of a bake (`--report`): digest, numbers of faces and polygons, areas, numbers of cells and obstructions
/// are the certificate's. mesh: a navmesh of the bake that was checked, or null; numbers of components and of merged
/// cells are compared if it is there. The polygons, islands, lost components and lost ways of a mesh in rounded numbers
/// are as many as the report has, and `collapsed` is no less than what it has no polygon for. Returns the extensions of
/// the meshes that the report has. Throws Unequal if something is not equal.
std::string check_report(Json& json, Proven& proven, const NavMesh* mesh, const Meshes& meshes);

/// The same of a table of areas (`.csv`).
void check_table(std::istream& in, Proven& proven, const NavMesh* mesh);

}  // namespace plumb::checker
