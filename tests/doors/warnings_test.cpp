// SPDX-License-Identifier: GPL-3.0-or-later
// What looks wrong is told, and nothing else is.
// 1. A level is baked that has one fault: the wrong axis or unit, a limit that rounding decides about, a stance or a
//    radius that leaves nothing, undersides as floors, long coordinates. codes() are those of its warnings; the same
//    level without the fault has none.
// 2. Each warning stands once in the report, in the summary and on standard error.
// 3. Connectivity: how much of a level hangs together, and the weld that would join what narrow gaps part.
#include <gmpxx.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/run_program.h"
#include "support/scene_files.h"

using namespace plumb::tests;
using Json = nlohmann::json;

namespace {

// A box of six faces that look outward, y up.
const std::string box =
    "v 0 0 0\nv 9 0 0\nv 9 0 9\nv 0 0 9\nv 0 9 0\nv 9 9 0\nv 9 9 9\nv 0 9 9\n"
    "f 1 2 3 4\nf 8 7 6 5\nf 1 5 6 2\nf 2 6 7 3\nf 3 7 8 4\nf 4 8 5 1\n";

// A floor of `size` x `size`, and a ceiling of that at `height` if it is above 0.
std::string floor(const std::string& size, const std::string& height = "0") {
  const auto square = [&](const std::string& y) {
    return "v 0 " + y + " 0\nv " + size + " " + y + " 0\nv " + size + " " + y + " " + size + "\nv 0 " + y + " " + size +
           "\n";
  };
  return square("0") + (height == "0" ? "" : square(height) + "f 8 7 6 5\n") + "f 4 3 2 1\n";
}

// The same with z up.
const std::string upright = "v 0 0 0\nv 9 0 0\nv 9 9 0\nv 0 9 0\nf 1 2 3 4\n";

// Floors, and triangles from one corner that go through each other. Every one has a corner on one line, which is as
// steep as `rise` says: whether it is over another's plane is exactly decided, of long numbers by very many digits.
TriangleLevel fan_on_a_line(double rise) {
  TriangleLevel level{{0, 0, 0, 9, 0, 0, 9, 0, 9, 0, 0, 9}, {2, 1, 0, 3, 2, 0}};
  for (std::uint32_t i = 1; i <= 8; ++i) {
    const auto first = static_cast<std::uint32_t>(level.xyz.size() / 3);
    for (const double v : {0.0, 1.0, 1.0 * i, 1.0 * i, i * rise, 9.0}) level.xyz.push_back(v);
    for (const std::uint32_t corner : {first, first + 1, 0u}) level.corners.push_back(corner);
  }
  return level;
}

std::string all_digits(const TriangleLevel& l) {
  std::ostringstream text;
  text.precision(17);
  for (std::size_t i = 0; i < l.xyz.size(); i += 3)
    text << "v " << l.xyz[i] << ' ' << l.xyz[i + 1] << ' ' << l.xyz[i + 2] << '\n';
  for (std::size_t i = 0; i < l.corners.size(); i += 3)
    text << "f " << l.corners[i] + 1 << ' ' << l.corners[i + 1] + 1 << ' ' << l.corners[i + 2] + 1 << '\n';
  return text.str();
}

using Codes = std::vector<std::string>;

class Level {
 public:
  explicit Level(const std::string& text, std::string name = "level.obj") : name_(std::move(name)) {
    write_file(run_.folder() / name_, text);
  }

  // The report, with the warnings that are also on standard error.
  Json report(const std::string& options = "") {
    const Outcome o = run_("bake " + name_ + " --report r.json " + options);
    REQUIRE(o.status == 0);
    Json json = Json::parse(run_.file("r.json"));
    std::string lines;
    for (const Json& w : json["warnings"]) lines += "plumb: warning: " + w["text"].get<std::string>() + "\n";
    CHECK(o.err == lines);
    return json;
  }
  Codes codes(const std::string& options = "") {
    Codes out;
    const Json json = report(options);
    for (const Json& w : json["warnings"]) out.push_back(w["code"]);
    return out;
  }
  Run& run() { return run_; }

