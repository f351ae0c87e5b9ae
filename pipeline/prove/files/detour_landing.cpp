// SPDX-License-Identifier: LGPL-3.0-or-later
// Where an off-mesh connection begins or ends: the polygon of a tile that Detour joins its end to.
//
// 1. near_polygons() asks the tile's tree, whose boxes are in cells of 16 bits, for polygons within the radius and the
//    climb; a tile without a tree is looked through. Detour takes the first 128.
// 2. closest_point() finds the nearest point of a polygon: over or under the end if that is inside it, seen from above;
//    else on an outer edge of its detail.
// 3. landing() takes the polygon with the least distance, where a polygon over or under the end counts by what its
//    height is off by more than the climb; and none if the point is farther than the radius, seen from above.
//
// All of it is in binary32, one operation after the other, as Detour computes it: no rule but this arithmetic says what
// is joined.
// Source: DetourNavMesh.cpp and DetourCommon.cpp of recastnavigation 1.5.1.
#include <algorithm>
#include <cfloat>
#include <cmath>

#include "files/detour_tile.h"

namespace plumb::checker::detour {
namespace {

constexpr std::size_t most_polygons = 128;

// What a conversion to 16 bits leaves, as machines do it.
std::uint16_t cells(float v) {
  return std::fabs(v) < 0x1p62f ? static_cast<std::uint16_t>(static_cast<std::int64_t>(v)) : std::uint16_t{0};
}

std::vector<std::size_t> near_polygons(const DetourTile& tile, const Vertex3& low, const Vertex3& high) {
  std::vector<std::size_t> out;
  const TileHeader& h = tile.header;
  if (tile.nodes.empty()) {
    for (std::size_t p = 0; p < tile.ground() && out.size() < most_polygons; ++p) {
      bool touches = true;
      for (std::size_t k = 0; k < 3; ++k) {
        float first = FLT_MAX, last = -FLT_MAX;
        for (std::size_t c = 0; c < tile.polygons[p].count; ++c) {
          first = std::min(first, tile.vertices[tile.polygons[p].corners[c]][k]);
          last = std::max(last, tile.vertices[tile.polygons[p].corners[c]][k]);
        }
        touches = touches && !(low[k] > last) && !(high[k] < first);
      }
      if (touches) out.push_back(p);
    }
    return out;
  }
  std::uint16_t first[3], last[3];
  for (std::size_t k = 0; k < 3; ++k) {
    const auto within = [&](float v) { return v < h.low[k] ? h.low[k] : v > h.high[k] ? h.high[k] : v; };
    const float from = within(low[k]) - h.low[k], to = within(high[k]) - h.low[k];
    const float from_cells = h.inverse_cell * from, to_cells = h.inverse_cell * to;
    first[k] = cells(from_cells) & 0xfffe;
    last[k] = cells(to_cells + 1) | 1;
  }
  for (std::size_t n = 0; n < tile.nodes.size();) {
    const TileNode& node = tile.nodes[n];
    bool touches = true;
    for (std::size_t k = 0; k < 3; ++k) touches = touches && first[k] <= node.high[k] && last[k] >= node.low[k];
    if (node.next >= 0 && touches && out.size() < most_polygons) out.push_back(static_cast<std::size_t>(node.next));
    n += touches || node.next >= 0 ? 1 : static_cast<std::size_t>(-std::int64_t{node.next});
  }
  return out;
}

bool is_inside(const DetourTile& tile, const TilePolygon& polygon, const float at[3]) {
  bool inside = false;
  for (std::size_t i = 0, j = polygon.count - std::size_t{1}; i < polygon.count; j = i++) {
    const Vertex3 &v = tile.vertices[polygon.corners[i]], &w = tile.vertices[polygon.corners[j]];
    if ((v[2] > at[2]) == (w[2] > at[2])) continue;
    const float run = (w[0] - v[0]) * (at[2] - v[2]);
    const float part = run / (w[2] - v[2]);
    if (at[0] < part + v[0]) inside = !inside;
  }
  return inside;
}

std::optional<float> height_in(const float at[3], const Vertex3& a, const Vertex3& b, const Vertex3& c) {
  const float c0 = c[0] - a[0], c1 = c[1] - a[1], c2 = c[2] - a[2], b0 = b[0] - a[0], b1 = b[1] - a[1],
              b2 = b[2] - a[2], p0 = at[0] - a[0], p2 = at[2] - a[2];
  const auto difference = [](float p, float q, float r, float s) {
    const float first = p * q, second = r * s;
    return first - second;
  };
  float area = difference(c0, b2, c2, b0), u = difference(b2, p0, b0, p2), v = difference(c0, p2, c2, p0);
  if (std::fabs(area) < 1 / 1000000.0f) return std::nullopt;
  if (area < 0) {
    area = -area;
    u = -u;
    v = -v;
  }
  if (!(u >= 0 && v >= 0 && u + v <= area)) return std::nullopt;
  const float by_c = c1 * u, by_b = b1 * v, rise = by_c + by_b;
  return a[1] + rise / area;
}

// Of the edges of a polygon's detail: outer ones, or all.
Vertex3 closest_on_edges(const DetourTile& tile, std::size_t polygon, const float at[3], bool outer) {
  const TileDetail& d = tile.details[polygon];
  float least = FLT_MAX, share = 0;
  const Vertex3 *from = &tile.vertices[tile.polygons[polygon].corners[0]], *to = from;
  constexpr unsigned all_outer = 1 | 1 << 2 | 1 << 4;
  bool any_marked = false;  // older files mark none; then every edge counts as outer
  for (std::size_t t = d.first_triangle; t < d.first_triangle + d.triangles; ++t)
    any_marked = any_marked || (tile.triangles[t][3] & all_outer) != 0;
  for (std::size_t t = d.first_triangle; t < d.first_triangle + d.triangles; ++t)
    for (std::size_t k = 0, j = 2; k < 3; j = k++) {
      const auto& triangle = tile.triangles[t];
      const bool is_outer = !any_marked || (triangle[3] >> (2 * j) & 1) != 0;
      if (!is_outer && (outer || triangle[j] < triangle[k])) continue;
      const Vertex3 &p = tile.corner(polygon, t, j), &q = tile.corner(polygon, t, k);
      const float x = q[0] - p[0], z = q[2] - p[2], dx = at[0] - p[0], dz = at[2] - p[2];
      const float xx = x * x, zz = z * z, length = xx + zz, xd = x * dx, zd = z * dz;
      float part = xd + zd;
      if (length > 0) part /= length;
      part = part < 0 ? 0 : part > 1 ? 1 : part;
      const float along_x = part * x, along_z = part * z, off_x = p[0] + along_x - at[0],
                  off_z = p[2] + along_z - at[2];
      const float square_x = off_x * off_x, square_z = off_z * off_z, square = square_x + square_z;
      if (!(square < least)) continue;
      least = square;
      share = part;
      from = &p;
      to = &q;
    }
  Vertex3 out{};
  for (std::size_t k = 0; k < 3; ++k) {
    const float part = ((*to)[k] - (*from)[k]) * share;
    out[k] = (*from)[k] + part;
  }
  return out;
}

struct Closest {
  Vertex3 at;
  bool is_over;
};
Closest closest_point(const DetourTile& tile, std::size_t polygon, const float at[3]) {
  if (!is_inside(tile, tile.polygons[polygon], at)) return {closest_on_edges(tile, polygon, at, true), false};
  const TileDetail& d = tile.details[polygon];
  for (std::size_t t = d.first_triangle; t < d.first_triangle + d.triangles; ++t)
    if (const auto height =
            height_in(at, tile.corner(polygon, t, 0), tile.corner(polygon, t, 1), tile.corner(polygon, t, 2)))
      return {{at[0], *height, at[2]}, true};
  return {{at[0], closest_on_edges(tile, polygon, at, false)[1], at[2]}, true};
}

}  // namespace

std::optional<std::size_t> landing(const DetourTile& tile, const float end[3], float radius, float climb) {
  const float reach[3] = {radius, climb, radius};
  Vertex3 low{}, high{}, nearest{};
  for (std::size_t k = 0; k < 3; ++k) {
    low[k] = end[k] - reach[k];
    high[k] = end[k] + reach[k];
  }
  std::optional<std::size_t> out;
  float least = FLT_MAX;
  for (const std::size_t p : near_polygons(tile, low, high)) {
    const Closest closest = closest_point(tile, p, end);
    const float x = end[0] - closest.at[0], y = end[1] - closest.at[1], z = end[2] - closest.at[2];
    float distance = 0;
    if (closest.is_over) {
      const float off = std::fabs(y) - tile.header.climb;
      distance = off > 0 ? off * off : 0;
    } else {
      const float xx = x * x, yy = y * y, zz = z * z, plan = xx + yy;
      distance = plan + zz;
    }
    if (!(distance < least)) continue;
    least = distance;
    nearest = closest.at;
    out = p;
  }
  const float x = nearest[0] - end[0], z = nearest[2] - end[2], xx = x * x, zz = z * z, square = radius * radius;
  if (out && xx + zz > square) out.reset();
  return out;
}

}  // namespace plumb::checker::detour
