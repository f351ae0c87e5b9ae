// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <vector>

#include "plumb/kernel/slope.h"
#include "plumb/pipeline/index.h"
#include "plumb/pipeline/result.h"
#include "plumb/pipeline/scene.h"
#include "plumb/pipeline/solids.h"
#include "plumb/pipeline/stages.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {

/// What decides the polygons of a level.
struct SurfaceSettings {
  std::string scene;  ///< the file
  Numbers numbers = Numbers::binary64;
  UpAxis up = UpAxis::y;
  BadFaces bad_faces = BadFaces::error;
  Solids solids = Solids::none;
  kernel::SlopeLimit slope;
  Sides sides = Sides::both;
  bool digest = false;               ///< fill in Scene::sha256
  std::vector<std::string> outputs;  ///< none of these may be a file that the scene is read from
  unsigned threads = 1;              ///< at least 1; the result does not depend on it
};

/// A level and its polygons, classified.
struct SceneSurfaces {
  Scene scene;
  SurfaceSet set;
  SolidSet solids;  ///< without Solids::closed: none
};

/// The stages that every command begins with: read, convexify, solids if wanted, weld, classify.
std::vector<Stage> surface_stages(Solids solids);
/// Runs them. Errors: those of import_scene and convexify; bad_option for an output that would replace a file read.
Result<SceneSurfaces> load_surfaces(const SurfaceSettings& settings, Stages& stage);

/// The same with the index of the polygons, a stage more.
struct IndexedSurfaces {
  SceneSurfaces level;
  SurfaceIndex index;
};
std::vector<Stage> indexed_surface_stages(Solids solids);
Result<IndexedSurfaces> load_indexed_surfaces(const SurfaceSettings& settings, Stages& stage);

}  // namespace plumb::pipeline
