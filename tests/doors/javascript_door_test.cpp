// SPDX-License-Identifier: GPL-3.0-or-later
// The door for JavaScript, natively: what it answers of a level that is kept is what the command prints and writes of
// the same files, byte by byte; what is wrong is refused with the command's text.
#include "door.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <regex>

#include "plumb/pipeline/json.h"
#include "support/run_program.h"

using namespace plumb;
using namespace plumb::tests;
using plumb::javascript::Door;
using plumb::pipeline::JsonDocument;
using plumb::pipeline::JsonView;

namespace {

const std::string ruin = PLUMB_SOURCE_DIR "/docs/examples/ruin.obj";
const std::string options = R"({"stances":["crouch=1.1","stand=1.8"],"step":"0.4","radius":"0.3","threads":"1"})";
const std::string command =
    quoted(ruin) + " --stance crouch=1.1 --stance stand=1.8 --step 0.4 --radius 0.3 --threads 1";

std::string without_seconds(const std::string& json) {
  static const std::regex seconds("\"(seconds|stages|peak_mb)\": ?(\\{[^}]*\\}|\\[[^\\]]*\\]|[-+.0-9e]+)");
  return std::regex_replace(json, seconds, "\"$1\": 0");
}

// One text of a JSON document, whatever blanks it has.
std::string compact(const std::string& json) { return without_seconds(json_text(JsonDocument::parse(json).root())); }
std::string compact(JsonView json) { return without_seconds(json_text(json)); }

// What a request is answered; fails unless it has this member.
JsonDocument answered(Door& door, const std::string& request, const char* member) {
  JsonDocument out = JsonDocument::parse(door.answer(request));
  INFO(json_text(out.root()));
  REQUIRE(out.root().find(member));
  return out;
}
std::string refusal(Door& door, const std::string& request) {
  const JsonDocument reply = answered(door, request, "error");
  return reply.root().at("error").at("code").text() + ": " + reply.root().at("error").at("text").text();
}

std::string bake_request() { return R"({"job":"bake","file":")" + ruin + R"(","options":)" + options + "}"; }

}  // namespace

TEST_CASE("the door for JavaScript: files of a kept level are the command's") {
  Run run;
  double last = 0;
  std::vector<std::string> stages;
  Door door({.told = [&](double done, std::string_view stage) {
    CHECK(done >= 0);
    last = done;
    if (stages.empty() || stages.back() != stage) stages.emplace_back(stage);
  }});
  const JsonDocument baked = answered(door, bake_request(), "report");
  CHECK(last > 0.5);
  CHECK(std::ranges::find(stages, "decompose") != stages.end());
  CHECK(baked.root().at("stances")[1].at("height").text() == "9/5");
  CHECK(baked.root().at("up").text() == "y");
  std::string outputs, names;
  for (const char* ending : {"json", "obj", "glb", "svg", "bin", "mset", "tres", "csv"}) {
    outputs += std::string(" -o command.") + ending;
    names += std::string(names.empty() ? "\"" : ",\"") + (run.folder() / (std::string("command.") + ending)) + "\"";
  }
  const Outcome made = run("bake " + command + outputs);
  REQUIRE(made.status == 0);
  const std::vector<std::string> formats{"json", "obj", "mtl", "glb", "svg", "bin", "mset", "tres", "csv"};
  std::vector<std::string> expected;
  for (const std::string& ending : formats) expected.push_back(run.file("command." + ending));
  answered(door, R"({"job":"write","files":[)" + names + "]}", "report");
  for (std::size_t i = 0; i < formats.size(); ++i) {
    CAPTURE(formats[i]);
    CHECK(!expected[i].empty());
    CHECK(run.file("command." + formats[i]) == expected[i]);
  }
}

TEST_CASE("the door for JavaScript: questions are answered as the command does") {
  Run run;
  Door door;
  answered(door, bake_request(), "report");
  const auto json_of = [&](const std::string& line, int status = 0) {
    const Outcome found = run(line);
    CHECK(found.status == status);
    return compact(found.out);
  };
  CHECK(compact(answered(door, R"({"job":"explain","at":"3,1,3"})", "json").root().at("json")) ==
        json_of("explain " + command + " --at 3,1,3 --json"));
  CHECK(
      compact(
          answered(door, R"({"job":"connect","from":"3,1,3","to":"6,1,6","only":"step"})", "json").root().at("json")) ==
      json_of("explain " + command + " --from 3,1,3 --to 6,1,6 --only step --json"));
  REQUIRE(run("bake " + command + " -o nav.json").status == 0);
  REQUIRE(run("route nav.json --from 3,1,3 --to 6,1,6 --json way.json").status == 0);
  REQUIRE(run("layers nav.json --json layers.json").status == 0);
  const auto named = [](const std::string& json) {  // whatever the file is called
    return std::regex_replace(compact(json), std::regex("\"(file|navmesh)\":\"[^\"]*\""), "\"$1\":\"\"");
  };
  const auto found = [&](Door& asked, const std::string& request) {
    return named(json_text(answered(asked, request, "json").root().at("json")));
  };
  const std::string way = R"({"job":"route","options":{"from":"3,1,3","to":"6,1,6"}})", layers = R"({"job":"layers"})";
  CHECK(found(door, way) == named(run.file("way.json")));
  CHECK(found(door, layers) == named(run.file("layers.json")));
  // The same of the file alone.
  Door other;
  answered(other, R"({"job":"load","file":")" + (run.folder() / "nav.json") + "\"}", "left_out");
  CHECK(found(other, way) == named(run.file("way.json")));
}

