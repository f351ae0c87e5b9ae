// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/pipeline/nav_graph.h"
#include "plumb/pipeline/stance_map.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {

/// The steps and welds of a graph as those of another, whose cells are parts of its own: clipped to what is left of
/// both sides, with the greatest stance that both sides keep. Appends them, in order, to the portals of `after`, which
/// has none.
/// `parent`: the cell that each cell of `after` is a part of.
void carry_portals(const kernel::PointTable& points, const SurfaceSet& set, const NavGraph& before,
                   const StanceMap& map, const std::vector<CellId>& parent, NavGraph& after);

}  // namespace plumb::pipeline
