// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <tsl/robin_map.h>

#include <map>
#include <optional>
#include <set>

#include "detour/detour_grid.h"
#include "detour/detour_heights.h"
#include "detour/detour_mesh.h"
#include "plumb/kernel/union_find.h"

namespace plumb::pipeline {

/// The flags of a polygon or connection for those of a stance and below.
constexpr std::uint16_t detour_flags(kernel::Label stance) { return static_cast<std::uint16_t>((1u << stance) - 1); }

/// What dtCreateNavMeshData makes a tile of.
class DetourTile {
 public:
  static constexpr std::uint16_t none = 0xffff;
  enum Side : std::uint16_t { x_down, z_up, x_up, z_down };  ///< as Detour's builder numbers them

  /// Keeps the reference.
  DetourTile(const DetourGrid& grid, const DetourGrid::TileAt& at) : grid_(grid), at_(at) {}

  struct Corner {
    std::uint32_t vertex;           ///< of the mesh
    DetourGrid::Step step;          ///< where it is
    std::uint16_t beyond = none;    ///< the polygon of this tile that is beyond the edge that begins here
    std::optional<Side> side = {};  ///< or where the tile is that has it
  };
  /// Detour's axes; each end lies inside a polygon, the first in the tile that has the connection.
  struct Connection {
    std::uint32_t id;
    std::array<ExactPoint, 2> ends;
    kernel::Label stance;
    bool one_way = false;  ///< from the first to the second
  };

  /// At most six corners.
  void add_polygon(kernel::Label stance, std::span<const Corner> corners, const DetourHeights& heights);
  /// Nothing is beyond an edge of a polygon any more.
  void close_edge(std::uint32_t polygon, std::size_t edge);
  /// One of the two ends, or both, are in this tile.
  void add_connection(const Connection& connection);
  void remove_connections();

  const DetourGrid::TileAt& at() const { return at_; }
  std::uint64_t polygons() const { return areas_.size(); }
  std::uint64_t vertices() const { return steps_.size() / 3; }
  std::uint64_t connections() const { return connection_areas_.size(); }

  /// What is too much for a tile, if anything is: "40,000 polygons of up to six corners, and a Detour tile holds
  /// 32,766".
  std::optional<std::string> excess() const;
  /// The tile's bytes; empty if Detour does not take it.
  std::string bytes(const NavMeshInfo& info, const mpq_class& climb) const;

 private:
  static void append(std::vector<float>& out, const ExactPoint& detour_axes);

  const DetourGrid& grid_;
  DetourGrid::TileAt at_;
  tsl::robin_map<std::uint32_t, std::uint16_t> number_;  // by vertex of the mesh
  std::vector<std::uint16_t> steps_, polygons_, flags_, connection_flags_;
  std::vector<std::uint8_t> areas_, triangles_, connection_areas_, connection_directions_;
  std::vector<std::uint32_t> details_, connection_ids_;
  std::vector<float> heights_, ends_;
  std::uint64_t detail_vertices_ = 0;  // of its detail mesh that are no corners
};

class OuterWays;

/// A mesh in tiles, each with its polygons and connections.
class DetourTiles {
 public:
  /// `outer`: of a tile of a level, what leads out of it. Keeps references.
  explicit DetourTiles(const DetourMesh& mesh, const OuterWays* outer = nullptr);

  const std::vector<DetourTile>& tiles() const { return tiles_; }
  DetourSetParameters parameters() const;
  std::uint64_t flattened() const { return flattened_; }
  std::uint64_t connections() const;
  std::uint64_t closed_edges() const { return closed_.size(); }
  /// Connections that there are not, since they would lead astray.
  std::uint64_t left_out() const;

  /// What Detour has made of the tiles is put right. An edge between tiles that it joins to other polygons than the one
  /// beyond, or to none, leads nowhere from now on, and a connection leads there; a connection that ends where
  /// no edges lead from to the cell it should lead to ends in the middle of a polygon of that, then above or below it,
  /// or is left out. The tiles that have changed.
  std::set<std::uint32_t> put_right(const LoadedTiles& loaded);

 private:
  struct Connection {
    std::array<std::uint32_t, 2> polygons;  // the greatest of each cell
    std::array<ExactPoint, 2> ends;
    kernel::Label stance;
    bool one_way = false;
    std::array<int, 2> moved{};  // how often
    bool left_out = false;
  };
  using Changed = std::set<std::uint32_t>;

  void number_tiles();
  void add_polygon(std::uint32_t polygon);
  std::vector<std::uint32_t> greatest_polygons() const;
  void add_portals(const std::vector<std::uint32_t>& greatest);
  void add_one_way_links(const std::vector<std::uint32_t>& greatest);
  void close_edge(std::uint32_t polygon, std::size_t edge, std::uint32_t beyond, Changed& changed);
  void place_connections();
  void put_edges_right(const LoadedTiles& loaded, Changed& changed);
  bool move_end(Connection& connection, std::size_t end, std::optional<std::uint32_t> found) const;
  void put_connections_right(const LoadedTiles& loaded, Changed& changed);
  bool joined(std::uint32_t a, std::uint32_t b, kernel::Label stance);
  std::uint32_t polygon_of(const DetourPolygon& p) const { return polygons_of_[p.tile][p.polygon]; }

  const DetourMesh& mesh_;
  const ConformingMesh& polygons_;
  const OuterWays* const outer_;
  std::vector<DetourTile> tiles_;
  std::vector<DetourPolygon> numbers_;                   // by polygon
  std::vector<std::vector<std::uint32_t>> polygons_of_;  // by tile
  std::vector<Connection> connections_;                  // by id
  std::set<std::pair<std::uint32_t, std::size_t>> closed_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> connected_;  // polygons beside closed edges
  std::map<kernel::Label, kernel::UnionFind> islands_;           // polygons, by stance, joined by edges
  std::uint64_t flattened_ = 0, lost_links_ = 0;
};

}  // namespace plumb::pipeline
