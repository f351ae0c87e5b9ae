// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the built `plumb route`, which stands beside this test.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "support/run_program.h"

using namespace plumb::tests;

namespace {

// A room of 4 x 4 whose wall, at x = 3 between z = 1 and z = 3, is walked around; a shelf keeps standers off a part.
struct BakedRoom : Run {
  BakedRoom() {
    const Outcome o = (*this)("bake --stance crouch=0.9 --stance stand=1.8 --quiet -o room.json room.obj");
    INFO(o.err);
    REQUIRE(o.status == 0);
  }
};

}  // namespace

TEST_CASE("plumb route: a way around a wall, its length and a plan") {
  BakedRoom run;
  const Outcome o = run("route room.json --from 2.5,0.5,2 --to 3.5,0,2 --json way.json --svg way.svg");
  INFO(o.err);
  REQUIRE(o.status == 0);
  const auto json = nlohmann::json::parse(run.file("way.json"));
  CHECK(json["stance"] == "crouch");
  CHECK(json["corners"].front()["point"] == nlohmann::json({"5/2", "0", "2"}));
  CHECK(json["corners"].back()["point"] == nlohmann::json({"7/2", "0", "2"}));
  CHECK(json["portals"].size() + 1 == json["cells"].size());
  // Over one end of the wall: (3, 1) or (3, 3), each the root of 5/4 away from both points.
  CHECK(std::stod(json["length"][0].get<std::string>()) <= 2 * std::sqrt(1.25));
  CHECK(std::stod(json["length"][1].get<std::string>()) >= 2 * std::sqrt(1.25));
  CHECK(json["length"] == json["plan_length"]);
  const std::string svg = run.file("way.svg");
  CHECK(svg.find("class=\"r\"") != std::string::npos);
  const Outcome text = run("route room.json --from 2.5,0.5,2 --to 3.5,0,2 --at-stance stand");
  CHECK(text.status == 0);
  CHECK(text.out.find("room.json: stand from (2.5, 0.5, 2) to (3.5, 0, 2)") == 0);
  CHECK(text.out.find("\nLength: 2.2360679") != std::string::npos);
}

TEST_CASE("plumb route: a disc keeps away from the wall and the shelf, or has no way") {
  BakedRoom run;
  const std::string ends = "route room.json --from 2.25,0.5,2 --to 3.5,0,2 ";
  const Outcome o = run(ends + "--radius 0.4 --weight crouch=2 --json way.json --svg way.svg");
  INFO(o.err);
  REQUIRE(o.status == 0);
  CHECK(o.out.find("% above the cheapest") != std::string::npos);
  const auto json = nlohmann::json::parse(run.file("way.json"));
  CHECK(json["options"]["planner"] == "vicinity");
  CHECK(json["options"]["weights"][0] == nlohmann::json({{"stance", "crouch"}, {"weight", "2"}}));
  CHECK(json["line"].front()["point"] == nlohmann::json({"9/4", "0", "2"}));
  CHECK(json["line"].back()["point"] == nlohmann::json({"7/2", "0", "2"}));
  // Around an end of the wall: two tangents and a half circle at least.
  CHECK(std::stod(json["plan_length"][0].get<std::string>()) > 2 * 1 + 0.4 * 3.14);
  CHECK(json["collision"].is_null());
  CHECK(run.file("way.svg").find("class=\"q\"") != std::string::npos);
  // For who stands, the floor ends before the shelf: a navmesh of one layer.
  const std::string standing = ends + "--at-stance stand --planner ";
  for (const char* planner : {"blockage", "vicinity"}) {
    const Outcome narrow = run(standing + planner + " --radius 0.26");
    CHECK(narrow.status == 1);
    CHECK(narrow.out.empty());
    const Outcome channel = run(standing + planner + " --radius 0.25");
    INFO(channel.err);
    CHECK(channel.status == 0);
  }
  CHECK(run(standing + "euclid").out.find("this one is the cheapest") != std::string::npos);
  CHECK(run(ends + "--planner corridor").out.find("flush") != std::string::npos);
}

TEST_CASE("plumb route: no way is an answer, bad input is not") {
  BakedRoom run;
  const auto says = [&](const std::string& arguments, int status, const char* words) {
    const Outcome o = run("route " + arguments);
    INFO(arguments << ": " << o.err);
    CHECK(o.status == status);
    CHECK(o.out.empty());
    CHECK(o.err.find(words) != std::string::npos);
  };
  says("room.json --from 9,0,9 --to 1,0,1", 1, "no floor where 'crouch' fits");
  says("room.json --from 1,5,1.5 --to 3,0,0", 1, "different components");  // from the shelf's top
  says("room.json --from 1,0,1 --to 3,0,0 --at-stance fly", 2, "the lowest is 'crouch'");
  says("room.json --from 1,0 --to 3,0,0", 2, "--from '1,0' has two coordinates");
  says("room.json --from 1,0,1 --to 3,0,zero", 2, "'zero' is not a number");
  says("room.obj --from 1,0,1 --to 3,0,0", 2, "no navmesh");
  says("room.json --from 1,0,1 --to 3,0,0 --svg way.png", 2, ".svg");
  says("room.json --from 1,0,1 --to 3,0,0 --json way", 2, ".json");
  says("room.json --from 1,0,1 --to 3,0,0 --regions mud.json", 2, "is no map; --regions is for maps");
  says("room.json --from 1,0,1 --to 3,0,0 --planner corridor --radius 1", 2, "choose vicinity");
  says("room.json --from 1,0,1 --to 3,0,0 --weight crouch", 2, "is not NAME=W");
  says("room.json --from 1,0,1 --to 3,0,0 --weight fly=2", 2, "--weight 'fly' is none of the navmesh");
  says("room.json --from 1,0,1 --to 3,0,0 --weight crouch=-2", 2, "below 0");
  says("room.json --from 1,0,1 --to 3,0,0 --window 0", 2, "not above 0");
  says("room.json --from 0.1,0,1 --to 3,0,0 --radius 0.3", 1, "does not fit there; the border from");
  says("room.json --from 9,0,9 --to 1,0,1 --radius 0.3", 1,
       "no floor where 'crouch' fits is at or below --from (9, 0, 9)");
  says("room.json --from 1.5,5,1.5 --to 3,0,0.5 --radius 0.01", 1, "however small the disc");
  says("room.json --from 1.5,5,1.5 --to 3,0,0 --planner blockage", 2, "needs a navmesh of one layer");
  const std::string map = std::string(PLUMB_SOURCE_DIR) + "/docs/examples/routes/courtyard.json";
  says(map + " --from 1,1 --to 3,1 --at-stance stand", 2, "is a map; --at-stance is for navmeshes");
  says(map + " --from 1,1,1 --to 3,1", 2, "has not two coordinates");
  says(map + " --from 1,1 --to 11,7 --radius 0.6", 1, "the widest way is narrowest between (4, 5) and (4, 6)");
  says(map + " --from 1,1 --to 40,7", 1, "off the map");
  says("nothing.json --from 1,0,1 --to 3,0,0", 2, "cannot be opened");
  CHECK(run.made() == std::vector<std::string>{"room.json"});
}
