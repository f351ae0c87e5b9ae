// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <array>
#include <cstdint>
#include <string>

#include "plumb/pipeline/conforming_mesh.h"
#include "plumb/pipeline/result.h"

// A navmesh for engines that use Detour (Recast Navigation): one tile, as dtCreateNavMeshData makes it. The file is the
// tile's bytes and nothing else, in the byte order of the machine that wrote it. To load it, read it whole into memory
// of dtAlloc and call
//     mesh->init(data, size, DT_TILE_FREE_DATA)        (or addTile, with maxPolys of at least the header's polyCount).
//
// y is up, whatever --up was. All stances are in it. A polygon's area is its stance, 1..K; its flags are one bit for
// each stance that fits, bit s - 1 for stance s, so that setIncludeFlags(1 << (s - 1)) walks in stance s. A cell of
// more than six corners becomes several polygons; ends of portals are corners. Portals that admit all that their cells
// do, flush ones and steps, are edges between neighbours. The others, and welds, are off-mesh connections in both
// directions, from middle to middle, each end a sixteenth of the lowest stance inside its cell (half-way to its middle
// at most); their flags are the stances they admit. Their ends and the vertices of detail meshes are the nearest
// binary32. The detail mesh follows the facets. What the grid breaks is mended (conforming_mesh.h).
namespace plumb::pipeline {

/// What the format's 16 bits make of the coordinates, exactly. Detour's own arithmetic adds nothing: the origin and the
/// cell sizes are chosen so that its binary32 sums are exact.
struct DetourFacts {
  std::array<mpq_class, 3> origin;   ///< Detour's axes: y up
  mpq_class cell_size, cell_height;  ///< of the grid, horizontally and vertically
  std::uint64_t vertices = 0, polygons = 0, off_mesh_connections = 0;
  std::array<mpq_class, 3> moved;  ///< by axis, the farthest that a corner moves
  mpq_class moved_squared;         ///< and in space: the greatest squared distance
  std::uint64_t flattened = 0;     ///< polygons whose detail mesh has no more than their corners
};

/// Limits of one tile: together 65,534 vertices (two for each off-mesh connection), 32,766 polygons, 16 stances.
inline constexpr std::uint64_t max_detour_vertices = 65534, max_detour_polygons = 32766, max_detour_stances = 16;

struct DetourFile {
  std::string bytes;
  DetourFacts facts;
  ConformingFacts conforming;
};

/// Errors: too_large (a limit above, coordinates beyond the range of binary32, or
/// so far from the origin that nothing is left), no_face (nobody can stand anywhere).
Result<DetourFile> make_detour(const NavMesh& mesh);

}  // namespace plumb::pipeline
