// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the built `plumb route --ask`, which stands beside this test.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "support/run_program.h"

using namespace plumb::tests;

namespace {

using Json = nlohmann::json;

// A room of 4 x 4 whose wall, at x = 3 between z = 1 and z = 3, is walked around; y is up.
struct AskedRoom : Run {
  AskedRoom() {
    const Outcome o = (*this)("bake --stance crouch=0.9 --stance stand=1.8 --quiet -o room.json room.obj");
    INFO(o.err);
    REQUIRE(o.status == 0);
  }
  Json ask(const std::string& options) {
    const Outcome o = (*this)("route room.json --json told.json --ask " + options);
    INFO(options << ": " << o.err);
    REQUIRE(o.status == 0);
    CHECK(o.err.empty());
    text = o.out;
    return Json::parse(file("told.json"));
  }
  std::string text;
};

}  // namespace

TEST_CASE("plumb route --ask: each question, in text and JSON") {
  AskedRoom run;
  CHECK(run.ask("nearest --from 1,-3,1")["nearest"]["point"] == Json({"1", "0", "1"}));
  CHECK(run.text.find("Distance: 3 (its square is 9)") != std::string::npos);
  const Json ray = run.ask("raycast --from 2.25,0.5,2 --to 3.5,0,2");
  CHECK(ray["arrives"] == false);
  CHECK(ray["end"]["point"] == Json({"3", "0", "2"}));
  CHECK(run.text.find("Stopped at (3, 0, 2)") != std::string::npos);
  CHECK(run.ask("raycast --from 2.25,0.5,2 --to 2.5,0,2.5")["arrives"] == true);
  CHECK(run.ask("move --from 2.25,0.5,2 --to 3.5,0,2.5")["end"]["point"] == Json({"3", "0", "5/2"}));
  CHECK(run.ask("border --from 2.5,1,2")["squared_distance"] == "1/4");
  CHECK(run.ask("border --from 2.5,1,2 --within 0.25")["border"].is_null());
  CHECK(run.text.find("No border is within 0.25") != std::string::npos);
  const Json drawn = run.ask("random --count 3 --seed 8");
  CHECK(drawn["places"].size() == 3);
  CHECK(drawn == run.ask("random --count 3 --seed 8"));
  CHECK(drawn != run.ask("random --count 3 --seed 9"));
  CHECK(run.ask("random --from 1,0,1 --within 1/2 --count 2")["places"].size() == 2);
  CHECK(run.ask("within --from 1,0,1 --within 9")["cells"].size() > 1);
  CHECK(run.ask("reachable --from 1,0,1 --to 3.5,0,2")["reachable"] == true);
  CHECK(run.ask("components --at-stance stand")["components"].size() >= 1);
  const Outcome no = run("route room.json --ask reachable --from 1,5,1.5 --to 3,0,0");
  CHECK(no.status == 1);
  CHECK(no.out.find("Not reachable") != std::string::npos);
}

TEST_CASE("plumb route: to the nearest of several goals") {
  AskedRoom run;
  const Outcome o = run("route room.json --from 2.5,0.5,2 --to 3.5,0,2 --to 0.5,0,2 --to 9,0,9 --json way.json");
  INFO(o.err);
  REQUIRE(o.status == 0);
  // Two to the second; the first is nearer in plan, and behind the wall.
  CHECK(Json::parse(run.file("way.json"))["to"] == Json({"1/2", "0", "2"}));
}

TEST_CASE("plumb route --ask: what does not go together") {
  AskedRoom run;
  const auto says = [&](const std::string& arguments, int status, const char* words) {
    const Outcome o = run("route room.json " + arguments);
    INFO(arguments << ": " << o.err);
    CHECK(o.status == status);
    CHECK(o.out.empty());
    CHECK(o.err.find(words) != std::string::npos);
  };
  says("", 2, "give --from and --to, or --ask");
  says("--from 1,0,1", 2, "a way has two ends");
  says("--ask fly --from 1,0,1", 2, "give one of nearest, raycast");
  says("--ask nearest", 2, "give --from");
  says("--ask move --from 1,0,1", 2, "give --to");
  says("--ask move --from 1,0,1 --to 2,0,2 --to 3,0,3", 2, "give --to once");
  says("--ask move --from 1,0,1 --to 2,0,2 --within 3", 2, "leave --within out");
  says("--ask border --from 1,0,1 --to 2,0,2", 2, "leave --to out");
  says("--ask border --from 1,0,1 --within -1", 2, "below 0");
  says("--ask border --from 1,0,1 --seed 3", 2, "are for --ask random");
  says("--ask within --from 1,0,1", 2, "give --within D");
  says("--ask random --within 3", 2, "give --from");
  says("--ask random --count 1.5", 2, "no whole number");
  says("--ask components --from 1,0,1", 2, "leave --from out");
  says("--ask nearest --from 1,0", 2, "has two coordinates");
  says("--ask nearest --from 1,0,1 --radius 1", 2, "--radius is for ways");
  says("--ask nearest --from 1,0,1 --svg way.svg", 2, "are for ways");
  says("--ask nearest --from 1,0,1 --regions a.json", 2, "--regions is for ways");
  says("--ask nearest --from 1,0,1 --json way", 2, ".json");
  says("--ask nearest --from 1,0,1 --at-stance fly", 2, "the lowest is 'crouch'");
  says("--ask nearest --from 1,9,1 --within 1", 1, "give a greater --within");
  says("--ask border --from 9,0,9", 1, "ask for the nearest one");
  says("--within 3 --from 1,0,1 --to 2,0,2", 2, "belong to --ask");
  says("--from 1,0,1 --to 2,0,2 --to 3,0,3 --radius 0.1", 2, "several --to");
}

