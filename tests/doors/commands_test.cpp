// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the built `plumb route` and `plumb update`, which stand beside this test.
//
// 1. Routes: the answer, its plan and its length; no way is an answer, bad input is none.
// 2. Updates: what they report and write, with a level and without; what is taken back leaves the same bytes.
// 3. What is wrong with an entry, an obstacle or a pair of options is named, and nothing is written.
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

constexpr const char* block = R"({"update": {"area": [["0", "0"], ["3", "0"], ["0", "3/2"]], "change": "block"}})";

// y is up: areas are in x and z.
struct BakedFloor : Run {
  BakedFloor() {
    const Outcome o = (*this)("bake --quiet -o room.json room.obj");
    INFO(o.err);
    REQUIRE(o.status == 0);
  }
  Outcome update(const std::string& entries, const std::string& options = "-o out.json") {
    write_file(folder() / "updates.json", "[" + entries + "]");
    return (*this)("update room.json updates.json " + options);
  }
};

// y is up: a quadrangle of 1 x 1 at a height, which faces up.
std::string lid(const char* height) {
  const std::string h = std::string("\"") + height + "\"";
  return R"({"obstacle": {"polygons": [[["1", )" + h + R"(, "1"], ["1", )" + h + R"(, "2"], ["2", )" + h +
         R"(, "2"], ["2", )" + h + R"(, "1"]]]}})";
}

// All but the second line, which names the scene.
std::string unnamed(const std::string& json) {
  const std::size_t second = json.find('\n') + 1;
  return json.substr(0, second) + json.substr(json.find('\n', second));
}

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
  const Outcome o = run(ends + "--radius 0.4 --weight crouch=2 --bound --json way.json --svg way.svg");
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
  CHECK(run(standing + "euclid --radius 0").out.find("this one is the cheapest") != std::string::npos);
  CHECK(run(standing + "euclid").out == run(ends + "--at-stance stand --planner corridor").out);
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
  says("bow.obj --from 1,0,1 --to 3,0,0", 2, "no polygon with an area");
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
  says("nothing.json --from 1,0,1 --to 3,0,0", 2, "cannot open");
  CHECK(run.made() == std::vector<std::string>{"room.json"});
}

TEST_CASE("plumb update: a change, its report, and the same bytes once it is taken back") {
  BakedFloor run;
  const Outcome o = run.update(block);
  INFO(o.err);
  REQUIRE(o.status == 0);
  CHECK(o.out.find("room.json: updates.json with 1 change, 1 live update.\nCells: ") == 0);
  const auto json = nlohmann::json::parse(run.file("out.json"));
  std::size_t blocked = 0;
  for (const auto& cell : json["cells"]) blocked += cell.contains("blocked_by");
  CHECK(blocked > 0);
  CHECK(run.update(std::string(block) + R"(, {"revert": 1})", "-o out.json --report report.json").status == 0);
  CHECK(run.file("out.json") == run.file("room.json"));
  const auto report = nlohmann::json::parse(run.file("report.json"));
  CHECK(report["live"] == 0);
  CHECK(report["entries"][0]["met"] == report["entries"][1]["met"]);
  CHECK(report["entries"][0]["made"] == report["entries"][1]["joined"]);
}

TEST_CASE("plumb update: --scene bakes first, to the same bytes") {
  BakedFloor run;
  write_file(run.folder() / "updates.json", std::string("[") + block + "]");
  CHECK(run("update room.json updates.json --quiet -o out.json").status == 0);
  CHECK(run("update --scene room.obj updates.json --quiet -o of_scene.json").status == 0);
  CHECK(run.file("out.json") == run.file("of_scene.json"));
}

TEST_CASE("plumb update: every format shows it; an area outside is nothing to do") {
  BakedFloor run;
  const Outcome o = run.update(block, "-o out.obj -o out.glb -o out.svg -o out.bin -o out.mset -o out.tres");
  INFO(o.err);
  CHECK(o.status == 0);
  CHECK(run.file("out.svg").find("blocked") != std::string::npos);
  const Outcome outside =
      run.update(R"({"update": {"area": [["50", "0"], ["60", "0"], ["50", "9"]], "change": {"tag": "far"}}})");
  CHECK(outside.status == 0);
  CHECK(outside.out.find("1 update met no cell.") != std::string::npos);
  CHECK(run.file("out.json") == run.file("room.json"));
}

