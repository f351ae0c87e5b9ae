// SPDX-License-Identifier: GPL-3.0-or-later
#include "solid_winding.h"

#include <cmath>

namespace plumb::pipeline {
namespace {

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

}  // namespace

SolidWinding::SolidWinding(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
                           const SolidSet* solids)
    : points_(points), set_(set), index_(index), solids_(solids) {}

bool SolidWinding::inside(std::uint32_t surface, const kernel::ExactPlane& floor, const kernel::PlanPoint& at) const {
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

}  // namespace plumb::pipeline
