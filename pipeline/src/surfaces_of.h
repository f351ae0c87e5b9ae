// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/kernel/slope.h"
#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/index.h"
#include "plumb/pipeline/report.h"
#include "plumb/pipeline/result.h"
#include "plumb/pipeline/scene.h"
#include "plumb/pipeline/solids.h"
#include "plumb/pipeline/surface_set.h"
#include "stages.h"

namespace plumb::pipeline {

/// A level and its polygons, classified.
struct SceneSurfaces {
  Scene scene;
  SurfaceSet set;
  SolidSet solids;  ///< without --solids closed: none
};

/// The stages that every command begins with: read, convexify, solids if wanted, weld, classify. Errors: those of import_scene and convexify.
Result<SceneSurfaces> surfaces_of(const BakeOptions& options, Stages& stage, StageSeconds& seconds);

/// The same with the index of the polygons.
struct IndexedSurfaces {
  SceneSurfaces level;
  SurfaceIndex index;
};
Result<IndexedSurfaces> indexed_surfaces_of(const BakeOptions& options, Stages& stage, StageSeconds& seconds);

/// The limit that --slope or --slope-ratio sets.
kernel::SlopeLimit slope_limit(const BakeOptions& options);

}  // namespace plumb::pipeline
