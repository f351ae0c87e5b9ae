// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "plumb/pipeline/conforming_mesh.h"
#include "plumb/pipeline/result.h"

// A navmesh for engines that use Detour (Recast Navigation), in tiles as dtCreateNavMeshData makes them, in the byte
// order of the machine that wrote them.
//
// A .bin is the bytes of one tile and nothing else. To load it, read it whole into memory of dtAlloc and call
//     mesh->init(data, size, DT_TILE_FREE_DATA)        (or addTile, with maxPolys of at least the header's polyCount).
// A .mset is what RecastDemo saves and loads as all_tiles_navmesh.bin: a NavMeshSetHeader of version 1 with the
// dtNavMeshParams to init() with, then tiles, each after its dtTileRef of 32 bits and its size. In it cells are cut
// along the lines between tiles.
//
// y is up, whatever --up was. All stances are in it. A polygon's area is its stance, 1..K; its flags are one bit for
// each stance that fits, bit s - 1 for stance s, so that setIncludeFlags(1 << (s - 1)) walks in stance s. A cell of
// more than six corners becomes several polygons; ends of portals are corners. Portals that admit all that their cells
// do, flush ones and steps, are edges between neighbours. The others, and welds, are off-mesh connections in both
// directions, from middle to middle, each end a sixteenth of the lowest stance inside its cell (half-way to its middle
// at most); their flags are the stances they admit. So are drops and leaps, one-way unless they lead back. Their ends
// and the vertices of detail meshes are the nearest binary32. The detail mesh follows the facets. What the grid breaks
// is mended (conforming_mesh.h).
//
// Detour finds out by itself what is beyond an edge on the side of a tile, and does not where they overlap by less than
// a fiftieth of a unit. So tiles are loaded before they are written: where Detour joins other polygons than those that
// have the edge in common, that edge leads nowhere, and a connection joins them; a connection whose ends Detour finds
// in other parts of the mesh, as cells there are no wider than the grid's, is moved within its cells, or else left out.
namespace plumb::pipeline {

/// What the format's 16 bits make of the coordinates, exactly. Detour's own arithmetic adds nothing: the origin and the
/// cell sizes are chosen so that its binary32 sums are exact.
struct DetourFacts {
  std::array<mpq_class, 3> origin;   ///< Detour's axes: y up
  mpq_class cell_size, cell_height;  ///< of the grid, horizontally and vertically
  mpq_class coarse_cell;             ///< the widest that is four times as wide as 16 bits need, since binary32 has none
                                     ///< finer so far from the origin; 0: none
  std::uint64_t vertices = 0, polygons = 0, off_mesh_connections = 0;
  std::array<mpq_class, 3> moved;  ///< by axis, the farthest that a corner moves
  mpq_class moved_squared;         ///< and in space: the greatest squared distance
  std::uint64_t flattened = 0;     ///< polygons whose detail mesh has no more than their corners
  std::uint64_t tiles = 1;         ///< that are not empty
  mpq_class tile_size;             ///< their width and depth; 0: one tile holds all
  std::uint64_t cut = 0;           ///< cells cut between tiles
  std::uint64_t closed_edges = 0;  ///< between tiles, for which there are connections
  std::uint64_t left_out = 0;      ///< connections that Detour would lead astray
};

/// Limits of one tile: together 65,534 vertices (two for each off-mesh connection), 32,766 polygons, 16 stances.
inline constexpr std::uint64_t max_detour_vertices = 65534, max_detour_polygons = 32766, max_detour_stances = 16;

struct DetourFile {
  std::string bytes;
  DetourFacts facts;
  ConformingFacts conforming;
};

/// Why this build makes neither: it was built without Detour, as builds for WebAssembly and Windows may be. None if it
/// makes both.
std::optional<Error> detour_missing();

/// A .bin. Errors: too_large (a limit above, coordinates beyond the range of binary32, or so far from the origin that
/// nothing is left), no_face (nobody can stand anywhere). Most of what is too large is so by the number of its cells,
/// and refused before anything is rounded. cannot_write: detour_missing().
Result<DetourFile> make_detour(const NavMesh& mesh, unsigned threads = 1);

/// A .mset; without a tile size, or if the level is smaller, of one tile. Requires tiles above the reach of welds.
/// Errors: those, by tile, and too_large if the tiles and their polygons need more than 22 bits to number.
Result<DetourFile> make_detour_set(const NavMesh& mesh, const std::optional<mpq_class>& tile_size,
                                   unsigned threads = 1);

}  // namespace plumb::pipeline
