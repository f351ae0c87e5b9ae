// SPDX-License-Identifier: GPL-3.0-or-later
// What lets one place be reached from another: levels whose limits are worked out by hand, and the command.
#include "plumb/pipeline/reachability.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "support/reach_questions.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

const ReachLimit& limit(const Reachability& r, ReachParameter p) {
  return *std::ranges::find(r.limits, p, &ReachLimit::parameter);
}

void check_fraction(const ReachLimit& l, const mpq_class& value, bool attained) {
  CHECK(l.kind == ReachLimit::Kind::at);
  CHECK(l.value.low == value);
  CHECK(l.value.high == value);
  CHECK(l.attained == attained);
}

bool names(const ReachLimit& l, kernel::PolygonId polygon) {
  return std::ranges::find(l.polygons, polygon, &ReachPolygon::polygon) != l.polygons.end();
}

LevelText hall() { return LevelText().slab(0, 0, 10, 2, 0); }

}  // namespace

TEST_CASE("Reachability: a beam over a hall lets pass who is as tall as it is high") {
  const LevelText level = hall().slab(4, 0, 5, 2, mpq_class(3, 2));
  const Reachability r = found_for(level, "1,1,0", "9,1,0");
  CHECK_FALSE(r.reached);
  const ReachLimit& height = limit(r, ReachParameter::height);
  check_fraction(height, mpq_class(3, 2), true);
  CHECK(names(height, 1));
  CHECK((*height.place)[0] >= 4);
  CHECK((*height.place)[0] <= 5);
  for (const ReachParameter p : {ReachParameter::radius, ReachParameter::slope})
    CHECK(limit(r, p).kind == ReachLimit::Kind::never);
  check_fraction(limit(r, ReachParameter::step), mpq_class(3, 2), true);  // over the beam
  // Beside the beam, a strip of a hundredth: whoever is as wide does not pass, and the height is no matter.
  const Reachability strip = found_for(hall().slab(4, 0, 5, mpq_class(199, 100), mpq_class(3, 2)), "1,1,0", "9,1,0");
  CHECK(strip.reached);
  CHECK(limit(strip, ReachParameter::height).kind == ReachLimit::Kind::always);
  const ReachLimit& radius = limit(strip, ReachParameter::radius);
  CHECK(radius.kind == ReachLimit::Kind::at);
  CHECK(radius.value.low == mpq_class(1, 200));
  CHECK(radius.value.high == mpq_class(1, 200));
}

TEST_CASE("Reachability: a platform, a gap and a ramp") {
  SECTION("a platform of 3/10") {
    const LevelText level = LevelText().slab(0, 0, 5, 2, 0).slab(5, 0, 10, 2, mpq_class(3, 10));
    const Reachability r = found_for(level, "1,1,0", "9,1,1");
    CHECK_FALSE(r.reached);
    CHECK(r.floors[1] == ExactPoint{9, 1, mpq_class(3, 10)});
    const ReachLimit& step = limit(r, ReachParameter::step);
    check_fraction(step, mpq_class(3, 10), true);
    CHECK((*step.place)[0] == 5);
    CHECK(names(step, 0));
    CHECK(names(step, 1));
    CHECK(limit(r, ReachParameter::height).kind == ReachLimit::Kind::never);
  }
  SECTION("one that is lower at one end only: as wide as a point at its lowest") {
    const LevelText level = LevelText()
                                .slab(0, 0, 5, 2, 0)
                                .face({{5, 0, mpq_class(3, 10)}, {10, 0, mpq_class(3, 10)}, {10, 2, 1}, {5, 2, 1}});
    const Reachability r = found_for(level, "1,1,0", "9,1,1");
    check_fraction(limit(r, ReachParameter::step), mpq_class(3, 10), false);
  }
  SECTION("a gap of 1/8") {
    const LevelText level = LevelText().slab(0, 0, 5, 2, 0).slab(mpq_class(41, 8), 0, 10, 2, 0);
    const ReachLimit weld = limit(found_for(level, "1,1,0", "9,1,0"), ReachParameter::weld);
    CHECK(weld.kind == ReachLimit::Kind::at);
    CHECK(weld.value.low <= mpq_class(1, 8));
    CHECK(weld.value.high >= mpq_class(1, 8));
    CHECK(weld.value.width() * (mpq_class(1) << 40) <= weld.value.high);
    CHECK(names(weld, 0));
    CHECK(names(weld, 1));
    BakeArguments wide = walker();
    wide.weld = "1/2";
    const Reachability joined = found_for(level, "1,1,0", "9,1,0", wide);
    CHECK(joined.reached);
    CHECK(limit(joined, ReachParameter::weld).value.high - mpq_class(1, 8) < mpq_class(1, 1000000));
  }
  SECTION("a ramp of 3 in 4") {
    const LevelText level =
        LevelText().slab(0, 0, 4, 2, 0).face({{4, 0, 0}, {8, 0, 3}, {8, 2, 3}, {4, 2, 0}}).slab(8, 0, 10, 2, 3);
    const Reachability r = found_for(level, "1,1,0", "9,1,4");
    CHECK(r.reached);
    const ReachLimit& slope = limit(r, ReachParameter::slope);
    check_fraction(slope, mpq_class(9, 16), true);
    CHECK(names(slope, 1));
    BakeArguments flat = walker();
    flat.slope = "30";
    check_fraction(limit(found_for(level, "1,1,0", "9,1,4", flat), ReachParameter::slope), mpq_class(9, 16), true);
  }
}

