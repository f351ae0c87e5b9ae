// SPDX-License-Identifier: GPL-3.0-or-later
// `plumb explain --thresholds radius`: stretches of border that face each other.
#include <catch2/catch.hpp>

#include <unistd.h>
#include <filesystem>
#include <fstream>
#include <set>

#include "plumb/pipeline/explain.h"
#include "plumb/pipeline/json.h"
#include "plumb/pipeline/thresholds.h"
#include "support/level_text.h"
#include "support/options_of.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

// A level in a file, as the command reads it. z is up.
class File {
 public:
  explicit File(const std::string& obj)
      : path_(std::filesystem::temp_directory_path() / ("plumb_passages_" + std::to_string(::getpid()) + ".obj")) {
    std::ofstream(path_) << obj;
    arguments.scene = path_.string();
    arguments.up = "z";
    arguments.sides = "up";
    arguments.numbers = "decimal";
    arguments.stances = {"stand=2"};
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() { std::filesystem::remove(path_); }

  RadiusThresholds thresholds(const std::string& range, bool closing = false) const {
    const BakeOptions options = options_of(arguments);
    Progress silent;
    const auto found =
        radius_thresholds(options, *make_threshold_query("radius", range, closing, arguments, options), silent);
    if (!found) throw std::runtime_error(found.error().text());
    return *found;
  }
  // "9 (5, 3, 0)", with "-" before it where the passage does not close there.
  std::vector<std::string> lines(const std::string& range) const {
    std::vector<std::string> out;
    for (const RadiusThreshold& v : thresholds(range).values)
      for (const RadiusPassage& p : v.passages)
        out.push_back((p.closes ? "" : "-") + v.squared_radius.get_str() + " (" + p.place[0].get_str() + ", " +
                      p.place[1].get_str() + ", " + p.place[2].get_str() + ")");
    std::ranges::sort(out);
    return out;
  }
  // The square of the distance of the nearest border by `explain`, with its window.
  mpq_class distance(const ExactPoint& at, const mpq_class& window) const {
    BakeArguments a = arguments;
    a.radius = "1";
    a.window = window.get_str();
    Progress silent;
    const auto found = explain(options_of(a), {.at = at, .reach = {}}, silent);
    return found->grounds.at(0).borders.at(0)->squared_distance;
  }

  BakeArguments arguments;

 private:
  std::filesystem::path path_;
};

using Lines = std::vector<std::string>;

// A rectangle that faces down: nobody stands on it.
LevelText roof(LevelText level, const mpq_class& x0, const mpq_class& y0, const mpq_class& x1, const mpq_class& y1) {
  return level.face({{x0, y0, 1}, {x0, y1, 1}, {x1, y1, 1}, {x1, y0, 1}});
}

}  // namespace

TEST_CASE("thresholds of radius: a room closes between its long walls") {
  const File room(LevelText().slab(0, 0, 10, 6, 0).obj());
  CHECK(room.lines("0,10") == Lines{"-25 (5, 3, 0)", "9 (5, 3, 0)"});
  CHECK(room.lines("0,3") == Lines{"9 (5, 3, 0)"});
  CHECK(room.lines("0,2.999999999").empty());
  CHECK(room.lines("3.000000001,10") == Lines{"-25 (5, 3, 0)"});
}

TEST_CASE("thresholds of radius: doors in a wall without thickness, and in a thick one") {
  SECTION("without") {
    const File doors(LevelText().slab(0, 0, 8, 4, 0).wall({4, 0}, {4, 1}, 0, 3).wall({4, 2}, {4, 4}, 0, 3).obj());
    CHECK(doors.lines("0,1") == Lines{"1/4 (4, 3/2, 0)"});
  }
  SECTION("thick") {
    const File doors(roof(roof(LevelText().slab(0, 0, 8, 4, 0), 3, 0, 5, 1), 3, 2, 5, 4).obj());
    CHECK(doors.lines("0,.99") == Lines{"1/4 (4, 3/2, 0)"});
  }
}

TEST_CASE("thresholds of radius: beside a pillar, and past its corner where no root is rational") {
  const File pillar(roof(LevelText().slab(0, 0, 10, 10, 0), 2, 4, 5, 7).obj());
  CHECK(pillar.lines("0,2.6") ==
        Lines{"1 (1, 11/2, 0)", "25/4 (15/2, 11/2, 0)", "4 (7/2, 2, 0)", "9/4 (7/2, 17/2, 0)"});
  const File slanted(
      roof(LevelText().slab(0, 0, 10, 10, 0).face({{0, 8, 1}, {0, 10, 1}, {2, 10, 1}}), 2, 5, 5, 7).obj());
  const RadiusThresholds found = slanted.thresholds(".5,1.1");
  REQUIRE(found.values.size() == 2);
  CHECK(found.values[1].passages[0].place ==
        ExactPoint{mpq_class(5, 4), mpq_class(31, 4), 0});  // (2, 7) to (1/2, 17/2)
  CHECK(found.values[1].squared_radius == mpq_class(9, 8));
  const auto& [low, high] = found.values[1].radius;
  CHECK((low * low < mpq_class(9, 8) && high * high > mpq_class(9, 8)));
  CHECK((high - low) * mpq_class(mpz_class(1) << 60) < 1);
}

