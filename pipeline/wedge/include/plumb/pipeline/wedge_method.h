// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <optional>

#include "plumb/pipeline/navigation.h"
#include "plumb/pipeline/wedge_stages.h"

namespace plumb::pipeline {

/// What the method is told.
struct WedgeMethodSettings {
  WedgeStageSettings stages;  ///< without cut.solids and seen
  Solids solids = Solids::none;
  Optimise optimise = Optimise::none;  ///< few cells, or triangles
  PruneSettings prune = {};
  NavMeshInfo info = {};  ///< what the navmesh says of itself; its first stance is the one that is baked
  /// Is shown what each stage leaves of the level. After its first error it is shown nothing more, and the bake ends
  /// once these stages have run. Empty: nobody looks.
  std::function<std::optional<Error>(WedgeStage, const TriangleMesh&, const Scene&)> look = {};
};

/// The method of Sanchez (2021): the stages of wedge_stages.h, and construct. A Navigation has the mesh, its cells
/// and areas, what was pruned, `triangle_stages`, and of the map only its stances and step; of measured areas,
/// `traversable` and that of the stance are known.
NavigationMethod wedge_method(WedgeMethodSettings settings);

}  // namespace plumb::pipeline
