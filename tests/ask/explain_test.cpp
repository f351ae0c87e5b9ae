// SPDX-License-Identifier: GPL-3.0-or-later
// What `plumb explain --at` says of a point, and with --radius of its border.
//
// Levels of a few polygons are made here, so that slacks, owners and distances are known. The call, its text and its
// JSON are tested, and the built program with good and bad points.
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "plumb/pipeline/explain.h"
#include "plumb/pipeline/json.h"
#include "support/bake_text.h"
#include "support/level_text.h"
#include "support/options_of.h"
#include "support/temporary_folder.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

// A floor 8 x 8 at 0, a ramp of slope 1/2 beside it, a steep roof; a shelf at 179/100 over part of the floor, walls
// around (4, 4).
const char* const room =
    "v 0 0 0\nv 8 0 0\nv 8 8 0\nv 0 8 0\nf 1 2 3 4\n"              // 0: the floor
    "v 0 0 1.79\nv 2 0 1.79\nv 2 2 1.79\nv 0 2 1.79\nf 5 6 7 8\n"  // 1: the shelf
    "v 4 3 0\nv 4 5 0\nv 4 5 2\nv 4 3 2\nf 9 10 11 12\n"           // 2: a wall
    "v 3 4 1\nv 3 5 1\nv 3 5 3\nv 3 4 3\nf 13 14 15 16\n"          // 3: a curtain from 1 up
    "v 8 0 0\nv 10 0 4\nv 10 8 4\nv 8 8 0\nf 17 18 19 20\n"        // 4: too steep
    "v 6 6 0\nv 7 6 0\nv 7 7 0\nv 6 7 0\nf 21 22 23 24\n";         // 5: in the floor's plane

BakeArguments arguments(const std::vector<std::string>& stances = {"crouch=1", "stand=1.8"}) {
  BakeArguments a;
  a.scene = "room.obj";
  a.up = "z";
  a.stances = stances;
  return a;
}

Explanation at(const std::string& point, BakeArguments a = arguments(), std::optional<std::string> reach = std::nullopt,
               const std::string& obj = room) {
  const BakeOptions options = options_of(a);
  BakeTextOptions o;
  o.sides = options.sides;
  o.up = options.up;
  const BakedText baked = bake_text(obj, o);
  const auto query = make_explain_query(point, reach);
  REQUIRE(query);
  return explain_point(baked.scene.points, baked.set, SurfaceIndex(baked.scene.points, baked.set), options, *query);
}

const Ground& only(const Explanation& e) {
  REQUIRE(e.grounds.size() == 1);
  return e.grounds[0];
}

bool tells(const Explanation& e, const std::string& words) {
  const std::string text = explanation_text(e);
  INFO(text);
  return text.find(words) != std::string::npos;
}

struct Outcome {
  int status;
  std::string out, err;
};

Outcome run(const Folder& folder, const std::string& options) {
  const auto plumb = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "plumb";
  REQUIRE(std::filesystem::exists(plumb));
  Folder streams;
  const std::string command = "cd '" + folder.path().string() + "' && '" + plumb.string() + "' explain " + options +
                              " >'" + (streams / "out") + "' 2>'" + (streams / "err") + "' </dev/null";
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text_of_file(streams / "out"), text_of_file(streams / "err")};
}

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

TEST_CASE("explain: just short of a stance, by how much and because of what") {
  const Explanation e = at("1,1,0");
  const Ground& g = only(e);
  CHECK(g.polygon == 0);
  CHECK(g.verdict == 1);
  CHECK(e.clearance == mpq_class(179, 100));
  REQUIRE(e.ceiling.size() == 1);
  CHECK(e.line[e.ceiling[0]].polygon == 1);
  CHECK(tells(e, "1.79 (179/100) under polygon 1 (face 1); stand needs 1.8 (9/5)"));
  CHECK(tells(e, "0.01 (1/100) short  <- binds"));
  CHECK(tells(e, "0.79 (79/100) to spare"));
}

TEST_CASE("explain: a closed polygon counts above its edge and its corner, and not beside them") {
  CHECK(at("2,1,0").clearance == mpq_class(179, 100));
  CHECK(at("2,2,0").clearance == mpq_class(179, 100));
  CHECK_FALSE(at("200000000000000000001/100000000000000000000,1,0").clearance);
}

