// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/weighted_area.h"

namespace plumb::pipeline {

/// How the integral of weights over a capsule is estimated (Koutsoumpas, chapter 5).
enum class AreaEstimator : std::uint8_t {
  points,  ///< by random points in a polygon that stands for the capsule
  lines,   ///< by lines parallel to the way, at equal angles of the disc: their cost over their length
  strips,  ///< by the same lines, each for the strip around it
  exact,   ///< in closed form
};

struct AreaSampling {
  AreaEstimator estimator = AreaEstimator::exact;
  std::size_t samples = 256;    ///< points, or lines: 3 or more of these
  std::size_t arc_points = 64;  ///< on each half circle of the polygon, 3 or more
};

/// An estimate of the integral over the capsule of a disc from p to q; the same from q to p.
double estimate_area(const WeightedArea& area, const AreaSampling& sampling, const DoublePoint& p, const DoublePoint& q,
                     double radius, const RouteTriangles& in = {});

/// The area of the capsule.
double capsule_size(const DoublePoint& p, const DoublePoint& q, double radius);

}  // namespace plumb::pipeline
