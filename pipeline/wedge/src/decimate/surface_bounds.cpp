// SPDX-License-Identifier: GPL-3.0-or-later
#include "decimate/surface_bounds.h"

#include "plumb/kernel/formulas.h"
#include "plumb/surface/region_boundary.h"

namespace plumb::pipeline {
namespace {

bool apart(const kernel::Box& a, const kernel::Box& b) {
  for (std::size_t k = 0; k < 2; ++k)
    if (a.low[k] > b.high[k] || b.low[k] > a.high[k]) return true;
  return false;
}
std::array<ExactPoint, 3> points_of(const TriangleMesh& mesh, const std::array<TriangleMesh::Index, 3>& c) {
  return {mesh.points[c[0]], mesh.points[c[1]], mesh.points[c[2]]};
}
std::array<kernel::Interval, 3> near_plane(const kernel::ExactPlane& plane) {
  return {kernel::interval_of(plane.x[0]), kernel::interval_of(plane.x[1]), kernel::interval_of(plane.x[2])};
}

}  // namespace

SurfaceBounds::SurfaceBounds(const TriangleMesh& mesh, mpq_class sink, mpq_class rise)
    : mesh_(mesh),
      sink_(std::move(sink)),
      rise_(std::move(rise)),
      near_sink_(kernel::interval_of(sink_)),
      near_rise_(kernel::interval_of(rise_)) {
  near_.reserve(mesh.points.size());
  for (const ExactPoint& p : mesh.points) near_.push_back(kernel::interval_point(p));
  known_.reserve(mesh.triangles.size());
  for (const TriangleMesh::Triangle& t : mesh.triangles) {
    kernel::ExactPlane plane = plane_of(t.corners);
    const NearPlane near = near_plane(plane);
    known_.push_back({std::move(plane), near, kernel::box_of(points_of(mesh, t.corners))});
  }
}

kernel::ExactPlane SurfaceBounds::plane_of(const Corners& c) const {
  return kernel::exact_plane(mesh_.points[c[0]], mesh_.points[c[1]], mesh_.points[c[2]]);
}

// Whether all of triangle b lies beyond one side of triangle a, or on that side. Two triangles share an area unless one
// of them lies so.
bool SurfaceBounds::is_beyond_a_side(const Corners& a, const Corners& b) const {
  for (std::size_t i = 0; i < 3; ++i) {
    const Index p = a[i], q = a[(i + 1) % 3];
    bool beyond = true;
    for (std::size_t k = 0; k < 3 && beyond; ++k)
      beyond = b[k] == p || b[k] == q || kernel::orientation(place(p), place(q), place(b[k])) <= 0;
    if (beyond) return true;
  }
  return false;
}

// Whether the corners are certainly no more than `below` below a plane, and no more than `above` above it.
bool SurfaceBounds::surely_over(const Corners& c, const NearPlane& plane, const kernel::Interval& below,
                                const kernel::Interval& above) const {
  for (const Index p : c) {
    const auto& [x, y, z] = near_[p];
    const kernel::Interval over = z - kernel::formulas::linear(plane[0], plane[1], plane[2], x, y);
    if (!(over.low >= -below.low && over.high <= above.low)) return false;
  }
  return true;
}

// Whether no place that a new triangle shares with a triangle of the mesh sinks or rises too far: by fractions.
bool SurfaceBounds::is_within(const Corners& c, const kernel::ExactPlane& plane, Index t) const {
  surface::TaggedRing common;
  for (const Index p : mesh_.triangles[t].corners) common.push_back({{mesh_.points[p][0], mesh_.points[p][1]}});
  kernel::PlanRing window;
  for (const Index p : c) window.push_back({mesh_.points[p][0], mesh_.points[p][1]});
  if (!clip_to(common, window)) return true;
  for (const surface::TaggedCorner& at : common) {
    const mpq_class moved = plane.height(at.at[0], at.at[1]) - known_[t].plane.height(at.at[0], at.at[1]);
    if (moved > rise_ || -moved > sink_) return false;
  }
  return true;
}

std::optional<std::vector<SurfaceBounds::Index>> SurfaceBounds::covered(const std::array<Index, 3>& corners,
                                                                        std::span<const Index> triangles) const {
  const kernel::Box box = kernel::box_of(points_of(mesh_, corners));
  std::optional<kernel::ExactPlane> plane;  // of the new triangle, once something asks for it
  NearPlane near;
  std::vector<Index> out;
  for (const Index t : triangles) {
    const Known& known = known_[t];
    const Corners& old = mesh_.triangles[t].corners;
    if (apart(known.box, box) || is_beyond_a_side(corners, old) || is_beyond_a_side(old, corners)) continue;
    out.push_back(t);
    // The difference of two planes is linear: what holds at the corners of either triangle holds of all that they
    // share.
    if (surely_over(corners, known.near, near_sink_, near_rise_)) continue;
    if (!plane) {
      plane = plane_of(corners);
      near = near_plane(*plane);
    }
    if (surely_over(old, near, near_rise_, near_sink_) || known.plane == *plane) continue;
    if (!is_within(corners, *plane, t)) return std::nullopt;
  }
  return out;
}

}  // namespace plumb::pipeline
