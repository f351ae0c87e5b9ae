// SPDX-License-Identifier: GPL-3.0-or-later
// People's questions about ways that end (tests/corpus/explain), each with the answer that is right, and variants of
// each kind: doors, ramps and starts of other sizes.
// 1. ask() calls the command, as text and as JSON; its words and the exact values are compared.
// 2. found_for() calls the library on a level that the test builds, whose answer follows from how it was built.
// Where a way ends among several features that are alike is in reachability_places_test.cpp.
#include <catch2/catch.hpp>

#include "plumb/kernel/number.h"
#include "support/reach_questions.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

TEST_CASE("explain_radius_attained: a door as wide as the disc lets no disc through") {
  const Answer a = ask(corpus("door100"), "--numbers decimal --solids closed --from 1,0,3 --to 9,0,3 --radius 0.5");
  CHECK(a.status == 1);
  CHECK(says(a, "below 0.5 (1/2)"));
  CHECK(a.limit("radius")["value"] == nlohmann::json({"1/2", "1/2"}));
  CHECK(a.limit("radius")["attained"] == false);
  const Answer open = ask(corpus("door100"), "--numbers decimal --solids closed --from 1,0,3 --to 9,0,3 --only radius");
  CHECK(open.status == 0);
  CHECK(says(open, "below 0.5 (1/2)"));
  // Doors of other widths, straight and in a wall that is turned, where no disc's polygon touches both sides at points.
  for (unsigned seed = 0; seed < 50; ++seed) {
    CAPTURE(seed);
    const mpq_class width(static_cast<long>(20 + seed * 7 % 50), 32), turn(static_cast<long>(seed % 5), 8);
    mpq_class door = width;
    door.canonicalize();
    LevelText level = LevelText().slab(0, 0, 12, 4, 0);
    const mpq_class low = 2 - door / 2, high = 2 + door / 2;
    level.wall({6 - turn, 0}, {6 - turn * (1 - low / 4), low}, 0, 3);
    level.wall({6 + turn * (high / 4), high}, {6 + turn, 4}, 0, 3);
    const Reachability r = found_for(level, "3,2,0", "9,2,0", walker(), "radius");
    REQUIRE(r.limits.size() == 1);
    CHECK(r.limits[0].kind == ReachLimit::Kind::at);
    CHECK(r.limits[0].settled);
    CHECK_FALSE(r.limits[0].attained);
    const mpq_class apart = (turn * (1 - low / 4) + turn * (high / 4));
    const mpq_class square = (apart * apart + door * door) / 4;
    CHECK(r.limits[0].value.low * r.limits[0].value.low <= square);
    CHECK(r.limits[0].value.high * r.limits[0].value.high >= square);
  }
}

TEST_CASE("explain_radius_16gon: where the polygon decides and not the disc, it says so") {
  const std::string door = "--solids closed --from 0.395502,0,3.137 --to 8.2415,0,4.698 --only radius ";
  const Answer a = ask(corpus("door100t"), door + "--radius 0.495");
  CHECK(a.status == 1);
  CHECK(says(a, "the disc itself gets there"));
  REQUIRE(a.json["disc"].is_object());
  CHECK(a.json["disc"]["reached"] == true);
  const std::string points = std::to_string(a.json["disc"]["points"].get<int>());
  CHECK(says(a, "--disc " + points));
  const Answer fine = ask(corpus("door100t"), door + "--radius 0.495 --disc " + points);
  CHECK(fine.status == 0);
  CHECK(fine.json["disc"].is_null());
  // The other way round: a polygon inside of the disc passes where the disc does not.
  const Answer outer = ask(corpus("door100t"), door + "--radius 0.502 --clearance outer");
  CHECK(outer.status == 0);
  CHECK(says(outer, "the disc itself does not get there"));
  CHECK(ask(corpus("door100t"), door + "--radius 0.49").json["disc"].is_null());
}

TEST_CASE("explain_cause_with_radius: what ends the way is named, not where the disc stops before it") {
  const std::string ramp = "--numbers decimal --from 1,0,1 --to 17,1,1 --slope-ratio 6/100 --only slope";
  const Answer point = ask(corpus("ramp12"), ramp), disc = ask(corpus("ramp12"), ramp + " --radius 0.4");
  for (const Answer* a : {&point, &disc}) {
    const auto& slope = a->limit("slope");
    CHECK(slope["place"][0] == "4");
    CHECK(slope["polygons"] == nlohmann::json({{{"polygon", 1}, {"face", 1}}}));
    CHECK(says(*a, "at least ratio "));
  }
  const std::string stair = "--numbers decimal --step 0.17 --from 1,0.1,7 --to 13,3.1,7 --only step";
  const Answer up = ask(corpus("storey2"), stair), wide = ask(corpus("storey2"), stair + " --radius 0.3");
  CHECK(up.limit("step")["polygons"].size() == 2);
  CHECK(wide.limit("step")["polygons"] == up.limit("step")["polygons"]);
  CHECK(wide.limit("step")["place"] == up.limit("step")["place"]);
  // A ramp beside a way that is too narrow for the disc: a point gets around, so the ramp's border is looked for.
  for (unsigned seed = 0; seed < 50; ++seed) {
    CAPTURE(seed);
    const mpq_class rise = mpq_class(static_cast<long>(2 + seed % 5)) / 8, narrow(static_cast<long>(1 + seed % 3), 8);
    const mpq_class at = 4 + mpq_class(static_cast<long>(seed % 4)) / 4;
    LevelText level;
    level.slab(0, 0, at, 4, 0).face({{at, narrow, 0}, {at + 1, narrow, rise}, {at + 1, 4, rise}, {at, 4, 0}});
    level.slab(at + 1, 0, 12, 4, rise);
    level.face({{at, 0, 0}, {at + 1, 0, rise / 100}, {at + 1, narrow, rise / 100}, {at, narrow, 0}});
    BakeArguments a = walker();
    a.slope = "1";
    a.step = "1";
    a.stances = {"stand=2"};
    a.radius = "0.4";
    const Reachability r = found_for(level, "1,2,0", "11,2,2", a, "slope");
    REQUIRE(r.limits[0].kind == ReachLimit::Kind::at);
    CHECK(std::ranges::find(r.limits[0].polygons, 1u, &ReachPolygon::polygon) != r.limits[0].polygons.end());
    CHECK((*r.limits[0].place)[0] == at);
  }
}

