// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/wedge_cut.h"

#include <algorithm>
#include <map>

#include "plumb/kernel/union_find.h"
#include "plumb/pipeline/parallel_parts.h"
#include "plumb/pipeline/plane_overlay.h"
#include "solid_winding.h"
#include "surface_wedges.h"

namespace plumb::pipeline {
namespace {

using Index = TriangleMesh::Index;
constexpr std::size_t chunk = 16;  // surfaces
constexpr std::uint32_t kept_id = 0, slit_id = 1;

// Triangulates what is left of one surface.
class SurfaceTriangles {
 public:
  // wall_lines: by surface.
  SurfaceTriangles(const SurfaceWedges& wedges, std::uint32_t surface, const std::vector<Index>& wall_lines)
      : wedges_(wedges), surface_(surface), wall_lines_(wall_lines) {
    for (TaggedRing& ring : region_boundary(wedges.outline, wedges.taken)) boundary_.push_back(std::move(ring));
    for (const TaggedRing& ring : boundary_) rings_.push_back({kept_id, points_of(ring)});
    for (const Slit& slit : wedges.slits) rings_.push_back({slit_id, {slit.segment.from, slit.segment.to}});
    for (const PlanSegment& body : wedges.bodies) rings_.push_back({slit_id, {body.from, body.to}});
  }

  // inside(place): whether that is inside a solid.
  template <class Inside>
  void append_to(TriangleMesh& mesh, Inside&& inside) {
    do triangulate(inside);
    while (halve_lone_slits());
    const Index first = static_cast<Index>(mesh.triangles.size());
    const std::vector<Index> points = add_points(mesh);
    std::vector<Index> number(overlay_.triangles.size(), TriangleMesh::none);
    for (PlaneOverlay::Index t = 0, next = first; t < overlay_.triangles.size(); ++t)
      if (kept_[t]) number[t] = next++;
    for (PlaneOverlay::Index t = 0; t < overlay_.triangles.size(); ++t) {
      if (!kept_[t]) continue;
      TriangleMesh::Triangle& triangle = mesh.triangles.emplace_back();
      triangle.surface = surface_;
      for (std::size_t i = 0; i < 3; ++i) {
        triangle.corners[i] = points[3 * t + i];
        if (joined(t, i)) continue;
        const EdgeKind kind = kind_of(t, i);
        mesh.boundary.push_back({number[t], static_cast<std::uint8_t>(i), kind.edge_class,
                                 kind.wall == kernel::no_polygon ? TriangleMesh::none : wall_lines_[kind.wall],
                                 kind.left_of_wall});
      }
    }
  }

 private:
  template <class Inside>
  void triangulate(Inside&& inside) {
    overlay_ = plane_overlay(rings_);
    kept_.clear();
    std::vector<signed char> region(overlay_.windings.size(), -1);  // not known yet
    for (const PlaneOverlay::Triangle& t : overlay_.triangles) {
      signed char& keep = region[t.region];
      if (keep < 0) keep = overlay_.winding(t.region, kept_id) > 0 && !inside(centre(t));
      kept_.push_back(keep != 0);
    }
    find_common_corners();
  }

  kernel::PlanPoint centre(const PlaneOverlay::Triangle& t) const {
    kernel::PlanPoint sum;
    for (const Index c : t.corners)
      for (std::size_t k = 0; k < 2; ++k) sum[k] += overlay_.points[c][k] / 3;
    return sum;
  }

  const Slit* slit(PlaneOverlay::Source s) const {
    const std::size_t i = s.ring - boundary_.size();
    return s.ring >= boundary_.size() && i < wedges_.slits.size() ? &wedges_.slits[i] : nullptr;
  }

  bool joined(PlaneOverlay::Index t, std::size_t side) const {
    const PlaneOverlay::Index beyond = overlay_.triangles[t].beyond[side];
    if (beyond == PlaneOverlay::none || !kept_[beyond]) return false;
    return std::ranges::none_of(overlay_.along(t, side),
                                [&](const PlaneOverlay::Source& s) { return slit(s) != nullptr; });
  }

  // A wall before all others, of several the lowest; then the least tag; what is left is beside the inside of a solid.
  EdgeKind kind_of(PlaneOverlay::Index t, std::size_t side) const {
    const Slit* wall = nullptr;
    std::uint32_t tag = TaggedCorner::no_tag;
    bool on_left = false;
    for (const PlaneOverlay::Source& s : overlay_.along(t, side)) {
      if (const Slit* found = slit(s)) {
        if (wall && wall->wall <= found->wall) continue;
        wall = found;
        on_left = s.forward == (s.edge < rings_[s.ring].points.size() / 2);  // its first edges lead there
      } else if (s.ring < boundary_.size()) {
        tag = std::min(tag, boundary_[s.ring][s.edge].tag);
      }
    }
    if (wall) return {on_left == wall->behind_left ? EdgeClass::inner_wall : EdgeClass::blocked, wall->wall, on_left};
    if (tag != TaggedCorner::no_tag) return wedges_.kinds[tag];
    return {EdgeClass::blocked};
  }

  // The corner of the triangle beyond a side that is at an end of it.
  PlaneOverlay::Index corner_beyond(PlaneOverlay::Index t, std::size_t side, std::size_t end) const {
    const PlaneOverlay::Index beyond = overlay_.triangles[t].beyond[side];
    const auto& others = overlay_.triangles[beyond].corners;
    const auto at = std::ranges::find(others, overlay_.triangles[t].corners[end]) - others.begin();
    return 3 * beyond + static_cast<Index>(at);
  }

