// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <string>
#include <vector>

#include "files/navmesh.h"
#include "files/rounded_mesh.h"

namespace plumb::checker {

/// What was counted in a mesh of rounded numbers that holds. Lists have a number for each stance, from the lowest.
struct RoundedFacts {
  std::size_t polygons = 0;
  std::size_t without = 0;           ///< facets that no polygon may stand for; where neighbours have names, cells
  double within = 0;                 ///< how far everything is from its exact place, along an axis, at most
  std::vector<std::size_t> islands;  ///< of the file
  std::vector<std::size_t> lost, lost_ways;  ///< components without a polygon; ways that the file does not have
  std::size_t links = 0;                     ///< steps and welds that are polygons
  std::size_t closed = 0;                    ///< edges on lines between tiles, within a floor, that lead nowhere
  std::size_t between_tiles = 0;             ///< all edges on lines between tiles that lead nowhere
};

/// Whether a mesh in rounded numbers is an exact navmesh (docs/theory/files.md, "Rounded meshes"). Throws Refutation,
/// with the polygon, edge or cell, if it is not.
RoundedFacts check_rounded(const NavMesh& exact, const RoundedMesh& mesh);
/// In a line.
std::string text(const RoundedFacts& facts);

}  // namespace plumb::checker
