// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <vector>

#include "plumb/pipeline/solids.h"

namespace plumb::pipeline {

/// Turns rooms into cavities if all their corners are in one solid: inside of it, by its winding number, or on one of
/// its polygons. component[f] is the component of face f, or no index into `components`. `set`: polygons as convexify
/// makes them.
void find_cavities(const Scene& scene, const SurfaceSet& set, const std::vector<std::uint32_t>& component,
                   std::vector<ClosedComponent>& components);

}  // namespace plumb::pipeline
