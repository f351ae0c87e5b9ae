// SPDX-License-Identifier: LGPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "files/detour_tile.h"
#include "files/rounded_mesh.h"

namespace plumb::checker {
namespace {

RoundedMesh::Place z_up(const float* v) { return {v[0], -v[2], v[1]}; }

// Adds the polygons of a tile that are no connections.
void add_tile(const detour::DetourTile& tile, std::size_t stances, RoundedMesh& out) {
  if (!(tile.header.inverse_cell > 0) || !std::isfinite(1 / double{tile.header.inverse_cell}))
    throw no_mesh("a tile has no grid");
  out.grid = std::max(out.grid, 1 / double{tile.header.inverse_cell});
  const std::size_t first_place = out.places.size(), first = out.polygons.size();
  for (const detour::Vertex3& v : tile.vertices) out.places.push_back(z_up(v.data()));
  for (std::size_t i = 0; i < tile.ground(); ++i) {
    const detour::TilePolygon& p = tile.polygons[i];
    if (p.area_and_type < 1 || p.area_and_type > stances) throw no_mesh("a polygon has an area that is no stance");
    out.polygons.push_back({p.area_and_type, NavMesh::Kind::flush, out.corners.size()});
    for (std::size_t k = 0; k < p.count; ++k) {
      const std::uint16_t beyond = p.neighbours[k];
      out.corners.push_back(to_index(first_place + p.corners[k], "vertices"));
      out.beyond.push_back(beyond == 0                       ? none
                           : (beyond & detour::on_side) != 0 ? RoundedMesh::side
                                                             : to_index(first + beyond - 1, "polygons"));
    }
  }
}

}  // namespace

RoundedMesh rounded_detour_mesh(std::string_view bytes, const NavMesh& mesh) {
  RoundedMesh out;
  out.names_neighbours = true;
  out.lowest = 1;
  out.highest = static_cast<int>(mesh.stances.size());
  for (const detour::DetourTile& tile : detour::read_tiles(bytes)) {
    add_tile(tile, mesh.stances.size(), out);
    for (const float* corner : {tile.header.low, tile.header.high})
      for (const std::size_t axis : {0, 1})
        if (!detour::is_tile(bytes)) out.lines.emplace_back(axis, z_up(corner)[axis]);
  }
  return out;
}

}  // namespace plumb::checker
