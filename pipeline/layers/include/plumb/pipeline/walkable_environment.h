// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/kernel/points.h"
#include "plumb/partition/polygons.h"
#include "plumb/pipeline/nav_mesh.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {

/// The input of layers: polygons that can be walked on, and the ways between them. z up.
struct WalkableEnvironment {
  partition::EnvironmentGraph graph;
  std::vector<partition::Polygon> polygons;     ///< by node
  std::vector<std::uint32_t> source;            ///< by node: the cell of the navmesh, or the polygon of the scene
  std::vector<partition::ArcSegment> segments;  ///< by arc
  std::vector<std::uint32_t> portal;            ///< by arc: of the navmesh; empty for polygons of a scene
  std::vector<bool> fully_connected;            ///< by node: arcs lead out over its whole boundary; of polygons alone
};

/// The graph of a stance (1..K): its nodes are the cells of at least that stance, its arcs the portals that admit it
/// (docs/theory/definitions.md, The navigation graph).
WalkableEnvironment walkable_environment(const NavMesh& mesh, kernel::Label stance);
/// The same without conflicts.
WalkableEnvironment walkable_ways(const NavMesh& mesh, kernel::Label stance);

/// The traversable polygons of a scene as they are (Saaltink, 4.2): without a bake, so whatever stands on them is not
/// looked at.
WalkableEnvironment walkable_environment(const kernel::PointTable& points, const SurfaceSet& set);

}  // namespace plumb::pipeline
