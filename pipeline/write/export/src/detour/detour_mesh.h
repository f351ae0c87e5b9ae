// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "detour/cut_cells.h"
#include "detour/detour_grid.h"
#include "detour/detour_heights.h"
#include "plumb/pipeline/conforming_mesh.h"
#include "plumb/pipeline/export_detour_tile.h"
#include "plumb/pipeline/result.h"

namespace plumb::pipeline {

/// What Detour cannot hold, in words.
inline Error too_large(std::string what) { return {ErrorCode::too_large, std::move(what), "", 0}; }

/// A polygon by the number of its tile and its own.
struct DetourPolygon {
  std::uint32_t tile, polygon;
  auto operator<=>(const DetourPolygon&) const = default;
};

/// What Detour makes of tiles once all are added. It finds out by itself what is beyond an edge on the side of a tile:
/// polygons that have an edge there which overlaps it by a fiftieth of a unit and comes within two climbs in height.
struct LoadedTiles {
  struct Link {
    DetourPolygon from;
    std::size_t edge;
    DetourPolygon to;
  };
  struct Connection {
    std::uint32_t id;
    std::vector<DetourPolygon> ends;  ///< what it leads to and back, its first end first
  };
  std::vector<std::uint32_t> references;  ///< dtTileRef, by tile
  std::vector<Link> links;                ///< between tiles, but those of connections
  std::vector<Connection> connections;    ///< each that a tile has
};

/// None if Detour does not take one of them.
std::optional<LoadedTiles> load_tiles(std::span<const std::string> tiles, const DetourSetParameters& parameters);

/// The cells of a navmesh on Detour's grid. Polygons are those of cells.mesh; places are in Detour's axes.
struct DetourMesh {
  std::unique_ptr<CutCells> cut;  ///< between tiles, and where there is more above a cell than Detour counts; or none
  std::unique_ptr<DerivedMesh> derived_from_cut;  ///< of its mesh, if there is one
  DerivedMesh* derived = nullptr;                 ///< that one, or the one that was given
  DetourGrid grid;
  ConformingCells cells;
  std::vector<DetourHeights> heights;               ///< by polygon
  std::vector<std::vector<OuterEdge>> outer_edges;  ///< of a tile of a level, by way
  std::array<mpq_class, 3> moved;                   ///< as of DetourFacts
  mpq_class moved_squared;

  const NavMesh& mesh() const { return derived->mesh(); }
  DetourGrid::TileAt tile_at(NavMesh::CellIndex cell) const;
  DetourGrid::Step step_of(ConformingMesh::VertexIndex v) const;
  /// A step, and room for what rounding does to heights. In several tiles two climbs are less than the way from floor
  /// to floor, or Detour would join these.
  mpq_class climb() const;
  ExactPoint place_of(ConformingMesh::VertexIndex v) const;
  /// The same in doubles, z up.
  std::array<double, 3> double_place_of(ConformingMesh::VertexIndex v, const std::array<AxisNumbers, 3>& numbers) const;
  ExactPoint middle_of(std::uint32_t polygon) const;
  /// In a cell, a little way from the middle of a segment on it, such as a portal's side.
  ExactPoint place_in_cell(NavMesh::CellIndex cell, const std::array<ExactPoint, 2>& segment) const;
  /// In a polygon, a little way from the middle of an edge.
  ExactPoint place_in_polygon(std::uint32_t polygon, std::size_t edge) const;

 private:
  mpq_class inward_share(const mpq_class& x, const mpq_class& y) const;
};

/// Errors: those of make_detour_set(), but for limits of tiles. Keeps a reference to the mesh.
Result<DetourMesh> make_detour_mesh(DerivedMesh& derived, const std::optional<mpq_class>& tile_size, unsigned threads);
/// That of a tile of a level, with an edge along each flush way. Errors: those, and no_face if rounding leaves nothing.
Result<DetourMesh> make_detour_mesh(DerivedMesh& derived, const DetourTileFrame& frame, std::span<const DetourWay> ways,
                                    unsigned threads);

}  // namespace plumb::pipeline
