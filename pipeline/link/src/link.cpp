// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/link.h"

#include "link_across.h"
#include "offmesh/offmesh_portals.h"
#include "plumb/pipeline/parallel.h"

namespace plumb::pipeline {
namespace {

constexpr std::size_t chunk = 64;  // surfaces: small, so that no thread is left waiting

// The cells and obstructions of one surface: both lists ascend by surface.
struct OneSurface {
  CellId first_cell, last_cell;
  std::size_t first_obstruction, last_obstruction;
};

std::vector<OneSurface> by_surface(const vcd::CellTable& table) {
  std::vector<OneSurface> out;
  std::size_t o = 0;
  for (CellId c = 0; c < table.cells.size();) {
    OneSurface s{c, c, o, o};
    const kernel::PolygonId surface = table.cells[c].surface;
    while (s.last_cell < table.cells.size() && table.cells[s.last_cell].surface == surface) ++s.last_cell;
    while (o < table.obstructions.size() && table.obstructions[o].surface == surface) ++o;
    s.last_obstruction = o;
    out.push_back(s);
    c = s.last_cell;
  }
  return out;
}

}  // namespace

NavGraph link(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index, const StanceMap& map,
              const LinkOptions& options) {
  const std::vector<OneSurface> surfaces = by_surface(map.table);
  const std::size_t chunks = (surfaces.size() + chunk - 1) / chunk;
  std::vector<SurfaceGraph> parts(chunks);
  const std::span obstructions(map.table.obstructions);
  parallel_chunks(chunks, options.threads, [&](unsigned) {
    return [&, edges = SurfaceHalfEdges(points, set, map)](std::size_t c) mutable {
      for (std::size_t i = c * chunk; i < std::min((c + 1) * chunk, surfaces.size()); ++i) {
        const OneSurface& s = surfaces[i];
        edges.add(s.first_cell, s.last_cell,
                  obstructions.subspan(s.first_obstruction, s.last_obstruction - s.first_obstruction), parts[c]);
      }
    };
  });
  NavGraph graph = link_across(points, set, map, std::move(parts));
  if (sgn(map.step) > 0 || sgn(options.weld) > 0)
    add_offmesh_portals(points, set, index, map, options.weld, options.threads, graph);
  return graph;
}

}  // namespace plumb::pipeline
