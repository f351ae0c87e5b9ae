// SPDX-License-Identifier: GPL-3.0-or-later
#include <utility>

#include "glb_parts.h"
#include "mesh_lines.h"
#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/export.h"
#include "polygon_groups.h"

namespace plumb::pipeline {
namespace {

glb::PartList make_parts(DerivedMesh& derived, const ConformingMesh& triangles, const LinkCells* links) {
  const NavMesh& mesh = derived.mesh();
  const auto& stances = mesh.info.stances;
  glb::PartList parts(triangles.vertices.size());
  for (const PolygonGroup& group : polygon_groups(mesh, triangles, links)) {
    parts.begin({group.name, glb::Mode::triangles, group.colour});
    for (const std::size_t t : group.polygons)
      for (const glb::Index v : triangles.ring(t)) parts.use(v);
    parts.end();
  }
  const double lift = kernel::nearest_double(stances.front().height / 50);
  for (LineGroup& group : mesh_lines(derived)) {
    parts.begin({group.name, glb::Mode::lines, group.colour, lift});
    for (const auto& [from, to] : group.segments) parts.use(from), parts.use(to);
    std::exchange(group.segments, {});
    parts.end();
  }
  return parts;
}

}  // namespace

void export_glb(Output& file, DerivedMesh& derived, const ConformingMesh& triangles, Progress& progress,
                const LinkCells* links) {
  const glb::PartList parts = make_parts(derived, triangles, links);
  progress.advance(0.5);
  glb::write(file, parts.parts(), triangles.vertices, triangles.origin);
}

std::array<double, 3> glb_origin(const NavMesh& mesh) {
  glb::Box box;
  for (NavMesh::PointIndex p = 0; p < mesh.points.size(); ++p) {
    const FilteredPoint at = bounds(mesh.points, p);
    box.add({at[0].low, at[1].low, at[2].low});
  }
  return box.origin();
}

}  // namespace plumb::pipeline
