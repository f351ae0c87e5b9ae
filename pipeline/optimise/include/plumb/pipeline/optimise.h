// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/merged_cells.h"
#include "plumb/pipeline/surface_set.h"
#include "plumb/pipeline/terms.h"

namespace plumb::pipeline {

struct OptimiseOptions {
  Optimise goal = Optimise::count;
  bool one_surface = false;  ///< a merged cell stays on one surface
  unsigned threads = 1;      ///< at least 1; the result does not depend on it
};

/// Stage: fewer cells (docs/theory/definitions.md, Merging). Regions are cells of one stance that are connected over
/// twins that let that stance pass. Cells are never merged over walls, steps and welds.
MergedCells optimise(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map,
                     const NavGraph& graph, const OptimiseOptions& options);

}  // namespace plumb::pipeline