TEST_CASE("plumb update: what is wrong is named with its entry, and nothing is written") {
  BakedFloor run;
  const auto area = [](const char* corners, const char* change) {
    return std::string(R"({"update": {"area": )") + corners + R"(, "change": )" + change + "}}";
  };
  const char* triangle = R"([["0", "0"], ["3", "0"], ["0", "3"]])";
  for (const auto& [entries, words] : std::vector<std::pair<std::string, const char*>>{
           {R"({"revert": 1})", "entry 1: there is no update 1; so far there are 0"},
           {std::string(block) + R"(, {"revert": 1}, {"revert": 1})", "entry 3: update 1 was reverted before"},
           {std::string(block) + R"(, {"enable": 1})", "entry 2: update 1 was not prepared"},
           {R"({"prepare": {"area": [["0", "0"], ["3", "0"], ["0", "3"]], "change": "block"}}, {"disable": 1})",
            "entry 2: update 1 is disabled already"},
           {area(R"([["0", "0"], ["1", "1"], ["2", "2"]])", R"("block")"), "entry 1: the area lies on one line"},
           {area(R"([["0", "0"], ["2", "2"], ["2", "0"], ["0", "2"]])", R"("block")"), "crosses or touches itself"},
           {area(R"([["0", "0"], ["2", "2"]])", R"("block")"), "fewer than three corners"},
           {area(R"([["0", "0"], ["2", "2"], ["x", "0"]])", R"("block")"), "'x' is not a number"},
           {area(R"([[0, 0], [2, 2], [2, 0]])", R"("block")"), "write numbers as texts"},
           {area(triangle, R"({"cost": "-1"})"), "'cost' is negative"},
           {area(triangle, R"({"tag": ""})"), "'tag' is no text"},
           {area(triangle, R"("close")"), "'change' is none of"},
           {R"({"update": {"area": [["0", "0"], ["3", "0"], ["0", "3"]], "change": "block", "hight": ["0", "1"]}})",
            "a field that is none of area, heights, change"},
           {R"({"update": {"area": [["0", "0"], ["3", "0"], ["0", "3"]], "change": "block", "heights": ["2", "1"]}})",
            "do not ascend"},
           {R"({"revert": 0})", "1 or more"},
           {R"({"close": 1})", "no object with one of"},
           {R"({"revert": "1"})", "write it without quotes"},
           {R"({"revert": 1, "revert": 1})", "an object has a key twice"},
           {R"({"revert": 1e999})", "a number is beyond the range of double"},
           {"7", "no object with one of"},
           {"{", "this is no JSON"}}) {
    const Outcome o = run.update(entries);
    INFO(entries << ": " << o.err);
    CHECK(o.status == 2);
    CHECK(o.err.find("plumb: updates.json: ") == 0);
    CHECK(o.err.find(words) != std::string::npos);
    CHECK(o.err.find("; ") != std::string::npos);
    CHECK(o.out.empty());
    CHECK_FALSE(std::filesystem::exists(run.folder() / "out.json"));
  }
}

TEST_CASE("plumb update: obstacles come and go, by list or by file, and updates stay meanwhile") {
  BakedFloor run;
  const auto of_scene = [&](const std::string& entries, const std::string& options) {
    write_file(run.folder() / "updates.json", "[" + entries + "]");
    const Outcome o = run("update --scene room.obj updates.json " + options);
    INFO(o.err);
    REQUIRE(o.status == 0);
    return o.out;
  };
  const std::string summary = of_scene(lid("1/2") + ", " + block, "-o there.json");
  CHECK(summary.find("room.obj: updates.json with 2 changes, 1 live update, 1 obstacle.\nCells: ") == 0);
  CHECK(run.file("there.json") != run.file("room.json"));
  CHECK(of_scene(std::string(block) + ", " + lid("1/2"), "--report report.json -o then.json").empty());
  CHECK(run.file("then.json") == run.file("there.json"));
  const auto report = nlohmann::json::parse(run.file("report.json"));
  CHECK(report["obstacles"] == 1);
  CHECK(report["entries"][1]["obstacle"] == 1);
  CHECK(report["entries"][1]["cut"] > 0);
  CHECK(report["entries"][1]["made"] > 0);
  // Numbers of obstacles and updates are their own.
  of_scene(lid("1/2") + ", " + block + ", " + lid("1/4") + R"(, {"remove": 1}, {"remove": 2}, {"revert": 1})",
           "--quiet -o out.json");
  CHECK(run.file("out.json") == run.file("room.json"));
  std::filesystem::create_directory(run.folder() / "lists");
  write_file(run.folder() / "lists/lid.obj", "v 1 0.5 1\nv 1 0.5 2\nv 2 0.5 2\nv 2 0.5 1\nf 1 2 3 4\n");
  write_file(run.folder() / "lists/updates.json", std::string(R"([{"obstacle": {"file": "lid.obj"}}, )") + block + "]");
  CHECK(run("update --scene room.obj lists/updates.json --quiet -o of_file.json").status == 0);
  CHECK(run.file("of_file.json") == run.file("there.json"));
}

