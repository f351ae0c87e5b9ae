// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/segment_distance.h"

namespace plumb::kernel {
namespace {

using formulas::determinant;
using formulas::dot2d;

Interval square(const Interval& v) {
  const Interval s = v * v;
  return s.low < 0 ? Interval(0.0, s.high) : s;
}

// -1: the nearest point is certainly p, 1: certainly q; 0: doubles do not tell.
int nearest_end(const PlanPoint& at, const PlanPoint& p, const PlanPoint& q) {
  const Interval px = interval_of(p[0]), py = interval_of(p[1]);
  const Interval dx = interval_of(q[0]) - px, dy = interval_of(q[1]) - py;
  const Interval along = dot2d(interval_of(at[0]) - px, interval_of(at[1]) - py, dx, dy);
  if (along.high < 0) return -1;
  return along.low > (square(dx) + square(dy)).high ? 1 : 0;
}

}  // namespace

mpq_class nearest_share(const PlanPoint& at, const PlanPoint& p, const PlanPoint& q) {
  if (const int end = nearest_end(at, p, q)) return end < 0 ? 0 : 1;
  const mpq_class dx = q[0] - p[0], dy = q[1] - p[1], length = dot2d(dx, dy, dx, dy);
  if (length == 0) return 0;
  const mpq_class ax = at[0] - p[0], ay = at[1] - p[1], along = dot2d(ax, ay, dx, dy);
  if (along <= 0) return 0;
  if (along >= length) return 1;
  return along / length;
}

PlanPoint nearest_point(const PlanPoint& at, const PlanPoint& p, const PlanPoint& q) {
  if (at == p || at == q) return at;
  if (const int end = nearest_end(at, p, q)) return end < 0 ? p : q;
  return point_along(p, q, nearest_share(at, p, q));
}

mpq_class squared_distance(const PlanPoint& p, const PlanPoint& q) {
  // Most points that are compared share a coordinate, or are one. A square of a fraction in lowest terms is in them.
  mpq_class sum = 0;
  for (std::size_t k = 0; k < 2; ++k) {
    if (p[k] == q[k]) continue;
    mpq_class d = q[k] - p[k];
    d.get_num() *= d.get_num();
    d.get_den() *= d.get_den();
    if (sgn(sum) == 0) swap(sum, d);
    else sum += d;
  }
  return sum;
}

mpq_class squared_distance(const PlanPoint& at, const PlanPoint& p, const PlanPoint& q) {
  return squared_distance(at, nearest_point(at, p, q));
}

Interval squared_distance_near(const FilteredPoint& p, const FilteredPoint& q) {
  return square(q.ix - p.ix) + square(q.iy - p.iy);
}

Interval squared_distance_near(const FilteredPoint& at, const FilteredPoint& p, const FilteredPoint& q) {
  const Interval dx = q.ix - p.ix, dy = q.iy - p.iy, ax = at.ix - p.ix, ay = at.iy - p.iy;
  const Interval along = dot2d(ax, ay, dx, dy), length = square(dx) + square(dy);
  const Interval to_p = squared_distance_near(at, p), to_q = squared_distance_near(at, q);
  if (along.high <= 0) return to_p;
  if (along.low >= length.high) return to_q;
  Interval foot = square(determinant(dx, dy, ax, ay)) / length;
  foot.low = std::max(foot.low, 0.0);
  if (along.low >= 0 && along.high <= length.low) return foot;
  // One of the three: the foot is never farther than the ends.
  return {foot.low, std::min(to_p.high, to_q.high)};
}

bool has_foot(const FilteredPoint& at, const FilteredPoint& p, const FilteredPoint& q) {
  // Both angles at the ends are less than a quarter turn.
  const auto is_ahead = [&](const FilteredPoint& from, const FilteredPoint& to) {
    const Interval near = dot2d(at.ix - from.ix, at.iy - from.iy, to.ix - from.ix, to.iy - from.iy);
    if (const auto sign = near.sign()) return *sign == Sign::positive;
    return dot2d(at.x() - from.x(), at.y() - from.y(), to.x() - from.x(), to.y() - from.y()) > 0;
  };
  return is_ahead(p, q) && is_ahead(q, p);
}

int compare_squared_distance(const FilteredPoint& at, const FilteredPoint& p, const FilteredPoint& q,
                             const mpq_class& square) {
  const Interval near = squared_distance_near(at, p, q), wanted = interval_of(square);
  if (near.high < wanted.low) return -1;
  if (near.low > wanted.high) return 1;
  return sgn(squared_distance(at.at, p.at, q.at) - square);
}

bool cross(const FilteredPoint& p, const FilteredPoint& q, const FilteredPoint& a, const FilteredPoint& b) {
  return orientation(p, q, a) * orientation(p, q, b) < 0 && orientation(a, b, p) * orientation(a, b, q) < 0;
}

}  // namespace plumb::kernel