TEST_CASE("explain: equality fits") {
  CHECK(only(at("1,1,0", arguments({"stand=1.79"}))).verdict == 1);
  CHECK(only(at("1,1,0", arguments({"stand=1.7900000000000000000000000001"}))).verdict == kernel::blocked);
}

TEST_CASE("explain: a point falls to the first polygon below it; on a shelf it does not") {
  const Explanation fallen = at("5,1,7/3");
  CHECK(fallen.drop == mpq_class(7, 3));
  CHECK((*fallen.place)[2] == 0);
  CHECK(tells(fallen, "it falls by 2.3333333333333335... (7/3)"));
  CHECK(at("1,1,1.79").drop == 0);
  CHECK(only(at("1,1,1.79")).polygon == 1);
  CHECK(only(at("1,1,1.789")).polygon == 0);
}

TEST_CASE("explain: above nothing, beside the level and below it") {
  for (const char* point : {"20,1,5", "1,1,-1/1000000", "4,8.5,1"}) {
    const Explanation e = at(point);
    CHECK_FALSE(e.place);
    CHECK(e.grounds.empty());
    CHECK(tells(e, "above nothing"));
    CHECK(nlohmann::json::parse(explanation_json(e))["place"].is_null());
  }
}

TEST_CASE("explain: nobody stands on what is too steep or turned away") {
  const Explanation steep = at("9,1,3");
  CHECK(only(steep).footing == Footing::too_steep);
  CHECK(only(steep).slope.tan_squared == 4);
  CHECK(only(steep).slope.slack == mpq_class(-3));
  CHECK(tells(steep, "too steep"));
  CHECK(tells(steep, "3 too much  <- binds"));
  BakeArguments up = arguments();
  up.sides = "up";
  const std::string down = "v 0 0 0\nv 0 1 0\nv 1 0 0\nf 1 2 3\n";
  const Explanation turned = at("1/4,1/4,0", up, std::nullopt, down);
  CHECK(only(turned).footing == Footing::turned_away);
  CHECK(tells(turned, "faces down"));
  CHECK(only(at("1/4,1/4,0", arguments(), std::nullopt, down)).footing == Footing::traversable);
}

TEST_CASE("explain: at an edge where a floor meets what is too steep, the floor counts") {
  CHECK(only(at("8,1,0")).polygon == 0);
}

TEST_CASE("explain: an irrational limit leaves degrees to spare") {
  BakeArguments a = arguments();
  a.slope = "50";
  const Explanation e = at("9,1,3", a);
  CHECK_FALSE(only(e).slope.slack);
  CHECK(tells(e, "63.434948822922 to 63.4349488229221 degrees"));
  CHECK(tells(e, "13.434948822922 to 13.4349488229221 degrees too much"));
}

TEST_CASE("explain: covered names the owner; its walls are not its own") {
  const Explanation e = at("6.5,6.5,0");
  REQUIRE(e.grounds.size() == 2);
  CHECK(e.grounds[0].verdict == 2);
  CHECK(e.grounds[1].verdict == kernel::covered);
  CHECK(e.grounds[1].owner == 0);
  CHECK(tells(e, "polygon 0 (face 0) lies in exactly the same plane"));
}

TEST_CASE("explain: walls within reach, nearest first, and who may cross them") {
  const Explanation e = at("3.5,4.5,0");
  const auto& walls = only(e).walls;
  REQUIRE(walls.size() == 2);
  CHECK(walls[0].polygon == 2);
  CHECK(walls[0].squared_distance == mpq_class(1, 4));
  CHECK(walls[0].may_cross == 0);
  CHECK(walls[1].polygon == 3);
  CHECK(walls[1].squared_distance == mpq_class(1, 4));
  CHECK(walls[1].may_cross == 1);
  CHECK(walls[1].nearest == ExactPoint{3, mpq_class(9, 2), 0});
  CHECK(only(at("3.5,4.5,0", arguments(), "1/2")).walls.size() == 2);  // the reach itself counts
  CHECK(only(at("3.5,4.5,0", arguments(), "0.4999999")).walls.empty());
  CHECK(only(at("4,4,0", arguments(), "0")).walls.size() == 1);
  BakeArguments over = arguments();
  over.step = "0.9";
  CHECK(only(at("3.5,4.5,0", over)).walls.size() == 2);  // the wall stands 2 high
  const std::string ledge =
      "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nf 1 2 3 4\nv 1 0 0\nv 1 2 0\nv 1 2 0.9\nv 1 0 0.9\nf 5 6 7 8\n";
  CHECK(only(at("1,1,0", over, std::nullopt, ledge)).walls.empty());  // exactly as high as the step
  over.step = "0.89";
  CHECK(only(at("1,1,0", over, std::nullopt, ledge)).walls.size() == 1);
  CHECK(only(at("3.5,4.5,0", arguments({"crouch=1"}))).walls.size() == 1);  // under the curtain
}

