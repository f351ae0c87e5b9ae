// SPDX-License-Identifier: GPL-3.0-or-later
#include "quadric.h"

#include <algorithm>

namespace plumb::pipeline {
namespace {

using kernel::Interval;

// Calls visit(plane) for the planes of both quadrics, common ones once, while it returns true. Returns whether it
// always did.
template <class Visit>
bool all_of_both(const Quadric& a, const Quadric& b, Visit&& visit) {
  const auto p = a.planes(), q = b.planes();
  for (std::size_t i = 0, j = 0; i < p.size() || j < q.size();) {
    const bool first = j == q.size() || (i < p.size() && p[i] <= q[j]);
    const auto plane = first ? p[i] : q[j];
    if (i < p.size() && p[i] == plane) ++i;
    if (j < q.size() && q[j] == plane) ++j;
    if (!visit(plane)) return false;
  }
  return true;
}

}  // namespace

void Quadric::add(const std::vector<Index>& planes) {
  if (std::ranges::includes(planes_, planes)) return;
  std::vector<Index> both;
  both.reserve(planes_.size() + planes.size());
  std::ranges::set_union(planes_, planes, std::back_inserter(both));
  planes_.swap(both);
}

Interval near_error(const PlaneTable& planes, const Quadric& a, const Quadric& b, const Place& place) {
  Interval sum(0.0);
  all_of_both(a, b, [&](PlaneTable::Index plane) {
    const Interval over = planes.near_height_over(plane, place.near);
    // A square is not below 0, although the interval of its root may contain 0.
    const Interval squared = over * over * planes[plane].near_share;
    sum = sum + Interval(std::max(squared.low, 0.0), squared.high);
    return true;
  });
  return sum;
}

mpq_class error(const PlaneTable& planes, const Quadric& a, const Quadric& b, const ExactPoint& place) {
  mpq_class sum = 0;
  all_of_both(a, b, [&](PlaneTable::Index plane) {
    const mpq_class over = planes.height_over(plane, place);
    if (over != 0) sum += over * over / (1 + planes.exact(plane).tan_squared());
    return true;
  });
  return sum;
}

bool error_is_within(const PlaneTable& planes, const Quadric& a, const Quadric& b, const Place& place,
                     const mpq_class& limit) {
  if (limit == 0)
    return all_of_both(a, b, [&](PlaneTable::Index plane) { return planes.holds(plane, place.at, place.near); });
  const Interval near = near_error(planes, a, b, place), near_limit = kernel::interval_of(limit);
  if (near.high <= near_limit.low) return true;
  if (near.low > near_limit.high) return false;
  return error(planes, a, b, place.at) <= limit;
}

}  // namespace plumb::pipeline