TEST_CASE("explain_start_blocked: a blocked end is said first, and two parameters are tried where none helps alone") {
  const Answer start = ask(corpus("start"), "--numbers decimal --from 1,0.1,2 --to 7,0.3,2 --step 0.17");
  CHECK(start.status == 1);
  CHECK(says(start, "cannot stand there: headroom 1.6 (8/5) under polygon"));
  CHECK(start.json["from"]["blocked"]["by"] == "headroom");
  CHECK(start.json["from"]["blocked"]["measure"] == "8/5");
  CHECK(start.json["to"]["blocked"].is_null());
  CHECK(start.text.find("cannot stand") < start.text.find("does not get there"));
  const Answer both = ask(corpus("both"), "--numbers decimal --step 0.17 --from 1,0.1,2 --to 7,0.3,2");
  CHECK(both.json["from"]["blocked"].is_null());
  REQUIRE(!both.json["pairs"].empty());
  CHECK(says(both, "height at most 1.7 (17/10) with step at least 0.18 (9/50)"));
  // In doubles the decimals are named, too, and the option that keeps them.
  const Answer doubles = ask(corpus("both"), "--step 0.17 --stance stand=1.8 --from 1,0.1,2 --to 7,0.3,2");
  CHECK(says(doubles, "height at most 1.7 (as read "));
  CHECK(says(doubles, "--numbers decimal"));
  // Other starts: on a slope that is too steep, too near the border, on what faces down.
  const LevelText level = LevelText().slab(0, 0, 4, 2, 0).face({{4, 0, 0}, {6, 0, 2}, {6, 2, 2}, {4, 2, 0}});
  BakeArguments flat = walker();
  flat.slope = "30";
  const Reachability steep = found_for(level, "5,1,3", "1,1,0", flat, "height");
  REQUIRE(steep.blocked[0]);
  CHECK(steep.blocked[0]->by == ReachBlock::By::slope);
  BakeArguments wide = walker();
  wide.radius = "0.5";
  const Reachability near = found_for(level, "0.25,1,0", "2,1,0", wide, "height");
  REQUIRE(near.blocked[0]);
  CHECK(near.blocked[0]->by == ReachBlock::By::radius);
  CHECK(near.blocked[0]->measure == mpq_class(1, 16));
}

TEST_CASE("explain_sigfpe: doors that differ by less than discs of 512 points can tell") {
  // Two ways whose doors are a hair apart, turned so that no point of a disc touches: once discs of more points than
  // there are were asked, whose corners had no place.
  for (const long parts : {3000L, 30000L, 3000000L}) {
    CAPTURE(parts);
    const mpq_class hair = mpq_class(1) / 4096 * 3000 / parts;
    LevelText level = LevelText().slab(0, 0, 12, 8, 0);
    for (const long way : {0L, 1L}) {
      const mpq_class y = 4 * way, door = mpq_class(1) + way * hair;
      level.wall({mpq_class(23, 4), y}, {mpq_class(47, 8), y + mpq_class(3, 2)}, 0, 3);
      level.wall({6, y + mpq_class(3, 2) + door}, {mpq_class(25, 4), y + 4}, 0, 3);
    }
    level.wall({4, 4}, {8, 4}, 0, 3);
    const Reachability r = found_for(level, "3,4,0", "9,4,0", walker(), "radius");
    const ReachLimit& l = r.limits[0];
    CHECK(l.kind == ReachLimit::Kind::at);
    CHECK(l.bakes <= 40);
    CHECK(l.value.high < mpq_class(3, 5));
    CHECK(l.value.high - l.value.low < mpq_class(1, 1000));
  }
}

TEST_CASE("explain: --only, --bakes, and questions that it refuses") {
  Run plumb;
  const std::string command = "explain " + corpus("both") + " --sides up --from 1,0.1,2 --to 7,0.3,2 ";
  const auto only = nlohmann::json::parse(plumb(command + "--only step,height --json").out);
  REQUIRE(only["limits"].size() == 2);
  CHECK(only["limits"][0]["parameter"] == "height");
  for (const char* bad : {"--only width", "--only step,", "--bakes 3", "--bakes ten", "--bakes 1e9"}) {
    CAPTURE(bad);
    const Outcome o = plumb(command + bad);
    CHECK(o.status == 2);
    CHECK(o.out.empty());
  }
  CHECK(plumb("explain " + corpus("both") + " --at 1,0.1,2 --only step").status == 2);
}

TEST_CASE("route_refusal: it names the command that says why, in decimals") {
  Run plumb;
  REQUIRE(plumb("bake " + corpus("drop") + " --sides up --step 0.4 -o d.json").status == 0);
  const Outcome o = plumb("route d.json --from 3,1.6,3 --to 10,0.1,3");
  CHECK(o.status == 1);
  CHECK(o.err.find("plumb explain ") != std::string::npos);
  CHECK(o.err.find(" --from 3,1.6,3 --to 10,0.1,3") != std::string::npos);
  CHECK(o.err.find("(3, 1.5, 3)") != std::string::npos);
}
