// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/pipeline/link.h"
#include "plumb/pipeline/scene_surfaces.h"
#include "plumb/pipeline/stages.h"

namespace plumb::pipeline {

struct LinkSettings {
  std::vector<Stance> stances;
  mpq_class step = 0, weld = 0;
  kernel::Decomposition decomposition = kernel::Decomposition::bounded;
  Solids solids = Solids::none;
  unsigned threads = 1;
};

/// The stages from the polygons of a level to its graph: decompose, inside (with solids), link.
std::vector<Stage> link_stages(Solids solids);
struct Linked {
  StanceMap map;
  NavGraph graph;
};
/// `counts` gets the arithmetic of decompose.
Linked link_surfaces(const SceneSurfaces& level, const SurfaceIndex& index, const LinkSettings& settings, Stages& stage,
                     kernel::LadderCounts& counts);

}  // namespace plumb::pipeline
