// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>

#include "plumb/kernel/error_bound.h"
#include "plumb/kernel/number_text.h"
#include "plumb/kernel/real_interval.h"
#include "plumb/kernel/slope_angle.h"
#include "plumb/pipeline/find_map_route.h"
#include "plumb/pipeline/json.h"
#include "plumb/pipeline/text_table.h"
#include "plumb/pipeline/version.h"
#include "route_words.h"

namespace plumb::pipeline {
namespace {

// What intervals are wide.
constexpr kernel::Hint nothing{0x1p-36};

std::string decimal(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}
// By how much the cost is above the bound, as a share of it.
std::optional<double> gap(const PlannedRoute& route) {
  if (!route.bound || *route.bound <= 0) return std::nullopt;
  return mpq_class(route.cost.high / *route.bound - 1).get_d();
}

Json fraction_json(const mpq_class& value) { return value.get_str(); }
Json plan_point_json(const kernel::PlanPoint& p) {
  return Json(std::vector<Json>{fraction_json(p[0]), fraction_json(p[1])});
}
Json decimals_json(const kernel::RationalInterval& interval) {
  const auto outward = kernel::outward_decimals(interval);
  Json out = Json::array();
  out.push_back(outward.low);
  out.push_back(outward.high);
  return out;
}

}  // namespace

std::string plan_point_text(const kernel::PlanPoint& p) {
  return "(" + kernel::decimal_text(p[0]) + ", " + kernel::decimal_text(p[1]) + ")";
}
kernel::RationalInterval length_of_square(const mpq_class& square) {
  kernel::RootSum sum(64);
  sum.add_root(square);
  return sum.value();
}

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
  out += "Cost: " + kernel::interval_text(f.route.cost);
  if (s.cost.sampling.estimator != AreaEstimator::exact) out += "; estimated as " + decimal(f.route.estimated);
  out += ".\n";
  if (f.route.bound) {
    out += "Every route costs at least " + decimal(f.route.bound->get_d());
    if (const auto share = gap(f.route))
      out += *share < nothing ? ": this one is the cheapest"
                              : ": this one is at most " + decimal(*share * 100) + " % above the cheapest";
    out += ".\n";
  }
  out += counted_text(f.barriers, "barrier") + ", " + counted_text(f.route.steiner_points, "Steiner point") + ", " +
         counted_text(f.route.counts.settled, "point") + " settled, " + counted_text(f.route.counts.evaluated, "arc") +
         " evaluated, " + count_text(f.route.counts.forbidden) + " forbidden.\n";
  return out;
}

std::string map_route_json(const FoundMapRoute& f) {
  const RouteSettings& s = f.options.settings;
  Json points = Json::array();
  for (const kernel::PlanPoint& p : f.route.points) points.push_back(plan_point_json(p));
  const auto share = gap(f.route);
  Json collision;
  if (f.route.collision)
    collision =
        Json{{"piece", f.route.collision->piece},
             {"obstacle", Json(std::vector<Json>{plan_point_json(f.obstacle[0]), plan_point_json(f.obstacle[1])})}};
  const Json json = {{"plumb", version()},
                     {"map", f.options.files.map},
                     {"from", plan_point_json(f.options.from)},
                     {"to", plan_point_json(f.options.to)},
                     {"options", Json{{"radius", fraction_json(s.radius)},
                                      {"planner", text_of(s.planner)},
                                      {"cost", text_of(s.cost.sampling.estimator)},
                                      {"samples", s.cost.sampling.samples},
                                      {"arc_points", s.cost.sampling.arc_points},
                                      {"swept", fraction_json(s.cost.swept)},
                                      {"joints", s.cost.whole_capsules ? "document" : "once"},
                                      {"epsilon", s.points.spacing},
                                      {"search", text_of(s.search)},
                                      {"checks", text_of(s.points.checks)}}},
                     {"points", std::move(points)},
                     {"length", decimals_json(f.length)},
                     {"cost", decimals_json(f.route.cost)},
                     {"estimated", f.route.estimated},
                     {"bound", f.route.bound ? fraction_json(*f.route.bound) : Json()},
                     {"gap", share ? Json(*share) : Json()},
                     {"counts", Json{{"barriers", f.barriers},
                                     {"steiner_points", f.route.steiner_points},
                                     {"settled", f.route.counts.settled},
                                     {"evaluated", f.route.counts.evaluated},
                                     {"forbidden", f.route.counts.forbidden}}},
                     {"collision", std::move(collision)}};
  return json_text(json, 2) + "\n";
}

}  // namespace plumb::pipeline
