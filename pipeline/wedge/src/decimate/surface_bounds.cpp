// SPDX-License-Identifier: GPL-3.0-or-later
#include "decimate/surface_bounds.h"

#include "cut/region_boundary.h"

namespace plumb::pipeline {
namespace {

kernel::PlanRing ring_of(const std::array<ExactPoint, 3>& corners) {
  kernel::PlanRing out;
  for (const ExactPoint& p : corners) out.push_back({p[0], p[1]});
  return out;
}
bool apart(const kernel::Box& a, const kernel::Box& b) {
  for (std::size_t k = 0; k < 2; ++k)
    if (a.low[k] > b.high[k] || b.low[k] > a.high[k]) return true;
  return false;
}

}  // namespace

SurfaceBounds::SurfaceBounds(const TriangleMesh& mesh, mpq_class sink, mpq_class rise)
    : sink_(std::move(sink)), rise_(std::move(rise)) {
  for (const TriangleMesh::Triangle& t : mesh.triangles) {
    const std::array corners{mesh.points[t.corners[0]], mesh.points[t.corners[1]], mesh.points[t.corners[2]]};
    known_.push_back(
        {kernel::exact_plane(corners[0], corners[1], corners[2]), ring_of(corners), kernel::box_of(corners)});
  }
}

std::optional<std::vector<SurfaceBounds::Index>> SurfaceBounds::covered(const std::array<ExactPoint, 3>& corners,
                                                                        std::span<const Index> triangles) const {
  const kernel::ExactPlane plane = kernel::exact_plane(corners[0], corners[1], corners[2]);
  const kernel::PlanRing window = ring_of(corners);
  const kernel::Box box = kernel::box_of(corners);
  std::vector<Index> out;
  for (const Index t : triangles) {
    const Known& known = known_[t];
    if (apart(known.box, box)) continue;
    TaggedRing common;
    for (const kernel::PlanPoint& p : known.ring) common.push_back({p});
    if (!clip_to(common, window)) continue;
    out.push_back(t);
    if (known.plane == plane) continue;
    for (const TaggedCorner& c : common) {
      const mpq_class moved = plane.height(c.at[0], c.at[1]) - known.plane.height(c.at[0], c.at[1]);
      if (moved > rise_ || -moved > sink_) return std::nullopt;
    }
  }
  return out;
}

}  // namespace plumb::pipeline
