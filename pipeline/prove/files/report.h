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
/// kept: by piece, whether it counts for components.
Facts facts_of(Proven& proven, const std::vector<bool>& kept);

/// What a report says of a mesh in rounded numbers. Lists have a number for each stance.
struct ReportedMesh {
  std::uint64_t line;
  std::size_t polygons, collapsed;
  std::vector<std::size_t> islands, lost, lost_ways;
};
using ReportedMeshes = std::map<std::string, ReportedMesh, std::less<>>;  ///< by extension

/// The report of a bake (`--report`): digest, numbers of faces and polygons, areas, numbers of cells and obstructions
/// are the certificate's. mesh: a navmesh of the bake that was checked, or null; numbers of components and of merged
/// cells are compared if it is there. Returns what it says of meshes. Throws Unequal if something is not equal.
ReportedMeshes check_report(Json& json, Proven& proven, const NavMesh* mesh);
/// The polygons, islands, lost components and lost ways that were counted in a mesh are as many as its report has, and
/// `collapsed` is no less than the facets that none may stand for. Throws Unequal, with a line, if not.
void require_reported(const ReportedMesh& report, const RoundedFacts& facts, std::uint64_t line);

/// The same of a table of areas (`.csv`).
void check_table(std::istream& in, Proven& proven, const NavMesh* mesh);

}  // namespace plumb::checker
