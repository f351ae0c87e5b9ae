// SPDX-License-Identifier: GPL-3.0-or-later
// Where a way ends among features that are alike, and what of two answers is said.
// 1. Stairs of equal risers, ceilings that slope, doors of one width: the place, the polygons and the value are those
//    of the feature on the way, whatever else has the same measure. How the level was built tells which that is.
// 2. Discs of 512 points cannot tell doors apart whose widths differ by a rounding; the answer is exact all the same.
// 3. Where the polygon for the disc decides and not the disc, the answer says so, whichever parameter is asked for.
// 4. Welds are exact where the gap is a fraction, and "above" where the gap itself joins nothing.
#include <catch2/catch.hpp>

#include <algorithm>
#include <vector>

#include "plumb/kernel/number.h"
#include "support/reach_questions.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

std::vector<std::uint32_t> faces(const ReachLimit& limit) {
  std::vector<std::uint32_t> out;
  for (const ReachPolygon& p : limit.polygons) out.push_back(p.face);
  std::ranges::sort(out);
  return out;
}

mpq_class over(long n, long d) {
  mpq_class out(n, d);
  out.canonicalize();
  return out;
}

// A wall across a floor from y = 0 to y = 4 at x, with a door of this width around y = 2.
void wall_with_door(LevelText& level, const mpq_class& x, const mpq_class& width) {
  level.wall({x, 0}, {x, 2 - width / 2}, 0, 3).wall({x, 2 + width / 2}, {x, 4}, 0, 3);
}

}  // namespace

TEST_CASE("explain: of equal risers that is named at which the way ends") {
  const Answer a = ask(corpus("stairs_alike"), "--numbers decimal --from 1,0.1,-2 --to 8,.46,-2 --step .1 --only step");
  CHECK(a.limit("step")["value"] == nlohmann::json({"9/50", "9/50"}));
  CHECK(a.limit("step")["place"][0] == "3");
  CHECK(a.limit("step")["polygons"] == nlohmann::json({{{"polygon", 0}, {"face", 0}}, {{"polygon", 2}, {"face", 2}}}));
  for (long seed = 0; seed < 50; ++seed) {
    CAPTURE(seed);
    const long steps = 2 + seed % 5;
    const bool risers = seed % 2 == 0;
    const mpq_class rise = over(9 + seed % 4, 32), tread = over(3 + seed % 3, 4);
    LevelText level = LevelText().slab(0, 0, 2, 4, 0);
    for (long k = 0; k < steps; ++k) {
      const mpq_class x = 2 + k * tread;
      if (risers) level.wall({x, 0}, {x, 4}, k * rise, (k + 1) * rise);
      level.slab(x, 0, x + (k + 1 == steps ? mpq_class(3) : tread), 4, (k + 1) * rise);
    }
    const auto to = mpq_class(2 + (steps - 1) * tread + 2);
    BakeArguments with_radius = walker();
    with_radius.radius = "0.125";
    for (const BakeArguments& given : {walker(), with_radius}) {
      const Reachability r =
          found_for(level, "1,2,0", to.get_str() + ",2," + mpq_class(steps * rise).get_str(), given, "step");
      REQUIRE(r.limits.size() == 1);
      const ReachLimit& step = r.limits[0];
      CHECK(step.value.low == rise);
      CHECK(step.attained);
      REQUIRE(step.place);
      // One riser, and the two floors that it parts.
      const mpq_class number = ((*step.place)[0] - 2) / tread;
      REQUIRE(number.get_den() == 1);
      const auto k = static_cast<std::uint32_t>(number.get_num().get_ui());
      const auto floor = [&](std::uint32_t n) { return risers ? 2 * n : n; };
      CHECK(faces(step) == std::vector{floor(k), floor(k + 1)});
    }
  }
}

TEST_CASE("explain: a ceiling that slopes is named, not the floor below it") {
  const Answer a =
      ask(corpus("ceiling_slopes"), "--numbers decimal --from 1,0.2,-2 --to 8,0.2,-2 --stance s=2 --only height");
  CHECK(a.limit("height")["value"] == nlohmann::json({"9/5", "9/5"}));
  CHECK(a.limit("height")["polygons"] == nlohmann::json({{{"polygon", 1}, {"face", 1}}}));
  for (long seed = 0; seed < 50; ++seed) {
    CAPTURE(seed);
    const mpq_class low = over(40 + seed % 20, 32), high = low + over(1 + seed % 7, 8), from = over(24 + seed % 9, 8);
    LevelText level = LevelText().slab(0, 0, 9, 4, 0);
    if (seed % 3 == 0)  // its low end is far from the start
      level.face({{from, -1, high}, {from + 2, -1, low}, {from + 2, 5, low}, {from, 5, high}});
    else level.face({{from, -1, low}, {from + 2, -1, high}, {from + 2, 5, high}, {from, 5, low}});
    BakeArguments given = walker();
    if (seed % 2 == 1) given.radius = "0.25";
    const Reachability r = found_for(level, "1,2,0", "8,2,0", given, "height");
    REQUIRE(r.limits.size() == 1);
    CHECK(r.limits[0].value.low == low);
    CHECK(r.limits[0].value.high == low);
    CHECK(faces(r.limits[0]) == std::vector<std::uint32_t>{1});
  }
}