TEST_CASE("plumb update: cells with a radius that are merged with some near an obstacle, from far away") {
  const std::string level =
      "v 0 3 -4\nv 4 3 -4\nv 4 3 0\nv 0 3 0\nv 0 3 -8\nv 4 3 -8\nv 0 3 -12\nv 4 3 -12\nv 4 3 -16\n"
      "v 5 3 -12\nv 7.5 3 -12\nv 8 3 -12\nv 8 3 -16\nv 12 3 -12\nv 12 3 -16\nv 16 3 -12\nv 16 3 -16\n"
      "v 20 3 -12\nv 20 3 -16\nv 20 2.046875 -8.75\nv 22.5 1.84375 -8\nv 24.25 1.8125 -9.25\n"
      "v 23.5 2.015625 -11.75\nv 24 2.21875 -15.5\nv 21.75 2.34375 -15.25\nv 20.75 2.234375 -12.5\n"
      "v 29 0.875 -9\nv 33 1.109375 -8.75\nv 33.5 1.28125 -11\nv 32 1.3125 -13\n"
      "v 29.25 1.109375 -12.5\nv 24 -0.125 -16\nv 26 1.625 -12\nv 24 -0.125 -14\nv 26 1.5 -14\n"
      "v 26 0.375 -16\nv 28 0.375 -10\nv 28 1.75 -12\nv 28 1.375 -14\nv 30 0.5 -12\nf 1 2 3 4\n"
      "f 5 6 2 1\nf 7 8 6 5\nf 9 13 12 11 10 8\nf 13 15 14 12\nf 15 17 16 14\nf 17 19 18 16\n"
      "f 20 21 22 23 24 25 26\nf 27 28 29 30 31\nf 34 35 36\nf 34 36 32\nf 33 38 39\nf 33 39 35\n"
      "f 35 39 36\nf 37 40 38\nf 38 40 39\n";
  Run run;
  write_file(run.folder() / "level.obj", level);
  write_file(run.folder() / "whole.obj",
             level + "v 1.5 3.265625 -0.25\nv 1.5 3.265625 1.5\nv 2.375 3.953125 0.625\nf -3 -2 -1\n");
  write_file(run.folder() / "updates.json", R"([{"obstacle": {"polygons":
    [[["3/2", "209/64", "-1/4"], ["3/2", "209/64", "3/2"], ["19/8", "253/64", "5/8"]]]}}])");
  CHECK(run("bake whole.obj --step 0.4 --radius 0.3 --quiet -o whole.json").status == 0);
  CHECK(run("update --scene level.obj --step 0.4 --radius 0.3 updates.json --quiet -o out.json").status == 0);
  CHECK(unnamed(run.file("out.json")) == unnamed(run.file("whole.json")));
}

TEST_CASE("plumb update: an obstacle without area, but with fine coordinates, leaves nothing behind") {
  Run run;
  write_file(run.folder() / "level.obj",
             "v 0 0 0\nv 6 0 0\nv 6 4 0\nv 0 4 0\nv 0 6 0\nv 6 6 0\nv 6 10 0\nv 0 10 0\nv 0 12 0\nv 6 12 0\n"
             "v 6 16 0\nv 0 16 0\nv 3 0 0\nv 3 2 0\nv 3 2 2\nv 3 0 2\nv 3 6 1\nv 3 10 1\nv 3 10 2\nv 3 6 2\n"
             "v 3 12 0\nv 3 16 0\nv 3 16 0.375\nv 3 12 0.375\nf 1 2 3 4\nf 5 6 7 8\nf 9 10 11 12\n"
             "f 13 14 15 16\nf 17 18 19 20\nf 21 22 23 24\n");
  write_file(
      run.folder() / "updates.json",
      R"([{"obstacle": {"polygons": [[["1/3", "10", "1"], ["1/3", "10", "2"], ["1/3", "10", "3"]]]}}, {"remove": 1}])");
  CHECK(run("bake level.obj --up z --numbers decimal --radius 1/4 --quiet -o level.json").status == 0);
  CHECK(run("update --scene level.obj --up z --numbers decimal --radius 1/4 updates.json --quiet -o out.json").status ==
        0);
  CHECK(run.file("out.json") == run.file("level.json"));
}

