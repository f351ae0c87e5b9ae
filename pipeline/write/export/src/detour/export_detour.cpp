// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/export_detour.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "detour/detour_grid.h"
#include "detour/detour_set_file.h"
#include "detour/detour_tiles.h"
#include "detour/outer_ways.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/text.h"

namespace plumb::pipeline {
namespace {

enum class Kind { file, set, tile };  // a .bin of a level, an .mset, or a tile of a level

Error tile_excess(const std::string& found, Kind kind) {
  const auto advice = [&] {
    switch (kind) {
      case Kind::file:
        return "; write an .mset with --tile, keep less of the level (--seed-point, --min-area) or write another "
               "format";
      case Kind::set: return "; give a smaller --tile";
      case Kind::tile: break;
    }
    return "; cut the level again with smaller --tiles";
  };
  return too_large("the navmesh has " + found + advice());
}

// What one tile is sure not to hold, before anything is made exactly.
std::optional<Error> sure_excess(DerivedMesh& derived, Kind kind) {
  const NavMesh& mesh = derived.mesh();
  // Each corner is a vertex at most, and three are a polygon.
  static_assert(max_detour_vertices / 3 <= max_detour_polygons);
  std::uint64_t corners_of_facets = 0;
  for (const NavMesh::Cell& cell : mesh.cells)
    for (const NavMesh::Facet& facet : cell.facets) corners_of_facets += facet.corners.size();
  if (corners_of_facets <= max_detour_vertices) return std::nullopt;
  const auto for_cells = [&](auto&& use) {
    for (NavMesh::CellIndex c = 0; c < mesh.cells.size(); ++c, cancellation_point(c))
      if (mesh.cells[c].open_to() > kernel::blocked) use(c);
  };
  FilteredPoint box;
  box.fill({HUGE_VAL, -HUGE_VAL});
  for_cells([&](NavMesh::CellIndex c) {
    for (const NavMesh::Facet& facet : mesh.cells[c].facets)
      for (const NavMesh::PointIndex p : facet.corners) {
        const FilteredPoint at = bounds(mesh.points, p);
        for (std::size_t axis = 0; axis < 3; ++axis)
          box[axis] = {std::min(box[axis].low, at[axis].low), std::max(box[axis].high, at[axis].high)};
      }
  });
  std::vector<ExactPoint> ends(2);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (!std::isfinite(box[axis].low) || !std::isfinite(box[axis].high)) return std::nullopt;
    ends[0][axis] = box[axis].low, ends[1][axis] = box[axis].high;
  }
  const MeshPoints of_box(std::move(ends));
  DetourPoints corners(of_box);
  for (const NavMesh::PointIndex p : {0u, 1u}) corners.add(p);
  const auto grid = detour_grid(derived, corners, std::nullopt);
  if (!grid) return std::nullopt;
  SureNeeds needs(mesh, 2 * grid->axes[x_axis].cell.get_d());
  for_cells([&](NavMesh::CellIndex c) { needs.add(derived.outline(c)); });
  if (const auto found = needs.excess()) return tile_excess(*found, kind);
  return std::nullopt;
}

// What no tile holds, or no reference of 32 bits names.
std::optional<Error> excess(const DetourTiles& tiles, Kind kind) {
  for (const DetourTile& tile : tiles.tiles())
    if (const auto found = tile.excess()) return tile_excess(*found, kind);
  const DetourSetParameters p = tiles.parameters();
  if (p.is_one_set()) return std::nullopt;
  return too_large(count_text(tiles.tiles().size()) + " tiles of up to " +
                   count_text(std::uint64_t{1} << p.polygon_bits) + " polygons and connections need " +
                   std::to_string(p.tile_bits + p.polygon_bits) + " bits to number, and Detour has " +
                   std::to_string(most_reference_bits) + "; give another --tile");
}

struct Written {
  std::vector<std::string> tiles;
  std::vector<std::uint32_t> references;
};

// Until Detour makes of the tiles what it should.
Result<Written> write_tiles(const DetourMesh& mesh, DetourTiles& tiles, Kind kind) {
  Written out;
  out.tiles.resize(tiles.tiles().size());
  std::set<std::uint32_t> changed;
  for (std::uint32_t t = 0; t < out.tiles.size(); ++t) changed.insert(t);
  while (!changed.empty()) {
    if (auto error = excess(tiles, kind)) return *error;
    for (const std::uint32_t t : changed) {
      cancellation_point();
      out.tiles[t] = tiles.tiles()[t].bytes(mesh.mesh().info, mesh.climb());
      if (out.tiles[t].empty()) return too_large("Detour does not take the navmesh; write another format");
    }
    auto loaded = load_tiles(out.tiles, tiles.parameters());
    if (!loaded) return too_large("Detour does not load the navmesh; write another format");
    out.references = std::move(loaded->references);
    changed = tiles.put_right(*loaded);
  }
  return out;
}

DetourFacts facts_of(const DetourMesh& mesh, const DetourTiles& tiles) {
  DetourFacts f;
  for (std::size_t axis = 0; axis < 3; ++axis) f.origin[axis] = mesh.grid.axes[axis].origin;
  f.cell_size = mesh.grid.axes[x_axis].cell;
  f.cell_height = mesh.grid.axes[y_axis].cell;
  f.coarse_cell = mesh.grid.coarse_cell();
  for (const DetourTile& tile : tiles.tiles()) {
    f.vertices += tile.vertices();
    f.polygons += tile.polygons();
  }
  f.off_mesh_connections = tiles.connections();
  f.moved = mesh.moved;
  f.moved_squared = mesh.moved_squared;
  f.flattened = tiles.flattened();
  f.tiles = tiles.tiles().size();
  f.tile_size = mesh.grid.tile_size();
  f.cut = mesh.cut ? mesh.cut->cut : 0;
  f.closed_edges = tiles.closed_edges();
  f.left_out = tiles.left_out();
  return f;
}

Result<DetourFile> make(const NavMesh& navmesh, Kind kind, const std::optional<mpq_class>& tile_size,
                        unsigned threads) {
  DerivedMesh derived(navmesh, threads);
  if (!tile_size)
    if (auto error = sure_excess(derived, kind)) return *error;
  auto mesh = make_detour_mesh(derived, tile_size, threads);
  if (!mesh) return mesh.error();
  DetourTiles tiles(*mesh);
  auto written = write_tiles(*mesh, tiles, kind);
  if (!written) return written.error();
  return DetourFile{kind == Kind::set ? tile_set(written->tiles, tiles.parameters(), written->references)
                                      : std::move(written->tiles[0]),
                    facts_of(*mesh, tiles), std::move(mesh->cells.mesh.facts)};
}

}  // namespace