 private:
  Run run_;
  std::string name_;
};

// A floor over [x0, x1] x [z0, z1] at a height, y up.
std::string strip(const std::string& x0, const std::string& x1, const std::string& y = "0", const std::string& z0 = "0",
                  const std::string& z1 = "10") {
  std::string out;
  for (const auto& [x, z] : {std::pair(x0, z0), std::pair(x1, z0), std::pair(x1, z1), std::pair(x0, z1)})
    out += "v " + x + " " + y + " " + z + "\n";
  return out + "f -1 -2 -3 -4\n";
}

Json graph(const std::string& text, const std::string& options = "") {
  Run run;
  write_file(run.folder() / "level.obj", text);
  const std::string numbers = options.find("--numbers") == std::string::npos ? "--numbers decimal " : "";
  REQUIRE(run("bake level.obj --report r.json " + numbers + options).status == 0);
  return Json::parse(run.file("r.json"))["graph"];
}

}  // namespace

TEST_CASE("Warnings: nothing can be stood on, or much less than with the other axis up") {
  CHECK(Level(upright).codes() == Codes{"other_axis"});
  CHECK(Level(upright).codes("--up z").empty());
  CHECK(Level(floor("9")).codes("--up z") == Codes{"other_axis"});
  CHECK(Level(floor("9")).codes().empty());
  // A little that faces up does not count against much that does not.
  const std::string ledge = "v 0 0 0\nv 9 0 0\nv 9 9 0\nv 0 9 0\nv 9 0 1.5\nv 0 0 1.5\nf 1 2 3 4\nf 6 5 2 1\n";
  CHECK(Level(ledge).codes() == Codes{"other_axis"});
  const std::string wall = "v 0 0 0\nv 9 0 0\nv 9 9 0\nv 0 9 0\nv 9 0 3\nv 0 0 3\nf 1 2 3 4\nf 6 5 2 1\n";
  CHECK(Level(wall).codes().empty());
  // Turned away, whichever axis.
  CHECK(Level("v 0 0 0\nv 9 0 0\nv 9 0 9\nv 0 0 9\nf 1 2 3 4\n").codes("--sides up") == Codes{"turned_away"});
  CHECK(Level("v 0 0 0\nv 9 9 0\nv 9 9 9\nv 0 0 9\nf 4 3 2 1\n").codes("--slope 30") == Codes{"no_floor"});
  CHECK(Level(upright).report()["warnings"][0]["text"] ==
        "nothing here can be stood on, and much could be with --up z");
}

TEST_CASE("Warnings: a glTF is y up") {
  const TriangleLevel triangle{{0, 0, 0, 0, 5, 9, 9, 0, 0}, {0, 1, 2}};  // walkable with either axis up
  Level level(glb(gltf_json(triangle, ""), gltf_buffer(triangle)), "level.glb");
  CHECK(level.codes("--up z --slope 80") == Codes{"gltf_axis"});
  CHECK(level.codes("--slope 80").empty());
}

TEST_CASE("Warnings: a stance out of all proportion to the level") {
  Level room(floor("1000", "300"));  // of centimetres
  CHECK(room.codes() == Codes{"low_stance"});
  CHECK(room.codes("--stance crawl=1 --stance stand=180").empty());
  CHECK(room.codes("--stance stand=2.99") == Codes{"low_stance"});
  // A hundredth of the height, or a two hundredth of the length, but storeys have more than forty stances.
  CHECK(room.codes("--stance stand=3") == Codes{"low_stance"});
  CHECK(Level(floor("500", "300")).codes("--stance stand=2.5") == Codes{"low_stance"});
  CHECK(room.codes("--stance stand=7.49") == Codes{"low_stance"});
  CHECK(room.codes("--stance stand=7.5").empty());
  // The same with nothing over the floor but a mast.
  Level yard(floor("1000") + "v 0 0 0\nv 1 0 0\nv 0 300 0\nf 5 6 7\n");
  CHECK(yard.codes("--stance stand=2.99") == Codes{"low_stance"});
  CHECK(yard.codes("--stance stand=3").empty());
  // A plain says nothing about heights.
  CHECK(Level(floor("1000")).codes().empty());
  CHECK(Level(floor("4")).codes().empty());
  Level small(floor("4", "3"));
  CHECK(small.codes("--stance stand=180") == Codes{"high_stance"});
  CHECK(small.codes("--stance stand=3").empty());
  CHECK(small.codes("--stance stand=3.01") == Codes{"high_stance"});
  CHECK(Level(floor("7", "3")).codes("--stance stand=3.01").empty());
}