TEST_CASE("explain: of doors of one width that on the way is named") {
  for (const char* radius : {"0.3", "0.5"}) {
    const Answer a =
        ask(corpus("doors_alike"), std::string("--numbers decimal --from 1,0.1,-2 --to 11,0.1,-2 --solids closed "
                                               "--only radius --radius ") +
                                       radius);
    CHECK(a.limit("radius")["value"] == nlohmann::json({"9/20", "9/20"}));
    CHECK(a.limit("radius")["place"][0] == "6");
  }
  for (long seed = 0; seed < 50; ++seed) {
    CAPTURE(seed);
    // Three rooms in a row, and a door of the same width to a fourth beside the first, before or after in the file.
    const mpq_class width = over(20 + seed % 30, 32);
    LevelText level = LevelText().slab(0, 0, 12, 8, 0);
    const auto beside = [&] { level.wall({0, 4}, {2 - width / 2, 4}, 0, 3).wall({2 + width / 2, 4}, {12, 4}, 0, 3); };
    if (seed % 2 == 0) beside();
    wall_with_door(level, 6, width);
    level.wall({6, 4}, {6, 8}, 0, 3);
    if (seed % 3 == 0) wall_with_door(level, 9, width + over(1, 64));
    if (seed % 2 == 1) beside();
    const Reachability r = found_for(level, "1,2,0", "11,2,0", walker(), "radius");
    REQUIRE(r.limits.size() == 1);
    CHECK(r.limits[0].value.low == width / 2);
    CHECK(r.limits[0].settled);
    REQUIRE(r.limits[0].place);
    CHECK((*r.limits[0].place)[0] == 6);
  }
}

TEST_CASE("explain: doors whose widths differ by less than discs of 512 points can tell") {
  const std::string turned =
      "--numbers double --solids closed --radius .3 --only radius --from -0.133975,0.1,-2.232051 "
      "--to 8.526279,0.1,-7.232051";
  CHECK(ask(corpus("doors_alike_turned"), turned).limit("radius")["settled"] == true);
  for (long seed = 0; seed < 50; ++seed) {
    CAPTURE(seed);
    // The hair is from 2^-14 to 2^-50. In a row the narrower door is the limit, side by side the wider one.
    const mpq_class width = over(24 + seed % 20, 32), hair = mpq_class(1) / (mpz_class(1) << (14 + seed * 36 / 49));
    const bool in_a_row = seed % 2 == 0, first_is_wider = seed % 4 < 2;
    const mpq_class first = first_is_wider ? width + hair : width, second = first_is_wider ? width : width + hair;
    LevelText level = LevelText().slab(0, 0, 12, 8, 0);
    if (in_a_row) {
      wall_with_door(level, 4, first);
      wall_with_door(level, 8, second);
      level.wall({4, 4}, {4, 8}, 0, 3).wall({8, 4}, {8, 8}, 0, 3);
    } else {
      level.wall({6, 0}, {6, 2 - first / 2}, 0, 3);
      level.wall({6, 2 + first / 2}, {6, 6 - second / 2}, 0, 3).wall({6, 6 + second / 2}, {6, 8}, 0, 3);
    }
    const Reachability r = found_for(level, "2,2,0", "10,2,0", walker(), "radius");
    REQUIRE(r.limits.size() == 1);
    CHECK(r.limits[0].settled);
    const mpq_class right = in_a_row ? width : mpq_class(width + hair);
    CHECK(r.limits[0].value.low == right / 2);
    CHECK(r.limits[0].value.high == right / 2);
    REQUIRE(r.limits[0].place);
    const bool at_first = in_a_row != first_is_wider;
    CHECK((*r.limits[0].place)[in_a_row ? 0 : 1] == (in_a_row ? at_first ? 4 : 8 : at_first ? 2 : 6));
  }
}

