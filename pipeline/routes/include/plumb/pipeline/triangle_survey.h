// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cmath>
#include <optional>
#include <vector>

#include "plumb/pipeline/obstacles.h"
#include "plumb/pipeline/route_cost.h"

namespace plumb::pipeline {

/// Facts about each triangle for discs with their centre in it, found when they are first asked for. Keeps references.
class TriangleSurvey {
 public:
  using Index = PlanTriangulation::Index;

  TriangleSurvey(const RouteCost& cost, const Obstacles& obstacles)
      : cost_(cost), obstacles_(obstacles), facts_(cost.area().triangulation().triangle_count()) {}

  /// RouteCost::least_if_full.
  double least(Index triangle) { return facts(triangle).least; }
  /// Whether all that a disc there can touch is floor of one weight.
  bool is_uniform(Index triangle) { return facts(triangle).uniform; }
  /// Whether certainly no obstacle is within the radius of the triangle.
  bool is_clear(Index triangle) { return facts(triangle).clear; }

  /// What a piece in a triangle, or over a gap, costs in all, given `along`, what the way of the centre costs. disc()
  /// is called only if the cost of the disc at p is needed.
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
