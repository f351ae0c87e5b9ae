// SPDX-License-Identifier: GPL-3.0-or-later
// plumb route MAP, from its options to its answers.
#include "plumb/pipeline/find_map_route.h"

#include <catch2/catch.hpp>

using namespace plumb;

namespace {

using namespace pipeline;
using namespace plan;

MapRouteArguments arguments() {
  MapRouteArguments a;
  a.map = std::string(PLUMB_SOURCE_DIR) + "/docs/examples/routes/courtyard.json";
  a.from = "1,1";
  a.to = "11,7";
  a.quiet = true;
  return a;
}
Result<FoundMapRoute> found(const MapRouteArguments& a) {
  const auto options = make_map_route_options(a);
  REQUIRE(options);
  Progress progress;
  return find_map_route(*options, progress);
}
std::string refusal(const MapRouteArguments& a) {
  const auto options = make_map_route_options(a);
  return options ? "" : options.error().message;
}

TEST_CASE("map route: options are taken exactly, and what they cannot be is said") {
  const auto with = [](auto member, const char* value) {
    MapRouteArguments a = arguments();
    a.*member = value;
    return a;
  };
  CHECK(make_map_route_options(with(&MapRouteArguments::radius, "1/3"))->settings.radius == mpq_class(1, 3));
  CHECK(refusal(with(&MapRouteArguments::radius, "-1")).find("below 0") != std::string::npos);
  CHECK(refusal(with(&MapRouteArguments::radius, "nan")).find("not a number") != std::string::npos);
  CHECK(refusal(with(&MapRouteArguments::planner, "bird")).find("blockage, vicinity, euclid") != std::string::npos);
  CHECK(refusal(with(&MapRouteArguments::cost, "most")).find("points, lines, strips, exact") != std::string::npos);
  CHECK(refusal(with(&MapRouteArguments::samples, "2")).find("3 to") != std::string::npos);
  CHECK(refusal(with(&MapRouteArguments::samples, "3.5")).find("whole number") != std::string::npos);
  CHECK(refusal(with(&MapRouteArguments::spacing, "0")).find("1/64") != std::string::npos);
  CHECK(refusal(with(&MapRouteArguments::from, "1")).find("two coordinates") != std::string::npos);
  CHECK(refusal(with(&MapRouteArguments::from, "1,2,3")).find("two coordinates") != std::string::npos);
  CHECK(refusal(with(&MapRouteArguments::svg, "way.png")).find(".svg") != std::string::npos);
  CHECK(refusal(with(&MapRouteArguments::json, "way")).find(".json") != std::string::npos);
  CHECK(refusal(with(&MapRouteArguments::joints, "twice")).find("once, document") != std::string::npos);
  CHECK(refusal(with(&MapRouteArguments::reference, "corner")).find("midpoint, centroid") != std::string::npos);
}

TEST_CASE("map route: a route, its cost and bound; or why there is none") {
  MapRouteArguments a = arguments();
  a.radius = "1/2";
  a.bound = true;
  for (const char* planner : {"vicinity", "blockage"}) {
    a.planner = planner;
    const auto way = found(a);
    REQUIRE(way);
    CHECK(way->route.bound);
    CHECK(*way->route.bound <= way->route.cost.high);
    CHECK(way->barriers == 4);
    CHECK(map_route_text(*way).find("above the cheapest") != std::string::npos);
  }
  a.radius = "0.6";
  auto none = found(a);
  REQUIRE_FALSE(none);
  CHECK(none.error().code == ErrorCode::unreachable);
  CHECK(none.error().message.find("between (4, 5) and (4, 6), where it is as wide as 1") != std::string::npos);
  a.to = "11,7.5";
  none = found(a);
  REQUIRE_FALSE(none);
  CHECK(none.error().message.find("--to (11, 7.5): a disc of radius 0.6 does not fit there") != std::string::npos);
  a.planner = "euclid";
  none = found(a);
  REQUIRE_FALSE(none);
  CHECK(none.error().code == ErrorCode::bad_option);
  a.radius = "0";
  const auto shortest = found(a);
  REQUIRE(shortest);
  CHECK(map_route_text(*shortest).find("this one is the cheapest") != std::string::npos);
  a.map = std::string(PLUMB_SOURCE_DIR) + "/docs/examples/routes/none.json";
  CHECK_FALSE(found(a));
}

TEST_CASE("map route: the shortest path of a disc: its corners, its length, and points around its arcs") {
  MapRouteArguments a = arguments();
  a.planner = "taut";
  a.radius = "0.4";
  const auto way = found(a);
  REQUIRE(way);
  REQUIRE(way->route.shortest);
  CHECK(way->route.shortest->low <= way->length.low);
  CHECK(way->length.high < way->route.shortest->high * mpq_class(1001) / 1000);
  CHECK(way->turns.size() == way->route.turns.size());
  const std::string text = map_route_text(*way);
  for (const char* part : {"  around (", "straight pieces: ", "this one is the cheapest"})
    CHECK(text.find(part) != std::string::npos);
  CHECK(map_route_json(*way).find("\"corner\": ") != std::string::npos);
  a.planner = "vicinity";
  a.bound = true;
  const auto other = found(a);
  REQUIRE(other);
  CHECK(other->length.high >= way->route.shortest->low);
  CHECK(other->route.bound == way->route.bound);
  a.planner = "taut";
  a.regions = {std::string(PLUMB_SOURCE_DIR) + "/docs/examples/routes/mud.json"};
  const auto none = found(a);
  REQUIRE_FALSE(none);
  CHECK(none.error().message.find("the planner taut is for one weight, and the map has several") != std::string::npos);
}

TEST_CASE("map route: the document's checks alone let the disc collide, which is told") {
  MapRouteArguments a = arguments();
  a.radius = "0.45";
  a.checks = "document";
  const auto way = found(a);
  REQUIRE(way);
  REQUIRE(way->route.collision);
  CHECK(collision_text(*way).find("the disc collides on its way") == 0);
  CHECK(map_route_json(*way).find("\"collision\": {") != std::string::npos);
}

}  // namespace