TEST_CASE(
    "explain: that the polygon for the disc decides is said whatever is asked, and where another parameter is in the "
    "way") {
  const std::string door =
      "--numbers decimal --solids closed --from 0.395502,0,3.137 --to 8.2415,0,4.698 --radius 0.495 ";
  const Answer step = ask(corpus("door100t"), door + "--only step");
  CHECK(step.json["disc"] == nlohmann::json({{"reached", true}, {"points", 32}}));
  CHECK(says(step, "the disc itself gets there, and so does the polygon of 32 points (--disc 32)"));
  CHECK(ask(corpus("door100t"), door + "--only step --disc 32").json["disc"].is_null());
  const Answer both = ask(corpus("door_and_step"),
                          "--numbers decimal --solids closed --from 0.626938,0.1,-3.099508 "
                          "--to 12.537492,0.4,-4.56194 --radius .495");
  CHECK(says(both, "the radius as given and --disc 32 with step at least 0.3 (3/10)"));
  REQUIRE(both.json["pairs"].size() == 1);
  CHECK(both.json["pairs"][0][0]["disc"] == 32);
  CHECK(both.json["pairs"][0][1]["disc"].is_null());
  const Answer start = ask(corpus("border_16gon"),
                           "--numbers decimal --from -0.826795,0.1,-1.832051 "
                           "--to 5.928203,0.1,-5.732051 --radius 0.199 --only radius");
  CHECK(says(start, " away: the disc of radius 0.199 (199/1000) stands there, but not the polygon of 16 points"));
}

TEST_CASE("explain: welds are exact where the gap is a fraction, and above it where the gap itself joins nothing") {
  const Answer wedge = ask(corpus("wedge_gap"), "--numbers decimal --only weld --from 1,.1,-2 --to 7,.1,-2");
  CHECK(says(wedge, "above 0.1 (1/10)"));
  CHECK(wedge.limit("weld")["attained"] == false);
  const Answer pair = ask(corpus("gap_and_beam"), "--numbers decimal --from 1,0.1,-2 --to 8.5,0.1,-2");
  CHECK(pair.json["pairs"].size() == 2);  // a lower height or a higher step, each with the weld
  CHECK(says(pair, "height at most 1.2 (6/5) with weld at least 0.5 (1/2)"));
  CHECK_FALSE(says(pair, "not settled"));
  for (long seed = 0; seed < 50; ++seed) {
    CAPTURE(seed);
    const mpq_class gap = over(7 + 3 * seed, 100);
    const LevelText level = LevelText().slab(0, 0, 4, 4, 0).slab(4 + gap, 0, 9 + gap, 4, 0);
    BakeArguments given = walker();
    if (seed % 2 == 1) given.radius = "0.5";
    const Reachability r = found_for(level, "1,2,0", "8,2,0", given, "weld");
    REQUIRE(r.limits.size() == 1);
    CHECK(r.limits[0].value.low == gap);
    CHECK(r.limits[0].value.high == gap);
    CHECK(r.limits[0].attained);
  }
}

TEST_CASE(
    "explain: decimals of the file where doubles are a rounding beside them, and slopes in the unit of the limit") {
  const Folder folder;
  // A ceiling 1.4 above the start, and a ramp of 1/2 whose limit is a ratio.
  const auto low =
      quoted(folder.write("low.obj", LevelText().slab(0, 0, 9, 4, over(1, 10)).slab(0, 0, 2, 4, over(3, 2)).obj()));
  const std::string ends = "--up z --from 1,2,1 --to 8,2,1 --only height";
  CHECK(says(ask(low, ends), "headroom 1.4 (as read "));
  CHECK(says(ask(low, ends + " --numbers decimal"), "headroom 1.4 (7/5)"));
  const auto ramp = quoted(folder.write(
      "ramp.obj", LevelText()
                      .slab(0, 0, 4, 4, over(1, 10))
                      .face({{4, 0, over(1, 10)}, {6, 0, over(6, 5)}, {6, 4, over(6, 5)}, {4, 4, over(1, 10)}})
                      .obj()));
  const std::string slope = "--up z --slope-ratio 1/4 --from 1,2,1 --to 5,2,2 --only slope";
  const Answer doubles = ask(ramp, slope), decimals = ask(ramp, slope + " --numbers decimal");
  CHECK(says(decimals, "is too steep: ratio 0.55 (11/20), and the limit is ratio 1/4"));
  CHECK(says(decimals, "at least ratio 0.55 (11/20)"));
  CHECK(says(doubles, "is too steep: ratio 0.55"));
  CHECK(doubles.limit("slope")["decimal"] == "11/20");
}

TEST_CASE("explain: a height is above the step and the stance below it, and the answer says so") {
  const Folder folder;
  // A ceiling, which faces down, at 3/10 in the middle, with a step of 2/5.
  const auto low = quoted(folder.write(
      "low.obj", LevelText()
                     .slab(0, 0, 9, 4, 0)
                     .face({{4, -1, over(3, 10)}, {4, 5, over(3, 10)}, {5, 5, over(3, 10)}, {5, -1, over(3, 10)}})
                     .obj()));
  const std::string ends = "--up z --numbers decimal --from 1,2,0.1 --to 8,2,0.1 ";
  CHECK(says(ask(low, ends + "--step .4 --only height,slope"),
             "No two of them together would, with a height above the step."));
  const Answer second = ask(low, ends + "--only height --stance a=0.5 --stance b=1.8 --at-stance b");
  CHECK(second.limit("height")["kind"] == "never");
}