TEST_CASE("Warnings: which option mends it, as a field of its own") {
  const auto option = [](const std::string& level, const std::string& options) {
    const Json warnings = Level(level).report(options)["warnings"];
    REQUIRE(warnings.size() == 1);
    return warnings[0]["option"];
  };
  CHECK(option(upright, "") == "--up z");
  CHECK(option(box, "") == "--sides up --solids closed");
  CHECK(option(floor("1000", "300"), "--stance crawl=1 --stance stand=1.8 --step 0.5") ==
        "--stance crawl=100 --stance stand=180 --step 50");
  CHECK(option(floor("4", "3"), "--stance stand=180 --radius 30") == "--stance stand=1.8 --radius 0.3");
}

TEST_CASE("Warnings: faces that look away, unless they belong to closed bodies") {
  const std::string away = "v 0 0 0\nv 9 0 0\nv 9 0 9\nv 0 0 9\nf 1 2 3 4\n";
  CHECK(Level(away).codes().empty());
  const auto with_ledge = [&](const std::string& width) {
    return away + "v 0 1 20\nv " + width + " 1 20\nv " + width + " 1 29\nv 0 1 29\nf 8 7 6 5\n";
  };
  CHECK(Level(with_ledge("2")).codes("--sides up") == Codes{"turned_away"});
  CHECK(Level(with_ledge("2.25")).codes("--sides up").empty());  // a quarter, exactly
  CHECK(Level(with_ledge("2.2499999")).codes("--sides up") == Codes{"turned_away"});
  // Of closed bodies as much faces up as down. One that is inside out has its floor below its own top.
  CHECK(Level(box).codes("--sides up").empty());
  std::string slab, other;
  for (const char* y : {"0", "0.5"})
    for (const char* at : {"0 %s 0", "9 %s 0", "9 %s 9", "0 %s 9"}) {
      std::string line = "v " + std::string(at) + "\n";
      slab += line.replace(line.find("%s"), 2, y);
    }
  const std::string outward = "f 1 2 3 4\nf 8 7 6 5\nf 1 5 6 2\nf 2 6 7 3\nf 3 7 8 4\nf 4 8 5 1\n",
                    inward = "f 4 3 2 1\nf 5 6 7 8\nf 2 6 5 1\nf 3 7 6 2\nf 4 8 7 3\nf 1 5 8 4\n";
  CHECK(Level(slab + outward).codes("--sides up").empty());
  // A shelf leaves some floor, so that it is not for its height alone that nothing is left.
  const std::string shelf = "v 20 0 0\nv 21 0 0\nv 21 0 1\nv 20 0 1\nf 12 11 10 9\n";
  CHECK(Level(slab + inward + shelf).codes("--sides up") == Codes{"inside_out"});
  CHECK(Level(slab + inward + shelf).codes("--sides up --stance s=0.4").empty());  // a room
}

TEST_CASE("Warnings: a limit of slope in another unit") {
  // A ramp of 40 degrees or so beside a floor that is ten times as large.
  const std::string level = floor("10") + "v 20 0 0\nv 21 0.8 0\nv 21 0.8 -10\nv 20 0 -10\nf 5 6 7 8\n";
  CHECK(Level(level).codes("--slope 0.785") == Codes{"other_slope"});
  CHECK(Level(level).codes("--slope 1") == Codes{"other_slope"});
  CHECK(Level(level).codes("--slope 1.6").empty());
  CHECK(Level(level).codes("--slope 0").empty());
  CHECK(Level(level).codes("--slope 0.5").empty());          // the ramp is steeper than 28.5 degrees, too
  CHECK(Level(floor("10")).codes("--slope 0.785").empty());  // nothing changes
  const std::string cliff = floor("10") + "v 20 0 0\nv 22 9 0\nv 22 9 -10\nv 20 0 -10\nf 5 6 7 8\n";
  CHECK(Level(cliff).codes("--slope-ratio 45") == Codes{"other_slope"});
  CHECK(Level(cliff).codes("--slope-ratio 9.99").empty());
  CHECK(Level(cliff).report("--slope-ratio 45")["warnings"][0]["option"] == "--slope 45");
}

TEST_CASE("Warnings: lengths out of all proportion to the stance") {
  Level level(floor("100"));
  CHECK(level.codes("--radius 7.2").empty());  // four times the stance
  CHECK(level.codes("--radius 7.21") == Codes{"large_radius"});
  CHECK(level.codes("--radius 0.009").empty());  // a two hundredth
  CHECK(level.codes("--radius 0.0089") == Codes{"small_radius"});
  CHECK(level.codes("--weld 7.2").empty());
  CHECK(level.codes("--weld 30") == Codes{"large_weld"});
  CHECK(level.report("--radius 30")["warnings"][0]["option"] == "--radius 0.3");
  // A low step is no mistake unless a much higher one would join the level.
  Level stairs(strip("0", "400", "0", "0", "400") + strip("400", "800", "16", "0", "400"));
  CHECK(stairs.codes("--stance s=180 --step 0.4") == Codes{"small_step"});
  CHECK(stairs.codes("--stance s=180 --step 1").size() == 0);
  CHECK(level.codes("--step 0.001").empty());
}

