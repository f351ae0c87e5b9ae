// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/measure.h"
#include "plumb/pipeline/nav_graph.h"
#include "plumb/pipeline/nav_mesh.h"
#include "plumb/pipeline/scene.h"
#include "plumb/pipeline/solids.h"
#include "plumb/pipeline/stance_map.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {

/// What a bake has found, as the report and the writers look at it. Everything referred to outlives it.
struct Baked {
  const BakeOptions& options;
  const Scene& scene;
  const SurfaceSet& set;
  const StanceMap& map;
  const Measures& areas;
  const NavGraph& graph;
  const NavMesh& mesh;
  const SolidSet* solids = nullptr;  ///< none without --solids closed
};

}  // namespace plumb::pipeline
