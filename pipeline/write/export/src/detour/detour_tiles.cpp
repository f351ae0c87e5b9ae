// SPDX-License-Identifier: GPL-3.0-or-later
// Divides the polygons of a Detour mesh among its tiles, and puts right what Detour would misread.
//
// 1. number_tiles() numbers the tiles that are not empty, row by row, and the polygons in each. add_polygon() tells a
//    tile its corners, heights and neighbours: the number of a polygon in the same tile, or the side on which another
//    tile lies.
// 2. add_portals() makes a connection of each portal that is no edge, add_one_way_links() one of each drop and leap.
//    place_connections() tells each to the tiles of both ends.
// 3. DetourTile::bytes() has Detour make the data of a tile (dtCreateNavMeshData); excess() says what is too much.
// 4. Detour finds out by itself what lies beyond the side of a tile, and on which polygon a connection ends.
//    put_right() compares what it found (load_tiles) with the navmesh: an edge with another neighbour is closed and
//    becomes a connection (put_edges_right), and an end on another polygon moves (put_connections_right), at most
//    twice; then the connection is left out. It returns the tiles that have changed.
// A tile of a level that is written without the others also has what leads out of it (OuterWays), which nobody checks.
//
// Cost: linear in polygons and connections, and a look-up for each link that Detour reports. Memory: the records of all
// tiles.
// Exact: steps and places, which are rounded to binary32 once. The greatest polygon of a cell is chosen by doubles.
// Source: the layout of a tile is Detour's (Recast Navigation); the rest is ours.
#include "detour/detour_tiles.h"

#include <DetourAlloc.h>
#include <DetourNavMesh.h>
#include <DetourNavMeshBuilder.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "detour/detour_grid.h"
#include "detour/detour_set_file.h"
#include "detour/outer_ways.h"
#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/progress.h"