TEST_CASE("Warnings: hardly any floor, or floor in parts that a step would join") {
  // A ceiling of 1 over most of the floor.
  std::string low = strip("0", "91") + strip("91", "101");
  std::string ceiling = strip("0", "91", "1");
  ceiling.replace(ceiling.find("f "), std::string::npos, "f -4 -3 -2 -1\n");
  CHECK(Level(low + ceiling).codes("--sides up") == Codes{"little_floor"});
  std::string half_low = strip("0", "90") + strip("90", "100"), less = strip("0", "90", "1");
  less.replace(less.find("f "), std::string::npos, "f -4 -3 -2 -1\n");
  CHECK(Level(half_low + less).codes("--sides up").empty());  // a tenth, exactly
  const std::string three = strip("0", "10") + strip("10", "20", "0.25") + strip("20", "30", "0.5");
  Level parts(three);
  CHECK(parts.codes() == Codes{"parted"});
  CHECK(parts.report()["warnings"][0]["option"] == "--step 0.25");
  CHECK(parts.codes("--step 0.25").empty());
  CHECK(Level(strip("0", "10") + strip("10", "20", "0.25")).codes().empty());  // half
}

TEST_CASE("Thresholds of a bake: --fail-if, with the words of audits") {
  // 3 * 10 of 40 lie below a ceiling that leaves crawling alone; floors of 10 and 30.
  std::string ceiling = strip("0", "3", "1");
  ceiling.replace(ceiling.find("f "), std::string::npos, "f -4 -3 -2 -1\n");
  Level level(strip("0", "3") + strip("4", "5") + ceiling);
  const std::string bake = "bake level.obj --sides up --stance crawl=0.5 --stance stand=1.8";
  const auto status = [&](const std::string& list, const std::string& more = "") {
    return level.run()(bake + " --fail-if '" + list + "' " + more).status;
  };
  CHECK(status("stand<25%") == 0);
  CHECK(status("stand<25.0000000000000000000001%") == 1);
  CHECK(status("stand<10,crawl<30,traversable<40,blocked>0,covered>0,inside>0,too_close>0") == 0);
  CHECK(status("stand>9.99999999999999999999") == 1);
  CHECK(status("crawl>75%") == 0);
  CHECK(status("crawl>74%") == 1);
  CHECK(status("components>2") == 0);
  CHECK(status("components>1") == 1);
  CHECK(status("warnings>0") == 0);
  CHECK(status("warnings>0", "--radius 0.001") == 1);
  CHECK(status("small_radius>0,other_axis>0", "--radius 0.001") == 1);
  CHECK(status("other_axis>0", "--radius 0.001") == 0);
  CHECK(status("stand<25%", "--exact-digits 1") == 0);
  // Files are written; what fails is named.
  const Outcome o = level.run()(bake + " --quiet -o level.json --fail-if 'stand<100%,components>1'");
  CHECK(o.status == 1);
  CHECK(o.err == "plumb: level.obj fails stand<100% (25.00 %), components>1 (2)\n");
  CHECK_FALSE(level.run().file("level.json").empty());
  const Outcome told = level.run()(bake + " --fail-if 'stand<100%,components>1,warnings>0'");
  CHECK(told.err.empty());
  CHECK(told.out.ends_with("Fails: stand<100% (25.00 %).\nFails: components>1 (2).\n"));
  CHECK(level.run()(bake + " --fail-if 'warnings>0'").out.ends_with("Passes.\n"));
  CHECK(level.run()(bake + " --quiet --report r.json --fail-if 'components>1'").status == 1);
  const Json report = Json::parse(level.run().file("r.json"));
  CHECK(report["passes"] == false);
  CHECK(report["thresholds"] == Json::parse(R"([{"threshold": "components>1", "value": "2", "exceeded": true}])"));
  for (const auto& [list, why] : {std::pair("stand", "has no '>' or '<'"),
                                  {"sit>1", "names no metric"},
                                  {"components>1%", "is a share of what is no area"},
                                  {"traversable<1%", "is a share of what is no area"},
                                  {"stand<-1", "has no number"},
                                  {"", "has no '>'"}}) {
    const Outcome bad = level.run()("bake level.obj --fail-if '" + std::string(list) + "'");
    CHECK(bad.status == 2);
    CHECK(bad.err.find("--fail-if '" + std::string(list) + "' " + why) != std::string::npos);
  }
  CHECK(level.run()("bake level.obj --method wedge --fail-if 'blocked>0'").status == 2);
  CHECK(level.run()("bake level.obj --method wedge --sides up --fail-if 'stand<25%'").status == 0);
  CHECK(level.run()("bake level.obj --tiles 4 -o city/ --fail-if 'blocked>0'").status == 2);
}

