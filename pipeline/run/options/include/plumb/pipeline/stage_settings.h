// SPDX-License-Identifier: GPL-3.0-or-later
// What each stage is told, given the settings of a bake. All require checked settings.
#pragma once
#include <string>

#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/erode.h"
#include "plumb/pipeline/link.h"
#include "plumb/pipeline/navigation.h"
#include "plumb/pipeline/scene_surfaces.h"

namespace plumb::pipeline {

/// What decides the polygons of the level.
SurfaceSettings surface_settings(const BakeSettings& settings);
/// What decides its graph, given the polygons.
LinkSettings link_settings(const BakeSettings& settings);
/// What an agent's radius takes. Requires one.
ErodeOptions clear_options(const BakeSettings& settings);
/// Which components stay.
PruneSettings prune_settings(const BakeSettings& settings);
OneWaySettings one_way_settings(const BakeSettings& settings);
/// What the stages of the standard method are told. `sha256`: of the scene's file; empty: it is not known.
NavigationSettings navigation_settings(const BakeOptions& options, const std::string& sha256 = {});

/// What a navmesh made with these options says of them.
NavMeshInfo nav_mesh_info(const BakeOptions& options, const std::string& sha256 = {});

}  // namespace plumb::pipeline
