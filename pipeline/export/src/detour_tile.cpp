// SPDX-License-Identifier: GPL-3.0-or-later
#include "detour_tile.h"

#include <DetourAlloc.h>
#include <DetourNavMesh.h>
#include <DetourNavMeshBuilder.h>

#include <memory>

#include "detour_excess.h"
#include "plumb/kernel/decimal.h"

namespace plumb::pipeline {
namespace {

constexpr std::size_t most_corners = DT_VERTS_PER_POLYGON;
constexpr std::uint16_t no_corner = 0xffff, to_other_tile = 0x8000;

}  // namespace

void DetourTile::append(std::vector<float>& out, const ExactPoint& detour_axes) {
  for (const mpq_class& v : detour_axes) out.push_back(kernel::nearest_float(v));
}

void DetourTile::add_polygon(kernel::Label stance, std::span<const Corner> corners, const DetourHeights& heights) {
  const DetourGrid::Step first = grid_.range(at_).first;
  std::array<std::uint16_t, 2 * most_corners> record;
  record.fill(no_corner);
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Corner& c = corners[i];
    const auto [at, is_new] = number_.try_emplace(c.vertex, static_cast<std::uint16_t>(vertices()));
    if (is_new)
      for (std::size_t axis = 0; axis < 3; ++axis)
        steps_.push_back(static_cast<std::uint16_t>(c.step[axis] - first[axis]));
    record[i] = at->second;
    record[most_corners + i] = c.side ? static_cast<std::uint16_t>(to_other_tile | *c.side) : c.beyond;
  }
  polygons_.insert(polygons_.end(), record.begin(), record.end());
  areas_.push_back(static_cast<std::uint8_t>(stance));
  flags_.push_back(detour_flags(stance));
  for (const std::size_t v :
       {heights_.size() / 3, heights.vertices.size(), triangles_.size() / 4, heights.triangles.size()})
    details_.push_back(static_cast<std::uint32_t>(v));
  detail_vertices_ += heights.vertices.size() - corners.size();
  for (const auto& v : heights.vertices) heights_.insert(heights_.end(), v.begin(), v.end());
  for (const auto& t : heights.triangles) triangles_.insert(triangles_.end(), t.begin(), t.end());
}

void DetourTile::close_edge(std::uint32_t polygon, std::size_t edge) {
  polygons_[(2 * polygon + 1) * most_corners + edge] = none;
}

void DetourTile::add_connection(const Connection& c) {
  for (const ExactPoint& end : c.ends) append(ends_, end);
  connection_ids_.push_back(c.id);
  connection_areas_.push_back(static_cast<std::uint8_t>(c.stance));
  connection_flags_.push_back(detour_flags(c.stance));
}

void DetourTile::remove_connections() {
  ends_.clear();
  connection_ids_.clear();
  connection_areas_.clear();
  connection_flags_.clear();
}

std::optional<std::string> DetourTile::excess() const {
  if (polygons() > max_detour_polygons) return polygon_excess(polygons(), false);
  const std::uint64_t ends = vertices() + 2 * connections();
  if (ends > max_detour_vertices) return vertex_excess(ends, false);
  if (detail_vertices_ > most_tile_heights) return height_excess(detail_vertices_);
  return std::nullopt;
}

std::string DetourTile::bytes(const NavMeshInfo& info, const mpq_class& climb) const {
  dtNavMeshCreateParams p{};
  p.verts = steps_.data();
  p.vertCount = static_cast<int>(vertices());
  p.polys = polygons_.data();
  p.polyFlags = flags_.data();
  p.polyAreas = areas_.data();
  p.polyCount = static_cast<int>(polygons());
  p.nvp = static_cast<int>(most_corners);
  p.detailMeshes = details_.data();
  p.detailVerts = heights_.data();
  p.detailVertsCount = static_cast<int>(heights_.size() / 3);
  p.detailTris = triangles_.data();
  p.detailTriCount = static_cast<int>(triangles_.size() / 4);
  p.tileX = static_cast<int>(at_[0]);
  p.tileY = static_cast<int>(at_[1]);
  const auto [first, last] = grid_.range(at_);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    p.bmin[axis] = kernel::nearest_float(grid_.axes[axis].value(first[axis]));
    p.bmax[axis] = kernel::nearest_float(grid_.axes[axis].value(last[axis]));
  }
  const mpq_class &cell_size = grid_.axes[x_axis].cell, &cell_height = grid_.axes[y_axis].cell;
  p.cs = kernel::nearest_float(cell_size);
  p.ch = kernel::nearest_float(cell_height);
  const mpq_class& lowest = info.stances.front().height;
  p.walkableHeight = kernel::nearest_float(lowest);
  p.walkableRadius = kernel::nearest_float(info.radius);
  p.walkableClimb = kernel::nearest_float(climb);
  p.buildBvTree = true;
  const std::vector<float> radii(connections(), kernel::nearest_float(std::max<mpq_class>(lowest / 8, 2 * cell_size)));
  const std::vector<std::uint8_t> directions(connections(), DT_OFFMESH_CON_BIDIR);
  p.offMeshConVerts = ends_.data();
  p.offMeshConRad = radii.data();
  p.offMeshConFlags = connection_flags_.data();
  p.offMeshConAreas = connection_areas_.data();
  p.offMeshConDir = directions.data();
  p.offMeshConUserID = connection_ids_.data();
  p.offMeshConCount = static_cast<int>(connections());

  unsigned char* data = nullptr;
  int size = 0;
  if (!dtCreateNavMeshData(&p, &data, &size)) return {};
  const std::unique_ptr<unsigned char, decltype(&dtFree)> owner(data, &dtFree);
  return {reinterpret_cast<const char*>(data), static_cast<std::size_t>(size)};
}

}  // namespace plumb::pipeline
