// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <algorithm>
#include <memory>
#include <optional>
#include <span>

#include "plumb/plan/obstacles.h"
#include "plumb/plan/passages.h"
#include "plumb/plan/plan_triangulation.h"
#include "plumb/plan/route_cost.h"

namespace plumb::plan {

/// A lower bound of the cost of all routes of a disc from one place to another: a proof that a route cannot be much
/// improved.
///
/// Every place of an open edge belongs to one of its intervals, or to the star of intervals at a vertex. Between two
/// edges of a triangle a route is no shorter than the distance of the intervals in which it crosses them, and costs no
/// less than least_in() a unit; along an edge it costs no less than the lesser of both sides. So a cheapest walk over
/// intervals costs no more than the cheapest route. A walk may not run along one edge twice in a row, or it would slip
/// from interval to interval for nothing. Intervals in which the disc's centre cannot be are left out, and barriers are
/// closed. Roundings go down. How good the bound is depends on how short the intervals are; that it holds does not
/// (docs/theory/routes.md).
class RouteBound {
 public:
  /// @param barriers where the disc does not pass (passages.h)
  RouteBound(const PlanMap& map, const Obstacles& obstacles, std::span<const Passage> barriers, const mpq_class& radius,
             const mpq_class& swept);
  /// The same for floors, with all open edges of the plan; no barriers are known there.
  RouteBound(const FloorPlan& plan, const Obstacles& obstacles, const mpq_class& radius, const mpq_class& swept);
  ~RouteBound();

  /// The bound. Infinite, or `most`: there is no route that costs less. If a route is known to cost no more than
  /// `most`, that saves time.
  double operator()(const kernel::PlanPoint& from, const kernel::PlanPoint& to, double most = HUGE_VAL);
  double operator()(const RouteEnd& from, const RouteEnd& to, double most = HUGE_VAL);
  std::size_t interval_count() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// What every route costs at least: the better one of the bound by intervals, if there is one, and of the cost of the
/// shortest path of a point, if that is known; at most `most`, what one route costs.
template <class End>
mpq_class cost_bound(std::optional<RouteBound>& intervals, const End& from, const End& to,
                     const std::optional<mpq_class>& shortest, const std::optional<mpq_class>& most) {
  mpq_class out = shortest.value_or(0);
  if (intervals) {
    const double found = (*intervals)(from, to, most ? kernel::interval_of(*most).high : HUGE_VAL);
    if (found < HUGE_VAL) out = std::max(out, mpq_class(found));
  }
  return most ? std::min(out, *most) : out;
}

}  // namespace plumb::plan
