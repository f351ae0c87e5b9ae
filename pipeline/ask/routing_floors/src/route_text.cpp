// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/find_route.h"
#include "plumb/pipeline/options_text.h"
#include "plumb/pipeline/text.h"

namespace plumb::pipeline {
namespace {

std::string length_text(const LengthInterval& length) { return kernel::interval_text({length.low, length.high}); }

// The kind of the portal passed at a corner; empty at the ends.
std::string passed(const FoundCorridorRoute& f, const Route::Corner& corner) {
  const auto at = std::ranges::find(f.route.portals, corner.portal);
  return at == f.route.portals.end() ? "" : text_of(f.kinds[static_cast<std::size_t>(at - f.route.portals.begin())]);
}

std::string over(const FoundDiscRoute::Stop& stop) { return stop.over ? text_of(*stop.over) : ""; }
Json segment_json(const std::array<ExactPoint, 2>& ends) {
  return std::vector<Json>{point_json(ends[0]), point_json(ends[1])};
}

}  // namespace

std::string route_text(const FoundCorridorRoute& f) {
  std::string out = file_prefix(f.options.navmesh) + f.stance + " from " + kernel::point_text(f.options.from) + " to " +
                    kernel::point_text(f.options.to) + ", by " + counted_text(f.route.cells.size(), "cell") + ".\n";
  TextTable table("rll");
  table.add({"cell", "over", "corner"});
  for (const Route::Corner& corner : f.route.corners)
    table.add({std::to_string(corner.cell), passed(f, corner), kernel::point_text(corner.point)});
  out += table.text();
  for (const PortalKind kind : {PortalKind::step, PortalKind::weld})
    if (const auto n = static_cast<std::uint64_t>(std::ranges::count(f.kinds, kind)); n > 0)
      out += "Over " + counted_text(n, text_of(kind)) + ".\n";
  return out + "Length: " + length_text(f.route.length) + "; in plan " + length_text(f.route.plan_length) + ".\n";
}

Json route_value(const FoundCorridorRoute& f) {
  Json corners = Json::array(), line = Json::array(), portals = Json::array();
  for (const Route::Corner& corner : f.route.corners)
    corners.push_back({{"cell", corner.cell},
                       {"portal", corner.portal == Route::no_portal ? Json() : Json(corner.portal)},
                       {"point", point_json(corner.point)}});
  for (const ExactPoint& p : f.route.line) line.push_back(point_json(p));
  for (std::size_t i = 0; i < f.kinds.size(); ++i)
    portals.push_back({{"portal", f.route.portals[i]}, {"kind", text_of(f.kinds[i])}});
  return {{"plumb", version()},
          {"navmesh", f.options.navmesh},
          {"stance", f.stance},
          {"from", point_json(f.options.from)},
          {"to", point_json(f.options.to)},
          {"cells", f.route.cells},
          {"portals", std::move(portals)},
          {"corners", std::move(corners)},
          {"line", std::move(line)},
          {"length", interval_json({f.route.length.low, f.route.length.high})},
          {"plan_length", interval_json({f.route.plan_length.low, f.route.plan_length.high})}};
}

std::string collision_text(const FoundDiscRoute& f) {
  if (!f.facts.collision) return "";
  return "the disc collides on its way from " + kernel::point_text(f.colliding[0]) + " to " +
         kernel::point_text(f.colliding[1]) + ": the border from " + kernel::point_text(f.border[0]) + " to " +
         kernel::point_text(f.border[1]) + " is nearer than the radius";
}

std::string disc_route_text(const FoundDiscRoute& f) {
  const plan::RouteSettings& s = *f.options.disc;
  std::string out = file_prefix(f.options.navmesh) + f.stance + " of radius " + kernel::exact_text(s.radius) +
                    " from " + kernel::point_text(f.options.from) + " to " + kernel::point_text(f.options.to) +
                    ", planner " + text_of(s.planner) + ", cost " + text_of(s.cost.sampling.estimator) + ", window " +
                    kernel::short_fraction(*f.options.window) + ".\n";
  TextTable table("rll");
  table.add({"cell", "over", "point"});
  for (const FoundDiscRoute::Stop& stop : f.line)
    table.add({std::to_string(stop.cell), over(stop), kernel::point_text(stop.point)});
  out += table.text();
  for (const PortalKind kind : {PortalKind::step, PortalKind::weld})
    if (const auto n = static_cast<std::uint64_t>(std::ranges::count(f.line, kind, &FoundDiscRoute::Stop::over)); n > 0)
      out += "Over " + counted_text(n, text_of(kind)) + ".\n";
  out += "Length: " + kernel::interval_text(f.length) + "; in plan " + kernel::interval_text(f.plan_length) + ".\n";
  if (f.facts.shortest)
    out += "With arcs around corners the way of the centre is " + kernel::interval_text(*f.facts.shortest) +
           " long in plan.\n";
  return out + facts_text(s, f.facts, std::nullopt);
}

Json route_value(const FoundDiscRoute& f) {
  Json line = Json::array(), weights = Json::array(), portals = Json::array();
  const auto portal_json = [](std::uint32_t portal) { return portal == Route::no_portal ? Json() : Json(portal); };
  for (std::size_t i = 0; i < f.portals.size(); ++i)
    portals.push_back({{"portal", portal_json(f.portals[i])}, {"kind", text_of(f.kinds[i])}});
  for (const FoundDiscRoute::Stop& stop : f.line)
    line.push_back({{"cell", stop.cell},
                    {"over", stop.over ? Json(text_of(*stop.over)) : Json()},
                    {"portal", portal_json(stop.portal)},
                    {"point", point_json(stop.point)}});
  for (const auto& [name, weight] : f.options.weights)
    weights.push_back({{"stance", name}, {"weight", weight.get_str()}});
  Json options = settings_json(*f.options.disc);
  options.set("window", f.options.window->get_str());
  options.set("weights", std::move(weights));
  Json json = {{"plumb", version()},
               {"navmesh", f.options.navmesh},
               {"stance", f.stance},
               {"from", point_json(f.options.from)},
               {"to", point_json(f.options.to)},
               {"options", std::move(options)},
               {"cells", f.cells},
               {"portals", std::move(portals)},
               {"line", std::move(line)},
               {"length", interval_json({f.length.low, f.length.high})},
               {"plan_length", interval_json({f.plan_length.low, f.plan_length.high})}};
  add_facts(json, f.facts, std::nullopt);
  json.set("collision",
           f.facts.collision ? Json{{"way", segment_json(f.colliding)}, {"border", segment_json(f.border)}} : Json());
  return json;
}

std::string route_json(const FoundCorridorRoute& found) { return json_text(route_value(found), 2) + "\n"; }
std::string disc_route_json(const FoundDiscRoute& found) { return json_text(route_value(found), 2) + "\n"; }

}  // namespace plumb::pipeline
