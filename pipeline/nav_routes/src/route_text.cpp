// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "plumb/kernel/number_text.h"
#include "plumb/pipeline/find_route.h"
#include "plumb/pipeline/options_json.h"
#include "plumb/pipeline/text_table.h"
#include "plumb/pipeline/version.h"

namespace plumb::pipeline {
namespace {

std::string length_text(const LengthInterval& length) { return kernel::interval_text({length.low, length.high}); }

// The kind of the portal passed at a corner; empty at the ends.
std::string passed(const FoundRoute& f, const Route::Corner& corner) {
  const auto at = std::ranges::find(f.route.portals, corner.portal);
  return at == f.route.portals.end() ? "" : text_of(f.kinds[static_cast<std::size_t>(at - f.route.portals.begin())]);
}

}  // namespace

std::string route_text(const FoundRoute& f) {
  std::string out = f.options.navmesh + ": " + f.stance + " from " + kernel::point_text(f.options.from) + " to " +
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

std::string route_json(const FoundRoute& f) {
  Json corners = Json::array(), line = Json::array(), portals = Json::array();
  for (const Route::Corner& corner : f.route.corners)
    corners.push_back({{"cell", corner.cell},
                       {"portal", corner.portal == Route::no_portal ? Json() : Json(corner.portal)},
                       {"point", point_json(corner.point)}});
  for (const ExactPoint& p : f.route.line) line.push_back(point_json(p));
  for (std::size_t i = 0; i < f.kinds.size(); ++i)
    portals.push_back({{"portal", f.route.portals[i]}, {"kind", text_of(f.kinds[i])}});
  const Json json = {{"plumb", version()},
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
  return json_text(json, 2) + "\n";
}

}  // namespace plumb::pipeline
