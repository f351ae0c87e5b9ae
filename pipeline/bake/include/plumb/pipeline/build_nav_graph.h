// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/kernel/ladder.h"
#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/load_surfaces.h"
#include "plumb/pipeline/nav_partition.h"
#include "plumb/pipeline/prune_components.h"

namespace plumb::pipeline {

/// What the stages make of a level, one from the other.
struct Navigation {
  StanceMap map;
  NavGraph graph;
  NavPartition partition;
  NavMesh mesh;
  Pruned pruned;
};

/// What a navmesh made with these options says of them.
NavMeshInfo nav_mesh_info(const BakeOptions& options);

/// The stages from the surfaces to the navmesh: decompose, inside if wanted, link, optimise, realise.
std::vector<Stage> nav_graph_stages(Solids solids);
/// Runs them, then takes out the components that are not to be kept. Errors: those of prune_components.
Result<Navigation> build_nav_graph(const BakeOptions& options, const IndexedSurfaces& found, Stages& stage,
                                   kernel::LadderCounts& arithmetic);

}  // namespace plumb::pipeline
