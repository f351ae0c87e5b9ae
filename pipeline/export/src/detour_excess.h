// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <tsl/robin_map.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "plumb/kernel/hash.h"
#include "plumb/pipeline/nav_mesh.h"

namespace plumb::pipeline {

/// "40,000 polygons of up to six corners, and a Detour tile holds 32,766", with "at least" before it if there may be
/// more.
std::string polygon_excess(std::uint64_t polygons, bool at_least);
std::string vertex_excess(std::uint64_t vertices, bool at_least);

/// Of the vertices of detail meshes that are no corners, which Detour counts with 16 bits.
inline constexpr std::uint64_t most_tile_heights = 65535;
std::string height_excess(std::uint64_t heights);

/// What cells are sure to need of a tile, however they are rounded and mended: found out before that, by doubles.
/// A corner is counted if it is one still when all are moved by two cells of the grid, and then a cell with n such
/// corners has (n - 2) / 4 polygons or more. Vertices are counted that stay apart in plan.
class SureNeeds {
 public:
  /// `cell_size`: of the grid, or a little more. Keeps a reference.
  SureNeeds(const NavMesh& mesh, double cell_size) : mesh_(mesh), reach_(2 * cell_size) {}

  /// A cell where somebody can stand, by its outline().
  void add(std::span<const NavMesh::PointIndex> outline);
  /// What is too much for a tile, if that is sure.
  std::optional<std::string> excess() const;

 private:
  using Place = std::array<double, 2>;
  bool stays_apart(const Place& place);

  const NavMesh& mesh_;
  double reach_;
  std::uint64_t polygons_ = 0, vertices_ = 0;
  kernel::PairMap<Place> apart_;  // by square of a grid as wide as the reach, the vertex that was counted there
};

}  // namespace plumb::pipeline
