// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/explain.h"
#include "plumb/pipeline/link.h"
#include "plumb/pipeline/scene_surfaces.h"
#include "plumb/pipeline/thresholds.h"

// The questions of a level, however it was read.
namespace plumb::pipeline {

/// `linked`: with an agent's radius, the level cut and linked; else null.
Explanation explain_on(const SceneSurfaces& level, const SurfaceIndex& index, const LinkedMap* linked,
                       const BakeOptions& options, const ExplainQuery& query);
RadiusThresholds radius_thresholds_on(const SceneSurfaces& level, const SurfaceIndex& index, const LinkedMap& linked,
                                      const BakeOptions& options, const ThresholdQuery& query);

}  // namespace plumb::pipeline
