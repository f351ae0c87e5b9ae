// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <map>

#include "plumb/pipeline/stage_settings.h"
#include "plumb/pipeline/surface_plan.h"

namespace plumb::tests {

/// The cells of a stance map as they are, one facet each, with its obstructions and no portals.
inline pipeline::NavMesh plain_mesh(const pipeline::BakeOptions& options, const pipeline::Scene& scene,
                                    const pipeline::SurfaceSet& set, const pipeline::StanceMap& map) {
  using namespace pipeline;
  NavMesh mesh;
  mesh.info = nav_mesh_info(options);
  mesh.denominator = scene.points.denominator();
  std::map<ExactPoint, NavMesh::PointIndex> known;
  const auto number = [&](const ExactPoint& p) {
    const auto [at, is_new] = known.try_emplace(p, static_cast<NavMesh::PointIndex>(mesh.points.size()));
    if (is_new) mesh.points.push_back(p);
    return at->second;
  };
  CellGeometry geometry(scene.points, set, map);
  for (const vcd::Cell& c : map.table.cells) {
    NavMesh::Cell& cell = mesh.cells.emplace_back();
    cell.stance = c.label;
    NavMesh::Facet& facet = cell.facets.emplace_back();
    facet.surface = c.surface;
    facet.face = set.surfaces[c.surface].face;
    facet.witness = c.witness;
    const auto clockwise = geometry.vertices(c);
    for (auto p = clockwise.rbegin(); p != clockwise.rend(); ++p) facet.corners.push_back(number(*p));
  }
  for (const vcd::Obstruction& o : map.table.obstructions) {
    const auto [from, to] = geometry.ends(o);
    const auto first = number(from);
    mesh.obstructions.push_back({o.surface, o.wall, first, number(to), o.may_cross});
  }
  return mesh;
}

}  // namespace plumb::tests
