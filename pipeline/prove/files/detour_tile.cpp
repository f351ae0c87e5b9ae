// SPDX-License-Identifier: LGPL-3.0-or-later
#include "files/detour_tile.h"

#include <algorithm>
#include <cmath>

namespace plumb::checker::detour {

void refuse(const std::string& what) { throw Refused(what + "; give a file as its baker wrote it"); }

DetourTile::DetourTile(std::string_view bytes, std::optional<bool> wide) : header(value_at<TileHeader>(bytes, 0)) {
  const TileHeader& h = header;
  if (!is_tile(bytes) || h.version != 7) refuse("this is no tile of Detour's version 7");
  for (const std::int32_t n :
       {h.polygons, h.vertices, h.links, h.details, h.detail_vertices, h.triangles, h.nodes, h.connections, h.ground})
    if (n < 0 || static_cast<std::size_t>(n) > bytes.size()) refuse("a tile counts more than it has room for");
  const auto size_with = [&](std::size_t link) {
    const auto n = [](std::int32_t count) { return static_cast<std::size_t>(count); };
    return sizeof h + 12 * n(h.vertices) + 32 * n(h.polygons) + link * n(h.links) + 12 * n(h.details) +
           12 * n(h.detail_vertices) + 4 * n(h.triangles) + 16 * n(h.nodes) + 36 * n(h.connections);
  };
  const std::size_t link = wide.value_or(size_with(16) == bytes.size()) ? 16 : 12;
  if (size_with(link) != bytes.size()) refuse("a tile has other bytes than it counts");
  if (h.ground > h.polygons || h.polygons - h.ground != h.connections || h.details != h.ground)
    refuse("the polygons of a tile do not add up");
  std::size_t at = sizeof h;
  const auto take = [&](auto& list, std::int32_t count) {
    list.resize(static_cast<std::size_t>(count));
    const std::size_t size = list.size() * sizeof(list[0]);
    if (size > 0) std::memcpy(static_cast<void*>(list.data()), bytes.data() + at, size);
    at += size;
  };
  take(vertices, h.vertices);
  take(polygons, h.polygons);
  at += link * static_cast<std::size_t>(h.links);
  take(details, h.details);
  take(detail_vertices, h.detail_vertices);
  take(triangles, h.triangles);
  take(nodes, h.nodes);
  take(connections, h.connections);
  for (const auto* list : {&vertices, &detail_vertices})
    for (const Vertex3& v : *list)
      if (!std::ranges::all_of(v, [](float c) { return std::fabs(c) <= 0x1p60f; }))
        refuse("a coordinate is none, or beyond 2^60");
  for (std::int32_t p = 0; p < h.ground; ++p) require_polygon(static_cast<std::size_t>(p));
  for (std::size_t n = 0; n < nodes.size(); ++n)
    if (nodes[n].next >= 0 ? static_cast<std::size_t>(nodes[n].next) >= ground()
                           : static_cast<std::size_t>(-std::int64_t{nodes[n].next}) > nodes.size() - n)
      refuse("the tree of a tile leads out of it");
  for (const TileConnection& o : connections)
    for (const float v : {o.from[0], o.from[1], o.from[2], o.to[0], o.to[1], o.to[2], o.radius})
      if (!(std::fabs(v) <= 0x1p60f)) refuse("a number of a connection is none, or beyond 2^60");
  for (const float v : {h.climb, h.low[0], h.low[1], h.low[2], h.high[0], h.high[1], h.high[2], h.inverse_cell})
    if (!(std::fabs(v) <= 0x1p60f)) refuse("a number of a tile is none, or beyond 2^60");
}

void DetourTile::require_polygon(std::size_t number) const {
  const TilePolygon& p = polygons[number];
  if (p.count < 3 || p.count > 6 || p.area_and_type >> 6 != 0) refuse("a polygon is none of ground");
  for (std::size_t k = 0; k < p.count; ++k)
    if (p.corners[k] >= vertices.size() || ((p.neighbours[k] & on_side) == 0 && p.neighbours[k] > ground()))
      refuse("a polygon names what is not there");
  const TileDetail& d = details[number];
  const auto fits = [](std::size_t first, std::size_t count, std::size_t all) {
    return first <= all && count <= all - first;
  };
  if (d.triangles == 0 || !fits(d.first_vertex, d.vertices, detail_vertices.size()) ||
      !fits(d.first_triangle, d.triangles, triangles.size()))
    refuse("the detail of a polygon is not there");
  for (std::size_t t = 0; t < d.triangles; ++t)
    for (std::size_t k = 0; k < 3; ++k)
      if (triangles[d.first_triangle + t][k] >= p.count + d.vertices) refuse("a triangle names what is not there");
}

bool is_tile(std::string_view bytes) { return bytes.starts_with("VAND"); }
bool is_detour(std::string_view bytes) { return is_tile(bytes) || bytes.starts_with("TESM"); }

std::vector<DetourTile> read_tiles(std::string_view bytes) {
  std::vector<DetourTile> out;
  if (is_tile(bytes)) {
    out.emplace_back(bytes, std::nullopt);
    return out;
  }
  const auto version = value_at<std::uint32_t>(bytes, 4);
  if (version != 1 && version != 2) refuse("this is no set of version 1 or 2");
  const auto count = value_at<std::int32_t>(bytes, 8);
  std::size_t at = version == 1 ? 40 : 96;
  const auto begins = [&](std::size_t place) { return bytes.size() >= place && is_tile(bytes.substr(place)); };
  const bool wide = !begins(at + 8) && begins(at + 16);
  for (std::int32_t i = 0; i < count; ++i) {
    const auto size = value_at<std::int32_t>(bytes, at + (wide ? 8 : 4));
    at += wide ? 16 : 8;
    if (at > bytes.size() || size <= 0 || static_cast<std::size_t>(size) > bytes.size() - at)
      refuse("the file is cut off");
    out.emplace_back(bytes.substr(at, static_cast<std::size_t>(size)), wide);
    at += static_cast<std::size_t>(size);
  }
  if (at != bytes.size()) refuse("there is more behind the last tile");
  return out;
}

}  // namespace plumb::checker::detour
