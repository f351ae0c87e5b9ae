// SPDX-License-Identifier: GPL-3.0-or-later
// What `plumb explain --at --radius` says of a point's border.
#include <catch2/catch.hpp>

#include <unistd.h>
#include <filesystem>
#include <fstream>

#include "plumb/pipeline/explain.h"
#include "plumb/pipeline/json.h"
#include "support/area_function.h"
#include "support/level_text.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

// Explained from a file, as the command does. z is up.
Explanation explained(const std::string& obj, const std::string& at, BakeArguments a) {
  const auto file =
      std::filesystem::temp_directory_path() / ("plumb_explain_radius_" + std::to_string(::getpid()) + ".obj");
  std::ofstream(file) << obj;
  a.scene = file.string();
  a.up = "z";
  a.sides = "up";
  a.numbers = "decimal";
  Progress silent;
  const auto found = explain(options_of(a), *make_explain_query(at, std::nullopt), silent);
  std::filesystem::remove(file);
  if (!found) throw std::runtime_error(found.error().text());
  return *found;
}

BakeArguments with_radius(const char* radius, std::vector<std::string> stances = {"stand=2"}) {
  BakeArguments a;
  a.radius = radius;
  a.stances = std::move(stances);
  return a;
}

}  // namespace

TEST_CASE("Explain: the nearest border, its distance by the true disc, and what makes it") {
  const std::string room =
      LevelText().slab(0, 0, 10, 10, 0).slab(4, 4, 6, 6, mpq_class(3, 2)).wall({0, 8}, {10, 8}, 0, 3).obj();
  SECTION("where the polygon ends") {
    const Explanation e = explained(room, "1,2,0", with_radius("1"));
    REQUIRE(e.grounds.size() == 1);
    const Ground& g = e.grounds[0];
    CHECK(g.verdict == 1);  // it touches
    REQUIRE(g.borders.size() == 1);
    CHECK(g.borders[0]->squared_distance == 1);
    CHECK(g.borders[0]->nearest == ExactPoint{0, 2, 0});
    CHECK(g.borders[0]->cause == kernel::no_polygon);
    CHECK(explained(room, "1,2,0", with_radius("1.000001")).grounds[0].verdict == kernel::too_close);
  }
  SECTION("what is too low, off its corner: no polygon stands for the disc") {
    const Explanation e = explained(room, "7,7,0", with_radius("1.4142"));
    const Ground& g = e.grounds[0];
    CHECK(g.borders[0]->squared_distance == 1);  // the wall
    CHECK(g.borders[0]->cause != kernel::no_polygon);
    const Explanation corner = explained(room, "3,3,0", with_radius("1.4142"));
    CHECK(corner.grounds[0].borders[0]->squared_distance == 2);
    CHECK(corner.grounds[0].borders[0]->nearest == ExactPoint{4, 4, 0});
    CHECK(corner.grounds[0].borders[0]->cause_face == 1);
    CHECK(corner.grounds[0].verdict == 1);
    CHECK(explained(room, "3,3,0", with_radius("1.4143")).grounds[0].verdict == kernel::too_close);
  }
  SECTION("a wall") {
    const Explanation e = explained(room, "5,7.5,0", with_radius("1/2"));
    CHECK(e.grounds[0].borders[0]->squared_distance == mpq_class(1, 4));
    CHECK(e.grounds[0].borders[0]->cause_face == 2);
    CHECK(e.grounds[0].verdict == 1);
  }
}

TEST_CASE("Explain: the border of each stance, within the window") {
  // Under a slab at 3/2 one can crouch. On it one can stand; its border is out of the window below.
  const std::string level = LevelText().slab(0, 0, 20, 20, 0).slab(8, 8, 12, 12, mpq_class(3, 2)).obj();
  BakeArguments a = with_radius("1/2", {"crouch=1", "stand=2"});
  const Explanation e = explained(level, "7.75,10,0", a);
  const Ground& g = e.grounds[0];
  REQUIRE(g.borders.size() == 2);
  CHECK(g.borders[0]->squared_distance == mpq_class(7.75) * mpq_class(7.75));
  CHECK(g.borders[1]->squared_distance == mpq_class(1, 16));
  CHECK(g.borders[1]->cause_face == 1);
  CHECK(g.verdict == 1);
  a.window = "2";
  CHECK(explained(level, "7.75,10,0", a).grounds[0].borders[0]->squared_distance == mpq_class(1, 16));
  CHECK(explained(level, "7.75,10,0", a).grounds[0].verdict == kernel::too_close);
  const Explanation under = explained(level, "10,10,0", a);
  CHECK(under.grounds[0].borders.size() == 1);
  const JsonDocument json = JsonDocument::parse(explanation_json(e));
  const JsonView ground = json.root().at("grounds")[0];
  CHECK(ground.at("binds").text() == "border");
  CHECK(ground.at("borders")[1].at("stance").text() == "stand");
  CHECK(ground.at("borders")[1].at("too_close").boolean());
  CHECK(ground.at("borders")[1].at("cause_face").whole() == 1);
  CHECK(explanation_text(e).find("too close  <- binds") != std::string::npos);
}
