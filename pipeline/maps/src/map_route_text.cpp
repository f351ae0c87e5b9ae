// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/kernel/number_text.h"
#include "plumb/kernel/real_interval.h"
#include "plumb/pipeline/find_map_route.h"
#include "plumb/pipeline/version.h"

namespace plumb::pipeline {
std::string collision_text(const FoundMapRoute& f) {
  if (!f.route.collision) return "";
  const std::size_t i = f.route.collision->piece;
  return "the disc collides on its way from " + plan_point_text(f.route.points[i]) + " to " +
         plan_point_text(f.route.points[i + 1]) + ": the obstacle from " + plan_point_text(f.obstacle[0]) + " to " +
         plan_point_text(f.obstacle[1]) + " is nearer than the radius";
}

std::string map_route_text(const FoundMapRoute& f) {
  const RouteSettings& s = f.options.settings;
  std::string out = f.options.files.map + ": a disc of radius " + kernel::exact_text(s.radius) + " from " +
                    plan_point_text(f.options.from) + " to " + plan_point_text(f.options.to) + ", planner " +
                    text_of(s.planner) + ", cost " + text_of(s.cost.sampling.estimator) + ".\n";
  for (const kernel::PlanPoint& p : f.route.points) out += "  " + plan_point_text(p) + "\n";
  out += "Length: " + kernel::interval_text(f.length) + ".\n";
  return out + facts_text(s, f.route, f.barriers);
}

std::string map_route_json(const FoundMapRoute& f) {
  Json points = Json::array();
  for (const kernel::PlanPoint& p : f.route.points) points.push_back(plan_point_json(p));
  Json json = {{"plumb", version()},
               {"map", f.options.files.map},
               {"from", plan_point_json(f.options.from)},
               {"to", plan_point_json(f.options.to)},
               {"options", settings_json(f.options.settings)},
               {"points", std::move(points)},
               {"length", decimals_json(f.length)}};
  add_facts(json, f.route, f.barriers);
  Json collision;
  if (f.route.collision)
    collision =
        Json{{"piece", f.route.collision->piece},
             {"obstacle", Json(std::vector<Json>{plan_point_json(f.obstacle[0]), plan_point_json(f.obstacle[1])})}};
  json.set("collision", std::move(collision));
  return json_text(json, 2) + "\n";
}

}  // namespace plumb::pipeline
