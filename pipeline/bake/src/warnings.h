// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/pipeline/report.h"
#include "plumb/pipeline/scene_surfaces.h"

namespace plumb::pipeline {

/// What looks wrong about a level and the options it is baked with (docs/bake.md, "Warnings"). Of the report, options,
/// bounds, traversable and arithmetic must be there.
std::vector<Warning> find_warnings(const SceneSurfaces& level, const BakeReport& report);

/// What looks wrong about the files in rounded numbers that were written (graph, `conforming` and `links` of the
/// report) of a navmesh.
std::vector<Warning> find_file_warnings(const NavMesh& mesh, const BakeReport& report);

}  // namespace plumb::pipeline
