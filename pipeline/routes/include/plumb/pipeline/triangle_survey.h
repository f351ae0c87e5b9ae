// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
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

  /// RouteCost::least_in.
  double least(Index triangle) { return facts(triangle).least; }
  /// Whether all of it weighs the same.
  bool is_uniform(Index triangle) { return facts(triangle).uniform; }
  /// Whether there is no obstacle.
  bool is_clear(Index triangle) { return facts(triangle).clear; }

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
