// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/plan/route_cost.h"

#include <algorithm>
#include <utility>

#include "edge_piece.h"
#include "plumb/kernel/elementary.h"
#include "plumb/kernel/filtered_point.h"

namespace plumb::plan {

using kernel::RealInterval;
using Index = PlanTriangulation::Index;

RouteCost::RouteCost(const WeightedArea& area, mpq_class radius, RouteCostOptions options)
    : area_(area),
      radius_(std::move(radius)),
      options_(std::move(options)),
      r_(radius_.get_d()),
      swept_(radius_ > 0 ? mpq_class(options_.swept / (2 * radius_)).get_d() : 0) {}

double RouteCost::capsule(const DoublePoint& p, const DoublePoint& q, const RouteTriangles& in, Edges edges) const {
  const bool exact = options_.sampling.estimator == AreaEstimator::exact && !edges.empty();
  return swept_ *
         (exact ? WeightedArea::in_capsule(p, q, r_, edges) : estimate_area(area_, options_.sampling, p, q, r_, in));
}
double RouteCost::disc(const DoublePoint& p, const RouteTriangles& in, Edges edges) const {
  return sweeps() ? capsule(p, p, in, edges) : 0;
}
double RouteCost::piece(const DoublePoint& p, const DoublePoint& q, double along, double disc_p,
                        const RouteTriangles& in, Edges edges) const {
  if (!sweeps()) return along;
  const double whole = capsule(p, q, in, edges);
  // An estimate of the capsule may come out below that of the disc.
  return along + (options_.whole_capsules ? whole : std::max(whole - disc_p, 0.0));
}

std::vector<RouteCost::Piece> RouteCost::pieces(std::span<const kernel::PlanPoint> route, bool clear) const {
  const std::vector<mpq_class>& weights = area_.triangulation().weights;
  std::vector<Piece> out;
  for (std::size_t i = 1; i < route.size(); ++i)
    out.push_back({route[i - 1], route[i],
                   clear && weights.size() == 1 ? weights[0] : area_.mean_weight(route[i - 1], route[i])});
  if (route.size() == 1) out.push_back({route[0], route[0], 0});
  return out;
}

double RouteCost::estimated(std::span<const Piece> route) const {
  double sum = 0;
  for (const Piece& piece : route) {
    const DoublePoint p = to_doubles(piece.p), q = to_doubles(piece.q);
    const double disc_p = options_.whole_capsules ? 0 : disc(p, piece.in);
    if (&piece == &route.front()) sum += disc_p;
    sum += this->piece(p, q, piece.weight.get_d() * kernel::hypotenuse(q[0] - p[0], q[1] - p[1]), disc_p, piece.in);
  }
  return sum;
}

// The weight of all that a disc which touches no obstacle can cover on a piece; null if there may be several, or gaps.
const mpq_class* RouteCost::only_weight(const Piece& piece) const {
  const PlanTriangulation& t = area_.triangulation();
  if (t.is_flat() && t.weights.size() == 1) return &t.weights[0];
  std::vector<Index> near;
  if (t.is_flat()) near = area_.triangles_near(piece.p, piece.q, radius_);
  else if (piece.in.beyond == PlanTriangulation::none && area_.is_full_around(piece.in.triangle, radius_))
    near = area_.triangles_near(piece.in.triangle, radius_);
  const bool one =
      !near.empty() && std::ranges::all_of(near, [&](Index i) { return t.regions[i] == t.regions[near[0]]; });
  return one ? &t.weight(near[0]) : nullptr;
}

kernel::RationalInterval RouteCost::exact(std::span<const Piece> route, bool clear) const {
  std::vector<const mpq_class*> only(route.size());
  if (clear && sweeps()) std::ranges::transform(route, only.begin(), [&](const Piece& p) { return only_weight(p); });
  for (int bits = 96;; bits *= 2) {
    RealInterval sum(bits), swept(bits);
    const RealInterval full = sweeps() ? RealInterval::pi(bits) * RealInterval(bits, radius_ * radius_) : sum;
    Index before = PlanTriangulation::none;  // the triangle that is left
    for (std::size_t i = 0; i < route.size(); ++i) {
      const auto& [p, q, weight, in] = route[i];
      const Index entered = std::exchange(before, in.beyond != PlanTriangulation::none ? in.beyond : in.triangle);
      const RealInterval length = RealInterval::root(bits, kernel::squared_distance(p, q));
      sum += RealInterval(bits, weight) * length;
      if (!sweeps()) continue;
      if (only[i]) swept += RealInterval(bits, *only[i]) * (RealInterval(bits, 2 * radius_) * length + full);
      else swept += area_.in_capsule(p, q, radius_, bits, in);
      // Where two pieces meet both capsules contain the disc.
      if (i == 0 || options_.whole_capsules) continue;
      const mpq_class* both = only[i] && only[i - 1] ? only[i] : nullptr;
      if (area_.triangulation().is_flat() && !both) both = only[i] ? only[i] : only[i - 1];
      if (both) swept -= RealInterval(bits, *both) * full;
      else swept -= area_.in_both_discs(p, radius_, bits, entered, in.triangle);
    }
    if (sweeps()) sum += swept * RealInterval(bits, options_.swept / (2 * radius_));
    if (sum.is_finite()) {
      const kernel::RationalInterval out = sum.rational();
      if (out.width() * (mpz_class(1) << 40) <= out.low) return out;
    }
    // A sum that is still not narrow enough is that of a route which costs nothing; no other route needs so many bits.
    if (bits > 8192) return {0, sum.is_finite() ? sum.rational().high : mpq_class(0)};
  }
}

double RouteCost::least_in(Index triangle) const {
  return area_.is_full_around(triangle, radius_) ? least_if_full(triangle) : area_.near(triangle).weight;
}

double RouteCost::least_if_full(Index triangle) const {
  const kernel::Interval own(area_.near(triangle).weight);  // rounded down
  if (!sweeps()) return own.low;
  double least = own.low;
  for (const Index t : area_.triangles_near(triangle, radius_)) least = std::min(least, area_.near(t).weight);
  return (own + kernel::Interval(options_.swept.get_d()) * kernel::Interval(least)).low;
}

RouteCost::Edges TriangleSurvey::edges(const RouteTriangles& in) {
  if (!cost_.area().triangulation().is_flat() || !cost_.sweeps()) return {};
  std::vector<WeightedArea::Edge>& out = edges_[in.triangle];
  if (out.empty()) out = cost_.area().edges_of(cost_.area().triangles_near(in.triangle, cost_.radius()));
  return out;
}

const TriangleSurvey::Facts& TriangleSurvey::facts(Index triangle) {
  std::optional<Facts>& out = facts_[triangle];
  if (out) return *out;
  const PlanTriangulation& t = cost_.area().triangulation();
  out = Facts{cost_.least_if_full(triangle), true, true};
  if (cost_.sweeps())
    out->uniform = cost_.area().is_full_around(triangle, cost_.radius()) &&
                   std::ranges::all_of(cost_.area().triangles_near(triangle, cost_.radius()),
                                       [&](Index other) { return t.regions[other] == t.regions[triangle]; });
  if (cost_.radius() > 0) {
    const double reach = kernel::interval_of(cost_.radius()).high;
    for (Index h = 3 * triangle; h < 3 * triangle + 3; ++h) {
      kernel::Box box = box_around(edge_piece(t.points[t.from(h)], t.points[t.to(h)]), reach);
      obstacles_.limit(box, cost_.area().near(triangle).heights);
      if (obstacles_.any_in(box, [](Index) { return true; })) out->clear = false;
    }
  }
  return *out;
}

}  // namespace plumb::plan
