// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "detour/facet_plane.h"

namespace plumb::pipeline {

/// The heights over a polygon as triangles: Detour's detail mesh.
struct DetourHeights {
  std::vector<std::array<float, 3>> vertices;  ///< the polygon's corners, then others; in Detour's axes, each number
                                               ///< the nearest to the exact one
  std::vector<std::array<std::uint8_t, 4>>
      triangles;            ///< counter-clockwise; the fourth: bit 2e if edge e is on the polygon's boundary
  bool flattened = false;   ///< these are the corners alone
  std::size_t crowded = 0;  ///< how many vertices or triangles there would be, if that is more than Detour counts
};

/// Detour counts the vertices and the triangles over a polygon in bytes.
inline constexpr std::size_t most_heights = 255;

/// The facets of a cell, for polygons that are parts of it once rounded. Such a polygon may lie a little beside the
/// cell, so facets reach beyond the cell's outline, between the lines of their other edges. Beside the cell the height
/// is that of the nearest place on it.
class CellHeights {
 public:
  /// A corner of a polygon, z up, in input units. All of them are multiples of one power of two, and none is above 2^24
  /// of it.
  using Corner = std::array<double, 3>;
  static constexpr std::size_t most_corners = 6;

  /// `reach`: no polygon is farther from the cell. Keeps a reference to the mesh.
  CellHeights(DerivedMesh& derived, NavMesh::CellIndex cell, double reach, FacetPlaneRooms& rooms);

  /// Over a convex polygon with an area, counter-clockwise. The corners alone, if there would be too many vertices or
  /// triangles, or if the polygon is farther away than the reach.
  DetourHeights over(std::span<const Corner> polygon) const;

 private:
  std::array<kernel::Interval, 2> box_;  // of a cell of one facet
  std::optional<FacetPlanes> planes_;    // of another one
};

}  // namespace plumb::pipeline
