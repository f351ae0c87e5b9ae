// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/clearance.h"
#include "plumb/pipeline/nav_graph.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {

/// The borders of a graph: what of the half-edges of cells no portal covers, stance by stance. What goes straight on
/// over one surface, and is border for the same stances, is one stretch.
Border border_of(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map, const NavGraph& graph);

}  // namespace plumb::pipeline
