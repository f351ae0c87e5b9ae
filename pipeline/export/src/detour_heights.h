// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "plumb/kernel/convex_merge.h"
#include "plumb/pipeline/nav_mesh.h"

namespace plumb::pipeline {

/// The heights over a polygon as triangles: Detour's detail mesh.
struct DetourHeights {
  std::vector<ExactPoint> vertices;  ///< the polygon's corners, then others; z up
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
  /// `reach`: no polygon is farther from the cell.
  CellHeights(const NavMesh& mesh, NavMesh::CellIndex cell, double reach);

  /// Over a convex polygon with an area, counter-clockwise. The corners alone, if there would be too many vertices or
  /// triangles, or if the polygon is farther away than the reach.
  DetourHeights over(const kernel::FacetPolygon& polygon) const;

 private:
  struct Plane {
    const NavMesh::Facet* facet;
    kernel::FacetPolygon ring;
    std::vector<std::size_t> inner;       // the edges to other facets of the cell, by their first corner
    std::array<kernel::Interval, 2> box;  // in plan, with the reach
  };
  mpq_class height(const Plane& plane, const kernel::FacetCorner& at) const;
  bool in_one_plane(const Plane& a, const Plane& b) const;

  const NavMesh& mesh_;
  std::vector<Plane> planes_;
};

}  // namespace plumb::pipeline
