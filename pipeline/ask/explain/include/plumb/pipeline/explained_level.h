// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <memory>

#include "plumb/pipeline/explain.h"
#include "plumb/pipeline/link.h"
#include "plumb/pipeline/reachability.h"
#include "plumb/pipeline/scene_surfaces.h"
#include "plumb/pipeline/thresholds.h"

namespace plumb::pipeline {

struct LinkedBorder;

/// A level that is in memory and that questions are asked of: `Baked::level`, with `Baked::options`. It keeps what one
/// question has made and another one needs, refers to the level, and belongs to one thread at a time.
///
/// The answers are those of the functions of files with the same names. Errors: cancelled; bad_option for a query that
/// does not fit the options.
class ExplainedLevel {
 public:
  ExplainedLevel(const SceneSurfaces& level, BakeOptions options);
  ExplainedLevel(ExplainedLevel&&) noexcept;
  ~ExplainedLevel();

  Result<Explanation> explain(const ExplainQuery& query, Progress& progress);
  Result<SlopeThresholds> slope_thresholds(const ThresholdQuery& query, Progress& progress);
  Result<HeightThresholds> height_thresholds(const ThresholdQuery& query, Progress& progress);
  Result<RadiusThresholds> radius_thresholds(const ThresholdQuery& query, Progress& progress);
  Result<Reachability> reachability(const ReachQuery& query, Progress& progress);

 private:
  const LinkedBorder& linked(Stages& stage);

  const SceneSurfaces* level_;
  BakeOptions options_;
  SurfaceIndex index_;
  std::unique_ptr<LinkedBorder> linked_;  // once a question about a radius was asked
};

}  // namespace plumb::pipeline
