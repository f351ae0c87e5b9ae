// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/explained_level.h"

#include "on_level.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/stage_settings.h"
#include "reach/reachability_on.h"

namespace plumb::pipeline {

ExplainedLevel::ExplainedLevel(const SceneSurfaces& level, BakeOptions options)
    : level_(&level), options_(std::move(options)), index_(level.scene.points, level.set) {}
ExplainedLevel::ExplainedLevel(ExplainedLevel&&) noexcept = default;
ExplainedLevel::~ExplainedLevel() = default;

const LinkedMap& ExplainedLevel::linked(Stages& stage) {
  if (!linked_) {
    kernel::LadderCounts counts;
    linked_ = std::make_unique<LinkedMap>(link_surfaces(*level_, index_, link_settings(options_), stage, counts));
  }
  return *linked_;
}

Result<Explanation> ExplainedLevel::explain(const ExplainQuery& query, Progress& progress) {
  return unless_cancelled(progress, [&]() -> Result<Explanation> {
    const bool radius = sgn(options_.radius) > 0;
    Stages stage(progress, radius && !linked_ ? link_stages(options_.solids) : std::vector<Stage>{});
    return explain_on(*level_, index_, radius ? &linked(stage) : nullptr, options_, query);
  });
}

Result<SlopeThresholds> ExplainedLevel::slope_thresholds(const ThresholdQuery& query, Progress& progress) {
  if (query.of != ThresholdsOf::slope) return bad_option("the query is not of slopes");
  return unless_cancelled(progress, [&]() -> Result<SlopeThresholds> {
    return pipeline::slope_thresholds(level_->scene.points, level_->set, options_, query);
  });
}

Result<HeightThresholds> ExplainedLevel::height_thresholds(const ThresholdQuery& query, Progress& progress) {
  if (query.of != ThresholdsOf::height) return bad_option("the query is not of heights");
  return unless_cancelled(progress, [&]() -> Result<HeightThresholds> {
    return pipeline::height_thresholds(level_->scene.points, level_->set, index_, options_, query);
  });
}

Result<RadiusThresholds> ExplainedLevel::radius_thresholds(const ThresholdQuery& query, Progress& progress) {
  if (query.of != ThresholdsOf::radius) return bad_option("the query is not of radii");
  return unless_cancelled(progress, [&]() -> Result<RadiusThresholds> {
    Stages stage(progress, linked_ ? std::vector<Stage>{} : link_stages(options_.solids));
    return radius_thresholds_on(*level_, index_, linked(stage), options_, query);
  });
}

// The search moves the index of its level; so it gets a level of its own.
Result<Reachability> ExplainedLevel::reachability(const ReachQuery& query, Progress& progress) {
  return unless_cancelled(progress, [&]() -> Result<Reachability> {
    SceneSurfaces copy = *level_;
    SurfaceIndex index(copy.scene.points, copy.set);
    return reachability_on({std::move(copy), std::move(index)}, options_, query, progress, {});
  });
}

}  // namespace plumb::pipeline
