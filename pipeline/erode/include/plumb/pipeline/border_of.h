// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/clearance.h"
#include "plumb/pipeline/nav_graph.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {

/// The borders of a graph: the parts of the half-edges of cells that no portal covers, stance by stance. Border that
/// goes straight on over one surface, for the same stances, is one stretch.
Border border_of(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map, const NavGraph& graph);

}  // namespace plumb::pipeline