TEST_CASE("Files without floor are refused, whatever engine they are for") {
  Level level(upright);
  for (const char* file : {"l.bin", "l.mset", "l.tres", "l.glb"}) {
    const Outcome o = level.run()("bake level.obj --quiet -o " + std::string(file));
    CHECK(o.status == 2);
    CHECK(o.err.find(std::string("plumb: ") + file + ": nobody can stand anywhere, so there is nothing for ") == 0);
    CHECK_FALSE(std::filesystem::exists(level.run().folder() / file));
    CHECK(level.run()("bake level.obj --up z --quiet -o " + std::string(file)).status == 0);
  }
  CHECK(level.run()("bake level.obj --quiet -o l.json -o l.svg -o l.obj -o l.csv").status == 0);
}

TEST_CASE("Warnings: ramp45, polygons at the limit of slope by rounding") {
  const auto ramp = [](const std::vector<const char*>& at) {
    std::string text;
    for (const char* x : at) text += "v " + std::string(x) + " " + x + " 0\nv " + x + " " + x + " -1\n";
    for (std::size_t i = 1; i < at.size(); ++i)
      text += "f -" + std::to_string(2 * i + 2) + " -" + std::to_string(2 * i) + " -" + std::to_string(2 * i - 1) +
              " -" + std::to_string(2 * i + 1) + "\n";
    return text;
  };
  // Rise and run are the same doubles: at the limit, and nothing is lost.
  CHECK(Level(ramp({"0.1", "0.3", "0.7"})).codes("--stance s=0.5").empty());
  const std::string steep = "v 1.1 1.2 0\nv 1.1 1.2 -1\nv 1.4 1.5 0\nv 1.4 1.5 -1\nf 1 3 4 2\n";
  Level level(steep + ramp({"0.1", "0.3"}));
  const Json warnings = level.report("--stance s=0.5")["warnings"];
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0]["code"] == "near_slope");
  const std::string text = warnings[0]["text"];
  for (const char* part :
       {"area 0.3 are steeper than --slope 45", "area 0.2 are not", "face 0, area 0.3", "--numbers decimal"})
    CHECK(text.find(part) != std::string::npos);
  CHECK(level.codes("--stance s=0.5 --numbers decimal").empty());
  CHECK(level.codes("--stance s=0.5 --slope 45.000001").empty());
  CHECK(level.codes("--stance s=0.5 --slope 44.9") == Codes{"no_floor"});
}

TEST_CASE("Warnings: a ceiling, or a riser, at the limit by rounding") {
  const std::string ground = strip("0", "4", "0.1") + strip("9", "19", "0.1");
  for (const auto& [height, lost] : {std::pair("1.9", true), {"1.89", false}, {"1.91", false}}) {
    Level level(ground + strip("0", "4", height));
    CHECK(level.codes("--sides up") == (lost ? Codes{"near_headroom"} : Codes{}));
    CHECK(level.codes("--sides up --numbers decimal").empty());
  }
  for (const auto& [height, lost] : {std::pair("0.4", true), {"0.39", false}, {"0.41", false}}) {
    Level level(strip("0", "4") + strip("4", "8", height));
    CHECK(level.codes("--step 0.4") == (lost ? Codes{"near_step"} : Codes{}));
    CHECK(level.codes("--step 0.4 --numbers decimal").empty());
  }
  CHECK(Level(strip("0", "4") + strip("4", "8", "0.5")).codes("--step 0.5").empty());  // 1/2 is a double
}