  // Triangles have a point in common if they are joined around it.
  void find_common_corners() {
    common_.reset(static_cast<std::uint32_t>(3 * overlay_.triangles.size()));
    for (PlaneOverlay::Index t = 0; t < overlay_.triangles.size(); ++t)
      for (std::size_t i = 0; i < 3; ++i)
        if (kept_[t] && joined(t, i))
          for (const std::size_t end : {i, (i + 1) % 3})
            common_.unite(3 * t + static_cast<Index>(end), corner_beyond(t, i, end));
  }

  // The sides of a slit have its ends within the surface in common. With both, they would be one edge: a corner between
  // keeps them apart.
  bool halve_lone_slits() {
    bool any = false;
    for (PlaneOverlay::Index t = 0; t < overlay_.triangles.size(); ++t)
      for (std::size_t i = 0; i < 3; ++i) {
        const PlaneOverlay::Index beyond = overlay_.triangles[t].beyond[i];
        if (!kept_[t] || beyond == PlaneOverlay::none || !kept_[beyond] || joined(t, i)) continue;
        const auto in_common = [&](std::size_t end) {
          return common_.find(3 * t + static_cast<Index>(end)) == common_.find(corner_beyond(t, i, end));
        };
        if (!in_common(i) || !in_common((i + 1) % 3)) continue;
        for (const PlaneOverlay::Source& s : overlay_.along(t, i)) {
          kernel::PlanRing& ring = rings_[s.ring].points;
          if (slit(s) == nullptr || ring.size() != 2) continue;
          const kernel::PlanPoint middle = kernel::point_along(ring[0], ring[1], mpq_class(1, 2));
          ring = {ring[0], middle, ring[1], middle};
          any = true;
        }
      }
    return any;
  }

  // By corner of a triangle.
  std::vector<Index> add_points(TriangleMesh& mesh) {
    std::vector<Index> points(3 * overlay_.triangles.size(), TriangleMesh::none);
    for (PlaneOverlay::Index c = 0; c < points.size(); ++c) {
      if (!kept_[c / 3]) continue;
      Index& first = points[common_.find(c)];
      if (first == TriangleMesh::none) {
        first = static_cast<Index>(mesh.points.size());
        const kernel::PlanPoint& at = overlay_.points[overlay_.triangles[c / 3].corners[c % 3]];
        mesh.points.push_back({at[0], at[1], wedges_.plane.height(at[0], at[1])});
      }
      points[c] = first;
    }
    return points;
  }

  const SurfaceWedges& wedges_;
  std::uint32_t surface_;
  const std::vector<Index>& wall_lines_;
  std::vector<TaggedRing> boundary_;
  std::vector<OverlayRing> rings_;  // the boundary, slits, bodies
  PlaneOverlay overlay_;
  std::vector<bool> kept_;    // by triangle of the overlay
  kernel::UnionFind common_;  // of 3 * triangle + corner
};

// By vertical surface, the number of its line in plan.
std::vector<Index> wall_lines(const kernel::PointTable& points, const SurfaceSet& set) {
  std::map<std::array<mpq_class, 3>, Index> known;  // 1, slope and y at x = 0, or 0, 0 and x
  std::vector<Index> lines(set.surfaces.size(), TriangleMesh::none);
  for (std::size_t i = 0; i < set.surfaces.size(); ++i) {
    if (set.surfaces[i].kind != SurfaceKind::vertical) continue;
    const auto corners = kernel::exact_corners(points, set.corners_of(set.surfaces[i]));
    const auto& p = corners.front();
    const auto q = std::ranges::find_if(corners, [&](const auto& c) { return c[0] != p[0]; });
    std::array<mpq_class, 3> line{0, 0, p[0]};
    if (q != corners.end()) {
      const mpq_class slope = ((*q)[1] - p[1]) / ((*q)[0] - p[0]);
      line = {1, slope, p[1] - slope * p[0]};
    }
    lines[i] = known.try_emplace(std::move(line), static_cast<Index>(known.size())).first->second;
  }
  return lines;
}

struct Part {
  TriangleMesh mesh;
  void clear() { mesh = {}; }
};

void append(TriangleMesh& mesh, TriangleMesh& part) {
  const auto points = static_cast<Index>(mesh.points.size()), triangles = static_cast<Index>(mesh.triangles.size());
  std::ranges::move(part.points, std::back_inserter(mesh.points));
  for (TriangleMesh::Triangle t : part.triangles) {
    for (Index& c : t.corners) c += points;
    mesh.triangles.push_back(t);
  }
  for (TriangleMesh::BoundaryEdge e : part.boundary) {
    e.triangle += triangles;
    mesh.boundary.push_back(e);
  }
}

}  // namespace

TriangleMesh wedge_cut(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
                       const WedgeCutOptions& options) {
  const WedgeFinder wedges(points, set, index, options);
  const std::vector<Index> lines = wall_lines(points, set);
  const SolidWinding winding(points, set, index, options.solids);
  TriangleMesh out;
  parallel_parts<Part>((set.surfaces.size() + chunk - 1) / chunk, options.threads,
                       [&](unsigned) {
                         return [&](std::size_t c, Part& part) {
                           const std::size_t end = std::min((c + 1) * chunk, set.surfaces.size());
                           for (auto i = static_cast<std::uint32_t>(c * chunk); i < end; ++i) {
                             if (set.surfaces[i].kind != SurfaceKind::traversable) continue;
                             const SurfaceWedges found = wedges(i);
                             SurfaceTriangles(found, i, lines).append_to(part.mesh, [&](const kernel::PlanPoint& at) {
                               return winding.inside(i, found.plane, at);
                             });
                           }
                         };
                       },
                       [&](Part& part) { append(out, part.mesh); });
  return out;
}

}  // namespace plumb::pipeline
