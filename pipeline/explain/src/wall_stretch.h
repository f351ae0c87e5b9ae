// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <vector>

#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/interval_set.h"
#include "plumb/pipeline/axes.h"
#include "plumb/pipeline/stance.h"

namespace plumb::pipeline {

/// Where a vertical polygon stops whoever crosses its trace on a floor, in exact coordinates
/// (docs/theory/definitions.md, Walls).
struct WallStretches {
  kernel::PlanPoint base, run;                                  ///< the trace is base + t * run, 0 <= t <= 1
  std::vector<std::optional<kernel::ExactInterval>> of_stance;  ///< [s - 1]: stance s; each contains the previous one
};

/// The stretches, clipped to the closed floor. None if the wall stops nobody there, or only in single points.
std::optional<WallStretches> wall_stretches(const std::vector<ExactPoint>& wall, const std::vector<ExactPoint>& floor,
                                            const kernel::ExactPlane& plane, const std::vector<Stance>& stances,
                                            const mpq_class& step);

/// The point of the stretches of all stances that is nearest to p in plan.
struct NearestOnWall {
  kernel::PlanPoint point;
  mpq_class squared_distance;
  kernel::Label may_cross;  ///< the greatest stance that may cross there
};
NearestOnWall nearest_on(const WallStretches& wall, const kernel::PlanPoint& p);

}  // namespace plumb::pipeline
