// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/link.h"

#include "flush/link_across.h"
#include "offmesh/offmesh_portals.h"
#include "plumb/pipeline/decompose.h"
#include "plumb/pipeline/parallel.h"
#include "plumb/pipeline/stance_map.h"

namespace plumb::pipeline {
namespace {

constexpr std::size_t surfaces_at_once = 64;  // surfaces: small, so that no thread is left waiting

}  // namespace

NavGraph link_flush(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map, unsigned threads) {
  const std::vector<SurfaceRange> surfaces = surface_ranges(map.table);
  const std::size_t chunks = (surfaces.size() + surfaces_at_once - 1) / surfaces_at_once;
  const std::span obstructions(map.table.obstructions);
  SurfaceJoiner joiner(points, set, map);
  parallel_parts<SurfaceGraph>(
      chunks, threads,
      [&](unsigned) {
        return [&, edges = SurfaceHalfEdges(points, set, map)](std::size_t c, SurfaceGraph& part) mutable {
          for (std::size_t i = c * surfaces_at_once; i < std::min((c + 1) * surfaces_at_once, surfaces.size()); ++i) {
            const SurfaceRange& s = surfaces[i];
            edges.add(s.first_cell, s.last_cell,
                      obstructions.subspan(s.first_obstruction, s.last_obstruction - s.first_obstruction), part);
          }
        };
      },
      [&](SurfaceGraph& part) { joiner.add(part); });
  return joiner.join();
}

NavGraph link(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index, const StanceMap& map,
              const LinkOptions& options) {
  const bool offmesh = sgn(map.step) > 0 || sgn(options.weld) > 0;
  NavGraph graph;
  {
    const WorkRange range(0, offmesh ? 0.4 : 1);
    graph = link_flush(points, set, map, options.threads);
  }
  const WorkRange range(0.4, 1);
  if (offmesh) add_offmesh_portals(points, set, index, map, options.weld, options.threads, graph);
  return graph;
}

std::vector<Stage> link_stages(Solids solids) {
  std::vector<Stage> out{{"decompose", 28}};
  if (solids == Solids::closed) out.push_back({"inside", 15});
  out.push_back({"link", 100});
  return out;
}

LinkedMap link_surfaces(const SceneSurfaces& level, const SurfaceIndex& index, const LinkSettings& settings,
                        Stages& stage, kernel::LadderCounts& counts) {
  const bool solid = settings.solids == Solids::closed;
  LinkedMap out;
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
    stage("inside", [&] {
      label_inside(level.scene.points, level.set, level.solids, out.map, settings.threads,
                   level.scene.part ? &level.scene.part->whole : nullptr);
    });
  out.graph = stage("link", [&] {
    return link(level.scene.points, level.set, index, out.map, {.weld = settings.weld, .threads = settings.threads});
  });
  return out;
}

}  // namespace plumb::pipeline
