// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/build_nav_graph.h"

#include "plumb/pipeline/decompose.h"
#include "plumb/pipeline/inside.h"
#include "plumb/pipeline/link.h"
#include "plumb/pipeline/optimise.h"
#include "plumb/pipeline/options_json.h"
#include "plumb/pipeline/realise.h"
#include "plumb/pipeline/version.h"

namespace plumb::pipeline {

NavMeshInfo nav_mesh_info(const BakeOptions& o) {
  return {.version = version(),
          .scene = o.scene,
          .up = o.up,
          .stances = o.stances,
          .step = o.step,
          .options = json_text(options_json(o))};
}

std::vector<Stage> nav_graph_stages(Solids solids) {
  std::vector<Stage> out{{"decompose", 12}};
  if (solids == Solids::closed) out.push_back({"inside", 5});
  return out + std::vector<Stage>{{"link", 8}, {"optimise", 3}, {"realise", 25}};
}

Result<std::unique_ptr<Navigation>> build_nav_graph(const BakeOptions& o, const IndexedSurfaces& found, bool want_mesh,
                                                    Stages& stage, kernel::LadderCounts& arithmetic) {
  const Scene& scene = found.level.scene;
  const SurfaceSet& set = found.level.set;
  const SolidSet& solids = found.level.solids;
  const kernel::PointTable& points = scene.points;
  const bool solid = o.solids == Solids::closed;
  auto n = std::make_unique<Navigation>();  // what refers to its parts must find them there
  n->map = stage("decompose", [&] {
    return decompose(points, set, found.index,
                     {.stances = o.stances,
                      .step = o.step,
                      .decomposition = o.decomposition,
                      .threads = o.threads,
                      .solids = solid ? &solids : nullptr},
                     arithmetic);
  });
  if (solid) stage("inside", [&] { label_inside(points, set, solids, n->map, o.threads); });
  n->graph =
      stage("link", [&] { return link(points, set, found.index, n->map, {.weld = o.weld, .threads = o.threads}); });
  n->partition = stage("optimise", [&] {
    return optimise(points, set, n->map, n->graph,
                    {.goal = o.optimise, .one_surface = o.one_surface, .threads = o.threads});
  });
  const PruneSettings prune{.seed_points = o.seed_points, .min_area = o.min_area, .exact_digits = o.exact_digits};
  std::optional<Error> wrong;
  stage("realise", [&] {
    const LinkedLevel level{scene, set, n->map, n->graph};
    if (!want_mesh && !prunes(prune)) {
      n->cells = cell_graph(level, n->partition);
      return;
    }
    n->mesh = realise(nav_mesh_info(o), level, n->partition, o.threads);
    auto pruned = prune_components(*n->mesh, prune);
    if (pruned) n->pruned = std::move(*pruned);
    else wrong = pruned.error();
    n->cells = cell_graph(*n->mesh);
  });
  if (wrong) return *wrong;
  return n;
}

}  // namespace plumb::pipeline
