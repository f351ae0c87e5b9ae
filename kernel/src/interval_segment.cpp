// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/interval_segment.h"

#include <algorithm>

namespace plumb::kernel {

Interval interval_coordinate(const mpq_class& value, const mpz_class& unit) {
  if (mpz_divisible_p(unit.get_mpz_t(), value.get_den_mpz_t()))
    return interval_of(mpz_class(value.get_num() * mpz_class(unit / value.get_den())));
  return interval_of(value) * interval_of(unit);
}

IntervalPoint interval_point(const ExactPoint& p, const mpz_class& unit, std::uint64_t name) {
  return {{interval_coordinate(p[0], unit), interval_coordinate(p[1], unit), interval_coordinate(p[2], unit)}, name};
}

IntervalPoint interval_point(const PointTable& points, PointId p) {
  return {{interval_of(points, p, 0), interval_of(points, p, 1), interval_of(points, p, 2)}, 0};
}

bool interval_facing(const IntervalSegment& side, const IntervalSegment& other, const IntervalReach& reach,
                     IntervalFacing& seen) {
  const IntervalVector d = run(side.from, side.to);
  const Interval farthest = reach.squared_reach * dot(d, d);
  bool before = true, after = true, inward = true, far = true;
  seen.near = true;
  for (std::size_t end = 0; end < 2; ++end) {
    const IntervalPoint& p = end == 0 ? other.from : other.to;
    const IntervalVector from = run(side.from, p);
    seen.along[end] = dot(from, d);
    seen.away[end] = side.line == other.line ? Interval(0.0) : left_of(side, d, p);
    const Interval& away = seen.away[end];
    before = before && seen.along[end].high <= 0;
    seen.beyond[end] = dot(run(side.to, p), d);
    after = after && seen.beyond[end].low >= 0;
    inward = inward && away.high <= 0;
    const Interval square = away * away;
    seen.near = seen.near && (away.high <= 0 || square.high <= farthest.low);
    far = far && is_positive(away) && square.low > farthest.high;
  }
  if (before || after || inward || far) return false;
  const auto hull = [](const IntervalSegment& s) {
    return Interval(std::min(s.from.at[2].low, s.to.at[2].low), std::max(s.from.at[2].high, s.to.at[2].high));
  };
  const Interval rise = hull(other) - hull(side);
  if (rise.low > reach.rise.high || rise.high < -reach.rise.high) return false;
  seen.level = rise.high <= reach.rise.low && rise.low >= -reach.rise.low;
  seen.may_face_back = !is_positive(dot(run(other.from, other.to), d));
  return true;
}

bool certainly_not_before(const IntervalFacing& a, const IntervalFacing& b) {
  const auto hull = [](const std::array<Interval, 2>& ends) {
    return Interval(std::min(ends[0].low, ends[1].low), std::max(ends[0].high, ends[1].high));
  };
  const Interval along_a = hull(a.along), along_b = hull(b.along);
  return along_b.high < along_a.low || along_b.low > along_a.high || hull(b.away).low > hull(a.away).high;
}

}  // namespace plumb::kernel
