// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>

#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/navigation.h"

namespace plumb::pipeline {

/// The method that the options ask for. With BakeOptions::stages it writes what each stage of Method::wedge leaves;
/// then cannot_write is among its errors. `sha256`: of the scene's file; empty: it is not known.
NavigationMethod bake_method(const BakeOptions& options, const std::string& sha256 = {});

/// Its stages.
std::vector<Stage> nav_graph_stages(const BakeOptions& options);
/// Runs them.
Result<std::unique_ptr<Navigation>> build_nav_graph(const BakeOptions& options, const SceneSurfaces& level,
                                                    SurfaceIndex index, Stages& stage,
                                                    kernel::LadderCounts& arithmetic);

}  // namespace plumb::pipeline
