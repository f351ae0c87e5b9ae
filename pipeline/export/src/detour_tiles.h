// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <map>
#include <set>

#include "detour_links.h"
#include "detour_mesh.h"
#include "detour_tile.h"
#include "plumb/kernel/union_find.h"

namespace plumb::pipeline {

/// A mesh in tiles, each with its polygons and connections.
class DetourTiles {
 public:
  /// Keeps a reference.
  explicit DetourTiles(const DetourMesh& mesh);

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
    std::array<int, 2> moved{};  // how often
    bool left_out = false;
  };
  using Changed = std::set<std::uint32_t>;

  void number_tiles();
  void add_polygon(std::uint32_t polygon);
  void add_portals();
  void close_edge(std::uint32_t polygon, std::size_t edge, std::uint32_t beyond, Changed& changed);
  void place_connections();
  void put_edges_right(const LoadedTiles& loaded, Changed& changed);
  bool move_end(Connection& connection, std::size_t end, std::optional<std::uint32_t> found) const;
  void put_connections_right(const LoadedTiles& loaded, Changed& changed);
  bool joined(std::uint32_t a, std::uint32_t b, kernel::Label stance);
  std::uint32_t polygon_of(const DetourPolygon& p) const { return polygons_of_[p.tile][p.polygon]; }

  const DetourMesh& mesh_;
  const ConformingMesh& polygons_;
  std::vector<DetourTile> tiles_;
  std::vector<DetourPolygon> numbers_;                   // by polygon
  std::vector<std::vector<std::uint32_t>> polygons_of_;  // by tile
  std::vector<Connection> connections_;                  // by id
  std::set<std::pair<std::uint32_t, std::size_t>> closed_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> connected_;  // polygons beside closed edges
  std::map<kernel::Label, kernel::UnionFind> islands_;           // polygons, by stance, joined by edges
  std::uint64_t flattened_ = 0;
};

}  // namespace plumb::pipeline
