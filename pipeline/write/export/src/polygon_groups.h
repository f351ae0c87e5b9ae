// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "plumb/pipeline/conforming_mesh.h"
#include "plumb/pipeline/derived_mesh.h"
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

/// Segments to draw, under one name.
struct LineGroup {
  std::string name;  ///< has a dot, so it is no stance's
  Colour colour;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> segments;  ///< into NavMesh::points
};

/// The groups of a navmesh, without segments: border.STANCE for each stance, portal.flush, portal.step, portal.weld,
/// wall.edge.
std::vector<LineGroup> line_groups(const std::vector<Stance>& stances);

/// The borders, portals and walls of a navmesh. Groups without segments are there too.
std::vector<LineGroup> mesh_lines(DerivedMesh& mesh);

}  // namespace plumb::pipeline
