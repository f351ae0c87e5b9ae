// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <optional>

#include "plumb/pipeline/obstacles.h"
#include "plumb/pipeline/plan_triangulation.h"

namespace plumb::pipeline {

/// The place that stands for an edge: a dyadic share of its lower half-edge.
struct EdgePoint {
  mpq_class share{1, 2};
  int moved = 0;  ///< toward the end of the half-edge: 1; toward its beginning: -1
};

kernel::PlanPoint place_on(const PlanTriangulation& t, PlanTriangulation::Index half_edge, const mpq_class& share);

/// The obstacle that stops a disc between two centres, or none.
using StoppedBy =
    std::function<std::optional<Obstacles::Index>(const kernel::PlanPoint& from, const kernel::PlanPoint& to)>;

/// The place, nearest to the middle of an edge, that a disc reaches straight from another place; the point is moved
/// away from what is in the way. None: the edge runs out first, or there are obstacles on both sides.
std::optional<EdgePoint> move_point(const PlanTriangulation& t, PlanTriangulation::Index half_edge,
                                    const kernel::PlanPoint& from, const Obstacles& obstacles,
                                    const StoppedBy& stopped_by, const mpq_class& squared_radius);

}  // namespace plumb::pipeline
