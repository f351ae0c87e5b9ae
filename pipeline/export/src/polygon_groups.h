// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <vector>

#include "plumb/pipeline/conforming_mesh.h"
#include "plumb/pipeline/export.h"
#include "plumb/pipeline/verdict_style.h"

namespace plumb::pipeline {

/// Polygons to draw, under one name.
struct PolygonGroup {
  std::string name;
  Colour colour;
  std::vector<std::size_t> polygons;  ///< of the mesh, ascending
};

/// One for each verdict; then, if there are links, those below. Groups without polygons are there too.
std::vector<PolygonGroup> polygon_groups(const NavMesh& mesh, const ConformingMesh& polygons, const LinkCells* links);
/// link.step.STANCE for each stance, then link.weld.STANCE, without polygons.
std::vector<PolygonGroup> link_groups(const std::vector<Stance>& stances);

}  // namespace plumb::pipeline