TEST_CASE("explain: a wall's distance is exact where it is rational") {
  CHECK(tells(at("3.5,4.5,0"), "0.5 (1/2)"));
  CHECK_FALSE(tells(at("3.5,4.5,0"), "about"));
  CHECK(tells(at("4,4,0"), "0, on the wall's trace"));
  CHECK(tells(at("3,2,0"), "about 1.41421"));  // squared 2
}

TEST_CASE("explain: the second line has the options that decide") {
  const auto second = [](const BakeArguments& a) {
    const std::string text = explanation_text(at("1,1,0", a));
    const std::size_t from = text.find('\n') + 1;
    return text.substr(from, text.find('\n', from) - from);
  };
  BakeArguments a = arguments();
  CHECK(second(a) == "Options: up z, numbers double, sides both, slope 45, step 0, stances crouch 1, stand 9/5.");
  a.slope_ratio = "1/2";
  a.step = "0.4";
  a.sides = "up";
  a.numbers = "decimal";
  a.bad_faces = "drop";
  CHECK(second(a) ==
        "Options: up z, numbers decimal, sides up, slope ratio 1/2, step 2/5, bad faces drop, stances crouch 1, stand "
        "9/5.");
}

TEST_CASE("explain: a decimal that is not the value ends in dots") {
  const std::string text = explanation_text(at("1/3,1.5,7/3", arguments()));
  CHECK_THAT(text, Catch::Contains(" at (0.3333333333333333..., 1.5, 2.3333333333333335...)\n"));
}

TEST_CASE("explain: the axes are the input's") {
  BakeArguments y = arguments();
  y.up = "y";
  const std::string turned = "v 0 3 0\nv 0 3 -1\nv 2 3 0\nf 1 3 2\n";
  const Explanation e = at("1/2,5,-1/4", y, std::nullopt, turned);
  REQUIRE(e.place);
  CHECK(*e.place == ExactPoint{mpq_class(1, 2), 3, mpq_class(-1, 4)});
  CHECK(e.drop == 2);
  CHECK_FALSE(at("1/2,5,1/4", y, std::nullopt, turned).place);
}

TEST_CASE("explain: a column of many floors is cut short in the text and whole in JSON") {
  std::string tower;
  for (int i = 0; i < 40; ++i) {
    const std::string z = std::to_string(i);
    tower += "v 0 0 " + z + "\nv 1 0 " + z + "\nv 1 1 " + z + "\nf -3 -2 -1\n";
  }
  const Explanation e = at("3/4,1/4,20.5", arguments(), std::nullopt, tower);
  CHECK(tells(e, "(11 more above)"));
  CHECK(tells(e, "(12 more below)"));
  CHECK(nlohmann::json::parse(explanation_json(e))["line"].size() == 40);
}

TEST_CASE("explain: fractions of any length are whole in JSON and short in text") {
  const std::string x = "1." + std::string(60, '3');
  const Explanation e = at(x + "," + x + ",0");
  CHECK(explanation_json(e).find(std::string(60, '3') + "/1" + std::string(60, '0')) != std::string::npos);
  for (std::string line, text = explanation_text(e); !text.empty(); text.erase(0, line.size() + 1)) {
    line = text.substr(0, text.find('\n'));
    CHECK(line.size() < 170);
  }
}

