// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/why_no_route.h"

#include "plumb/kernel/number_text.h"
#include "plumb/kernel/segment_distance.h"

namespace plumb::pipeline {

std::string why_no_route(const PlanMap& map, const RouteSettings& settings, const kernel::PlanPoint& from,
                         const kernel::PlanPoint& to, const Passability& p) {
  const bool start = p.answer == Passability::Answer::start_blocked || p.answer == Passability::Answer::start_touched;
  const kernel::PlanPoint& end = start ? from : to;
  const std::string place = (start ? "--from " : "--to ") + plan_point_text(end);
  const std::string disc = "a disc of radius " + kernel::exact_text(settings.radius);
  switch (p.answer) {
    case Passability::Answer::start_blocked:
    case Passability::Answer::goal_blocked: return place + " is in an obstacle or off the map";
    case Passability::Answer::start_touched:
    case Passability::Answer::goal_touched: {
      const auto& s = map.segments[*p.obstacle];
      const kernel::PlanPoint &a = map.points[s.from].at, &b = map.points[s.to].at;
      return place + ": " + disc + " does not fit there; the obstacle from " + plan_point_text(a) + " to " +
             plan_point_text(b) + " is at a distance of " + root_text(kernel::squared_distance(end, a, b));
    }
    case Passability::Answer::too_narrow:
      return disc + " does not get there: the widest way is narrowest between " + plan_point_text(p.passage->from) +
             " and " + plan_point_text(p.passage->to) + ", where it is as wide as " +
             root_text(squared_width(*p.passage));
    case Passability::Answer::unreachable:
      return "there is no way from " + plan_point_text(from) + " to " + plan_point_text(to) +
             ", however small the disc";
    case Passability::Answer::passable: break;
  }
  return disc + " gets there, but the planner " + text_of(settings.planner) +
         " has found no way over its points; try a smaller --epsilon, --search dijkstra or another --planner";
}

}  // namespace plumb::pipeline
