// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/build_nav_graph.h"

#include <utility>

#include "plumb/pipeline/clear.h"
#include "plumb/pipeline/link_surfaces.h"
#include "plumb/pipeline/optimise.h"
#include "plumb/pipeline/options_json.h"
#include "plumb/pipeline/realise.h"
#include "plumb/pipeline/version.h"

namespace plumb::pipeline {

NavMeshInfo nav_mesh_info(const BakeOptions& o, const std::string& sha256) {
  return {.version = version(),
          .scene = o.scene,
          .sha256 = sha256,
          .up = o.up,
          .stances = o.stances,
          .step = o.step,
          .radius = o.radius,
          .options = json_text(options_json(o))};
}

std::vector<Stage> nav_graph_stages(Solids solids, bool radius) {
  std::vector<Stage> out = link_stages(solids);
  out.push_back({"gaps", 10});
  // A radius leaves more cells.
  if (radius) return out + std::vector<Stage>{{"clear", 270}, {"optimise", 26}, {"realise", 96}};
  return out + std::vector<Stage>{{"optimise", 12}, {"realise", 40}};
}

namespace {

void clear_level(const BakeOptions& o, const SceneSurfaces& level, kernel::LadderCounts& arithmetic, Navigation& n) {
  ClearOptions options{.radius = o.radius,
                       .window = o.window,
                       .disc_points = o.disc,
                       .bound = kernel::DiscBound::hull,
                       .threads = o.threads};
  if (o.certificate) {
    n.uncleared = n.map;
    n.uncleared_graph = n.graph;
  }
  if (o.clearance == ClearanceBound::both) {
    n.outer = n.map;
    clear_cells(level.scene.points, level.set, *n.outer, n.graph, options, arithmetic);
  }
  if (o.clearance != ClearanceBound::outer) options.bound = kernel::DiscBound::tangents;
  clear(level.scene.points, level.set, n.map, n.graph, options, arithmetic);
}

}  // namespace

void Navigation::keep_mesh() {
  const auto give_up = [](auto& list) { std::exchange(list, {}); };
  give_up(graph.first_half_edge);
  give_up(graph.half_edges);
  give_up(map.table.obstructions);
}

Result<std::unique_ptr<Navigation>> build_nav_graph(const BakeOptions& o, const SceneSurfaces& level,
                                                    SurfaceIndex index, Stages& stage,
                                                    kernel::LadderCounts& arithmetic) {
  auto n = std::make_unique<Navigation>();  // what refers to its parts must find them there
  {
    const SurfaceIndex last_use = std::move(index);  // no stage after these needs it
    Linked linked = link_surfaces(level, last_use, link_settings(o), stage, arithmetic);
    n->map = std::move(linked.map);
    n->graph = std::move(linked.graph);
    stage("gaps", [&] {
      if (o.joining_weld)
        n->joining_weld = joining_weld({level.scene, level.set, n->map, n->graph}, last_use, o.threads);
    });
  }
  if (sgn(o.radius) > 0) stage("clear", [&] { clear_level(o, level, arithmetic, *n); });
  NavPartition partition = stage("optimise", [&] {
    return optimise(level.scene.points, level.set, n->map, n->graph,
                    {.goal = o.optimise, .one_surface = o.one_surface, .threads = o.threads});
  });
  n->partition = partition;
  const PruneSettings prune{.seed_points = o.seed_points, .min_area = o.min_area, .exact_digits = o.exact_digits};
  std::optional<Error> wrong;
  stage("realise", [&] {
    const LinkedLevel linked{level.scene, level.set, n->map, n->graph};
    if (!o.mesh && !prunes(prune)) {
      n->cells = cell_graph(linked, partition);
      n->areas = rough_areas(n->graph, partition);
      return;
    }
    n->mesh = realise(nav_mesh_info(o, level.scene.sha256), linked, std::move(partition), o.threads);
    auto pruned = prune_components(*n->mesh, prune);
    if (pruned) n->pruned = std::move(*pruned);
    else wrong = pruned.error();
    n->cells = cell_graph(*n->mesh);
    n->areas = rough_areas(*n->mesh);
  });
  if (wrong) return *wrong;
  return n;
}

}  // namespace plumb::pipeline
