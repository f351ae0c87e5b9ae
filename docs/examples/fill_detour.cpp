// SPDX-License-Identifier: GPL-3.0-or-later
// Fills a dtNavMesh from the plain arrays of a bake, and walks over a step.
#include <DetourNavMeshBuilder.h>
#include <DetourNavMeshQuery.h>
#include <plumb/bake.h>
#include <plumb/navmesh.h>
#include <plumb/scene.h>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace plumb::pipeline;

int main() {
  // Two floors of 4 x 4, y up; the second is 0.3 higher.
  const std::vector<float> xyz{0, 0, 0, 0, 0, 4, 4, 0, 4, 4, 0, 0, 4, .3f, 0, 4, .3f, 4, 8, .3f, 4, 8, .3f, 0};
  const std::vector<std::uint32_t> triangles{0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7};
  const auto scene = scene_from_triangles(xyz, triangles, UpAxis::y);
  const auto baked = bake(*scene, {.stances = {{"stand", mpq_class(9, 5)}}, .step = mpq_class(2, 5)});
  constexpr std::size_t most = DT_VERTS_PER_POLYGON;
  const auto mesh = float_mesh(*baked->derived, {.most_corners = most});

  // Detour counts vertices in cells from the lowest corner, and lists the neighbours of a polygon behind its corners.
  const float size = 1 / 64.f;
  std::vector<unsigned short> vertices, polygons(2 * most * mesh->size(), 0xffff);
  for (const auto& v : mesh->vertices)
    for (const float x : v) vertices.push_back(static_cast<unsigned short>(std::lround(x / size)));
  for (std::size_t p = 0; p < mesh->size(); ++p)
    for (std::uint32_t i = mesh->offsets[p]; i < mesh->offsets[p + 1]; ++i) {
      const std::size_t at = 2 * most * p + i - mesh->offsets[p];
      polygons[at] = static_cast<unsigned short>(mesh->corners[i]);
      polygons[at + most] = static_cast<unsigned short>(mesh->neighbours[i]);  // 0xffff: none
    }
  std::vector<float> ends;  // of off-mesh connections: from the middle of one side of a step to that of the other
  for (const auto& link : mesh->links)
    for (const auto& side : {link.on_a, link.on_b})
      for (std::size_t k = 0; k < 3; ++k) ends.push_back((side[0][k] + side[1][k]) / 2);
  const std::size_t links = mesh->links.size();
  const std::vector<float> radii(links, 0.25f);
  const std::vector<unsigned short> flags(std::max(links, mesh->size()), 1);
  const std::vector<unsigned char> areas(flags.size(), 0), both_ways(links, DT_OFFMESH_CON_BIDIR);

  dtNavMeshCreateParams tile{};
  tile.verts = vertices.data(), tile.vertCount = static_cast<int>(mesh->vertices.size());
  tile.polys = polygons.data(), tile.polyCount = static_cast<int>(mesh->size()), tile.nvp = most;
  tile.polyFlags = flags.data(), tile.polyAreas = areas.data();
  tile.offMeshConVerts = ends.data(), tile.offMeshConRad = radii.data(), tile.offMeshConFlags = flags.data();
  tile.offMeshConAreas = areas.data(), tile.offMeshConDir = both_ways.data();
  tile.offMeshConCount = static_cast<int>(links);
  tile.bmax[0] = 8, tile.bmax[1] = 1, tile.bmax[2] = 4;
  tile.walkableHeight = 1.8f, tile.walkableClimb = 0.4f, tile.cs = tile.ch = size, tile.buildBvTree = true;
  unsigned char* data = nullptr;
  int bytes = 0;
  dtNavMesh navmesh;
  dtNavMeshQuery query;
  if (!dtCreateNavMeshData(&tile, &data, &bytes) || dtStatusFailed(navmesh.init(data, bytes, DT_TILE_FREE_DATA)) ||
      dtStatusFailed(query.init(&navmesh, 64)))
    return 1;

  const float from[]{1, 0, 1}, to[]{7, .3f, 3}, reach[]{.1f, .1f, .1f};
  const dtQueryFilter all;
  dtPolyRef start = 0, goal = 0, way[8];
  int length = 0;
  query.findNearestPoly(from, reach, &all, &start, nullptr);
  query.findNearestPoly(to, reach, &all, &goal, nullptr);
  query.findPath(start, goal, from, to, &all, way, &length, 8);
  return length == 3 && way[0] == start && way[2] == goal ? 0 : 1;  // floor, step, floor
}