std::optional<Error> detour_missing() { return std::nullopt; }

Result<DetourFile> make_detour(const NavMesh& mesh, unsigned threads) {
  return make(mesh, Kind::file, std::nullopt, threads);
}

Result<DetourFile> make_detour_set(const NavMesh& mesh, const std::optional<mpq_class>& tile_size, unsigned threads) {
  return make(mesh, Kind::set, tile_size, threads);
}

Result<DetourFile> make_detour_tile(const NavMesh& navmesh, const DetourTileFrame& frame,
                                    std::span<const DetourWay> ways, unsigned threads) {
  constexpr std::int64_t most_number = std::numeric_limits<std::int32_t>::max();
  if (std::ranges::any_of(frame.at, [](std::int64_t k) { return k >= most_number || k <= -most_number; }))
    return too_large("Detour numbers tiles with 32 bits; give another --tile-origin or write another format");
  DerivedMesh derived(navmesh, threads);
  auto mesh = make_detour_mesh(derived, frame, ways, threads);
  if (!mesh) return mesh.error();
  const OuterWays outer(*mesh, frame, ways);
  DetourTiles tiles(*mesh, &outer);
  auto written = write_tiles(*mesh, tiles, Kind::tile);
  if (!written) return written.error();
  DetourFile out{std::move(written->tiles[0]), facts_of(*mesh, tiles), std::move(mesh->cells.mesh.facts)};
  out.facts.closed_edges = outer.closed();
  out.facts.left_out += outer.left_out();
  return out;
}

}  // namespace plumb::pipeline
