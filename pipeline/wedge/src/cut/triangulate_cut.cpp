// SPDX-License-Identifier: GPL-3.0-or-later
// Polygons from which parts are subtracted, triangulated again (Sanchez 2021, 2.4.3).
// Problem. wedge_cut has what polygons take of each floor; triangulate_cut() returns the triangles of what is left.
// 1. Triangulator finds the boundary of what is left (region_boundary) and overlays it with the slits and with the
//    traces of solids (plane_overlay). Triangles of the overlay are kept inside of the boundary, where inside() says
//    no.
// 2. Two triangles are joined unless a slit lies between them. Corners that are joined around a point are one point
//    (union-find). halve_lone_slits() gives a slit whose two sides would be one edge a corner in its middle, and all is
//    triangulated again.
// Cost. One overlay for each polygon. Exactness. Fractions; nothing is rounded or moved.
#include "cut/triangulate_cut.h"

#include <algorithm>

#include "plumb/kernel/plane_overlay.h"
#include "plumb/kernel/union_find.h"
#include "plumb/pipeline/progress.h"

namespace plumb::pipeline {
namespace {

using Index = TriangleMesh::Index;

constexpr std::uint32_t kept_id = 0, slit_id = 1;

class Triangulator {
 public:
  explicit Triangulator(const SurfaceWedges& wedges) : wedges_(wedges) {
    for (surface::TaggedRing& ring : region_boundary(wedges.outline, wedges.taken, [] { cancellation_point(); }))
      boundary_.push_back(std::move(ring));
    for (const surface::TaggedRing& ring : boundary_) rings_.push_back({kept_id, points_of(ring)});
    for (const Slit& slit : wedges.slits) rings_.push_back({slit_id, {slit.segment.from, slit.segment.to}});
    for (const PlanSegment& body : wedges.bodies) rings_.push_back({slit_id, {body.from, body.to}});
  }

  CutTriangles run(const std::function<bool(const kernel::PlanPoint&)>& inside) {
    do triangulate(inside);
    while (halve_lone_slits());
    CutTriangles out;
    const std::vector<Index> points = add_points(out);
    for (kernel::PlaneOverlay::Index t = 0; t < overlay_.triangles.size(); ++t) {
      if (!kept_[t]) continue;
      const auto number = static_cast<Index>(out.triangles.size());
      out.triangles.push_back({points[3 * t], points[3 * t + 1], points[3 * t + 2]});
      for (std::uint8_t i = 0; i < 3; ++i) {
        if (joined(t, i)) continue;
        const auto [tag, kind] = kind_of(t, i);
        out.boundary.push_back({number, i, tag, kind});
      }
    }
    return out;
  }

 private:
  void triangulate(const std::function<bool(const kernel::PlanPoint&)>& inside) {
    overlay_ = kernel::plane_overlay(rings_);
    kept_.clear();
    std::vector<signed char> region(overlay_.windings.size(), -1);  // not known yet
    for (const kernel::PlaneOverlay::Triangle& t : overlay_.triangles) {
      signed char& keep = region[t.region];
      if (keep < 0) keep = overlay_.winding(t.region, kept_id) > 0 && !inside(centre(t));
      kept_.push_back(keep != 0);
    }
    find_common_corners();
  }

  kernel::PlanPoint centre(const kernel::PlaneOverlay::Triangle& t) const {
    kernel::PlanPoint sum;
    for (const Index c : t.corners)
      for (std::size_t k = 0; k < 2; ++k) sum[k] += overlay_.points[c][k] / 3;
    return sum;
  }

  const Slit* slit(kernel::PlaneOverlay::Source s) const {
    const std::size_t i = s.ring - boundary_.size();
    return s.ring >= boundary_.size() && i < wedges_.slits.size() ? &wedges_.slits[i] : nullptr;
  }

  bool joined(kernel::PlaneOverlay::Index t, std::size_t side) const {
    const kernel::PlaneOverlay::Index beyond = overlay_.triangles[t].beyond[side];
    if (beyond == kernel::PlaneOverlay::none || !kept_[beyond]) return false;
    return std::ranges::none_of(overlay_.along(t, side),
                                [&](const kernel::PlaneOverlay::Source& s) { return slit(s) != nullptr; });
  }

