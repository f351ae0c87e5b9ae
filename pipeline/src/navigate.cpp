// SPDX-License-Identifier: GPL-3.0-or-later
#include "navigate.h"

#include "plumb/pipeline/decompose.h"
#include "plumb/pipeline/link.h"
#include "plumb/pipeline/optimise.h"
#include "plumb/pipeline/realise.h"

namespace plumb::pipeline {

Result<Navigation> navigate(const BakeOptions& o, const IndexedSurfaces& found, Stages& stage, StageSeconds& seconds, kernel::LadderCounts& arithmetic) {
  const Scene& scene = found.level.scene;
  const SurfaceSet& set = found.level.set;
  const SolidSet& solids = found.level.solids;
  const kernel::PointTable& points = scene.points;
  const bool solid = o.solids == Solids::closed;
  Navigation n;
  n.map = stage("decompose", seconds.decompose, [&] {
    return decompose(points, set, found.index,
                     {.stances = o.stances, .step = o.step, .decomposition = o.decomposition, .threads = o.threads, .solids = solid ? &solids : nullptr},
                     arithmetic);
  });
  if (solid) stage("inside", seconds.inside, [&] { label_inside(points, set, solids, n.map, o.threads); });
  n.graph = stage("link", seconds.link, [&] { return link(points, set, found.index, n.map, {.weld = o.weld, .threads = o.threads}); });
  n.partition = stage("optimise", seconds.optimise, [&] {
    return optimise(points, set, n.map, n.graph, {.goal = o.optimise, .one_surface = o.one_surface, .threads = o.threads});
  });
  n.mesh = stage("realise", seconds.realise, [&] { return realise(o, scene, set, n.map, n.graph, n.partition); });
  auto keeping = keep_components(n.mesh);
  if (!keeping) return keeping.error();
  n.keeping = std::move(*keeping);
  return n;
}

}  // namespace plumb::pipeline
