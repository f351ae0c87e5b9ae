// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the built `plumb agent`, and the commands that take an agent or lengths with units: each does with the file what
// it does with options.
#include <catch2/catch.hpp>
#include <string>

#include "support/run_program.h"

using namespace plumb::tests;

namespace {

constexpr const char* hero = R"({"unit": "cm", "stances": [{"name": "stand", "height": "1.8m"}], "radius": "20cm",
  "step": 40, "sides": "up"})";
// The same for a room whose unit is the metre.
constexpr const char* words = " --stance stand=9/5 --radius 1/5 --step 2/5 --sides up ";

// A room, and a file that is about it in centimetres.
struct RoomWithAgent : Run {
  RoomWithAgent() {
    write_file(folder() / "hero.json", hero);
    write_file(folder() / "updates.json", "[]");
    write_file(folder() / "square.obj", "v 0 0 0\nv 4 0 0\nv 4 0 3\nv 0 0 3\nf 4 3 2 1\n");
  }
  std::string out(const std::string& arguments, int status = 0) {
    const Outcome o = (*this)(arguments);
    INFO(arguments << "\n" << o.err);
    CHECK(o.status == status);
    return o.out;
  }
  // What both commands write into files of this name.
  void same(const std::string& before, const std::string& behind, const std::string& file, int status = 0) {
    out(before + " --agent hero.json --unit m " + behind, status);
    const std::string by_file = this->file(file);
    CHECK_FALSE(by_file.empty());
    std::filesystem::remove(folder() / file);
    out(before + words + behind, status);
    CHECK(this->file(file) == by_file);
  }
};

}  // namespace

TEST_CASE("plumb agent: a table, a file, an AGENT.json") {
  RoomWithAgent run;
  const std::string text = run.out("agent hero.json");
  for (const char* line :
       {"unit        cm\n", "stance      stand 180\n", "radius      20\n", "slope       45 degrees\n",
        "window      60 (step + radius * tan slope)\n", "disc        16 points\n"}) {
    INFO(text << line);
    CHECK(text.find(line) != std::string::npos);
  }
  const std::string file = run.out("agent hero.json --unit m --json");
  write_file(run.folder() / "whole.json", file);
  CHECK(run.out("agent whole.json --json") == file);
  CHECK(file.find("\"radius\": \"0.2\"") != std::string::npos);
  CHECK(run.out("agent --preset quake --json") ==
        text_of_file(PLUMB_SOURCE_DIR "/pipeline/run/options/presets/quake.json"));
  CHECK(run.out("agent --preset godot --unit cm --adapter") ==
        "{\"height\":150.0,\"radius\":50.0,\"climb\":25.0,\"slope\":45.0,\"up\":\"y\",\"units\":100.0}\n");
  CHECK(run.out("agent --preset quake --stance crouch=32 --json").find("\"crouch\"") != std::string::npos);
}

TEST_CASE("plumb agent: every mistake has a line, and what only looks wrong is a warning") {
  RoomWithAgent run;
  const Outcome wrong = run(R"(agent '{"radus": "0.4", "step": "-1", "up": "x"}')");
  CHECK(wrong.status == 2);
  CHECK(wrong.out.empty());
  CHECK(wrong.err ==
        "plumb: agent: 'radus' is no member of an agent (did you mean radius?)\n"
        "plumb: agent: up 'x' is unknown; give y or z\n"
        "plumb: agent: step '-1' is negative; give a height, 0 or more\n");
  const Outcome odd = run("agent --radius 2");
  CHECK(odd.status == 0);
  CHECK(odd.err.find("plumb: warning: the radius, 2, is more than half of the height of 'stand', 1.8") == 0);
  CHECK(run("agent nobody.json").status == 2);
  CHECK(run("agent hero.json --json --adapter").status == 2);
  CHECK(run("agent --radius 40cm").err.find("say it with --unit") != std::string::npos);
  CHECK(run("bake room.obj --agent nobody.json --quiet -o out.json").status == 2);
  CHECK(run("layers room.obj --polygons --agent hero.json").err.find("--agent asks for a bake") != std::string::npos);
}

