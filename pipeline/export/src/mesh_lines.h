// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "plumb/pipeline/derived_mesh.h"
#include "plumb/pipeline/verdict_style.h"

namespace plumb::pipeline {

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
