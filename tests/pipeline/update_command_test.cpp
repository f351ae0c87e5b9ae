// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the built `plumb update`, which stands beside this test.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "support/run_program.h"

using namespace plumb::tests;

namespace {

constexpr const char* block = R"({"update": {"area": [["0", "0"], ["3", "0"], ["0", "3/2"]], "change": "block"}})";

// y is up: areas are in x and z.
struct BakedRoom : Run {
  BakedRoom() {
    const Outcome o = (*this)("bake --quiet -o room.json room.obj");
    INFO(o.err);
    REQUIRE(o.status == 0);
  }
  Outcome update(const std::string& entries, const std::string& options = "-o out.json") {
    write_file(folder() / "updates.json", "[" + entries + "]");
    return (*this)("update room.json updates.json " + options);
  }
};

}  // namespace

TEST_CASE("plumb update: a change, its report, and the same bytes once it is taken back") {
  BakedRoom run;
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
  BakedRoom run;
  write_file(run.folder() / "updates.json", std::string("[") + block + "]");
  CHECK(run("update room.json updates.json --quiet -o out.json").status == 0);
  CHECK(run("update --scene room.obj updates.json --quiet -o of_scene.json").status == 0);
  CHECK(run.file("out.json") == run.file("of_scene.json"));
}

TEST_CASE("plumb update: every format shows it; an area outside is nothing to do") {
  BakedRoom run;
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
  BakedRoom run;
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

namespace {

// y is up: a quadrangle of 1 x 1 at a height, which faces up.
std::string lid(const char* height) {
  const std::string h = std::string("\"") + height + "\"";
  return R"({"obstacle": {"polygons": [[["1", )" + h + R"(, "1"], ["1", )" + h + R"(, "2"], ["2", )" + h +
         R"(, "2"], ["2", )" + h + R"(, "1"]]]}})";
}

}  // namespace

TEST_CASE("plumb update: obstacles come and go, by list or by file, and updates stay meanwhile") {
  BakedRoom run;
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

TEST_CASE("plumb update: what is wrong with an obstacle is named with its entry") {
  BakedRoom run;
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
  BakedRoom run;
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
  CHECK(run("update room.obj updates.json -o out.json").err.find("this is no navmesh") != std::string::npos);
  CHECK(run("update room.json nothing.json -o out.json").err.find("nothing.json: cannot open: No such file") !=
        std::string::npos);
}