TEST_CASE("agents: each command does with a file what it does with options") {
  RoomWithAgent run;
  run.same("bake room.obj", "--quiet -o out.json", "out.json");
  run.same("bake room.obj", "--quiet -o out.cert", "out.cert");
  run.same("bake room.obj", "--quiet --report report.json --tile 8 -o out.mset", "out.mset");
  run.same("layers room.obj", "--quiet --json layers.json", "layers.json");
  run.same("update --scene room.obj updates.json", "--quiet -o out.json", "out.json");
  run.same("view room.obj", "--quiet -o page.html", "page.html");
  run.same("audit room.obj square.obj", "--quiet --json audit.json", "audit.json", 1);
  for (const std::string question : {"--at 1,0,1 --json", "--thresholds height --json", "--from 1,0,3 --to 3.5,0,2"}) {
    const std::string by_file = run.out("explain room.obj --agent hero.json --unit m " + question);
    const std::string shorter =
        question.find("thresholds") != question.npos ? " --stance stand=9/5 --step 2/5 --sides up " : words;
    if (question.find("thresholds") == question.npos)
      CHECK(run.out("explain room.obj" + shorter + question) == by_file);
    else CHECK_FALSE(by_file.empty());
  }
  run.out("tiles cut room.obj -o by_file --tiles 200cm --agent hero.json --unit m --quiet");
  run.out("tiles cut room.obj -o by_words --tiles 2 --quiet" + std::string(words));
  std::filesystem::remove(run.folder() / "hero.json");  // the store needs it no longer
  for (const std::string store : {"by_file", "by_words"}) {
    run.out("tiles bake " + store + " --quiet");
    run.out("tiles seams " + store + " --quiet");
  }
  CHECK(run.file("by_file/tiles/0_0.json") == run.file("by_words/tiles/0_0.json"));
  const auto components = [&](const std::string& store) {  // the plans have keys of their own
    const std::string text = run.file(store + "/components.json");
    return text.substr(text.find("\"stances\""));
  };
  CHECK(components("by_file") == components("by_words"));
  CHECK(run("audit --store by_file room.obj square.obj --agent x").err.find("--agent") != std::string::npos);
}

TEST_CASE("lengths with units: of routes, of explanations, of audits") {
  RoomWithAgent run;
  run.out("bake room.obj --unit ft --stance stand=6ft --quiet -o room.json");
  CHECK(run.file("room.json").find("\"height\":\"6\"") != std::string::npos);
  const std::string ends = " room.json --from 2.5,0,3.5 --to 3.5,0,3.5 ";
  CHECK(run.out("route" + ends + "--unit m --radius 10cm") == run.out("route" + ends + "--radius 1/10"));
  CHECK(run("route" + ends + "--radius 10cm").err.find("say it with --unit") != std::string::npos);
  const std::string place = "route room.json --ask border --from 2.5,0,3.5 ";
  CHECK(run.out(place + "--within 300cm --unit m") == run.out(place + "--within 3"));
  CHECK(run.out("explain room.obj --at 1,0,3 --unit m --reach 90cm") ==
        run.out("explain room.obj --at 1,0,3 --reach 9/10"));
  CHECK(run.out("explain room.obj --thresholds height --range 50cm,2m --unit m") ==
        run.out("explain room.obj --thresholds height --range 1/2,2"));
  CHECK(run("explain room.obj --thresholds slope --range 1m,2m --unit m").status == 2);
  const std::string audit = "audit room.obj square.obj --sides up --unit m ";
  CHECK(run.out(audit + "--below 45cm --above 300mm --join 1cm --climb 1in --cell 30cm,20cm", 1) ==
        run.out(audit + "--below 9/20 --above 3/10 --join 1/100 --climb 127/5000 --cell 3/10,1/5", 1));
}
