// SPDX-License-Identifier: GPL-3.0-or-later
// Many questions from one file: how they are read, what is told of wrong lines, and that each has the answer that it
// has alone.
#include "plumb/pipeline/route_queries.h"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "plumb/pipeline/find_map_route.h"

using namespace plumb;

namespace {

using namespace pipeline;

// A file that is there as long as this object.
struct QueryFile {
  explicit QueryFile(const std::string& text)
      : path(std::filesystem::temp_directory_path() / ("plumb_queries_" + std::to_string(::getpid()) + ".csv")) {
    std::ofstream(path) << text;
  }
  ~QueryFile() { std::filesystem::remove(path); }
  std::filesystem::path path;
};
Result<std::vector<RouteQuery>> read(const std::string& text, std::size_t axes = 2) {
  const QueryFile file(text);
  return read_route_queries(file.path.string(), axes);
}

MapRouteArguments arguments(const std::string& queries) {
  MapRouteArguments a;
  a.map = PLUMB_SOURCE_DIR "/docs/examples/routes/courtyard.json";
  a.regions = {PLUMB_SOURCE_DIR "/docs/examples/routes/mud.json"};
  a.queries = queries;
  return a;
}
Result<std::vector<RouteRow>> answers(const MapRouteArguments& a) {
  const auto options = make_map_route_options(a);
  REQUIRE(options);
  Progress progress;
  return find_map_routes(*options, progress);
}

TEST_CASE("route queries: numbers, a header, empty lines, line ends of every kind") {
  const auto all = read("from_x,from_y,to_x,to_y,radius\r\n1, 2, 3.5,-7/3, 0.3\r\n\r\n 1,1,2,2 \n0,0,0,0,0");
  REQUIRE(all);
  REQUIRE(all->size() == 3);
  CHECK((*all)[0].line == 2);
  CHECK((*all)[0].from == std::vector<mpq_class>{1, 2});
  CHECK((*all)[0].to == std::vector<mpq_class>{mpq_class(7) / 2, mpq_class(-7) / 3});
  CHECK((*all)[0].radius == mpq_class(3) / 10);
  CHECK((*all)[1].line == 4);
  CHECK_FALSE((*all)[1].radius);
  CHECK((*all)[2].line == 5);
  CHECK((*all)[2].radius == mpq_class(0));
  const auto space = read("1,2,3,4,5,6\n1,2,3,4,5,6,1/2\n", 3);
  REQUIRE(space);
  CHECK((*space)[1].to == std::vector<mpq_class>{4, 5, 6});
}

TEST_CASE("route queries: wrong lines are told with their number") {
  const auto fault = [](const std::string& text) {
    const auto read_file = read(text);
    REQUIRE_FALSE(read_file);
    return std::to_string(read_file.error().line) + ": " + read_file.error().message;
  };
  CHECK(fault("a,b\n1,2,3,4\n1,2,x,4\n").find("3: 'x' is not a number") == 0);
  CHECK(fault("1,2,3,4\n\n1,2,3\n").find("3: 3 numbers where 4 coordinates") == 0);
  CHECK(fault("1,2,3,4,5,6\n").find("1: 6 numbers") == 0);
  CHECK(fault("1,2,3,4\n1,2,3,4,-1\n").find("2: a radius of -1 is below 0") == 0);
  CHECK(fault("1,2,3,4\nx,y,x,y\n").find("2: 'x'") == 0);
  CHECK(fault("1,,3,4\n").find("1: '' is not a number") == 0);
  CHECK(fault("x,y,x,y\n\n").find("0: there is no question") == 0);
  CHECK(fault("").find("0: there is no question") == 0);
  CHECK(read_route_queries("/nowhere/at/all.csv", 2).error().code == ErrorCode::cannot_open);
}

TEST_CASE("route queries: each line has the answer that it has alone") {
  const QueryFile file(
      "x,y,x,y,radius\n1,1,11,7,0.4\n1,1,11,7\n1,1,11,7,0.6\n-1,-1,11,7,0.4\n1,1,11,7,0.4\n11,7,1,1,1/8\n");
  for (const char* planner : {"vicinity", "blockage"}) {
    MapRouteArguments many = arguments(file.path.string());
    many.planner = planner;
    many.radius = "0.25";
    many.bound = true;
    const auto rows = answers(many);
    REQUIRE(rows);
    REQUIRE(rows->size() == 6);
    std::size_t found = 0;
    for (const RouteRow& row : *rows) {
      MapRouteArguments one = many;
      one.queries.clear();
      one.from = row.query.from[0].get_str() + "," + row.query.from[1].get_str();
      one.to = row.query.to[0].get_str() + "," + row.query.to[1].get_str();
      if (row.query.radius) one.radius = row.query.radius->get_str();
      Progress progress;
      const auto alone = find_map_route(*make_map_route_options(one), progress);
      CHECK(alone.operator bool() == row.why.empty());
      if (!alone) {
        CHECK(row.why == alone.error().message);
        continue;
      }
      ++found;
      CHECK(row.cost->high == alone->route.cost.high);
      CHECK(row.length.low == alone->length.low);
      CHECK(row.bound == alone->route.bound);
      REQUIRE(row.points.size() == alone->route.points.size());
      for (std::size_t i = 0; i < row.points.size(); ++i)
        CHECK(row.points[i] == std::vector<mpq_class>{alone->route.points[i][0], alone->route.points[i][1]});
    }
    CHECK(found == 4);
    const std::string csv = routes_csv(*rows);
    CHECK(csv.find("line,answer,length,plan_length,cost,bound,points,why\n2,route,") == 0);
    CHECK(csv.find("\n4,none,,,,,,\"a disc of radius 0.6 does not get there") != std::string::npos);
    CHECK(csv.find("\n5,none,,,,,,\"--from (-1, -1) is in an obstacle or off the map\"\n") != std::string::npos);
  }
}

TEST_CASE("route queries: what does not go with them is refused") {
  const auto refusal = [](const MapRouteArguments& a) {
    const auto options = make_map_route_options(a);
    return options ? "" : options.error().message;
  };
  MapRouteArguments a = arguments("q.csv");
  CHECK(refusal(a).empty());
  a.from = "1,1";
  CHECK(refusal(a).find("--from and --to do not go with --queries") == 0);
  a.from = "", a.svg = "way.svg";
  CHECK(refusal(a).find("--svg draws one route") == 0);
  a = arguments("");
  CHECK(refusal(a).find("--from is not given") == 0);
  const QueryFile file("1,1,11,7\n1,1,11,7,1/2\n");
  a = arguments(file.path.string());
  a.regions.clear();
  a.planner = "euclid";
  const auto refused = answers(a);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::bad_option);
  CHECK(refused.error().line == 2);
}

}  // namespace
