// SPDX-License-Identifier: LGPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "files/rounded_mesh.h"

namespace plumb::checker {
namespace {

// Of the structs of Detour: where their members are, in bytes.
constexpr std::size_t header_size = 100, at_polygons = 24, at_vertices = 28, at_low = 72, at_high = 84, at_quantum = 96,
                      vertex_size = 12, polygon_size = 32, at_corners = 4, at_neighbours = 16, at_count = 30,
                      at_area = 31, most_corners = 6, set_header_size = 40, tile_header_size = 8;
// Counted from at_polygons on: polygons, vertices, links, meshes of heights, their vertices and triangles, boxes,
// connections.
constexpr std::array<std::size_t, 8> record_sizes{polygon_size, vertex_size, 12, 12, 12, 4, 16, 36};

RoundedMesh::Place place_at(std::string_view bytes, std::size_t at) {
  RoundedMesh::Place p;
  for (std::size_t k = 0; k < 3; ++k)
    if (!std::isfinite(p[k] = value_at<float>(bytes, at + 4 * k))) throw no_mesh("a coordinate is not finite");
  return {p[0], -p[2], p[1]};
}

// Adds the polygons of a tile that are no connections: these come last.
void add_tile(std::string_view tile, std::size_t stances, RoundedMesh& out) {
  if (!tile.starts_with("VAND") || value_at<std::int32_t>(tile, 4) != 7) throw no_mesh("a tile is none of Detour's");
  const auto polygons = value_at<std::uint32_t>(tile, at_polygons),
             vertices = value_at<std::uint32_t>(tile, at_vertices);
  std::size_t size = header_size;
  for (std::size_t i = 0; i < record_sizes.size(); ++i)
    size += record_sizes[i] * value_at<std::uint32_t>(tile, at_polygons + 4 * i);
  if (size != tile.size()) throw no_mesh("the file is shorter or longer than its counts say");
  const std::size_t first_polygon = header_size + vertex_size * std::size_t{vertices};
  const double quantum = value_at<float>(tile, at_quantum);
  if (!(quantum > 0) || !std::isfinite(1 / quantum)) throw no_mesh("a tile has no grid");
  out.grid = std::max(out.grid, 1 / quantum);
  for (const std::size_t at : {at_low, at_high})
    for (const std::size_t axis : {0, 1}) out.lines.emplace_back(axis, place_at(tile, at)[axis]);
  const std::size_t first_place = out.places.size(), first = out.polygons.size();
  for (std::size_t v = 0; v < vertices; ++v) out.places.push_back(place_at(tile, header_size + vertex_size * v));
  for (std::size_t p = 0; p < polygons; ++p) {
    const std::string_view record = tile.substr(first_polygon + polygon_size * p, polygon_size);
    const unsigned area = static_cast<unsigned char>(record[at_area]);
    const std::size_t count = static_cast<unsigned char>(record[at_count]);
    if (area >> 6 != 0) continue;
    if (count < 3 || count > most_corners || area < 1 || area > stances)
      throw no_mesh("a polygon has another number of corners, or an area that is no stance");
    out.polygons.push_back({static_cast<int>(area), NavMesh::Kind::flush, out.corners.size()});
    for (std::size_t k = 0; k < count; ++k) {
      const auto corner = value_at<std::uint16_t>(record, at_corners + 2 * k),
                 neighbour = value_at<std::uint16_t>(record, at_neighbours + 2 * k);
      if (corner >= vertices) throw no_mesh("a polygon has a corner that is no vertex");
      out.corners.push_back(to_index(first_place + corner, "vertices"));
      out.beyond.push_back(neighbour == 0               ? none
                           : (neighbour & 0x8000U) != 0 ? RoundedMesh::side
                                                        : to_index(first + neighbour - 1, "polygons"));
    }
  }
  for (std::size_t c = 0; first < out.polygons.size() && c + out.polygons[first].first < out.beyond.size(); ++c) {
    const Index beyond = out.beyond[c + out.polygons[first].first];
    if (beyond != none && beyond != RoundedMesh::side && beyond >= out.polygons.size())
      throw no_mesh("a polygon has a neighbour that there is not");
  }
}

}  // namespace

RoundedMesh rounded_detour_mesh(std::string_view bytes, const NavMesh& mesh) {
  RoundedMesh out;
  out.names_neighbours = true;
  out.lowest = 1;
  out.highest = static_cast<int>(mesh.stances.size());
  if (bytes.starts_with("VAND")) {
    add_tile(bytes, mesh.stances.size(), out);
    out.lines.clear();
    return out;
  }
  if (value_at<std::int32_t>(bytes, 4) != 1) throw no_mesh("this set of tiles is of another version");
  const auto tiles = value_at<std::uint32_t>(bytes, 8);
  std::size_t at = set_header_size;
  for (std::uint32_t t = 0; t < tiles; ++t) {
    const auto size = value_at<std::uint32_t>(bytes, at + 4);
    at += tile_header_size;
    if (at > bytes.size() || bytes.size() - at < size) throw no_mesh("the file ends early");
    add_tile(bytes.substr(at, size), mesh.stances.size(), out);
    at += size;
  }
  if (at != bytes.size()) throw no_mesh("something follows the last tile");
  return out;
}

}  // namespace plumb::checker
