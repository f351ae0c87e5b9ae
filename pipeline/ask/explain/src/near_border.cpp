// SPDX-License-Identifier: GPL-3.0-or-later
#include "near_border.h"

#include <algorithm>

#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/segment_frame.h"

namespace plumb::pipeline {

using kernel::ExactPoint;

ExactPoint exact_end(const kernel::PointTable& points, const vcd::BodyEnd& end) {
  const mpz_class& unit = points.denominator();
  ExactPoint p{mpq_class(end.plan.x, end.plan.w * unit), mpq_class(end.plan.y, end.plan.w * unit),
               mpq_class(end.height.z, end.height.w * unit)};
  for (mpq_class& v : p) v.canonicalize();
  return p;
}

std::optional<ExactPoint> nearest_within(const ExactPoint& from, const ExactPoint& to, const ExactPoint& at,
                                         const mpq_class& window) {
  // The part of the stretch within the window, by its shares t from 0 to 1.
  mpq_class low = 0, high = 1;
  const mpq_class rise = to[2] - from[2];
  if (sgn(rise) == 0) {
    if (abs(at[2] - from[2]) >= window) return std::nullopt;
  } else {
    mpq_class t0 = (at[2] - window - from[2]) / rise, t1 = (at[2] + window - from[2]) / rise;
    if (t0 > t1) swap(t0, t1);
    low = std::max(low, t0);
    high = std::min(high, t1);
    if (low >= high) return std::nullopt;
  }
  const mpq_class x = to[0] - from[0], y = to[1] - from[1];
  const mpq_class t =
      kernel::formulas::dot2d(x, y, at[0] - from[0], at[1] - from[1]) / kernel::formulas::dot2d(x, y, x, y);
  return kernel::point_along(from, to, std::clamp(t, low, high));
}

NearBorderFinder::NearBorderFinder(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map,
                                   const Border& border)
    : points_(points), set_(set), map_(map), border_(border), geometry_(points, set, map) {}

std::optional<NearBorder> NearBorderFinder::find(const ExactPoint& at, kernel::Label stance, const mpq_class& window) {
  std::optional<NearBorder> best;
  for (const BorderStretch& s : border_.stretches) {
    if (stance < s.lowest || s.highest < stance) continue;
    NearBorder near;
    near.edge = {exact_end(points_, border_.ends[s.from]), exact_end(points_, border_.ends[s.to])};
    const auto nearest = nearest_within(near.edge[0], near.edge[1], at, window);
    if (!nearest) continue;
    near.nearest = *nearest;
    const mpq_class dx = near.nearest[0] - at[0], dy = near.nearest[1] - at[1];
    near.squared_distance = kernel::formulas::dot2d(dx, dy, dx, dy);
    if (best && near.squared_distance >= best->squared_distance) continue;
    near.polygon = s.surface;
    near.face = set_.surfaces[s.surface].face;
    best = std::move(near);
  }
  if (best) best->cause = cause(*best, stance);
  return best;
}

// What makes a place border: a cell of the same polygon beside it that something keeps from the stance, or else a wall
// on the line that stops the stance. Where the polygon ends it is none. Edges run clockwise, so outward is to their
// left.
kernel::PolygonId NearBorderFinder::cause(const NearBorder& found, kernel::Label stance) {
  const auto& [a, b] = found.edge;
  const mpq_class x = b[0] - a[0], y = b[1] - a[1];
  const kernel::PlanPoint middle{(a[0] + b[0]) / 2 - found.nearest[0], (a[1] + b[1]) / 2 - found.nearest[1]};
  const kernel::PerturbedPoint beyond{{found.nearest[0], found.nearest[1]}, {middle, {-y, x}, {x, y}}};
  for (const vcd::Cell& c : map_.table.cells)
    if (c.surface == found.polygon && kernel::over_spot(geometry_.vertices(c), beyond) && c.label < stance)
      return c.witness;
  for (const vcd::Obstruction& o : map_.table.obstructions) {
    if (o.surface != found.polygon || o.may_cross >= stance) continue;
    const auto [p, q] = geometry_.ends(o);
    const int axis = sgn(x) != 0 ? 0 : 1;
    const mpq_class& at = found.nearest[axis];
    if (kernel::formulas::orient2d(a, b, p) == 0 && kernel::formulas::orient2d(a, b, q) == 0 &&
        std::min(p[axis], q[axis]) <= at && at <= std::max(p[axis], q[axis]))
      return o.wall;
  }
  return kernel::no_polygon;
}

}  // namespace plumb::pipeline
