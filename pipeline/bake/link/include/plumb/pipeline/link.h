// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>
#include "plumb/pipeline/nav_graph.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/scene.h"
#include "plumb/pipeline/scene_surfaces.h"
#include "plumb/pipeline/stance_map.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {

/// A level and its graph, as later stages look at them. Everything referred to outlives it.
struct LinkedLevel {
  const Scene& scene;
  const SurfaceSet& set;
  const StanceMap& map;
  const NavGraph& graph;
};

struct LinkOptions {
  mpq_class weld = 0;    ///< horizontal reach of welds, input units, >= 0; 0: none. The step height is the map's
  unsigned threads = 1;  ///< at least 1; the result does not depend on it
};

/// Stage: the portals between the cells of a stance map (docs/theory/definitions.md, The navigation graph).
///
/// Cost: N log N in the half-edges of cells that lie near one another, not pairwise.
NavGraph link(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index, const StanceMap& map,
              const LinkOptions& options);

/// Its first part, the flush portals alone. `threads` >= 1 does not change the result.
NavGraph link_flush(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map, unsigned threads);

struct LinkSettings {
  std::vector<Stance> stances;
  mpq_class step = 0, weld = 0;
  kernel::Decomposition decomposition = kernel::Decomposition::bounded;
  Solids solids = Solids::none;
  unsigned threads = 1;
};

/// The stages from the polygons of a level to its graph: decompose, inside (with solids), link.
std::vector<Stage> link_stages(Solids solids);
struct LinkedMap {
  StanceMap map;
  NavGraph graph;
};
/// `counts` gets the arithmetic of decompose.
LinkedMap link_surfaces(const SceneSurfaces& level, const SurfaceIndex& index, const LinkSettings& settings,
                        Stages& stage, kernel::LadderCounts& counts);

}  // namespace plumb::pipeline
