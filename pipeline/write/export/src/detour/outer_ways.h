// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "detour/detour_mesh.h"
#include "detour/detour_tiles.h"
#include "plumb/pipeline/export_detour_tile.h"

namespace plumb::pipeline {

/// The ways from a tile to the others of its level, on the grid: edges on the tile's sides that Detour joins to those
/// of the tile beyond, and connections.
class OuterWays {
 public:
  /// Both tiles of a way make the same of it.
  OuterWays(const DetourMesh& mesh, const DetourTileFrame& frame, std::span<const DetourWay> ways);

  /// Where an edge of a polygon of a cell leads, if a way lies along it that is an edge.
  std::optional<DetourTile::Side> side_beyond(NavMesh::CellIndex cell, const DetourGrid::Step& a,
                                              const DetourGrid::Step& b) const;

  /// The numbers of these connections begin with 0.
  const std::vector<DetourTile::Connection>& connections() const { return connections_; }
  /// How many flush ways are connections.
  std::uint64_t closed() const { return closed_; }
  /// How many are neither edges nor connections, though nothing else joins what they join.
  std::uint64_t left_out() const { return left_out_; }

 private:
  // A way over a side, in steps of the grid: from the lesser end along the side to the greater, with its heights.
  struct Stretch {
    std::array<std::uint32_t, 2> range, height;
    const std::vector<OuterEdge>* cells;  // that it leads from
  };

  // Parts of this tile and of another that somebody can get between, in a stance and those below.
  struct Joined {
    std::array<std::int64_t, 2> beyond;
    kernel::Label stance;
    std::array<std::uint32_t, 2> parts;
    auto operator<=>(const Joined&) const = default;
  };

  static Joined joined_by(const DetourWay& way);
  void note_joined(const DetourWay& way);
  DetourTile::Side side_of(const DetourWay& way) const;
  bool detour_joins(const DetourWay& way, std::span<const DetourWay* const> of_side) const;
  void add_edge(const DetourWay& way, const std::vector<OuterEdge>& cells);
  void add_connection(const DetourWay& way);

  const DetourMesh& mesh_;
  const DetourTileFrame& frame_;
  std::map<DetourTile::Side, std::vector<Stretch>> edges_;
  std::set<Joined> joined_;
  std::vector<DetourTile::Connection> connections_;
  std::uint64_t closed_ = 0, left_out_ = 0;
};

/// By way, the stretches of boundaries of cells along which a flush one leads out of a tile. Requires corners at its
/// ends.
std::vector<std::vector<OuterEdge>> outer_edges(const NavMesh& mesh, std::span<const DetourWay> ways);

}  // namespace plumb::pipeline
