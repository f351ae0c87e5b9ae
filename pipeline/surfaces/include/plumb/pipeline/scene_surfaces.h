// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/kernel/slope.h"
#include "plumb/pipeline/index.h"
#include "plumb/pipeline/result.h"
#include "plumb/pipeline/scene.h"
#include "plumb/pipeline/solids.h"
#include "plumb/pipeline/stages.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {

/// The settings that decide the polygons of a scene.
struct SurfaceSettings {
  BadFaces bad_faces = BadFaces::error;
  Solids solids = Solids::none;
  kernel::SlopeLimit slope;
  Sides sides = Sides::both;
  unsigned threads = 1;  ///< at least 1; the result does not depend on it
};

/// A level and its polygons, classified.
struct SceneSurfaces {
  Scene scene;
  SurfaceSet set;
  SolidSet solids;  ///< without Solids::closed: none
};

/// The stages from a scene to SceneSurfaces: convexify, solids if wanted, weld, classify.
std::vector<Stage> surface_stages(Solids solids);
/// Runs these stages. Errors: those of convexify.
Result<SceneSurfaces> find_surfaces(Scene scene, const SurfaceSettings& settings, Stages& stage);

/// SceneSurfaces with the index of the polygons, which is one more stage.
struct IndexedSurfaces {
  SceneSurfaces level;
  SurfaceIndex index;
};
std::vector<Stage> indexed_surface_stages(Solids solids);
Result<IndexedSurfaces> index_surfaces(Scene scene, const SurfaceSettings& settings, Stages& stage);

}  // namespace plumb::pipeline
