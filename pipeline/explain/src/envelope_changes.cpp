// SPDX-License-Identifier: GPL-3.0-or-later
#include "envelope_changes.h"

#include <utility>

#include "plumb/kernel/exact.h"
#include "plumb/kernel/formulas.h"

namespace plumb::pipeline {

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
