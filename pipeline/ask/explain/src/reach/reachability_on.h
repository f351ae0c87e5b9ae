// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/reachability.h"
#include "plumb/pipeline/scene_surfaces.h"

namespace plumb::pipeline {

/// reachability() of a level that is read and indexed. `progress` is told of every bake.
Reachability reachability_on(IndexedSurfaces surfaces, const BakeOptions& options, const ReachQuery& query,
                             Progress& progress, const ReachListener& told);

}  // namespace plumb::pipeline
