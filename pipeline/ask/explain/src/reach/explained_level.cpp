// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/explained_level.h"

#include "on_level.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/lowest_terms.h"
#include "plumb/pipeline/nav_mesh.h"
#include "plumb/pipeline/stage_settings.h"
#include "reach/reachability_on.h"

namespace plumb::pipeline {

Result<ExplainQuery> checked_query(ExplainQuery q, const BakeOptions&) {
  if (const auto refused = LowestTerms()("--at", q.at)("--reach", q.reach).refused()) return *refused;
  return q;
}
Result<ThresholdQuery> checked_query(ThresholdQuery q, const BakeOptions&) {
  if (const auto refused = LowestTerms()("--range", q.low)("--range", q.high)("--window", q.window).refused())
    return *refused;
  return q;
}
Result<ReachQuery> checked_query(ReachQuery q, const BakeOptions& options) {
  if (const auto refused = LowestTerms()("--from", q.from)("--to", q.to)("--window", q.window).refused())
    return *refused;
  NavMeshInfo info;
  info.stances = options.stances;
  if (auto error = no_such_stance(info, q.stance)) return *error;
  return q;
}

ExplainedLevel::ExplainedLevel(const SceneSurfaces& level, BakeOptions options)
    : level_(&level), options_(std::move(options)), index_(level.scene.points, level.set) {}
ExplainedLevel::ExplainedLevel(ExplainedLevel&&) noexcept = default;
ExplainedLevel::~ExplainedLevel() = default;

const LinkedBorder& ExplainedLevel::linked(Stages& stage) {
  if (!linked_) {
    kernel::LadderCounts counts;
    linked_ = std::make_unique<LinkedBorder>(
        linked_border(*level_, link_surfaces(*level_, index_, link_settings(options_), stage, counts)));
  }
  return *linked_;
}

Result<Explanation> ExplainedLevel::explain(const ExplainQuery& asked, Progress& progress) {
  return answer_checked(options_, asked, [&](const BakeOptions& options, const ExplainQuery& query) {
    return unless_cancelled(progress, [&]() -> Result<Explanation> {
      const bool radius = sgn(options.radius) > 0;
      Stages stage(progress, radius && !linked_ ? link_stages(options.solids) : std::vector<Stage>{});
      return explain_on(*level_, index_, radius ? &linked(stage) : nullptr, options, query);
    });
  });
}

Result<SlopeThresholds> ExplainedLevel::slope_thresholds(const ThresholdQuery& asked, Progress& progress) {
  if (asked.of != ThresholdsOf::slope) return bad_option("the query is not of slopes");
  return answer_checked(options_, asked, [&](const BakeOptions& options, const ThresholdQuery& query) {
    return unless_cancelled(progress, [&]() -> Result<SlopeThresholds> {
      return pipeline::slope_thresholds(level_->scene.points, level_->set, options, query);
    });
  });
}

Result<HeightThresholds> ExplainedLevel::height_thresholds(const ThresholdQuery& asked, Progress& progress) {
  if (asked.of != ThresholdsOf::height) return bad_option("the query is not of heights");
  return answer_checked(options_, asked, [&](const BakeOptions& options, const ThresholdQuery& query) {
    return unless_cancelled(progress, [&]() -> Result<HeightThresholds> {
      return pipeline::height_thresholds(level_->scene.points, level_->set, index_, options, query);
    });
  });
}

Result<RadiusThresholds> ExplainedLevel::radius_thresholds(const ThresholdQuery& asked, Progress& progress) {
  if (asked.of != ThresholdsOf::radius) return bad_option("the query is not of radii");
  return answer_checked(options_, asked, [&](const BakeOptions& options, const ThresholdQuery& query) {
    return unless_cancelled(progress, [&]() -> Result<RadiusThresholds> {
      Stages stage(progress, linked_ ? std::vector<Stage>{} : link_stages(options.solids));
      return radius_thresholds_on(*level_, index_, linked(stage).linked, options, query);
    });
  });
}

// The search moves the index of its level; so it gets a level of its own.
Result<Reachability> ExplainedLevel::reachability(const ReachQuery& asked, Progress& progress) {
  return answer_checked(options_, asked, [&](const BakeOptions& options, const ReachQuery& query) {
    return unless_cancelled(progress, [&]() -> Result<Reachability> {
      SceneSurfaces copy = *level_;
      SurfaceIndex index(copy.scene.points, copy.set);
      return reachability_on({std::move(copy), std::move(index)}, options, query, progress, {});
    });
  });
}

}  // namespace plumb::pipeline
