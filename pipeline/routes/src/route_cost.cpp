// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/route_cost.h"

#include <algorithm>

#include "plumb/kernel/segment_distance.h"

namespace plumb::pipeline {

using kernel::RealInterval;
using Index = PlanTriangulation::Index;

RouteCost::RouteCost(const WeightedArea& area, mpq_class radius, RouteCostOptions options)
    : area_(area),
      radius_(std::move(radius)),
      options_(std::move(options)),
      r_(radius_.get_d()),
      swept_(radius_ > 0 ? mpq_class(options_.swept / (2 * radius_)).get_d() : 0) {}

double RouteCost::disc(const DoublePoint& p) const {
  return sweeps() ? swept_ * estimate_area(area_, options_.sampling, p, p, r_) : 0;
}
double RouteCost::piece(const DoublePoint& p, const DoublePoint& q, double along, double disc_p) const {
  if (!sweeps()) return along;
  const double capsule = swept_ * estimate_area(area_, options_.sampling, p, q, r_);
  // Estimates may be less than what is swept at least.
  return along + (options_.whole_capsules ? capsule : std::max(capsule - disc_p, 0.0));
}

double RouteCost::estimated(std::span<const kernel::PlanPoint> route) const {
  if (route.empty()) return 0;
  double sum = options_.whole_capsules ? 0 : disc(to_doubles(route[0]));
  for (std::size_t i = 1; i < route.size(); ++i) {
    const DoublePoint p = to_doubles(route[i - 1]), q = to_doubles(route[i]);
    const double along = area_.mean_weight(route[i - 1], route[i]).get_d() * std::hypot(q[0] - p[0], q[1] - p[1]);
    sum += piece(p, q, along, options_.whole_capsules ? 0 : disc(p));
  }
  return sum;
}

kernel::RationalInterval RouteCost::exact(std::span<const kernel::PlanPoint> route) const {
  std::vector<mpq_class> weights;
  for (std::size_t i = 1; i < route.size(); ++i) weights.push_back(area_.mean_weight(route[i - 1], route[i]));
  for (int bits = 96;; bits *= 2) {
    RealInterval sum(bits), swept(bits);
    for (std::size_t i = 1; i < route.size(); ++i)
      sum += RealInterval(bits, weights[i - 1]) *
             RealInterval::root(bits, kernel::squared_distance(route[i - 1], route[i]));
    if (sweeps() && !route.empty()) {
      if (route.size() == 1) swept += area_.in_capsule(route[0], route[0], radius_, bits);
      for (std::size_t i = 1; i < route.size(); ++i) {
        swept += area_.in_capsule(route[i - 1], route[i], radius_, bits);
        if (i > 1 && !options_.whole_capsules) swept -= area_.in_capsule(route[i - 1], route[i - 1], radius_, bits);
      }
      sum += swept * RealInterval(bits, options_.swept / (2 * radius_));
    }
    if (sum.is_finite()) {
      const kernel::RationalInterval out = sum.rational();
      if (out.width() * (mpz_class(1) << 40) <= out.low) return out;
    }
    // Where nothing costs anything the sum is a point, 0; no real route needs as many bits as these.
    if (bits > 8192) return {0, sum.is_finite() ? sum.rational().high : mpq_class(0)};
  }
}

double RouteCost::least_in(Index triangle) const {
  const kernel::Interval own(area_.near(triangle).weight);  // rounded down
  if (!sweeps()) return own.low;
  double least = own.low;
  for (const Index t : area_.triangles_near(triangle, radius_)) least = std::min(least, area_.near(t).weight);
  return (own + kernel::Interval(options_.swept.get_d()) * kernel::Interval(least)).low;
}

}  // namespace plumb::pipeline
