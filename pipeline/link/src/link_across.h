// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/nav_graph.h"
#include "plumb/pipeline/surface_set.h"
#include "surface_half_edges.h"

// The part of linking that goes from one surface to another: half-edges over the same segment become twins.
namespace plumb::pipeline {

/// Joins the graphs of single surfaces, given in the order of their cells, into one.
NavGraph link_across(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map,
                     std::vector<SurfaceGraph> parts);

}  // namespace plumb::pipeline