TEST_CASE("the door for JavaScript: arrays come in by files, and go out where they are") {
  const Folder folder;
  const std::vector<double> xyz{0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0}, moved{1, 0, 0, 5, 0, 0, 5, 4, 0, 1, 4, 0};
  const std::vector<std::uint32_t> corners{0, 1, 2, 3}, sizes{4};
  const auto write = [&](const char* name, const auto& list) {
    return folder.write(name, std::string(reinterpret_cast<const char*>(list.data()), list.size() * sizeof list[0]));
  };
  const auto arrays = [&](const std::string& vertices) {
    return R"("vertices":")" + vertices + R"(","corners":")" + write("corners", corners) + R"(","sizes":")" +
           write("sizes", sizes) + R"(","wide":true,"up":"z","name":"square")";
  };
  Door door;
  const JsonDocument baked = answered(door, R"({"job":"bake",)" + arrays(write("xyz", xyz)) + "}", "report");
  CHECK(baked.root().at("report").at("area").at("stances")[0].at("area").at("exact").text() == "16");
  const JsonDocument mesh = answered(door, R"({"job":"mesh"})", "vertices");
  const JsonView vertices = mesh.root().at("vertices");
  REQUIRE(vertices.at("kind").text() == "Float32Array");
  REQUIRE(vertices.at("count").whole() == 12);
  const auto* at = reinterpret_cast<const float*>(static_cast<std::uintptr_t>(vertices.at("at").whole()));
  CHECK(*std::max_element(at, at + 12) == 4);
  const JsonDocument judged =
      answered(door, R"({"job":"audit","navmesh":{)" + arrays(write("moved", moved)) + "}}", "json");
  CHECK(judged.root().at("json").at("area").at("missing").at("exact").text() == "4");
  CHECK(judged.root().at("missing_regions")[0].at("area").text() == "4");
  CHECK(judged.root().at("missing_offsets").at("count").whole() == 2);
  CHECK_FALSE(judged.root().at("passes").boolean());
  CHECK(door.answer(R"({"job":"scene_text","to":")" + (folder / "level.obj") + "\"}") == "{}");
  CHECK(text_of_file(folder / "level.obj").find("f 1 2 3 4") != std::string::npos);
}

TEST_CASE("the door for JavaScript: what is wrong is told in the command's words") {
  Door door;
  CHECK(refusal(door, R"({"job":"explain","at":"0,0,0"})") ==
        "bad_option: nothing is baked; ask for the job 'bake' first");
  CHECK(refusal(door, R"({"job":"fly"})") == "bad_option: there is no job 'fly'");
  CHECK(refusal(door, "{").starts_with("syntax: "));
  CHECK(refusal(door, R"({"job":"bake","file":"none.obj"})").starts_with("cannot_open: none.obj"));
  CHECK(refusal(door, R"({"job":"bake","file":")" + ruin + R"(","options":{"radiuss":"1"}})") ==
        "bad_option: 'radiuss' is no option of this call");
  CHECK(refusal(door, R"({"job":"bake","file":")" + ruin + R"(","options":{"step":["1"]}})") ==
        "bad_option: 'step' is given a value of the wrong type");
  CHECK(refusal(door, R"({"job":"bake","file":")" + ruin + R"(","options":{"step":"-1"}})")
            .starts_with("bad_option: --step '-1'"));
  CHECK(refusal(door, R"({"job":"minimise","file":")" + ruin + "\"}") == "bad_option: nobody says what is interesting");
}

TEST_CASE("the door for JavaScript: a scene is made smaller") {
  const Folder folder;
  const std::string file =
      folder.write("two.obj", "v 0 0 0\nv 1 0 0\nv 0 0 1\nv 5 0 5\nv 6 0 5\nv 5 0 6\nf 1 2 3\nf 4 5 6\n");
  int asked = 0;
  Door door({.is_interesting = [&](std::string_view obj) { return ++asked, obj.find("\nf ") != obj.npos; }});
  const JsonDocument found = answered(door, R"({"job":"minimise","file":")" + file + "\"}", "obj");
  CHECK(asked > 1);
  CHECK(found.root().at("minimal").boolean());
  const std::string obj = found.root().at("obj").text();
  CHECK(std::ranges::count(obj, 'f') == 1);
}
