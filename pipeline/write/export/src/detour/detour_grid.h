// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <tsl/robin_map.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "detour/detour_points.h"
#include "plumb/kernel/numbering.h"
#include "plumb/pipeline/derived_mesh.h"
#include "plumb/pipeline/export_detour_tile.h"
#include "plumb/pipeline/nav_mesh.h"
#include "plumb/pipeline/number_grid.h"

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

/// Steps along an axis such that binary32 computes origin + step * cell without rounding: origin and cell are multiples
/// of a power of two u, and no number that occurs is above 2^24 u.
struct GridAxis {
  mpq_class origin, cell;

  /// The nearest step, upwards of two as near. Requires a value of origin at least.
  std::uint32_t step(const mpq_class& value) const;
  mpq_class value(std::uint32_t step) const { return origin + cell * step; }
};

/// The same in doubles: both are such numbers, and so are all values.
struct AxisNumbers {
  double origin, cell;

  explicit AxisNumbers(const GridAxis& axis) : origin(axis.origin.get_d()), cell(axis.cell.get_d()) {}
  /// GridAxis::step(), if it is one for all values in an interval.
  std::optional<std::uint32_t> step(const kernel::Interval& value) const;
  double value(std::uint32_t step) const { return origin + cell * step; }
};

/// The grid of all tiles. Tile (0, 0) begins at the origins; each has at most 65,535 steps along an axis.
struct DetourGrid {
  using Step = std::array<std::uint32_t, 3>;
  using TileAt = std::array<std::uint32_t, 2>;  ///< along x and along z

  std::array<GridAxis, 3> axes;
  Step top{};                            ///< the last that is used
  std::uint32_t tile_steps = 0;          ///< along x and z; 0: one tile holds all
  bool one_of_many = false;              ///< that one is a tile of a level, and its sides are lines between tiles
  std::array<std::int64_t, 2> number{};  ///< of tile (0, 0) along x and z, for Detour

  mpq_class tile_size() const { return axes[x_axis].cell * tile_steps; }
  TileAt tiles() const;  ///< how many along each axis
  /// Its first step and its last.
  std::pair<Step, Step> range(const TileAt& tile) const;
  std::array<AxisNumbers, 3> axis_numbers() const {
    return {AxisNumbers(axes[0]), AxisNumbers(axes[1]), AxisNumbers(axes[2])};
  }
  /// The widest cell that is four times as wide as 16 bits need: that in plan, if a tile uses less than a quarter of
  /// its steps along every axis; that of heights, if heights use less than a quarter. 0: none.
  mpq_class coarse_cell() const;
  /// For conform_cells(): z up, so that steps along Detour's z count downwards. Corners on tile lines stay there.
  NumberGrid numbers() const;
};

/// Steps of points. Doubles come first.
class GridSteps {
 public:
  /// Keeps a reference.
  explicit GridSteps(const DetourGrid& grid) : grid_(grid), numbers_(grid.axis_numbers()) {}
  DetourGrid::Step operator()(const DetourPoints& points, std::size_t i) const;

 private:
  const DetourGrid& grid_;
  std::array<AxisNumbers, 3> numbers_;
};

/// For these points, the finest that there is within one part in 64, unless the level is much farther from the origin
/// than it is wide; or of cells that are the next power of two, if points move less than half as far on them.
/// With a tile size: a cell
/// is a power of two, a tile the nearest whole number of cells, and no tile line runs along an edge of a cell where
/// that can be, but as far as can be from all that are parallel to it. None beyond the range of binary32. Requires
/// points.
std::optional<DetourGrid> detour_grid(DerivedMesh& derived, const DetourPoints& points,
                                      const std::optional<mpq_class>& tile_size);
/// That of a tile of a level. Requires points, all of them in the tile.
DetourGrid detour_grid(const DetourPoints& points, const DetourTileFrame& frame);

}  // namespace plumb::pipeline
