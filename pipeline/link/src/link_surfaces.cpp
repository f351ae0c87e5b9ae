// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/link_surfaces.h"

#include "plumb/pipeline/decompose.h"
#include "plumb/pipeline/inside.h"

namespace plumb::pipeline {

std::vector<Stage> link_stages(Solids solids) {
  std::vector<Stage> out{{"decompose", 28}};
  if (solids == Solids::closed) out.push_back({"inside", 15});
  out.push_back({"link", 100});
  return out;
}

Linked link_surfaces(const SceneSurfaces& level, const SurfaceIndex& index, const LinkSettings& settings, Stages& stage,
                     kernel::LadderCounts& counts) {
  const bool solid = settings.solids == Solids::closed;
  Linked out;
  out.map = stage("decompose", [&] {
    return decompose(level.scene.points, level.set, index,
                     {.stances = settings.stances,
                      .step = settings.step,
                      .decomposition = settings.decomposition,
                      .threads = settings.threads,
                      .solids = solid ? &level.solids : nullptr},
                     counts);
  });
  if (solid)
    stage("inside", [&] { label_inside(level.scene.points, level.set, level.solids, out.map, settings.threads); });
  out.graph = stage("link", [&] {
    return link(level.scene.points, level.set, index, out.map, {.weld = settings.weld, .threads = settings.threads});
  });
  return out;
}

}  // namespace plumb::pipeline
