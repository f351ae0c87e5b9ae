// SPDX-License-Identifier: GPL-3.0-or-later
#include "quadric.h"

#include <algorithm>

namespace plumb::pipeline {
namespace {

using kernel::Interval;

Interval near_height_over(const PlaneTable::Plane& plane, const Place& place) {
  return place.near[2] - (plane.near[0] * place.near[0] + plane.near[1] * place.near[1] + plane.near[2]);
}

}  // namespace

void Quadric::add(const std::vector<Term>& terms) {
  std::vector<Term> sum;
  sum.reserve(terms_.size() + terms.size());
  std::ranges::merge(terms_, terms, std::back_inserter(sum), {}, &Term::plane, &Term::plane);
  std::size_t kept = 0;
  for (const Term& t : sum) {
    if (kept > 0 && sum[kept - 1].plane == t.plane) sum[kept - 1].count += t.count;
    else sum[kept++] = t;
  }
  sum.resize(kept);
  terms_.swap(sum);
}

std::vector<Quadric> quadrics_of(const TriangleMesh& mesh, std::span<const PlaneTable::Index> planes) {
  std::vector<Quadric> out(mesh.points.size());
  for (TriangleMesh::Index t = 0; t < mesh.triangles.size(); ++t)
    for (const auto v : mesh.triangles[t].corners) out[v].add(planes[t]);
  return out;
}

Interval near_error(const PlaneTable& planes, const Quadric& a, const Quadric& b, const Place& place) {
  Interval sum(0.0);
  for (const Quadric* q : {&a, &b})
    for (const auto& [plane, count] : q->terms()) {
      const Interval over = near_height_over(planes[plane], place);
      // A square is no less than 0, whatever is known of its root.
      const Interval squared = over * over * planes[plane].near_share * Interval(static_cast<double>(count));
      sum = sum + Interval(std::max(squared.low, 0.0), squared.high);
    }
  return sum;
}

mpq_class error(const PlaneTable& planes, const Quadric& a, const Quadric& b, const ExactPoint& place) {
  mpq_class sum = 0;
  for (const Quadric* q : {&a, &b})
    for (const auto& [plane, count] : q->terms()) {
      const mpq_class over = planes.height_over(plane, place);
      if (over != 0) sum += count * over * over / (1 + planes.exact(plane).tan_squared());
    }
  return sum;
}

bool error_is_within(const PlaneTable& planes, const Quadric& a, const Quadric& b, const Place& place,
                     const mpq_class& limit) {
  if (limit == 0) {
    const auto on_all = [&](const Quadric& q) {
      return std::ranges::all_of(q.terms(), [&](const auto& t) {
        const auto side = near_height_over(planes[t.plane], place).sign();
        return side ? *side == kernel::Sign::zero : planes.holds(t.plane, place.at);
      });
    };
    return on_all(a) && on_all(b);
  }
  const Interval near = near_error(planes, a, b, place), near_limit = kernel::interval_of(limit);
  if (near.high <= near_limit.low) return true;
  if (near.low > near_limit.high) return false;
  return error(planes, a, b, place.at) <= limit;
}

}  // namespace plumb::pipeline
