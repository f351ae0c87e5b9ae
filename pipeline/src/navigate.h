// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/kernel/ladder.h"
#include "plumb/pipeline/keep.h"
#include "plumb/pipeline/nav_partition.h"
#include "surfaces_of.h"

namespace plumb::pipeline {

/// What the stages make of a level, one from the other.
struct Navigation {
  StanceMap map;
  NavGraph graph;
  NavPartition partition;
  NavMesh mesh;
  Keeping keeping;
};

/// The stages from the surfaces to the navmesh: decompose, inside if wanted, link, optimise, realise; then the components to keep.
/// Errors: those of keep_components.
Result<Navigation> navigate(const BakeOptions& options, const IndexedSurfaces& found, Stages& stage, StageSeconds& seconds, kernel::LadderCounts& arithmetic);

}  // namespace plumb::pipeline