TEST_CASE("thresholds of radius: what stands between two walls hides them from each other where it stands") {
  const LevelText hall = LevelText().slab(0, 0, 20, 4, 0);
  CHECK(File(hall.obj()).lines("1.5,2") == Lines{"4 (10, 2, 0)"});
  // A wall along the middle, but for its end.
  const File split(LevelText(hall).wall({0, 2}, {12, 2}, 0, 3).obj());
  CHECK(split.lines("0,1.5") == Lines{"1 (6, 1, 0)", "1 (6, 3, 0)"});
  CHECK(split.lines("1.9,2") == Lines{"4 (15, 2, 0)"});
}

TEST_CASE("thresholds of radius: heights within the window count, and no others") {
  // A corridor with a floor that climbs from one wall to the other by 1.
  const auto climbing = [](const mpq_class& rise) {
    return LevelText().face({{0, 0, 0}, {8, 0, 0}, {8, 2, rise}, {0, 2, rise}}).obj();
  };
  File corridor(climbing(1));
  corridor.arguments.window = "0.500000001";  // of the place between them
  CHECK(corridor.lines("0,1") == Lines{"1 (4, 1, 1/2)"});
  corridor.arguments.window = "0.5";
  CHECK(corridor.lines("0,1").empty());
  // Two storeys: the walls of one do not face those of the other.
  File storeys(LevelText().slab(0, 0, 2, 8, 0).slab(4, 0, 6, 8, 3).obj());
  storeys.arguments.window = "4";
  CHECK(storeys.lines("0,3") == Lines{"1 (1, 4, 0)", "1 (5, 4, 3)"});
}

TEST_CASE("thresholds of radius: the way leaves square to the end of a thin wall, whichever end its face begins with") {
  for (const bool turned : {false, true}) {
    LevelText level = LevelText().slab(0, 0, 10, 10, 0).wall({5, 5}, {10, 5}, 0, 3);
    turned ? level.wall({4, 5}, {4, 0}, 0, 3) : level.wall({4, 0}, {4, 5}, 0, 3);
    CHECK(File(level.obj()).lines("0.3,0.7") == Lines{"1/4 (9/2, 5, 0)"});
  }
}

TEST_CASE("thresholds of radius: a door on a ramp is found by the window of its own radius") {
  // Slope 3/4, across which a wall runs but for 4/5.
  const mpq_class y0(13, 5), y1(17, 5);
  const File ramp(LevelText()
                      .face({{0, 0, 0}, {8, 0, 0}, {8, 6, mpq_class(9, 2)}, {0, 6, mpq_class(9, 2)}})
                      .wall({4, 0}, {4, y0}, 0, 8)
                      .wall({4, y1}, {4, 6}, 0, 8)
                      .obj());
  CHECK(ramp.lines("0.2,0.5") == Lines{"4/25 (4, 3, 9/4)"});
}

TEST_CASE("thresholds of radius: edges over one another that never come within the window are no passage") {
  const File ramps(LevelText()
                       .face({{0, 0, 0}, {2, 0, 0}, {2, 4, 2}, {0, 4, 2}})
                       .face({{2, 0, 1}, {4, 0, 1}, {4, 4, 3}, {2, 4, 3}})
                       .obj());
  CHECK(ramps.lines("0,0.9").empty());
  CHECK(ramps.lines("0,1") == Lines{"1 (1, 2, 1)", "1 (3, 2, 2)"});
}

TEST_CASE("thresholds of radius: the tip of a floor does not face what lies off it") {
  const File tip(LevelText().slab(0, 0, 8, 6, 0).face({{3, 3, 1}, {5, 3, 1}, {4, 5, 1}}).obj());
  for (const RadiusThreshold& v : tip.thresholds("0,2").values)
    for (const RadiusPassage& p : v.passages) CHECK((p.place[2] == 0 || p.place[2] == 1));
}

TEST_CASE("thresholds of radius: in a gap that a weld bridges nobody stands") {
  File gap(LevelText()
               .slab(0, 0, 4, 2, 0)
               .slab(0, 2 + mpq_class(1, 4), 4, 4, 0)
               .wall({0, 2}, {1, 2}, 0, 3)
               .wall({2, 2}, {4, 2}, 0, 3)
               .wall({0, 2 + mpq_class(1, 4)}, {1, 2 + mpq_class(1, 4)}, 0, 3)
               .wall({2, 2 + mpq_class(1, 4)}, {4, 2 + mpq_class(1, 4)}, 0, 3)
               .obj());
  gap.arguments.weld = "0.25";
  const RadiusThresholds found = gap.thresholds("0.1,0.6");
  REQUIRE_FALSE(found.values.empty());
  for (const RadiusThreshold& v : found.values)
    for (const RadiusPassage& p : v.passages) {
      const bool in_the_gap = p.place[1] > 2 && p.place[1] < mpq_class(9, 4);
      CHECK(p.closes == !in_the_gap);
    }
}

