// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "plumb/kernel/elementary.h"
#include "plumb/kernel/real_interval.h"
#include "plumb/plan/obstacles.h"
#include "plumb/plan/weighted_area.h"

namespace plumb::plan {

struct RouteCostOptions {
  mpq_class swept = 1;  ///< K, 0 or more: how much the area that the disc sweeps counts beside the way of its centre
  bool whole_capsules =
      false;              ///< the area of each capsule counts whole, that around a turn more than once (5.1.7, 5.2.5)
  AreaSampling sampling;  ///< how areas are estimated where they are not computed exactly
};

/// The cost of a route of a disc: along each straight piece pq the integral of the weights, plus K S(pq), where S is
/// the integral over the area that the disc newly covers, the capsule less the disc at p, over the disc's diameter. The
/// disc at the start counts too. So a route costs the same in both directions, and when a piece is cut in two. With a
/// single weight w, S is w times the length. A disc of radius 0 has no S. On floors the area on which a disc lies
/// depends on the triangle of its centre (weighted_area.h): where a route enters another triangle, what both of them
/// count is taken away once.
class RouteCost {
 public:
  /// Keeps a reference.
  RouteCost(const WeightedArea& area, mpq_class radius, RouteCostOptions options);

  const WeightedArea& area() const { return area_; }
  const mpq_class& radius() const { return radius_; }
  const RouteCostOptions& options() const { return options_; }
  /// Whether areas count: K and the radius are not zero.
  bool sweeps() const { return swept_ > 0; }

  using Edges = std::span<const WeightedArea::Edge>;
  /// The cost of a disc that does not move, and of a piece of a route, by the estimator. A piece is given `along`, what
  /// the way of its centre costs, and the cost of the disc at p.
  /// @param edges that stand for all weights there, if they are known: then the estimator exact is faster
  double disc(const DoublePoint& p, const RouteTriangles& in = {}, Edges edges = {}) const;
  double piece(const DoublePoint& p, const DoublePoint& q, double along, double disc_p, const RouteTriangles& in = {},
               Edges edges = {}) const;

  /// A piece of a route, with what a unit of it costs the centre.
  struct Piece {
    kernel::PlanPoint p, q;
    mpq_class weight;
    RouteTriangles in = {};
  };
  /// The cost of a route, as an interval narrower than 2^-40 of it. The route has at least one piece, which may be a
  /// point.
  /// @param clear the disc touches no obstacle on it; then nothing is integrated where one weight lies around
  kernel::RationalInterval exact(std::span<const Piece> route, bool clear = false) const;
  kernel::RationalInterval exact(std::span<const kernel::PlanPoint> route, bool clear = false) const {
    return exact(pieces(route, clear), clear);
  }
  /// The same by the estimator.
  double estimated(std::span<const Piece> route) const;
  double estimated(std::span<const kernel::PlanPoint> route) const { return estimated(pieces(route, false)); }

  /// What a unit of length costs at least in a triangle: its weight, and K times the least weight that a disc there
  /// touches.
  double least_in(PlanTriangulation::Index triangle) const;
  /// The same as if every disc lay on floor all over, which on floors may be too much. Searches use it as an estimate.
  double least_if_full(PlanTriangulation::Index triangle) const;

 private:
  std::vector<Piece> pieces(std::span<const kernel::PlanPoint> route, bool clear) const;  // of maps
  const mpq_class* only_weight(const Piece& piece) const;
  double capsule(const DoublePoint& p, const DoublePoint& q, const RouteTriangles& in, Edges edges) const;

  const WeightedArea& area_;
  mpq_class radius_;
  RouteCostOptions options_;
  double r_, swept_;  // K over the diameter, 0 if areas do not count
};

/// Facts about each triangle for discs with their centre in it, found when they are first asked for. Keeps references.
class TriangleSurvey {
 public:
  using Index = PlanTriangulation::Index;

  TriangleSurvey(const RouteCost& cost, const Obstacles& obstacles)
      : cost_(cost),
        obstacles_(obstacles),
        facts_(cost.area().triangulation().triangle_count()),
        edges_(facts_.size()) {}

  /// RouteCost::least_if_full.
  double least(Index triangle) { return facts(triangle).least; }
  /// Whether all that a disc there can touch is floor of one weight.
  bool is_uniform(Index triangle) { return facts(triangle).uniform; }
  /// Whether certainly no obstacle is within the radius of the triangle.
  bool is_clear(Index triangle) { return facts(triangle).clear; }

  /// What a disc costs that does not move.
  double disc(const RouteTriangles& in, const DoublePoint& p) { return cost_.disc(p, in, edges(in)); }
  /// What a piece in a triangle, or over a gap, costs in all, given `along`, what the way of the centre costs. disc()
  /// is called only if the cost of the disc at p is needed.
  template <class Disc>
  double piece(const RouteTriangles& in, const DoublePoint& p, const DoublePoint& q, double along, Disc&& disc) {
    if (!cost_.sweeps()) return along;
    const bool whole = cost_.options().whole_capsules;
    if (in.beyond != PlanTriangulation::none || !is_uniform(in.triangle))
      return cost_.piece(p, q, along, whole ? 0 : disc(), in, edges(in));
    const double r = cost_.radius().get_d(),
                 weight = cost_.options().swept.get_d() * cost_.area().near(in.triangle).weight;
    const double length = kernel::hypotenuse(q[0] - p[0], q[1] - p[1]);
    return along + weight * (whole ? capsule_size(p, q, r) / (2 * r) : length);
  }

 private:
  struct Facts {
    double least;
    bool uniform, clear;
  };
  const Facts& facts(Index triangle);
  RouteCost::Edges edges(const RouteTriangles& in);

  const RouteCost& cost_;
  const Obstacles& obstacles_;
  std::vector<std::optional<Facts>> facts_;
  std::vector<std::vector<WeightedArea::Edge>> edges_;  // by triangle; empty: they were not asked for
};

}  // namespace plumb::plan
