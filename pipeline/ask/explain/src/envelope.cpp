// SPDX-License-Identifier: GPL-3.0-or-later
#include "envelope.h"

#include <algorithm>
#include <utility>

#include "plumb/kernel/cell.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval.h"

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

void EnvelopeChanges::visit(const kernel::ImplicitPlan& plan, const kernel::ConvexCell& cell, kernel::PolygonId floor,
                            const kernel::IntegerPlane& low, kernel::PolygonId ceiling,
                            const kernel::IntegerPlane& high) {
  // f = gx X + gy Y + constant
  const auto ratio = [](const mpz_class& numerator, const mpz_class& denominator) {
    mpq_class q(numerator, denominator);
    q.canonicalize();
    return q;
  };
  const mpz_class up = low.up * high.up;
  const auto rise = rise_of(low, high);
  const mpq_class gx = ratio(rise.a, up), gy = ratio(rise.b, up), constant = ratio(rise.c, up);
  PieceSum& sum = pieces_[ceiling];
  sum.floor = floor;
  if (gx == 0 && gy == 0) {
    sum.constant = true;
    sum.doubled_area += kernel::doubled_area(plan, cell);
    sum.steps[constant];
    return;
  }
  sum.squared_gradient = gx * gx + gy * gy;
  std::vector<std::array<mpq_class, 2>> p = kernel::exact_points(plan, cell);
  for (auto& v : p) {
    mpq_class f = kernel::formulas::linear(gx, gy, constant, v[0], v[1]),
              across = kernel::formulas::determinant(gx, gy, v[0], v[1]);
    v = {std::move(f), std::move(across)};
  }
  for (std::size_t i = 0; i < p.size(); ++i) add_edge(sum, p[i], p[i + 1 == p.size() ? 0 : i + 1]);
}

void EnvelopeChanges::add_edge(PieceSum& sum, const std::array<mpq_class, 2>& from,
                               const std::array<mpq_class, 2>& to) {
  const int order = cmp(to[0], from[0]);
  if (order == 0) return;  // along a level edge f does not change
  const mpq_class slope = (to[1] - from[1]) / (to[0] - from[0]);
  // Corners run clockwise: an edge that ascends in f bounds the cell in s from above and is added, one that descends is
  // subtracted. An edge counts from its lower end to its upper end. An ascending edge is added at `from`; a descending
  // one is subtracted and ends there, which has the same sign.
  Step& begin = sum.steps[from[0]];
  begin.value += from[1];
  begin.slope += slope;
  Step& end = sum.steps[to[0]];
  end.value -= to[1];
  end.slope -= slope;
}

void EnvelopeChanges::settle(const std::function<void(AreaLoss, PieceChange)>& report) {
  const mpz_class& unit = points_.denominator();
  for (auto& [ceiling, sum] : pieces_) {
    if (!sum.constant)
      std::erase_if(sum.steps, [](const auto& s) { return s.second.value == 0 && s.second.slope == 0; });
    for (auto& [f, step] : sum.steps) {
      AreaLoss loss{f / unit};
      PieceChange change;
      change.floor = sum.floor;
      change.ceiling = ceiling;
      if (sum.constant) {
        change.change = PieceChangeKind::jump;
        loss.jump = change.lost = sum.doubled_area / (2 * unit * unit);
      } else if (&f == &sum.steps.begin()->first) {
        change.change = PieceChangeKind::opens;
      } else if (&f == &sum.steps.rbegin()->first) {
        change.change = PieceChangeKind::closes;
      }
      if (!sum.constant) {
        loss.rate = step.value / (sum.squared_gradient * unit);
        loss.bend = step.slope / (2 * sum.squared_gradient);
      }
      report(std::move(loss), std::move(change));
    }
  }
}

}  // namespace plumb::pipeline
