// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <tsl/robin_map.h>

#include <optional>

#include "detour_grid.h"
#include "detour_heights.h"

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
  std::vector<std::uint8_t> areas_, triangles_, connection_areas_;
  std::vector<std::uint32_t> details_, connection_ids_;
  std::vector<float> heights_, ends_;
  std::uint64_t detail_vertices_ = 0;  // of its detail mesh that are no corners
};

}  // namespace plumb::pipeline