TEST_CASE("plumb route --ask: an end on an edge stays in its component (recastnavigation #377, #263)") {
  Run run;
  const std::string level = quoted(PLUMB_SOURCE_DIR "/tests/corpus/routes/shared_edge.obj");
  REQUIRE(run("bake " + level + " --up z --stance s=1 --quiet -o n.json").status == 0);
  const auto ask = [&](const std::string& options) {
    const Outcome o = run("route n.json --json told.json --ask " + options);
    INFO(o.err);
    CHECK(o.err.empty());
    return Json::parse(run.file("told.json"));
  };
  CHECK(ask("components")["components"].size() == 2);
  for (const char* ends : {"--from 1,1,0 --to 3,1,0", "--from 3,1,0 --to 1,1,0"}) {
    const Json moved = ask("move " + std::string(ends));
    CHECK(moved["end"]["point"] == Json({"2", "1", "0"}));
    CHECK(moved["end"]["cell"] == moved["place"]["cell"]);
    CHECK(ask("raycast " + std::string(ends))["end"] == moved["end"]);
  }
  CHECK(ask("reachable --from 1,1,0 --to 3,1,0")["reachable"] == false);
}

TEST_CASE("plumb route, layers and update: of a navmesh of any format") {
  AskedRoom run;
  REQUIRE(run("bake --stance crouch=0.9 --quiet -o room.bin -o room.tres -o room.glb -o out.obj room.obj").status == 0);
  for (const char* file : {"room.bin", "room.tres", "room.glb", "out.obj"}) {
    INFO(file);
    const auto ask = [&](const std::string& options) {
      const Outcome o = run("route " + std::string(file) + " --json told.json --ask " + options);
      INFO(options << ": " << o.err);
      REQUIRE(o.status == 0);
      CHECK(o.err.empty());
      return Json::parse(run.file("told.json"));
    };
    const Json nearest = ask("nearest --from 1,-3,1");
    CHECK(nearest["stance"] == "agent");
    CHECK(ask("reachable --from 0.5,1,1 --to 3.5,1,2")["reachable"] == true);
    const Outcome way = run("route " + std::string(file) + " --from 2.25,0.5,2 --to 3.5,0.5,2 --json way.json");
    REQUIRE(way.status == 0);
    // Around an end of the wall, which is at (3, 1): 1.25 + 1.118 in plan.
    CHECK(Json::parse(run.file("way.json"))["plan_length"][0].get<std::string>().substr(0, 3) == "2.3");
  }
  CHECK(run("layers room.tres --quiet --json layers.json").status == 0);
  CHECK(Json::parse(run.file("layers.json"))["layers"].size() == 2);  // the shelf lies over the floor
  write_file(run.folder() / "shut.json",
             R"([{"update": {"area": [["0", "0"], ["2", "0"], ["2", "4"], ["0", "4"]], "change": "block"}}])");
  const Outcome shut = run("update room.bin shut.json -o shut.tres -o shut_navmesh.json");
  INFO(shut.err);
  CHECK(shut.status == 0);
  CHECK(run("route shut_navmesh.json --ask reachable --from 0.5,1,1 --to 3.5,1,2").status == 1);
  const Outcome level =
      run("route room.obj --ask nearest --from 1,0,1");  // a level is no navmesh, and is taken for one
  CHECK(level.err.find("its faces are taken for the polygons of a navmesh") != std::string::npos);
  const Outcome none = run("route shut.json --ask components");
  CHECK(none.status == 2);
  write_file(run.folder() / "no.xyz", "nothing");
  const Outcome unknown = run("route no.xyz --from 1,0,1 --to 2,0,2");
  CHECK(unknown.status == 2);
  CHECK(unknown.err.find("no navmesh that is known by its content") != std::string::npos);
}
