// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/read_map.h"

#include <catch2/catch.hpp>

#include <fstream>

#include "plumb/plan/plan_triangulation.h"
#include "support/shared_maps.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using namespace pipeline;
using namespace plan;

class MapFile {
 public:
  explicit MapFile(const std::string& text, const char* name = "map.json")
      : path_(std::filesystem::temp_directory_path() / ("plumb_read_map_" + std::string(name))) {
    std::ofstream(path_) << text;
  }
  ~MapFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_; }

 private:
  std::filesystem::path path_;
};

std::string fault(const std::string& text) {
  const MapFile file(text);
  const auto map = read_map({file.path(), {}, {}});
  REQUIRE_FALSE(map);
  CHECK(map.error().file == file.path());
  return map.error().message;
}

std::string cells(const std::string& vertices, const std::string& polygons, const std::string& more = "") {
  return R"({"kind":"convex-polygon-mesh","vertices":[)" + vertices + R"(],"polygons":[)" + polygons + "]" + more + "}";
}

std::size_t count(const PlanMap& map, SegmentKind kind) {
  return static_cast<std::size_t>(std::ranges::count(map.segments, kind, &PlanMap::Segment::kind));
}

const std::string square = "[0,0],[1,0],[1,1],[0,1],[2,0],[2,1]";

TEST_CASE("maps: cells side by side: what they share is free, a border between weights, or a wall") {
  for (const auto& [more, obstacles, borders] : {std::tuple("", 6u, 0u), std::tuple(R"(,"weights":[1,3])", 6u, 1u),
                                                 std::tuple(R"(,"obstacles":[[2,1]])", 7u, 0u)}) {
    const MapFile file(cells(square, "[0,1,2,3],[1,4,5,2]", more));
    const auto map = read_map({file.path(), {}, {}});
    REQUIRE(map);
    CHECK(is_valid(*map));
    CHECK(count(*map, SegmentKind::obstacle) == obstacles);
    CHECK(count(*map, SegmentKind::border) == borders);
  }
}

TEST_CASE("maps: polygons with holes that overlap are one floor; obstacles and regions are laid over it") {
  const MapFile floor(
      R"({"kind":"polygons-with-holes","polygons":[[[[0,0],[4,0],[4,4],[0,4]],[[1,1],[2,1],[2,2],[1,2]]],[[[3,0],[8,0],[8,4],[3,4]]]]})");
  const auto map = read_map({floor.path(), {}, {}});
  REQUIRE(map);
  CHECK(count(*map, SegmentKind::border) == 0);
  CHECK(map->weights == std::vector<mpq_class>{1});
  const MapFile more(R"({"kind":"polygons-with-holes","polygons":[[[[5,1],[6,1],[6,2],[5,2]]]],"weights":[9]})",
                     "more.json");
  const auto with_obstacle = read_map({floor.path(), {more.path()}, {}});
  REQUIRE(with_obstacle);
  CHECK(count(*with_obstacle, SegmentKind::obstacle) == count(*map, SegmentKind::obstacle) + 4);
  const auto with_region = read_map({floor.path(), {}, {more.path()}});
  REQUIRE(with_region);
  CHECK(count(*with_region, SegmentKind::border) == 4);
  CHECK(with_region->weights == std::vector<mpq_class>{1, 9});
}

TEST_CASE("maps: sectors are joined where a step is low and the room is high enough") {
  const auto text = [](int floor, int ceiling, int flags) {
    return R"({"kind":"planar-subdivision","vertices":[[0,0],[8,0],[8,8],[0,8]],"edges":[[0,2,0,1,)" +
           std::to_string(flags) + R"(]],"sectors":[{"floor":0,"ceil":80,"weight":1},{"floor":)" +
           std::to_string(floor) + R"(,"ceil":)" + std::to_string(ceiling) +
           R"(,"weight":6}],"triangles":[[0,1,2,0],[0,2,3,1]]})";
  };
  for (const auto& [floor, ceiling, flags, is_open] :
       {std::tuple(24, 80, 4, true), std::tuple(25, 90, 4, false), std::tuple(24, 79, 4, false),
        std::tuple(-24, 90, 4, true), std::tuple(0, 80, 5, false)}) {
    const MapFile file(text(floor, ceiling, flags));
    const auto map = read_map({file.path(), {}, {}});
    REQUIRE(map);
    CHECK(count(*map, SegmentKind::border) == (is_open ? 1 : 0));
    CHECK(count(*map, SegmentKind::obstacle) == (is_open ? 4 : 5));
  }
}

TEST_CASE("maps: what is none is refused, and the polygon is named") {
  using Catch::Matchers::Contains;
  CHECK_THAT(fault(cells(square, "[0,1,2,3],[0,1,5]")), Contains("polygon") && Contains("overlaps"));
  CHECK_THAT(fault(cells(square, "[1,4,5,2],[0,2,1,3]")), Contains("polygon 1 "));  // it crosses itself
  CHECK_THAT(fault(cells(square, "[0,1,2,3],[2,3,0,1]")), Contains("polygon 1 is there twice"));
  CHECK_THAT(fault(cells(square, "[0,1,2,3],[0,1,4]")), Contains("polygon 1 has no area"));
  CHECK_THAT(fault(cells(square, "[0,1,2,3],[0,5]")), Contains("polygon 1 has no area"));
  CHECK_THAT(fault(cells(square, "[0,1,2,6]")), Contains("vertex 6"));
  CHECK_THAT(fault(cells(square, "[0,1,2,-1]")), Contains("vertex -1"));
  CHECK_THAT(fault(cells(square, "[0,1,2]", R"(,"weights":[-1])")), Contains("weight"));
  CHECK_THAT(fault(cells(square, "[0,1,2]", R"(,"weights":[])")), Contains("'weights' has 0 entries, not 1"));
  CHECK_THAT(fault(cells("[0,0],[1],[1,1]", "[0,1,2]")), Contains("two coordinates"));
  CHECK_THAT(fault(cells("[0,0],[\"1\",0],[1,1]", "[0,1,2]")), Contains("not a number"));
  CHECK_THAT(fault(cells(square, "7")), Contains("polygon 0"));
  CHECK_THAT(fault(R"({"kind":"planar"})"), Contains("'kind'"));
  CHECK_THAT(fault("[]"), Contains("not an object"));
  CHECK_THAT(fault("{"), Contains("no JSON"));
  CHECK_THAT(fault(R"({"kind":"polygons-with-holes","polygons":[[[[0,0],[4,0],[4,4]],[[9,9],[8,9],[9,8]]]]})"),
             Contains("polygon 0 crosses or covers itself"));
  CHECK_FALSE(read_map({"/nowhere/map.json", {}, {}}));
}

TEST_CASE("maps: all that are shared can be read and triangulated") {
  for (const auto& file : shared_maps()) {
    CAPTURE(file);
    const auto map = read_map({file, {}, {}});
    REQUIRE(map);
    CHECK(is_valid(*map));
    CHECK(is_valid(triangulate(*map, KeptSegments::obstacles_and_borders)));
  }
}

}  // namespace