TEST_CASE("Warnings: a wall whose top is at the step, or whose lower side is at a stance's height, by rounding") {
  // Decimals that doubles move: fifty floors, with a wall across them from `low` to `high` above the floor.
  const auto decimal = [](long hundredths) {
    return std::to_string(hundredths / 100) + (hundredths % 100 < 10 ? ".0" : ".") + std::to_string(hundredths % 100);
  };
  const auto level = [&](long floor, long low, long high) {
    const std::string z = decimal(floor), from = decimal(floor + low), to = decimal(floor + high);
    return "v 0 " + z + " 0\nv 8 " + z + " 0\nv 8 " + z + " -4\nv 0 " + z + " -4\nf 1 2 3 4\nv 4 " + from + " 1\nv 4 " +
           from + " -5\nv 4 " + to + " -5\nv 4 " + to + " 1\nf 5 6 7 8\n";
  };
  for (long seed = 0; seed < 50; ++seed) {
    CAPTURE(seed);
    const long floor = 1 + 7 * seed, step = 10 + seed % 23;
    // What the doubles say of the top over the floor, and of the step as it is read.
    const auto over = [&](long height) {
      return mpq_class(mpq_class(std::stod(decimal(floor + height))) - mpq_class(std::stod(decimal(floor))));
    };
    mpq_class given(mpz_class(step), 100);
    given.canonicalize();
    const mpq_class stance(9, 5);
    const std::string options = "--sides up --step 0." + std::to_string(step);
    CHECK(Level(level(floor, 0, step)).codes(options) == (over(step) > given ? Codes{"near_step"} : Codes{}));
    CHECK(Level(level(floor, 180, 300)).codes(options) == (over(180) < stance ? Codes{"near_headroom"} : Codes{}));
    if (seed % 10 != 0) continue;
    CHECK(Level(level(floor, 0, step)).codes(options + " --numbers decimal").empty());
    CHECK(Level(level(floor, 0, step + 1)).codes(options).empty());
    CHECK(Level(level(floor, 179, 300)).codes(options).empty());
  }
  const Json warnings = Level(level(70, 0, 20)).report("--sides up --step 0.2")["warnings"];
  REQUIRE(warnings.size() == 1);
  const std::string text = warnings[0]["text"];
  for (const char* part : {"walls of length 4 stand higher than --step 0.2", "face 0 beside face 1, length 4"})
    CHECK(text.find(part) != std::string::npos);
}

TEST_CASE("Warnings: bake_radius_takes_all, a radius or a stance that leaves nothing") {
  const auto text_of = [](Level level, const std::string& options) -> std::string {
    const Json warnings = level.report(options)["warnings"];
    REQUIRE(warnings.size() == 1);
    CHECK(warnings[0]["code"] == "nothing_fits");
    return warnings[0]["text"];
  };
  const std::string radius = text_of(Level(strip("0", "1", "0", "0", "1")), "--preset unity");
  CHECK(radius.find("--radius 0.5 leaves nothing") != std::string::npos);
  CHECK(radius.find("below 0.5") != std::string::npos);
  std::string ceiling = strip("0", "4", "1.25");
  ceiling.replace(ceiling.find("f "), std::string::npos, "f -4 -3 -2 -1\n");  // nobody stands on it
  const std::string low = strip("0", "4") + ceiling;
  for (const char* height : {"1.3", "1.8", "9"})
    CHECK(text_of(Level(low), "--sides up --stance s=" + std::string(height)).find("something is 1.25") !=
          std::string::npos);
}

TEST_CASE("Warnings: undersides of closed bodies as floors") {
  CHECK(Level(box).codes() == Codes{"undersides"});
  CHECK(Level(box).codes("--sides up").empty());
  CHECK(Level(box).codes("--solids closed").empty());
  CHECK(Level(box + "v -99 0 -99\nv 99 0 -99\nv 99 0 99\nv -99 0 99\nf 12 11 10 9\n").codes().empty());
  // A body that is not closed may be anything, and a room is no body.
  CHECK(Level(box.substr(0, box.rfind("f "))).codes().empty());
  std::string room;
  for (const char* face : {"4 3 2 1", "5 6 7 8", "2 6 5 1", "3 7 6 2", "4 8 7 3", "1 5 8 4"})
    room += std::string("f ") + face + "\n";
  CHECK(Level(box.substr(0, box.find("f ")) + room).codes().empty());
}

