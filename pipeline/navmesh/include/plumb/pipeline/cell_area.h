// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/kernel/formulas.h"
#include "plumb/pipeline/nav_mesh.h"

namespace plumb::pipeline {

/// About the area of a cell in plan. at(point): its coordinates, doubles, x and y first; the area is in their unit.
template <class At>
double cell_area(const NavMesh::Cell& cell, At&& at) {
  double doubled = 0;
  for (const NavMesh::Facet& facet : cell.facets)
    doubled += kernel::formulas::doubled_area<double>(facet.corners.size(),
                                                      [&](std::size_t i) { return at(facet.corners[i]); });
  return doubled / 2;
}

}  // namespace plumb::pipeline