TEST_CASE("plumb update: a preset is named; what an obstacle is read from is not written over") {
  BakedFloor run;
  write_file(run.folder() / "lid.obj", "v 1 0.5 1\nv 1 0.5 2\nv 2 0.5 2\nv 2 0.5 1\nf 1 2 3 4\n");
  write_file(run.folder() / "updates.json", R"([{"obstacle": {"file": "lid.obj"}}, {"remove": 1}])");
  CHECK(run("bake room.obj --preset godot --quiet -o preset.json").status == 0);
  CHECK(run("update --scene room.obj --preset godot updates.json --quiet -o out.json").status == 0);
  CHECK(run.file("out.json") == run.file("preset.json"));
  const Outcome o = run("update --scene room.obj updates.json -o lid.obj");
  CHECK(o.status == 2);
  CHECK(o.err.find("is an obstacle that is read") != std::string::npos);
  CHECK(run.file("lid.obj").find("v 1 0.5 1") == 0);
}

TEST_CASE("plumb update: what is wrong with an obstacle is named with its entry") {
  BakedFloor run;
  write_file(run.folder() / "bad.obj", "v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 x\n");
  for (const auto& [entries, words] : std::vector<std::pair<std::string, const char*>>{
           {R"({"remove": 1})", "entry 1: there is no obstacle 1; so far there are 0"},
           {lid("1") + R"(, {"remove": 1}, {"remove": 1})", "entry 3: obstacle 1 was removed before"},
           {R"({"remove": "1"})", "the number of an obstacle, 1 or more"},
           {R"({"obstacle": {}})", "'obstacle' has no 'polygons'"},
           {R"({"obstacle": {"polygons": [], "file": "bad.obj"}})", "has both"},
           {R"({"obstacle": {"polygons": []}})", "entry 1: there is no polygon"},
           {R"({"obstacle": {"polygons": [[["0", "0", "0"], ["1", "0", "0"]]]}})", "polygon 0 has fewer than three"},
           {R"({"obstacle": {"polygons": [[["0", "0"], ["1", "0"], ["0", "1"]]]}})", "has not three coordinates"},
           {R"({"obstacle": {"polygons": [[["0", "0", "0"], ["1", "0", "1"], ["1", "0", "0"], ["0", "0", "1"]]]}})",
            "entry 1: "},
           {R"({"obstacle": {"file": "nothing.obj"}})", "nothing.obj: cannot open"},
           {R"({"obstacle": {"file": "bad.obj"}})", "bad.obj:4: "},
           {R"({"obstacle": {"file": 7}})", "'file' is no name of a file"},
           {R"({"obstacle": {"polygons": 7}})", "'polygons' is no list"}}) {
    write_file(run.folder() / "updates.json", "[" + entries + "]");
    const Outcome o = run("update --scene room.obj updates.json -o out.json");
    INFO(entries << ": " << o.err);
    CHECK(o.status == 2);
    CHECK(o.err.find("plumb: updates.json: ") == 0);
    CHECK(o.err.find(words) != std::string::npos);
    CHECK(o.err.find("; ") != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(run.folder() / "out.json"));
  }
  const Outcome mesh = run.update(lid("1"));
  CHECK(mesh.status == 2);
  CHECK(mesh.err.find("entry 1: obstacles change what is baked, and this is a navmesh; give --scene") !=
        std::string::npos);
  CHECK_FALSE(std::filesystem::exists(run.folder() / "out.json"));
}

TEST_CASE("plumb update: options that do not go together") {
  BakedFloor run;
  for (const auto& [options, words] : std::vector<std::pair<const char*, const char*>>{
           {"", "nothing is asked for"},
           {"-o out.cert", "tells of a bake"},
           {"-o updates.json", "is what is read"},
           {"-o out.json --report out.json", "asked for twice"},
           {"-o out.json --step 0.2", "--step goes with --scene"},
           {"-o out.json --scene room.obj", "the updates alone are named"},
           {"-o out.json --decomposition fine", "--decomposition 'fine' is unknown"}}) {
    const Outcome o = run.update(block, options);
    INFO(options << ": " << o.err);
    CHECK(o.status == 2);
    CHECK(o.err.find(words) != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(run.folder() / "out.json"));
  }
  // A level is no navmesh, and is taken for one.
  CHECK(run("update room.obj updates.json -o out.json").err.find("its faces are taken") != std::string::npos);
  CHECK(run("update room.json nothing.json -o out.json").err.find("nothing.json: cannot open: No such file") !=
        std::string::npos);
}