namespace plumb::pipeline {
namespace {

constexpr std::size_t most_tile_corners = DT_VERTS_PER_POLYGON;
constexpr std::uint16_t no_corner = 0xffff, to_other_tile = 0x8000;

DetourTile::Side side_towards(const DetourGrid::TileAt& from, const DetourGrid::TileAt& to) {
  if (from[0] != to[0]) return to[0] > from[0] ? DetourTile::x_up : DetourTile::x_down;
  return to[1] > from[1] ? DetourTile::z_up : DetourTile::z_down;
}

}  // namespace

void DetourTile::append(std::vector<float>& out, const ExactPoint& detour_axes) {
  for (const mpq_class& v : detour_axes) out.push_back(kernel::nearest_float(v));
}

void DetourTile::add_polygon(kernel::Label stance, std::span<const Corner> corners, const DetourHeights& heights) {
  const DetourGrid::Step first = grid_.range(at_).first;
  std::array<std::uint16_t, 2 * most_tile_corners> record;
  record.fill(no_corner);
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Corner& c = corners[i];
    const auto [at, is_new] = number_.try_emplace(c.vertex, static_cast<std::uint16_t>(vertices()));
    if (is_new)
      for (std::size_t axis = 0; axis < 3; ++axis)
        steps_.push_back(static_cast<std::uint16_t>(c.step[axis] - first[axis]));
    record[i] = at->second;
    record[most_tile_corners + i] = c.side ? static_cast<std::uint16_t>(to_other_tile | *c.side) : c.beyond;
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
  polygons_[(2 * polygon + 1) * most_tile_corners + edge] = none;
}

void DetourTile::add_connection(const Connection& c) {
  for (const ExactPoint& end : c.ends) append(ends_, end);
  connection_ids_.push_back(c.id);
  connection_areas_.push_back(static_cast<std::uint8_t>(c.stance));
  connection_flags_.push_back(detour_flags(c.stance));
  connection_directions_.push_back(c.one_way ? 0 : DT_OFFMESH_CON_BIDIR);
}

void DetourTile::remove_connections() {
  ends_.clear();
  connection_ids_.clear();
  connection_areas_.clear();
  connection_flags_.clear();
  connection_directions_.clear();
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
  p.nvp = static_cast<int>(most_tile_corners);
  p.detailMeshes = details_.data();
  p.detailVerts = heights_.data();
  p.detailVertsCount = static_cast<int>(heights_.size() / 3);
  p.detailTris = triangles_.data();
  p.detailTriCount = static_cast<int>(triangles_.size() / 4);
  p.tileX = static_cast<int>(grid_.number[0] + at_[0]);
  p.tileY = static_cast<int>(grid_.number[1] + at_[1]);
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
  p.offMeshConVerts = ends_.data();
  p.offMeshConRad = radii.data();
  p.offMeshConFlags = connection_flags_.data();
  p.offMeshConAreas = connection_areas_.data();
  p.offMeshConDir = connection_directions_.data();
  p.offMeshConUserID = connection_ids_.data();
  p.offMeshConCount = static_cast<int>(connections());

  unsigned char* data = nullptr;
  int size = 0;
  if (!dtCreateNavMeshData(&p, &data, &size)) return {};
  const std::unique_ptr<unsigned char, decltype(&dtFree)> owner(data, &dtFree);
  return {reinterpret_cast<const char*>(data), static_cast<std::size_t>(size)};
}

DetourTiles::DetourTiles(const DetourMesh& mesh, const OuterWays* outer)
    : mesh_(mesh), polygons_(mesh.cells.mesh), outer_(outer) {
  number_tiles();
  for (std::uint32_t p = 0; p < polygons_.polygons.size(); ++p) {
    cancellation_point();
    add_polygon(p);
  }
  const std::vector<std::uint32_t> greatest = greatest_polygons();
  add_portals(greatest);
  add_one_way_links(greatest);
  place_connections();
}

// Those that are not empty, row by row, and the polygons in each.
void DetourTiles::number_tiles() {
  std::map<std::array<std::uint32_t, 2>, std::uint32_t> number;  // z first
  const auto place = [&](const ConformingMesh::Polygon& p) {
    const auto [x, z] = mesh_.tile_at(p.cell);
    return std::array{z, x};
  };
  for (const auto& p : polygons_.polygons) number.try_emplace(place(p), 0);
  for (auto& [at, n] : number) {
    n = static_cast<std::uint32_t>(tiles_.size());
    tiles_.emplace_back(mesh_.grid, DetourGrid::TileAt{at[1], at[0]});
  }
  polygons_of_.resize(tiles_.size());
  for (std::uint32_t p = 0; p < polygons_.polygons.size(); ++p) {
    const std::uint32_t tile = number.at(place(polygons_.polygons[p]));
    numbers_.push_back({tile, static_cast<std::uint32_t>(polygons_of_[tile].size())});
    polygons_of_[tile].push_back(p);
  }
}

void DetourTiles::add_polygon(std::uint32_t p) {
  const auto& polygon = polygons_.polygons[p];
  const auto ring = polygons_.ring(p);
  DetourTile& tile = tiles_[numbers_[p].tile];
  std::vector<DetourTile::Corner> corners;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    DetourTile::Corner& corner = corners.emplace_back(DetourTile::Corner{ring[i], mesh_.step_of(ring[i])});
    const std::uint32_t beyond = polygons_.neighbours[polygon.first + i];
    if (beyond == ConformingMesh::none && outer_ != nullptr)
      corner.side =
          outer_->side_beyond(polygon.cell, corner.step, mesh_.step_of(ring[i + 1 == ring.size() ? 0 : i + 1]));
    if (beyond == ConformingMesh::none) continue;
    const auto& [its_tile, its_number] = numbers_[beyond];
    if (its_tile == numbers_[p].tile) corner.beyond = static_cast<std::uint16_t>(its_number);
    else corner.side = side_towards(tile.at(), tiles_[its_tile].at());
  }
  const DetourHeights& heights = mesh_.heights[p];
  flattened_ += heights.flattened;
  tile.add_polygon(polygon.stance, corners, heights);
}

// Of each cell its greatest polygon, if it has one.
std::vector<std::uint32_t> DetourTiles::greatest_polygons() const {
  std::vector<std::uint32_t> greatest(mesh_.mesh().cells.size(), ConformingMesh::none);
  std::vector<double> area(greatest.size(), -1);
  for (std::uint32_t p = 0; p < polygons_.polygons.size(); ++p) {
    std::vector<kernel::RoundedPlace> ring;
    for (const auto v : polygons_.ring(p)) ring.push_back({polygons_.vertices[v][0], polygons_.vertices[v][1]});
    const double its_area = kernel::formulas::doubled_area<double>(ring.size(), [&](std::size_t i) { return ring[i]; });
    const NavMesh::CellIndex cell = polygons_.polygons[p].cell;
    if (its_area > area[cell]) area[cell] = its_area, greatest[cell] = p;
  }
  return greatest;
}

