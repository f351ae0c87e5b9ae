// SPDX-License-Identifier: GPL-3.0-or-later
#include "envelope.h"

#include <algorithm>

#include "plumb/kernel/interval_of.h"

namespace plumb::pipeline {

using namespace plumb::kernel;

Envelope::Envelope(const PointTable& points, const SurfaceSet& set, const SurfaceIndex& index, const mpq_class& top)
    : points_(points),
      set_(set),
      index_(index),
      levels_(points, {top}, 0),
      reach_(interval_of(mpq_class(top * points.denominator())).high),
      envelope_(points) {}

void Envelope::find(PolygonId floor, EnvelopeVisitor& visitor) {
  const bool any = gather(floor);
  envelope_.enter({floor, set_.corners_of(set_.surfaces[floor])}, ceilings_);
  if (any) envelope_.visit(visitor);
}

// Collects the polygons over the floor, from low to high, since a polygon that comes later then seldom lowers the
// envelope. Owners come before all others.
bool Envelope::gather(PolygonId floor) {
  const Plane plane(points_, set_.corners_of(set_.surfaces[floor]));
  ceilings_.clear();
  Box q = index_.box(floor);
  q.high[2] =
      interval_of(points_, q.high[2]).high + reach_;  // rounding keeps order: nothing within reach begins beyond it
  bool any = false;
  index_.query(q, [&](std::uint32_t id) {
    const Surface& s = set_.surfaces[id];
    if (id == floor || s.kind == SurfaceKind::vertical) return;
    if (points_.approx_is_exact() && !q.overlaps_in_plan(index_.box(id))) return;
    bool coplanar = false;
    if (!matters(s, plane, coplanar)) return;
    if (coplanar && (id > floor || s.kind != SurfaceKind::traversable)) return;
    ceilings_.push_back({id, set_.corners_of(s), coplanar});
    any = any || !coplanar;
  });
  std::ranges::sort(ceilings_, [&](const auto& a, const auto& b) {
    if (a.owner != b.owner) return a.owner;
    const double low = index_.box(a.id).low[2], other = index_.box(b.id).low[2];
    return low != other ? low < other : a.id < b.id;
  });
  return any;
}

// Whether some of a polygon is over the floor's plane and below the top, or all of it in that plane.
bool Envelope::matters(const Surface& s, const Plane& plane, bool& coplanar) {
  bool over = false, below_top = false;
  coplanar = true;
  for (const PointId c : set_.corners_of(s)) {
    const Sign sign = rise(points_, plane, c, levels_, 0, false, envelope_.counts());
    over = over || sign == Sign::positive;
    coplanar = coplanar && sign == Sign::zero;
    below_top = below_top || rise(points_, plane, c, levels_, 1, false, envelope_.counts()) != Sign::positive;
  }
  return coplanar || (over && below_top);
}

}  // namespace plumb::pipeline
