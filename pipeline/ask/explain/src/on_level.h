// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/erode.h"
#include "plumb/pipeline/explain.h"
#include "plumb/pipeline/link.h"
#include "plumb/pipeline/scene_surfaces.h"
#include "plumb/pipeline/thresholds.h"

// The questions of a level, however it was read.
namespace plumb::pipeline {

/// A level cut and linked, and its border.
struct LinkedBorder {
  LinkedMap linked;
  Border border;
};
LinkedBorder linked_border(const SceneSurfaces& level, LinkedMap linked);

/// `linked`: with an agent's radius; else null.
Explanation explain_on(const SceneSurfaces& level, const SurfaceIndex& index, const LinkedBorder* linked,
                       const BakeOptions& options, const ExplainQuery& query);
RadiusThresholds radius_thresholds_on(const SceneSurfaces& level, const SurfaceIndex& index, const LinkedMap& linked,
                                      const BakeOptions& options, const ThresholdQuery& query);

struct ReachQuery;

/// A query with its numbers in lowest terms. Errors: bad_option, also for a stance that the options do not have.
Result<ExplainQuery> checked_query(ExplainQuery query, const BakeOptions& options);
Result<ThresholdQuery> checked_query(ThresholdQuery query, const BakeOptions& options);
Result<ReachQuery> checked_query(ReachQuery query, const BakeOptions& options);

/// Answers a query once the options and the query are checked: answer(options, query).
template <class Query, class Answer>
auto answer_checked(const BakeOptions& given, const Query& asked, const Answer& answer)
    -> decltype(answer(given, asked)) {
  const auto options = checked_options(given);
  if (!options) return options.error();
  const auto query = checked_query(asked, *options);
  if (!query) return query.error();
  return answer(*options, *query);
}

}  // namespace plumb::pipeline
