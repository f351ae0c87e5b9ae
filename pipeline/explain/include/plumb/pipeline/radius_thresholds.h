// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <vector>

#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/thresholds.h"

namespace plumb::pipeline {

/// One side of a passage. Points are in the input's axes.
struct PassageSide {
  ExactPoint nearest;                              ///< of the border, to the other side
  std::array<ExactPoint, 2> edge;                  ///< the straight stretch of border that it is on
  kernel::PolygonId polygon = kernel::no_polygon;  ///< which it bounds
  std::uint32_t face = 0;
};

/// Two stretches of border that face each other, where they are nearest (docs/guide/explain.md).
struct RadiusPassage {
  std::array<PassageSide, 2> sides;
  ExactPoint place;  ///< half way from one side to the other
  std::vector<kernel::Label> stances;
  /// There is a floor at the place, and no border is nearer to it than the two sides: an agent of just this radius
  /// stands there and touches both sides, and a wider one cannot pass.
  bool closes = false;
};

/// Passages of one width.
struct RadiusThreshold {
  mpq_class squared_radius;             ///< the square of half the width, in plan
  kernel::RationalInterval radius;      ///< certain to contain its root; one point where that is rational
  std::vector<RadiusPassage> passages;  ///< in the order of the border's stretches
};

struct RadiusThresholds {
  BakeOptions options;
  ThresholdQuery query;
  std::vector<RadiusThreshold> values;  ///< ascending
};

/// Lists the thresholds of radius: reads the scene, cuts and links it. Requires a query of radii. Errors: those of
/// reading.
Result<RadiusThresholds> radius_thresholds(const BakeOptions& options, const ThresholdQuery& query, Progress& progress);

std::string thresholds_text(const RadiusThresholds& thresholds);
std::string thresholds_json(const RadiusThresholds& thresholds);

}  // namespace plumb::pipeline