TEST_CASE("thresholds of radius: stance by stance") {
  File hall(roof(LevelText().slab(0, 0, 12, 4, 0), 4, 0, 8, 1).obj());
  hall.arguments.stances = {"crawl=1", "stand=2"};
  const RadiusThresholds found = hall.thresholds("1,2");
  std::set<std::pair<std::string, std::vector<kernel::Label>>> closing;
  for (const RadiusThreshold& v : found.values)
    for (const RadiusPassage& p : v.passages)
      if (p.closes) closing.emplace(v.squared_radius.get_str(), p.stances);
  // Beside the roof for who does not fit below it; all of the hall for who does, and what is beyond for the other.
  CHECK(closing == decltype(closing){{"9/4", {2}}, {"4", {1}}, {"4", {2}}});
}

TEST_CASE("thresholds of radius: at the place of a passage that closes the nearest border is at half its width") {
  const auto window = mpq_class(5);
  for (const char* obj : {"room", "pillars"}) {
    LevelText level = LevelText().slab(0, 0, 12, 9, 0);
    if (std::string(obj) == "pillars")
      level =
          roof(roof(level, 2, 2, 4, 3), 7, 5, 8, 8).wall({5, 1}, {6, 4}, 0, 3).face({{9, 1, 1}, {9, 4, 1}, {11, 2, 1}});
    File file(level.obj());
    file.arguments.window = window.get_str();
    std::size_t closing = 0, others = 0;
    for (const RadiusThreshold& v : file.thresholds("0,6").values)
      for (const RadiusPassage& p : v.passages) {
        ++(p.closes ? closing : others);
        CAPTURE(v.squared_radius, p.place[0], p.place[1]);
        const mpq_class nearest = file.distance(p.place, window);
        if (p.closes) CHECK(nearest == v.squared_radius);
        else CHECK(nearest < v.squared_radius);
      }
    CHECK((closing > 0 && others > 0));
  }
}

TEST_CASE("thresholds of radius: JSON and the text say the same, whatever the threads") {
  File pillar(roof(LevelText().slab(0, 0, 10, 10, 0), 2, 4, 5, 7).obj());
  const RadiusThresholds found = pillar.thresholds("0,1.5");
  const JsonDocument json = JsonDocument::parse(thresholds_json(found));
  CHECK(json.root().at("thresholds").text() == "radius");
  CHECK(json.root().at("window").text() == found.query.window.get_str());
  REQUIRE(json.root().at("values").size() == 2);
  const JsonView first = json.root().at("values")[0], passage = first.at("passages")[0];
  CHECK(first.at("squared_radius").text() == "1");
  CHECK(passage.at("closes").boolean());
  CHECK(passage.at("place")[1].text() == "11/2");
  CHECK(passage.at("sides").size() == 2);
  CHECK(first.at("exact_radius").text() == "1");
  CHECK(passage.at("stances")[0].text() == "stand");
  CHECK(json.root().at("options").at("window").text() == found.query.window.get_str());
  CHECK(thresholds_text(found).find("(1, 5.5, 0)") != std::string::npos);
  CHECK(pillar.thresholds("0,5", true).values.size() < pillar.thresholds("0,5").values.size());
  pillar.arguments.threads = "2";
  CHECK(pillar.lines("0,10") == File(roof(LevelText().slab(0, 0, 10, 10, 0), 2, 4, 5, 7).obj()).lines("0,10"));
}

TEST_CASE("thresholds of radius: what is asked") {
  const BakeArguments level = [] {
    BakeArguments a;
    a.scene = "level.obj";
    a.step = "1/2";
    a.slope_ratio = "1";
    a.stances = {"stand=2"};
    return a;
  }();
  const BakeOptions options = options_of(level);
  const auto query = make_threshold_query("radius", std::nullopt, false, level, options);
  CHECK((query->low == 0 && query->high == 1));
  CHECK(query->window == mpq_class(3, 2) + mpq_class(1, 1 << 20));  // of the greatest radius
  CHECK(make_threshold_query("radius", std::nullopt, true, level, options)->jumps_only);
  CHECK_FALSE(make_threshold_query("radius", "1,1", false, level, options));
  BakeArguments with_window = level;
  with_window.window = "7/3";
  CHECK(make_threshold_query("radius", "0,5", false, with_window, options)->window == mpq_class(7, 3));
}
