// SPDX-License-Identifier: GPL-3.0-or-later
// The stage that cuts every floor by what lies above it (Sanchez 2021, 2.4).
// Problem. Keep of each traversable polygon the part above which the agent's height is free, as triangles, and leave
// out what is inside of solids.
// 1. WedgeFinder (surface_wedges.h) finds for a polygon what others take of it.
// 2. triangulate_cut() returns the triangles of what is left. SolidWinding decides for each region between the traces
//    of solids whether it is inside of them: more polygons of solids face up than down above it.
// 3. append_surface() lifts the triangles to the polygon's plane. Threads share the polygons in chunks; chunks are
//    joined in their order, so the result does not depend on the number of threads.
// Cost. For each polygon its wedges, near linear in the polygons near it, and one triangulation.
#include <algorithm>
#include <cmath>

#include "cut/triangulate_cut.h"
#include "plumb/kernel/exact_polygon.h"
#include "plumb/pipeline/parallel.h"
#include "plumb/pipeline/solids.h"
#include "plumb/pipeline/surface_set.h"
#include "plumb/pipeline/wedge_stages.h"

namespace plumb::pipeline {

namespace {

using Index = TriangleMesh::Index;
constexpr std::size_t surfaces_at_once = 16;  // surfaces

// Whether a place lies over a polygon. Of polygons side by side exactly one has each place: a place on an edge counts
// as the place a little to the right of it.
bool over(const std::vector<kernel::ExactPoint>& corners, const kernel::PlanPoint& at) {
  bool odd = false;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const kernel::ExactPoint &p = corners[i], &q = corners[i + 1 == corners.size() ? 0 : i + 1];
    const bool p_beyond = p[1] > at[1], q_beyond = q[1] > at[1];
    if (p_beyond == q_beyond) continue;
    const int side = sgn(kernel::formulas::orient2d(p, q, at));  // at is on the left of an edge that leads up
    odd ^= q_beyond ? side > 0 : side < 0;
  }
  return odd;
}

// Says which points of floors are inside of solids (docs/theory/definitions.md, Solids). Keeps references. `solids` may
// be null: then none is.
class SolidWinding {
 public:
  SolidWinding(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
               const SolidSet* solids)
      : points_(points), set_(set), index_(index), solids_(solids) {}

  // Whether more polygons of solids face up than down strictly above a place of a surface, which lies on `floor`. A
  // place under an edge counts as moved a little along x and much less along y. Requires that none of these polygons
  // passes through the floor there.
  bool inside(std::uint32_t surface, const kernel::ExactPlane& floor, const kernel::PlanPoint& at) const {
    if (solids_ == nullptr) return false;
    Box column = rounded_box(points_, {at[0], at[1], 0}, {at[0], at[1], 0});
    column.low[2] = index_.box(surface).low[2];
    column.high[2] = HUGE_VAL;
    const mpq_class height = floor.height(at[0], at[1]);
    int winding = 0;
    index_.query(column, [&](std::uint32_t id) {
      const Surface& s = set_.surfaces[id];
      if (id == surface || s.kind == SurfaceKind::vertical || !solids_->counts_face(s.face)) return;
      const auto corners = set_.corners_of(s);
      if (over(kernel::exact_corners(points_, corners), at) &&
          kernel::exact_plane(points_, corners).height(at[0], at[1]) > height)
        winding += s.faces_up ? 1 : -1;
    });
    return winding > 0;
  }

 private:
  const kernel::PointTable& points_;
  const SurfaceSet& set_;
  const SurfaceIndex& index_;
  const SolidSet* solids_;
};

// Appends the triangles that are left of one surface.
void append_surface(TriangleMesh& mesh, std::uint32_t surface, const kernel::ExactPlane& plane,
                    const CutTriangles& cut) {
  const auto point = static_cast<Index>(mesh.points.size()), triangle = static_cast<Index>(mesh.triangles.size());
  for (const kernel::PlanPoint& p : cut.points) mesh.points.push_back({p[0], p[1], plane.height(p[0], p[1])});
  for (const auto& [a, b, c] : cut.triangles) mesh.triangles.push_back({{point + a, point + b, point + c}, surface});
  for (const CutTriangles::Boundary& b : cut.boundary)
    mesh.boundary.push_back({triangle + b.triangle, b.side, b.kind.edge_class, b.kind.wall_line, b.kind.left_of_wall});
}

struct CutPart {
  TriangleMesh mesh;
  void clear() { mesh = {}; }
};

}  // namespace

TriangleMesh wedge_cut(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
                       const WedgeCutOptions& options) {
  const WedgeFinder wedges(points, set, index, options);
  const SolidWinding winding(points, set, index, options.solids);
  TriangleMesh out;
  parallel_parts<CutPart>((set.surfaces.size() + surfaces_at_once - 1) / surfaces_at_once, options.threads,
                          [&](unsigned) {
                            return [&](std::size_t c, CutPart& part) {
                              const std::size_t end = std::min((c + 1) * surfaces_at_once, set.surfaces.size());
                              for (auto i = static_cast<std::uint32_t>(c * surfaces_at_once); i < end; ++i) {
                                if (set.surfaces[i].kind != SurfaceKind::traversable) continue;
                                const SurfaceWedges found = wedges(i);
                                append_surface(part.mesh, i, found.plane,
                                               triangulate_cut(found, [&](const kernel::PlanPoint& at) {
                                                 return winding.inside(i, found.plane, at);
                                               }));
                              }
                            };
                          },
                          [&](CutPart& part) { append(out, part.mesh); });
  return out;
}

}  // namespace plumb::pipeline