TEST_CASE("Reachability: a wall with a lintel names the wall, and who is asked for goes") {
  LevelText level = hall();
  level.wall({5, 0}, {5, 2}, mpq_class(6, 5), 3);
  const Reachability r = found_for(level, "1,1,0", "9,1,0");
  CHECK_FALSE(r.reached);
  const ReachLimit& height = limit(r, ReachParameter::height);
  check_fraction(height, mpq_class(6, 5), true);
  CHECK(names(height, 1));
  CHECK((*height.place)[0] == 5);
  BakeArguments two = walker();
  two.stances = {"crouch=1", "stand=2"};
  CHECK(found_for(level, "1,1,0", "9,1,0", two).reached);
  CHECK_FALSE(found_for(level, "1,1,0", "9,1,0", two, {}, "stand").reached);
}

TEST_CASE("Reachability: where border is, only a point stands or passes") {
  // One place is on the border: no radius above 0 fits, given or not.
  for (const char* given : {"0", "1/2"}) {
    CAPTURE(given);
    BakeArguments a = walker();
    a.radius = given;
    const Reachability r = found_for(hall(), "0,1,0", "9,1,0", a);
    check_fraction(limit(r, ReachParameter::radius), 0, true);
    CHECK(names(limit(r, ReachParameter::radius), 0));
    CHECK((*limit(r, ReachParameter::radius).place)[0] == 0);
  }
  // A ledge 3/16 over the hall, across all of it: it is no step, one goes over it, but its border is within the window.
  // Whatever the radius, every way comes nearer to that border.
  BakeArguments a = walker();
  a.step = "0";
  a.stances = {"flat=1/8"};
  a.window = "1/4";
  for (const char* given : {"0", "1/16"}) {
    CAPTURE(given);
    a.radius = given;
    const Reachability r = found_for(hall().slab(4, 0, 5, 2, mpq_class(3, 16)), "1,1,0", "9,1,0", a);
    const ReachLimit& radius = limit(r, ReachParameter::radius);
    CHECK(radius.kind == ReachLimit::Kind::at);
    CHECK(radius.value.high < mpq_class(1, 1u << 20));
  }
}

TEST_CASE("Reachability: above nothing, on what is too steep, and where nobody stands") {
  const Reachability beside = found_for(hall(), "1,1,0", "20,1,0");
  CHECK_FALSE(beside.reached);
  CHECK_FALSE(beside.floors[1]);
  CHECK(beside.limits.empty());
  CHECK(reachability_text(beside).find("--to is above nothing") != std::string::npos);
  // The goal is on a slope of 1, which 30 degrees forbid.
  const LevelText level = LevelText().slab(0, 0, 4, 2, 0).face({{4, 0, 0}, {6, 0, 2}, {6, 2, 2}, {4, 2, 0}});
  BakeArguments flat = walker();
  flat.slope = "30";
  const Reachability steep = found_for(level, "1,1,0", "5,1,3", flat);
  CHECK_FALSE(steep.reached);
  CHECK(steep.floors[1] == ExactPoint{5, 1, 1});
  check_fraction(limit(steep, ReachParameter::slope), 1, true);
  // Under a ceiling of 3/2 nobody of 2 stands at all.
  const Reachability low = found_for(hall().slab(6, 0, 10, 2, mpq_class(3, 2)), "1,1,0", "9,1,0");
  check_fraction(limit(low, ReachParameter::height), mpq_class(3, 2), true);
}

TEST_CASE("plumb explain --from --to: the command, and stairs_018") {
  Run plumb;
  plumb.folder().write("hall.obj", hall().slab(4, 0, 5, 2, mpq_class(3, 2)).obj());
  const auto run = [&](const std::string& options) {
    return plumb("explain hall.obj --up z --sides up --stance crawl=1 --stance stand=2 " + options);
  };
  CHECK(run("--from 1,1,0 --to 9,1,0").status == 0);
  CHECK(run("--from 1,1,0 --to 9,1,0 --at-stance stand").status == 1);
  for (const char* bad :
       {"--from 1,1,0", "--to 1,1,0", "--from 1,1 --to 9,1,0", "--from 1,1,0 --to 9,1,0 --at-stance fly",
        "--from 1,1,0 --to 9,1,0 --reach 1", "--from 1,1,0 --to 9,1,0 --range 0,1", "--at 1,1,0 --at-stance stand",
        "--at 1,1,0 --disc 8", "--from 1,1,0 --to 9,1,0 --exact-digits 5"}) {
    INFO(bad);
    const auto o = run(bad);
    CHECK(o.status == 2);
    CHECK(o.out.empty());
    CHECK(std::count(o.err.begin(), o.err.end(), '\n') == 1);
  }
  const auto json = nlohmann::json::parse(run("--from 1,1,0 --to 9,1,0 --at-stance stand --json").out);
  CHECK(json["reached"] == false);
  CHECK(json["limits"][0]["parameter"] == "height");
  CHECK(json["limits"][0]["value"] == nlohmann::json({"3/2", "3/2"}));
  const std::string stairs =
      quoted(std::string(PLUMB_SOURCE_DIR) + "/tests/corpus/routes/stairs_018.obj") + " --sides up --step 0.18 ";
  const auto baked = plumb("bake " + stairs);
  CHECK(baked.out.find("Gaps: --step 0.181 would bring stand's largest") != std::string::npos);
  const auto way = nlohmann::json::parse(plumb("explain " + stairs + "--from 1,0,1 --to 9,3,1 --json").out);
  CHECK(way["reached"] == false);
  CHECK(way["limits"][2]["parameter"] == "step");
  CHECK(way["limits"][2]["attained"] == true);
  const mpq_class step(way["limits"][2]["value"][0].get<std::string>());
  CHECK(step > mpq_class(18, 100));
  CHECK(step < mpq_class(181, 1000));
}
