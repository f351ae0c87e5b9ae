// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <memory>
#include <span>

#include "plumb/pipeline/obstacles.h"
#include "plumb/pipeline/passages.h"
#include "plumb/pipeline/route_cost.h"
#include "plumb/pipeline/route_end.h"

namespace plumb::pipeline {

/// What every route of a disc from one place to another costs at least: a proof that a route cannot be much improved.
///
/// Every place of an open edge belongs to one of its intervals, or to the star of intervals at a vertex. Between two
/// edges of a triangle a route is no shorter than the distance of the intervals that it crosses them in, and costs no
/// less than least_in() a unit; along an edge, no less than the smaller of both sides; so a shortest walk over
/// intervals costs no more than the cheapest route. A walk may not run along one edge twice in a row, or it would slip
/// from interval to interval for nothing. Intervals that the disc's centre cannot be in are left out, and barriers are
/// closed. Roundings go down. How good the bound is depends on how short intervals are, whether it holds does not
/// (docs/routes.md).
class RouteBound {
 public:
  /// @param barriers where the disc does not pass (passages.h)
  RouteBound(const PlanMap& map, const Obstacles& obstacles, std::span<const Passage> barriers, const mpq_class& radius,
             const mpq_class& swept);
  /// Of floors, where each open edge of the plan's is; barriers are not known there.
  RouteBound(const FloorPlan& plan, const Obstacles& obstacles, const mpq_class& radius, const mpq_class& swept);
  ~RouteBound();

  /// Infinite, or `most`: there is no route that costs less. A route that is known to cost no more than `most` saves
  /// time.
  double operator()(const kernel::PlanPoint& from, const kernel::PlanPoint& to, double most = HUGE_VAL);
  double operator()(const RouteEnd& from, const RouteEnd& to, double most = HUGE_VAL);
  std::size_t interval_count() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace plumb::pipeline
