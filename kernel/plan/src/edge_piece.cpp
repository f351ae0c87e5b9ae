// SPDX-License-Identifier: LGPL-3.0-or-later
#include "edge_piece.h"

#include <algorithm>

#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/interval.h"
#include "plumb/plan/obstacles.h"

namespace plumb::plan {
namespace {

using kernel::Interval;

double middle(const Interval& i) { return (i.low + i.high) / 2; }

// About the share of the way from a to b at which the piece is nearest to p.
double share_of(const DoublePoint& p, const EdgePiece& s) {
  const double x = s.b.near[0] - s.a.near[0], y = s.b.near[1] - s.a.near[1];
  const double share = kernel::formulas::dot2d(p[0] - s.a.near[0], p[1] - s.a.near[1], x, y) / (x * x + y * y);
  return share > 0 ? std::min(share, 1.0) : 0;  // 0 too if the squares are out of range
}
DoublePoint at_share(const EdgePiece& s, double share) {
  return {s.a.near[0] + share * (s.b.near[0] - s.a.near[0]), s.a.near[1] + share * (s.b.near[1] - s.a.near[1])};
}

// The coordinate of a place in the direction n.
Interval along(const DoublePoint& n, const IntervalPoint& p) { return Interval(n[0]) * p.x + Interval(n[1]) * p.y; }
Interval length(const Interval& x, const Interval& y) { return kernel::root(x * x + y * y); }

}  // namespace

IntervalPoint interval_point(const kernel::PlanPoint& p) {
  const Interval x = kernel::interval_of(p[0]), y = kernel::interval_of(p[1]);
  return {x, y, {middle(x), middle(y)}};
}
IntervalPoint between(const IntervalPoint& p, const IntervalPoint& q, double share) {
  const Interval x = p.x + (q.x - p.x) * Interval(share), y = p.y + (q.y - p.y) * Interval(share);
  return {x, y, {middle(x), middle(y)}};
}

kernel::Box box_around(const EdgePiece& piece, double distance) {
  kernel::Box out = box_around(piece.a.x, piece.a.y, distance);
  kernel::grow(out, box_around(piece.b.x, piece.b.y, distance));
  return out;
}

kernel::Box box_around(const kernel::PlanPoint& p, const kernel::PlanPoint& q, const mpq_class& distance) {
  const double far = kernel::interval_of(distance).high;
  kernel::Box box = kernel::no_box;
  for (const kernel::PlanPoint* at : {&p, &q})
    kernel::grow(box, box_around(kernel::interval_of((*at)[0]), kernel::interval_of((*at)[1]), far));
  return box;
}

double distance_below(const EdgePiece& s, const EdgePiece& t) {
  // Whatever direction is chosen, how far one lies beyond the other along it is no more than the distance. The best
  // direction is that of the shortest way.
  DoublePoint best{};
  double least = HUGE_VAL;
  const auto look = [&](const DoublePoint& p, const EdgePiece& other, double sign) {
    const DoublePoint foot = at_share(other, share_of(p, other));
    const DoublePoint n{sign * (p[0] - foot[0]), sign * (p[1] - foot[1])};
    const double far = n[0] * n[0] + n[1] * n[1];
    if (far < least) least = far, best = n;
  };
  look(s.a.near, t, 1), look(s.b.near, t, 1), look(t.a.near, s, -1), look(t.b.near, s, -1);
  const double beyond = std::min(along(best, s.a).low, along(best, s.b).low);
  const double reach = std::max(along(best, t.a).high, along(best, t.b).high);
  const double ahead = rest_below(beyond, reach);
  return ahead > 0 ? (Interval(ahead) / length(Interval(best[0]), Interval(best[1]))).low : 0;
}

double distance_above(const IntervalPoint& p, const EdgePiece& s) {
  // The distance from any place of the piece is a valid bound.
  const IntervalPoint foot = between(s.a, s.b, share_of(p.near, s));
  return length(p.x - foot.x, p.y - foot.y).high;
}

}  // namespace plumb::plan
