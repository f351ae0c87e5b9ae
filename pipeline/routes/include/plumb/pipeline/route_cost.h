// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

#include "plumb/kernel/rational_interval.h"
#include "plumb/pipeline/area_estimate.h"

namespace plumb::pipeline {

struct RouteCostOptions {
  mpq_class swept = 1;  ///< K, 0 or more: how much the area that the disc sweeps counts beside the way of its centre
  bool whole_capsules =
      false;              ///< the area of each capsule counts whole, that around a turn more than once (5.1.7, 5.2.5)
  AreaSampling sampling;  ///< of what is not asked for exactly
};

/// What a route costs a disc: along each straight piece pq the integral of the weights, and K S(pq), where S is the
/// integral over the area that the disc comes to, over its diameter: the capsule less the disc at p. The disc at the
/// start counts too. So a route costs the same in both directions, and where a piece is cut in two. With one weight w,
/// S is w times the length. A disc of radius 0 has no S. On floors what a disc comes to depends on the triangle that
/// its centre is in (weighted_area.h): where a route enters another one, what both count is taken away once.
class RouteCost {
 public:
  /// Keeps a reference.
  RouteCost(const WeightedArea& area, mpq_class radius, RouteCostOptions options);

  const WeightedArea& area() const { return area_; }
  const mpq_class& radius() const { return radius_; }
  const RouteCostOptions& options() const { return options_; }
  /// Whether areas count: K and the radius are not zero.
  bool sweeps() const { return swept_ > 0; }

  /// Of a disc that stays where it is, and of a piece of a route, as the estimator has them. Given a piece's `along`,
  /// what its centre costs, and what the disc at p does.
  double disc(const DoublePoint& p, const RouteTriangles& in = {}) const;
  double piece(const DoublePoint& p, const DoublePoint& q, double along, double disc_p,
               const RouteTriangles& in = {}) const;

  /// A piece of a route, and what a unit of it costs the centre.
  struct Piece {
    kernel::PlanPoint p, q;
    mpq_class weight;
    RouteTriangles in = {};
  };
  /// Of a route, closer than 2^-40 of it. At least one piece, which may be a point.
  kernel::RationalInterval exact(std::span<const Piece> route) const;
  kernel::RationalInterval exact(std::span<const kernel::PlanPoint> route) const { return exact(pieces(route)); }
  /// The same by the estimator.
  double estimated(std::span<const Piece> route) const;
  double estimated(std::span<const kernel::PlanPoint> route) const { return estimated(pieces(route)); }

  /// What a unit of length costs at least in a triangle: its weight, and K times the least weight that a disc there
  /// touches.
  double least_in(PlanTriangulation::Index triangle) const;
  /// The same as if there were no gaps in floors: for searches.
  double least_if_full(PlanTriangulation::Index triangle) const;

 private:
  std::vector<Piece> pieces(std::span<const kernel::PlanPoint> route) const;  // of maps

  const WeightedArea& area_;
  mpq_class radius_;
  RouteCostOptions options_;
  double r_, swept_;  // K over the diameter, 0 if areas do not count
};

}  // namespace plumb::pipeline