void DetourTiles::add_portals(const std::vector<std::uint32_t>& greatest) {
  for (const auto& [portal, a, b, stance] : mesh_.cells.connections) {
    cancellation_point();
    const NavMesh::Portal& from = mesh_.mesh().portals[portal];
    const MeshPoints& points = mesh_.mesh().points;
    const auto place = [&](NavMesh::CellIndex cell, const std::array<NavMesh::PointIndex, 2>& side) {
      return mesh_.place_in_cell(cell, {points[side[0]], points[side[1]]});
    };
    connections_.push_back({{greatest[a], greatest[b]}, {place(a, from.on_a), place(b, from.on_b)}, stance});
  }
}

void DetourTiles::add_one_way_links(const std::vector<std::uint32_t>& greatest) {
  for (const NavMesh::OneWayLink& l : mesh_.mesh().one_way_links) {
    cancellation_point();
    if (greatest[l.a] == ConformingMesh::none || greatest[l.b] == ConformingMesh::none) {
      ++lost_links_;  // with their cells
      continue;
    }
    connections_.push_back({{greatest[l.a], greatest[l.b]},
                            {mesh_.place_in_cell(l.a, l.on_a), mesh_.place_in_cell(l.b, l.on_b)},
                            l.stance,
                            !l.both_ways});
  }
}

// A tile leaves room for the links of connections that end in it, so they are told to both.
void DetourTiles::place_connections() {
  for (DetourTile& tile : tiles_) tile.remove_connections();
  for (std::uint32_t id = 0; id < connections_.size(); ++id) {
    const Connection& c = connections_[id];
    if (c.left_out) continue;
    const std::uint32_t from = numbers_[c.polygons[0]].tile, to = numbers_[c.polygons[1]].tile;
    for (const std::uint32_t tile : std::set{from, to}) tiles_[tile].add_connection({id, c.ends, c.stance, c.one_way});
  }
  if (outer_ == nullptr) return;
  for (DetourTile::Connection c : outer_->connections()) {
    c.id += static_cast<std::uint32_t>(connections_.size());
    tiles_[0].add_connection(c);
  }
}

std::uint64_t DetourTiles::connections() const {
  return connections_.size() + lost_links_ - left_out() + (outer_ == nullptr ? 0 : outer_->connections().size());
}

std::uint64_t DetourTiles::left_out() const {
  return lost_links_ + static_cast<std::uint64_t>(std::ranges::count_if(connections_, &Connection::left_out));
}

DetourSetParameters DetourTiles::parameters() const {
  const auto& axes = mesh_.grid.axes;
  const auto [first, last] = mesh_.grid.range({0, 0});
  std::uint64_t most = 1;
  for (const DetourTile& tile : tiles_) most = std::max(most, tile.polygons() + tile.connections());
  DetourSetParameters out;
  for (std::size_t axis = 0; axis < 3; ++axis) out.origin[axis] = kernel::nearest_float(axes[axis].origin);
  out.tile_width = kernel::nearest_float(axes[x_axis].cell * last[x_axis]);
  out.tile_height = kernel::nearest_float(axes[z_axis].cell * last[z_axis]);
  out.tile_bits = bits_for(tiles_.size());
  out.polygon_bits = bits_for(most);
  return out;
}

std::set<std::uint32_t> DetourTiles::put_right(const LoadedTiles& loaded) {
  Changed changed;
  put_connections_right(loaded, changed);
  put_edges_right(loaded, changed);
  if (!changed.empty()) place_connections();
  return changed;
}

