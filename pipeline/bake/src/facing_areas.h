// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/scene_surfaces.h"

namespace plumb::pipeline {

/// How much of a level faces which way: areas in plan, in doubles, in squares of the scene's integer units. They make
/// warnings and decide nothing.
struct FacingAreas {
  double traversable = 0;
  double facing_down = 0;        ///< of that, what faces down in the file
  double other_traversable = 0;  ///< what would be traversable with the other axis up
};
FacingAreas facing_areas(const SceneSurfaces& level, const BakeOptions& options);

/// Of facing_down, what belongs to closed bodies: nobody stands there but within them.
double undersides_of_bodies(const SceneSurfaces& level);

}  // namespace plumb::pipeline
