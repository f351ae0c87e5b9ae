// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <vector>

#include "draws.h"
#include "plumb/pipeline/scenario.h"

namespace plumb::pipeline {

/// Draws points on polygons of a scene and finds their verdicts by the definitions, from the polygons that an upright
/// line meets. Points on edges, and points where planes cross, are drawn anew; `count` or fewer, where polygons that
/// are not upright are few. `of_body`: for each face, whether it is of a solid or a cavity.
std::vector<ExpectedPoint> expect_points(const ScenarioScene& scene, const ScenarioOptions& options,
                                         const std::vector<bool>& of_body, std::size_t count, Draws& draws);

/// The area in plan of all polygons that can be stood on.
mpq_class standable_area(const ScenarioScene& scene, const ScenarioOptions& options);

}  // namespace plumb::pipeline
