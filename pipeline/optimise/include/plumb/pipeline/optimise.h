// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/nav_partition.h"
#include "plumb/pipeline/surface_set.h"
#include "plumb/pipeline/terms.h"

namespace plumb::pipeline {

struct OptimiseOptions {
  Optimise goal = Optimise::count;
  bool one_surface = false;  ///< a merged cell stays on one surface
  unsigned threads = 1;      ///< at least 1; the result does not depend on it
};

/// Stage: fewer cells (semantics, section 6; Hertel & Mehlhorn 1985; Tozour 2002, 3-to-2 merging; Greene 1983 through
/// CGAL; the optimum is counted after Keil & Snoeyink 2002). Regions are cells of one stance joined by twins that let
/// that stance pass. Walls, steps and welds are never merged over.
NavPartition optimise(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map,
                      const NavGraph& graph, const OptimiseOptions& options);

}  // namespace plumb::pipeline