  // The tag and kind of a side. A wall comes before all else, of several walls the lowest; then the least tag; a side
  // with neither is beside the inside of a solid.
  std::pair<std::uint32_t, EdgeKind> kind_of(kernel::PlaneOverlay::Index t, std::size_t side) const {
    const Slit* wall = nullptr;
    std::uint32_t tag = surface::TaggedCorner::no_tag;
    bool on_left = false;
    for (const kernel::PlaneOverlay::Source& s : overlay_.along(t, side)) {
      if (const Slit* found = slit(s)) {
        if (wall && wall->wall <= found->wall) continue;
        wall = found;
        on_left = s.forward == (s.edge < rings_[s.ring].points.size() / 2);  // its first edges lead there
      } else if (s.ring < boundary_.size()) {
        tag = std::min(tag, boundary_[s.ring][s.edge].tag);
      }
    }
    if (wall) {
      const EdgeClass edge_class = on_left == wall->behind_left ? EdgeClass::inner_wall : EdgeClass::blocked;
      return {surface::TaggedCorner::no_tag, {edge_class, wall->wall_line, on_left}};
    }
    if (tag != surface::TaggedCorner::no_tag) return {tag, wedges_.kinds[tag]};
    return {tag, {EdgeClass::blocked}};
  }

  // The corner of the triangle beyond a side that is at the same end of the side.
  kernel::PlaneOverlay::Index corner_beyond(kernel::PlaneOverlay::Index t, std::size_t side, std::size_t end) const {
    const kernel::PlaneOverlay::Index beyond = overlay_.triangles[t].beyond[side];
    const auto& others = overlay_.triangles[beyond].corners;
    const auto at = std::ranges::find(others, overlay_.triangles[t].corners[end]) - others.begin();
    return 3 * beyond + static_cast<Index>(at);
  }

  // Corners of triangles that are joined around a point are one point.
  void find_common_corners() {
    common_.reset(static_cast<std::uint32_t>(3 * overlay_.triangles.size()));
    for (kernel::PlaneOverlay::Index t = 0; t < overlay_.triangles.size(); ++t)
      for (std::size_t i = 0; i < 3; ++i)
        if (kept_[t] && joined(t, i))
          for (const std::size_t end : {i, (i + 1) % 3})
            common_.unite(3 * t + static_cast<Index>(end), corner_beyond(t, i, end));
  }

  // The two sides of a slit share its ends inside of the surface. A side that has both ends in common with the other
  // would be one edge with it: such a slit gets a corner in its middle, which keeps its sides apart. Returns whether
  // there was one.
  bool halve_lone_slits() {
    bool any = false;
    for (kernel::PlaneOverlay::Index t = 0; t < overlay_.triangles.size(); ++t)
      for (std::size_t i = 0; i < 3; ++i) {
        const kernel::PlaneOverlay::Index beyond = overlay_.triangles[t].beyond[i];
        if (!kept_[t] || beyond == kernel::PlaneOverlay::none || !kept_[beyond] || joined(t, i)) continue;
        const auto in_common = [&](std::size_t end) {
          return common_.find(3 * t + static_cast<Index>(end)) == common_.find(corner_beyond(t, i, end));
        };
        if (!in_common(i) || !in_common((i + 1) % 3)) continue;
        for (const kernel::PlaneOverlay::Source& s : overlay_.along(t, i)) {
          kernel::PlanRing& ring = rings_[s.ring].points;
          if (slit(s) == nullptr || ring.size() != 2) continue;
          const kernel::PlanPoint middle = kernel::point_along(ring[0], ring[1], mpq_class(1, 2));
          ring = {ring[0], middle, ring[1], middle};
          any = true;
        }
      }
    return any;
  }

  // The number of the point of each corner.
  std::vector<Index> add_points(CutTriangles& out) {
    std::vector<Index> points(3 * overlay_.triangles.size(), TriangleMesh::none);
    for (kernel::PlaneOverlay::Index c = 0; c < points.size(); ++c) {
      if (!kept_[c / 3]) continue;
      Index& first = points[common_.find(c)];
      if (first == TriangleMesh::none) {
        first = static_cast<Index>(out.points.size());
        out.points.push_back(overlay_.points[overlay_.triangles[c / 3].corners[c % 3]]);
      }
      points[c] = first;
    }
    return points;
  }

  const SurfaceWedges& wedges_;
  std::vector<surface::TaggedRing> boundary_;
  std::vector<kernel::OverlayRing> rings_;  // the boundary, slits, bodies
  kernel::PlaneOverlay overlay_;
  std::vector<bool> kept_;    // by triangle of the overlay
  kernel::UnionFind common_;  // of 3 * triangle + corner
};

}  // namespace

CutTriangles triangulate_cut(const SurfaceWedges& wedges, const std::function<bool(const kernel::PlanPoint&)>& inside) {
  return Triangulator(wedges).run(inside);
}

}  // namespace plumb::pipeline