TEST_CASE("Warnings: what makes coordinates so long that predicates take GMP") {
  CHECK(Level(all_digits(fan_on_a_line(0.5))).codes().empty());
  Level level(all_digits(fan_on_a_line(0x1p-166)));
  const Json report = level.report();
  REQUIRE(report["warnings"].size() == 1);
  CHECK(report["warnings"][0]["code"] == "long_coordinates");
  const std::string text = report["warnings"][0]["text"];
  const std::string bits = std::to_string(report["scene"]["coordinate_bits"].get<int>());
  INFO(text);
  CHECK(text.find("coordinates have " + bits + " bits") != std::string::npos);
  CHECK(text.find("up to 4 before the point (face 0)") != std::string::npos);
  CHECK(text.find("behind it (face 2); write fewer digits or give --numbers float") != std::string::npos);
  CHECK(level.codes("--numbers float").empty());
  // A turn of a node has many digits, unless its positions are rounded; with those of this rise they are too many.
  const TriangleLevel fan = fan_on_a_line(0.5 + 0x1p-18);
  const std::string turned = ",\"name\":\"hall\",\"rotation\":[0.1,0.6403124237432849,0.1,0.7549834435270750]";
  Level hall(glb(gltf_json(fan, "", turned), gltf_buffer(fan)), "hall.glb");
  CHECK(hall.codes("--slope 80").empty());
  const Json warnings = hall.report("--slope 80 --numbers decimal")["warnings"];
  REQUIRE(warnings.size() == 1);
  const std::string of_hall = warnings[0]["text"];
  CHECK(of_hall.find("transforms of nodes, here of 'hall', make up to ") != std::string::npos);
  CHECK(of_hall.ends_with("; leave --numbers decimal out: it keeps transforms unrounded"));
}

TEST_CASE("Warnings: once in the summary, once on standard error, and none there with --quiet") {
  Level level(upright);
  const std::string text = "nothing here can be stood on, and much could be with --up z\n";
  const Outcome told = level.run()("bake level.obj");
  CHECK(told.status == 0);
  CHECK(told.err == "plumb: warning: " + text);
  CHECK(told.out.find("\nWarning: " + text) == told.out.size() - text.size() - 10);
  const Outcome quiet = level.run()("bake level.obj --quiet --report r.json");
  CHECK(quiet.status == 0);
  CHECK((quiet.err + quiet.out).empty());
  CHECK(Json::parse(level.run().file("r.json"))["warnings"].size() == 1);
}

TEST_CASE("Report: the box around the level, in its own axes, exactly") {
  const std::string level = "v -1 2 0.5\nv 3 2 0.5\nv 3 2.1 -7\nv 99 99 99\nf 1 2 3\n";
  for (const char* up : {"--up y", "--up z"}) {
    const Json scene = Level(level).report(std::string("--numbers decimal --slope 80 ") + up)["scene"];
    CHECK(scene["bounds"]["low"] == Json({"-1", "2", "-7"}));
    CHECK(scene["bounds"]["high"] == Json({"3", "21/10", "1/2"}));
    CHECK(scene["bounds"]["size"] == Json({"4", "1/10", "15/2"}));
  }
  CHECK(Level(level)
            .run()("bake level.obj --up y")
            .out.find("\nBounds: (-1, 2, -7) to (3, 2.1, 0.5), size 4 x 0.1 x 7.5.\n") != std::string::npos);
}

TEST_CASE("Connectivity: the largest component's share, by stance") {
  const Json one = graph(strip("0", "10"));
  CHECK(one["components"] == Json({1}));
  CHECK(one["largest"] == Json({1.0}));
  // 30 + 10, and a shelf at 1 over the 30 that leaves only crawling below it, on which one stands.
  const std::string level = strip("0", "3") + strip("4", "5");
  CHECK(graph(level)["components"] == Json({2}));
  CHECK(graph(level)["largest"] == Json({0.75}));
  const Json two = graph(level + strip("0", "3", "1"), "--stance crawl=1 --stance stand=1.8");
  CHECK(two["components"] == Json({3, 2}));
  CHECK(two["largest"][0].get<double>() == Approx(3 / 7.0));
  CHECK(two["largest"][1].get<double>() == Approx(3 / 4.0));
  // Of what is kept.
  CHECK(graph(level, "--min-area 11")["largest"] == Json({1.0}));
  CHECK(graph("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")["largest"] == Json({0.0}));
}

