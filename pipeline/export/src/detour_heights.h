// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>

#include "detour_polygons.h"

namespace plumb::pipeline {

/// The facets under a polygon as triangles: Detour's detail mesh.
struct DetourHeights {
  std::vector<ExactPoint> vertices;  ///< the polygon's corners, then others; z up
  std::vector<std::array<std::uint8_t, 4>>
      triangles;           ///< counter-clockwise; the fourth: bit 2e if edge e is on the polygon's boundary
  bool flattened = false;  ///< there would be more than 255: these are the corners alone
};

DetourHeights detour_heights(const NavMesh& mesh, const DetourPolygon& polygon);

}  // namespace plumb::pipeline
