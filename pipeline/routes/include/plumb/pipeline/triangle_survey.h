// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cmath>
#include <optional>
#include <vector>

#include "plumb/pipeline/obstacles.h"
#include "plumb/pipeline/route_cost.h"

namespace plumb::pipeline {

/// What a disc in a triangle can touch, found when it is first asked. Keeps references.
class TriangleSurvey {
 public:
  using Index = PlanTriangulation::Index;

  TriangleSurvey(const RouteCost& cost, const Obstacles& obstacles)
      : cost_(cost), obstacles_(obstacles), facts_(cost.area().triangulation().triangle_count()) {}

  /// RouteCost::least_if_full.
  double least(Index triangle) { return facts(triangle).least; }
  /// Whether all of it is floor of one weight.
  bool is_uniform(Index triangle) { return facts(triangle).uniform; }
  /// Whether there is no obstacle.
  bool is_clear(Index triangle) { return facts(triangle).clear; }

  /// What a piece in a triangle, or over a gap, costs beside `along`, what its centre does; disc() is called if the
  /// disc at p counts.
  template <class Disc>
  double piece(const RouteTriangles& in, const DoublePoint& p, const DoublePoint& q, double along, Disc&& disc) {
    if (!cost_.sweeps()) return along;
    const bool whole = cost_.options().whole_capsules;
    if (in.beyond != PlanTriangulation::none || !is_uniform(in.triangle))
      return cost_.piece(p, q, along, whole ? 0 : disc(), in);
    const double r = cost_.radius().get_d(),
                 weight = cost_.options().swept.get_d() * cost_.area().near(in.triangle).weight;
    const double length = std::hypot(q[0] - p[0], q[1] - p[1]);
    return along + weight * (whole ? capsule_size(p, q, r) / (2 * r) : length);
  }

 private:
  struct Facts {
    double least;
    bool uniform, clear;
  };
  const Facts& facts(Index triangle);

  const RouteCost& cost_;
  const Obstacles& obstacles_;
  std::vector<std::optional<Facts>> facts_;
};

}  // namespace plumb::pipeline