void DetourTiles::put_edges_right(const LoadedTiles& loaded, Changed& changed) {
  std::map<std::pair<DetourPolygon, std::size_t>, std::set<DetourPolygon>> found;
  for (const auto& [from, edge, to] : loaded.links) found[{from, edge}].insert(to);
  for (std::uint32_t p = 0; p < numbers_.size(); ++p) {
    cancellation_point(p);
    for (std::size_t i = 0; i < polygons_.ring(p).size(); ++i) {
      const std::uint32_t beyond = polygons_.neighbours[polygons_.polygons[p].first + i];
      if (beyond == ConformingMesh::none || numbers_[beyond].tile == numbers_[p].tile || closed_.contains({p, i}))
        continue;
      const auto links = found.find({numbers_[p], i});
      if (links == found.end() || links->second != std::set{numbers_[beyond]}) close_edge(p, i, beyond, changed);
    }
  }
}

void DetourTiles::close_edge(std::uint32_t p, std::size_t edge, std::uint32_t beyond, Changed& changed) {
  closed_.insert({p, edge});
  tiles_[numbers_[p].tile].close_edge(numbers_[p].polygon, edge);
  changed.insert(numbers_[p].tile);
  if (!connected_.insert(std::minmax(p, beyond)).second) return;
  changed.insert(numbers_[beyond].tile);
  const std::size_t corners = polygons_.ring(beyond).size();
  std::size_t back = 0;
  while (back + 1 < corners && polygons_.neighbours[polygons_.polygons[beyond].first + back] != p) ++back;
  connections_.push_back({{p, beyond},
                          {mesh_.place_in_polygon(p, edge), mesh_.place_in_polygon(beyond, back)},
                          std::min(polygons_.polygons[p].stance, polygons_.polygons[beyond].stance)});
}

// Whether edges lead from a to b, for those of a stance, or of the greatest that a is for.
bool DetourTiles::joined(std::uint32_t a, std::uint32_t b, kernel::Label stance) {
  stance = std::min(stance, polygons_.polygons[a].stance);
  const auto [at, is_new] = islands_.try_emplace(stance, static_cast<std::uint32_t>(numbers_.size()));
  kernel::UnionFind& islands = at->second;
  const auto in = [&](std::uint32_t p) { return polygons_.polygons[p].stance >= stance; };
  for (std::uint32_t p = 0; is_new && p < numbers_.size(); ++p)
    for (std::size_t i = 0; in(p) && i < polygons_.ring(p).size(); ++i)
      if (const std::uint32_t beyond = polygons_.neighbours[polygons_.polygons[p].first + i];
          beyond != ConformingMesh::none && in(beyond))
        islands.unite(p, beyond);
  return in(b) && islands.find(a) == islands.find(b);
}

// Detour takes the first of polygons that are over or under an end within the climb, so that another one may have to be
// out of its reach. It then puts the end on the polygon.
bool DetourTiles::move_end(Connection& c, std::size_t end, std::optional<std::uint32_t> found) const {
  const int times = c.moved[end]++;
  if (times > 1 || (times == 1 && !found)) return false;
  c.ends[end] = mesh_.middle_of(c.polygons[end]);
  if (times == 0) return true;
  const mpq_class away = mesh_.climb() * mpq_class(15, 16);
  if (mesh_.middle_of(*found)[y_axis] > c.ends[end][y_axis]) c.ends[end][y_axis] -= away;
  else c.ends[end][y_axis] += away;
  return true;
}

void DetourTiles::put_connections_right(const LoadedTiles& loaded, Changed& changed) {
  std::vector<std::vector<DetourPolygon>> found(connections_.size());
  for (const auto& [id, ends] : loaded.connections)
    if (id < found.size()) found[id] = ends;  // else it leads out of the tile
  for (std::uint32_t id = 0; id < found.size(); ++id) {
    cancellation_point(id);
    Connection& c = connections_[id];
    for (const std::size_t end : {0, 1}) {
      std::optional<std::uint32_t> reached;
      if (found[id].size() == 2) reached = polygon_of(found[id][end]);
      if (c.left_out || (reached && joined(c.polygons[end], *reached, c.stance))) continue;
      c.left_out = !move_end(c, end, reached);
      for (const std::uint32_t polygon : c.polygons) changed.insert(numbers_[polygon].tile);
    }
  }
}

std::uint64_t detour_polygons(std::string_view tile) {
  dtMeshHeader header;
  std::memcpy(&header, tile.data(), sizeof header);
  return static_cast<std::uint64_t>(header.polyCount);
}

}  // namespace plumb::pipeline
