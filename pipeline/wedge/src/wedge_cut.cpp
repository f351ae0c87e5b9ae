// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/wedge_cut.h"

#include <algorithm>

#include "plumb/pipeline/parallel_parts.h"
#include "solid_winding.h"
#include "triangulate_cut.h"

namespace plumb::pipeline {
namespace {

using Index = TriangleMesh::Index;
constexpr std::size_t chunk = 16;  // surfaces

// Appends the triangles that are left of one surface.
void append_surface(TriangleMesh& mesh, std::uint32_t surface, const kernel::ExactPlane& plane,
                    const CutTriangles& cut) {
  const auto point = static_cast<Index>(mesh.points.size()), triangle = static_cast<Index>(mesh.triangles.size());
  for (const kernel::PlanPoint& p : cut.points) mesh.points.push_back({p[0], p[1], plane.height(p[0], p[1])});
  for (const auto& [a, b, c] : cut.triangles) mesh.triangles.push_back({{point + a, point + b, point + c}, surface});
  for (const CutTriangles::Boundary& b : cut.boundary)
    mesh.boundary.push_back({triangle + b.triangle, b.side, b.kind.edge_class, b.kind.wall_line, b.kind.left_of_wall});
}

struct Part {
  TriangleMesh mesh;
  void clear() { mesh = {}; }
};

}  // namespace

TriangleMesh wedge_cut(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
                       const WedgeCutOptions& options) {
  const WedgeFinder wedges(points, set, index, options);
  const SolidWinding winding(points, set, index, options.solids);
  TriangleMesh out;
  parallel_parts<Part>((set.surfaces.size() + chunk - 1) / chunk, options.threads,
                       [&](unsigned) {
                         return [&](std::size_t c, Part& part) {
                           const std::size_t end = std::min((c + 1) * chunk, set.surfaces.size());
                           for (auto i = static_cast<std::uint32_t>(c * chunk); i < end; ++i) {
                             if (set.surfaces[i].kind != SurfaceKind::traversable) continue;
                             const SurfaceWedges found = wedges(i);
                             append_surface(part.mesh, i, found.plane,
                                            triangulate_cut(found, [&](const kernel::PlanPoint& at) {
                                              return winding.inside(i, found.plane, at);
                                            }));
                           }
                         };
                       },
                       [&](Part& part) { append(out, part.mesh); });
  return out;
}

}  // namespace plumb::pipeline