TEST_CASE("explain: text that is no point or no length is refused") {
  for (const char* point :
       {"", "1", "1,2", "1,2,3,4", "1,2,", ",,", "1,b,3", "1,nan,3", "1, 2,3", "1/0,2,3", "1;2;3"}) {
    INFO(point);
    const auto q = make_explain_query(point, std::nullopt);
    REQUIRE_FALSE(q);
    CHECK(q.error().message.find(';') != std::string::npos);
  }
  const auto message = [](const char* point) { return make_explain_query(point, std::nullopt).error().message; };
  CHECK(message("3.5,1") == "--at '3.5,1' has two coordinates; give three: x,y,z, such as 1.5,0,-7/3");
  CHECK(message("").find("has no coordinates;") != std::string::npos);
  CHECK(message("5").find("has one coordinate;") != std::string::npos);
  CHECK(message("1,2,3,4,").find("has 5 coordinates;") != std::string::npos);
  CHECK_FALSE(make_explain_query("1,2,3", "-1"));
  CHECK_FALSE(make_explain_query("1,2,3", "far"));
  CHECK(make_explain_query("-1.5,2/3,1e-3", "0")->at[1] == mpq_class(2, 3));
}

TEST_CASE("plumb explain: the command") {
  Folder folder;
  write_file(folder / "room.obj", room);
  for (const char* options :
       {"room.obj --at 1,1,0 --up z", "room.obj --at=-1/-1,0,0", "room.obj", "room.obj --at 1,1,0 --thresholds height",
        "room.obj --at 1,1", "room.obj --at 1,1,zero", "room.obj --at 1,1,0 --jumps",
        "room.obj --thresholds slope --jumps", "none.obj --at 1,1,0", "--at 1,1,0", "room.obj --at 1,1,0 --range 0,1",
        "room.obj --thresholds height --reach 1", "room.obj --thresholds colour",
        "room.obj --thresholds slope --range 5", "room.obj --at 1,1,0 --stance stand", "room.obj --at 1,1,0 --fry"}) {
    INFO(options);
    const Outcome o = run(folder, options);
    const bool good = std::string(options) == "room.obj --at 1,1,0 --up z";
    CHECK(o.status == (good ? 0 : 2));
    CHECK(o.out.empty() != good);
    CHECK(std::count(o.err.begin(), o.err.end(), '\n') == (good ? 0 : 1));
    if (!good) CHECK(o.err.rfind("plumb: ", 0) == 0);
    if (!good) CHECK(o.err.find(';') != std::string::npos);
  }
  for (const char* two : {"--at 1,1,0 --thresholds slope", "--at 1,1,0 --from 1,1,0 --to 2,1,0",
                          "--thresholds slope --from 1,1,0 --to 2,1,0", ""})
    CHECK(run(folder, std::string("room.obj ") + two).err.find("one question at a time; give one of --at") !=
          std::string::npos);
  CHECK(run(folder, "room.obj --at 50,1,0 --up z").status == 1);
  CHECK(run(folder, "room.obj --at -1,1,0 --up z").status == 1);
  CHECK(run(folder, "room.obj --at 9,1,3 --up z").status == 0);
  CHECK(run(folder, "--help").out.find("--thresholds") != std::string::npos);
  const std::string z_decimal = "room.obj --up z --numbers decimal --json ";
  const auto json = nlohmann::json::parse(run(folder, z_decimal + "--at 1,1,0 --stance low=1 --stance stand=9/5").out);
  CHECK(json["clearance"] == "179/100");
  CHECK(json["grounds"][0]["verdict"] == "low");
  CHECK(json["grounds"][0]["binds"] == "clearance");
  CHECK(json["grounds"][0]["stances"][1]["slack"] == "-1/100");
  const auto heights = nlohmann::json::parse(run(folder, z_decimal + "--thresholds height --range 1.7,1.8").out);
  REQUIRE(heights["values"].size() == 1);
  CHECK(heights["values"][0]["height"] == "179/100");
  CHECK(heights["values"][0]["lost"] == "4");
  CHECK(nlohmann::json::parse(run(folder, z_decimal + "--thresholds height --jumps").out)["jumps_only"] == true);
  CHECK(run(folder, "room.obj --thresholds slope --up z --json").status == 0);
  CHECK(folder.files() == std::vector<std::string>{"room.obj"});
}

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
