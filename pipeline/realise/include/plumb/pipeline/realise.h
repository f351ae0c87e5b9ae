// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/nav_mesh.h"
#include "plumb/pipeline/nav_partition.h"
#include "plumb/pipeline/scene.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {

/// Stage: coordinates, made once, on the way out: the partition's pieces with their facets and the portals between
/// them, and the cells where nobody stands. Equal points become one. The step and the stances of `info` are the map's.
NavMesh realise(NavMeshInfo info, const Scene& scene, const SurfaceSet& set, const StanceMap& map,
                const NavGraph& graph, const NavPartition& partition);

}  // namespace plumb::pipeline
