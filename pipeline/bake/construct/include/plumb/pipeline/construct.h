// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/link.h"
#include "plumb/pipeline/nav_mesh.h"
#include "plumb/pipeline/optimise.h"

namespace plumb::pipeline {

/// Stage: the navmesh: the partition's pieces with their facets and the portals between them, and the cells where
/// nobody stands. Equal points become one. Coordinates are made when something asks the mesh for them, from the level
/// and its graph, which must outlive it. The result does not depend on `threads` >= 1. The step and the stances of
/// `info` are the map's. The partition goes once its pieces are made. Without `unwalkable` there are no cells where
/// nobody stands, and no obstructions.
NavMesh construct(NavMeshInfo info, const LinkedLevel& level, MergedCells partition, unsigned threads,
                  bool unwalkable = true);

/// Of that navmesh the cells where somebody can stand and the portals, as far as no coordinate is needed.
CellGraph cell_graph(const LinkedLevel& level, const MergedCells& partition);

}  // namespace plumb::pipeline