TEST_CASE("Connectivity: the least weld that joins nearly all that one could join") {
  const std::string level = strip("0", "5") + strip("5.004", "9") + strip("9.02", "10") + strip("10.5", "14");
  const Json before = graph(level);
  REQUIRE_FALSE(before["joining_weld"].is_null());
  CHECK(before["joining_weld"]["weld"] == "3/100");  // the gap of 2/100 is as wide all along: one of 3/100 is beyond it
  CHECK(before["joining_weld"]["largest_without"].get<double>() == Approx(50 / 134.76));
  CHECK(before["joining_weld"]["largest_with"].get<double>() == Approx(99.76 / 134.76));
  const Json after = graph(level, "--weld 3/100");
  CHECK(after["components"] == Json({2}));
  CHECK(after["largest"][0].get<double>() == Approx(before["joining_weld"]["largest_with"].get<double>()));
  // What is left is no hairline, but parts the two largest: a weld of two digits beyond 1/2 joins them.
  CHECK(after["joining_weld"]["weld"] == "51/100");
  // Of one digit where a twentieth of the height is more than the gap.
  CHECK(graph(level, "--stance stand=11")["joining_weld"]["weld"] == "3/5");
}

TEST_CASE("Connectivity: gaps count up to the narrowest that joins the two largest components") {
  // ../shared/cases/wedge/w_boards: eight boards, a tenth apart, which is more than a twentieth of 1.8.
  std::string boards;
  for (int i = 0; i < 8; ++i) {
    const std::string tenths = "." + std::to_string(i);
    boards += strip(std::to_string(i) + tenths, std::to_string(i + 1) + tenths);
  }
  const Json weld = graph(boards)["joining_weld"];
  REQUIRE_FALSE(weld.is_null());
  CHECK(weld["weld"] == "11/100");
  CHECK(weld["largest_without"].get<double>() == Approx(0.125));
  CHECK(weld["largest_with"].get<double>() == Approx(1));
  // The same where a tenth is a twentieth of the height, but some gaps are wider than that by rounding.
  const Json rounded = graph(boards, "--stance stand=2 --numbers double")["joining_weld"];
  CHECK(rounded["weld"] == "11/100");
  CHECK(rounded["largest_with"].get<double>() == Approx(1));
  CHECK(graph(boards, "--weld 11/100")["components"] == Json({1}));
  CHECK(graph(boards, "--weld 9/100")["components"] == Json({8}));
  // Two large rooms are joined through a small one between them, and what is farther away is not looked at.
  const std::string three = strip("0", "5") + strip("5.2", "6") + strip("6.3", "11") + strip("11.35", "13");
  CHECK(graph(three)["joining_weld"]["weld"] == "31/100");
  // Half of the height is the end.
  const std::string far = strip("0", "5") + strip("5.5", "10");
  CHECK(graph(far, "--stance stand=1")["joining_weld"]["weld"] == "51/100");
  CHECK(graph(far, "--stance stand=0.99")["joining_weld"].is_null());
}

TEST_CASE("Connectivity: no weld is named where none would help") {
  CHECK(graph(strip("0", "5"))["joining_weld"].is_null());
  const std::string gap = strip("0", "5") + strip("5.01", "10");
  CHECK(graph(gap)["joining_weld"]["weld"] == "1/50");
  CHECK(graph(gap, "--weld 0.01")["joining_weld"].is_null());
  // A wall in the gap, a step that is too high, or too little to gain.
  CHECK(
      graph(gap + "v 5.005 0 -1\nv 5.005 0 11\nv 5.005 2 11\nv 5.005 2 -1\nf -4 -3 -2 -1\n")["joining_weld"].is_null());
  const std::string step = strip("0", "5") + strip("5.01", "10", "0.3");
  CHECK(graph(step)["joining_weld"].is_null());
  CHECK(graph(step, "--step 0.3")["joining_weld"]["weld"] == "1/50");
  CHECK(graph(strip("0", "5") + strip("5.01", "5.05"))["joining_weld"].is_null());
  // It is of the level without the radius, which would part them by more.
  CHECK(graph(gap, "--radius 0.5")["joining_weld"]["weld"] == "1/50");
}

TEST_CASE("Connectivity: the summary tells shares and the weld") {
  Run run;
  write_file(run.folder() / "level.obj", strip("0", "6") + strip("6.01", "10"));
  const std::string out = run("bake level.obj --numbers decimal").out;
  CHECK(out.find("components: stand 2 (largest 60.06 %).\n"
                 "Gaps: --weld 0.02 would bring stand's largest from 60.06 % to about 100.00 %.\n") !=
        std::string::npos);
  CHECK(run("bake level.obj --numbers decimal --weld 0.02").out.find("components: stand 1.\n") != std::string::npos);
}
