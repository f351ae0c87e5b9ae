// SPDX-License-Identifier: GPL-3.0-or-later
// The heights, slopes and areas at which a level changes: of small scenes as they are worked out by hand in the scenes'
// heads, and of others by bakes at heights between and at the thresholds (area_function.h).
#include "plumb/pipeline/thresholds.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/slope.h"
#include "support/area_function.h"
#include "support/bake_text.h"
#include "support/temporary_folder.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

BakeArguments level(const std::string& up = "z") {
  BakeArguments a;
  a.scene = "test.obj";
  a.up = up;
  return a;
}

ThresholdQuery query(const char* of, const char* range = nullptr) {
  const auto q = make_threshold_query(of, range ? std::optional<std::string>(range) : std::nullopt, false, level(),
                                      options_of(level()));
  REQUIRE(q);
  return *q;
}

HeightThresholds heights(const std::string& obj, const char* range, Sides sides = Sides::both, unsigned threads = 1,
                         bool jumps_only = false) {
  BakeTextOptions o;
  o.sides = sides;
  const BakedText baked = bake_text(obj, o);
  BakeOptions options = options_of(level());
  options.threads = threads;
  ThresholdQuery q = query("height", range);
  q.jumps_only = jumps_only;
  return height_thresholds(baked.scene.points, baked.set, SurfaceIndex(baked.scene.points, baked.set), options, q);
}

// "height area; ..."
std::string left_of(const HeightThresholds& t) {
  std::string out;
  for (const HeightThreshold& v : t.values) out += v.height.get_str() + " " + v.left.exact->get_str() + "; ";
  return out;
}

// "height lost change floor/ceiling ...", one threshold a line.
std::string told(const HeightThresholds& t) {
  std::string out;
  for (const HeightThreshold& v : t.values) {
    out += v.height.get_str() + " " + v.lost.get_str();
    for (const PieceChange& p : v.pieces)
      out += std::string(" ") + text_of(p.change) + " " + std::to_string(p.floor) + "/" + std::to_string(p.ceiling);
    out += "\n";
  }
  return out;
}

std::string example(const std::string& name) { return text_of_file(PLUMB_SOURCE_DIR "/docs/examples/" + name); }

SlopeThresholds slopes(const std::string& obj, const BakeArguments& a, const char* range = nullptr) {
  const BakeOptions options = options_of(a);
  BakeTextOptions o;
  o.sides = options.sides;
  const BakedText baked = bake_text(obj, o);
  return slope_thresholds(baked.scene.points, baked.set, options, query("slope", range));
}

// Triangles over [0,1] x [0,1] whose height rises by the given numbers of a grid of `run`: tan^2 = (rise / run)^2.
std::string ramps(const std::vector<std::pair<int, int>>& rise_and_run) {
  std::string out;
  int y = 0;
  for (const auto& [rise, run] : rise_and_run) {
    const std::string a = std::to_string(y), b = std::to_string(y + 1), x = std::to_string(run),
                      z = std::to_string(rise);
    out += "v 0 " + a + " 0\nv " + x + " " + a + " " + z + "\nv " + x + " " + b + " " + z + "\nv 0 " + b +
           " 0\nf -4 -3 -2 -1\n";
    y += 2;
  }
  return out;
}

}  // namespace

TEST_CASE("thresholds: heights of the small scenes, worked out by hand") {
  CHECK(told(heights(example("crates.obj"), "0,3", Sides::up)).find("1/4 2 jump 0/") == 0);
  CHECK(told(heights(example("tilted_roof.obj"), "0,3")) == "0 0 opens 0/1\n3 0 closes 0/1\n");
  CHECK(told(heights(example("pyramid_over_floor.obj"), "0,4")) ==
        "0 0 opens 0/1 opens 0/2 opens 0/3 opens 0/4\n3 0 closes 0/1 closes 0/2 closes 0/3 closes 0/4\n");
  CHECK(told(heights(example("ramp_under_slab.obj"), "0,5")) == "0 0 opens 0/1\n4 0 closes 0/1\n");
  CHECK(told(heights(example("coplanar_overlap.obj"), "0,5", Sides::up)).empty());
}

TEST_CASE("thresholds: a range keeps its ends, and what is out of it is left out") {
  CHECK(told(heights(example("tilted_roof.obj"), "1,3")) == "3 0 closes 0/1\n");
  CHECK(told(heights(example("tilted_roof.obj"), "0,1")) == "0 0 opens 0/1\n");
  CHECK(told(heights(example("tilted_roof.obj"), "1,2")).empty());
}

TEST_CASE("thresholds: a ceiling lower than the end of the range by less than doubles tell is in it") {
  // 10^-17 lower; in such units the floor is rounded, down to -1.
  const std::string storeys =
      "v 0 0 -0.99999999999999995\nv 1 0 -0.99999999999999995\nv 0 1 -0.99999999999999995\nf 1 2 3\n"
      "v 0 0 0.00000000000000004\nv 1 0 0.00000000000000004\nv 0 1 0.00000000000000004\nf 4 5 6\n";
  CHECK(told(heights(storeys, "0.5,1")) == "99999999999999999/100000000000000000 1/2 jump 0/1\n");
}

TEST_CASE("thresholds: a low shelf hides part of a tilted roof, and the hidden corners are not told") {
  // Floor 4 x 2; the roof rises from 2 to 4 along x; a shelf at 1 over 1 <= x <= 3, y <= 1; it is cut out of the roof's
  // piece.
  const std::string scene =
      "v 0 0 0\nv 4 0 0\nv 4 2 0\nv 0 2 0\nf 1 2 3 4\n"
      "v 0 0 2\nv 4 0 4\nv 4 2 4\nv 0 2 2\nf 5 6 7 8\n"
      "v 1 0 1\nv 3 0 1\nv 3 1 1\nv 1 1 1\nf 9 10 11 12\n";
  CHECK(told(heights(scene, "0,5")) ==
        "1 2 jump 0/2\n3/2 0 opens 2/1\n2 0 opens 0/1\n5/2 0 closes 2/1 bend 0/1\n7/2 0 bend 0/1\n4 0 closes 0/1\n");
}

TEST_CASE("thresholds: covered ground has none") {
  // Two equal floors under a slab: the second is covered.
  const std::string floor = "f 1 2 3 4\n";
  const std::string scene =
      "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nv 0 0 1\nv 2 0 1\nv 2 2 1\nv 0 2 1\n" + floor + floor + "f 5 6 7 8\n";
  CHECK(told(heights(scene, "0,5")) == "1 4 jump 0/2\n");
}

TEST_CASE(
    "thresholds: between them A(h) is a parabola, and at them the area lost is told exactly, on the shipped levels") {
  std::vector<std::string> files;
  for (const char* folder : {"/docs/examples", "/tests/corpus/levels"})
    for (const auto& entry : std::filesystem::directory_iterator(std::string(PLUMB_SOURCE_DIR) + folder))
      if (entry.path().extension() == ".obj") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::size_t compared = 0;
  for (const std::string& file : files) {
    INFO(file);
    const bool ruin = file.find("ruin") != std::string::npos;
    BakeTextOptions o;
    o.sides = Sides::up;
    o.up = ruin ? UpAxis::y : UpAxis::z;
    o.numbers = Numbers::binary64;
    const BakedText baked = bake_text(text_of_file(file), o);
    const AreaFunction area(baked.scene.points, baked.set);
    BakeArguments a = level();
    a.sides = "up";
    a.exact_digits = "0";
    const HeightThresholds t =
        height_thresholds(baked.scene.points, baked.set, area.index(), options_of(a), query("height", "0,4"));
    CHECK(fault_of(t, area, t.values.size() / 16 + 1, compared) == "");
  }
  CHECK(files.size() >= 9);
  CHECK(compared >= 20);
}

TEST_CASE("thresholds: the area left, worked out by hand") {
  // Floor 4 x 2 under a roof from 2 to 4, a shelf of 2 at 1 between them; the roof, 8, is under the sky.
  const std::string scene =
      "v 0 0 0\nv 4 0 0\nv 4 2 0\nv 0 2 0\nf 1 2 3 4\n"
      "v 0 0 2\nv 4 0 4\nv 4 2 4\nv 0 2 2\nf 5 6 7 8\n"
      "v 1 0 1\nv 3 0 1\nv 3 1 1\nv 1 1 1\nf 9 10 11 12\n";
  const std::string left = "1 18; 3/2 16; 2 15; 5/2 12; 7/2 10; 4 8; ";
  CHECK(left_of(heights(scene, "0,5")) == left);
  // A range that begins later counts what is lost below it.
  CHECK(left_of(heights(scene, "1.1,3")) == "3/2 16; 2 15; 5/2 12; ");
  // A second floor in the plane of the first, half beside it, owns no more than that half; nothing is over it.
  const std::string covered = scene + "v 0 1 0\nv 4 1 0\nv 4 3 0\nv 0 3 0\nf 13 14 15 16\n";
  CHECK(left_of(heights(covered, "0,5")) == "1 22; 3/2 20; 2 19; 5/2 16; 7/2 14; 4 12; ");
  CHECK(left_of(heights(scene, "0,5", Sides::both, 1, true)) == "1 18; ");
}

TEST_CASE("thresholds: the area left is what a bake leaves, at every height of the small levels") {
  std::size_t compared = 0;
  for (const char* file :
       {"coplanar_overlap", "crates", "pyramid_over_floor", "ramp_under_slab", "tilted_roof", "wall_in_room"}) {
    INFO(file);
    const std::string obj = example(std::string(file) + ".obj");
    const BakedText baked = bake_text(obj, {});
    const AreaFunction area(baked.scene.points, baked.set);
    for (const HeightThreshold& v : heights(obj, "0,50").values) {
      if (v.height == 0) continue;  // no stance is 0 high
      CHECK(v.left.exact == area(v.height));
      CHECK(v.left.approx == kernel::nearest_double(*v.left.exact));
      ++compared;
    }
  }
  CHECK(compared >= 6);
}

TEST_CASE("thresholds: an area left that is too long for the report has its approximation, and that is the same") {
  BakeTextOptions o;
  o.up = UpAxis::y;
  const BakedText baked = bake_text(example("ruin.obj"), o);
  const SurfaceIndex index(baked.scene.points, baked.set);
  BakeOptions options = options_of(level());
  const auto found = [&](std::uint64_t digits) {
    options.exact_digits = digits;
    return height_thresholds(baked.scene.points, baked.set, index, options, query("height", "0,3"));
  };
  const HeightThresholds whole = found(0), cut = found(40);
  REQUIRE(whole.values.size() == cut.values.size());
  std::size_t without = 0;
  for (std::size_t i = 0; i < whole.values.size(); ++i) {
    const Area &w = whole.values[i].left, &c = cut.values[i].left;
    REQUIRE(w.exact);
    CHECK(w.approx == kernel::nearest_double(*w.exact));
    CHECK(c.approx == w.approx);
    if (c.exact) CHECK(c.exact == w.exact);
    without += !c.exact;
  }
  CHECK(without >= 100);
  CHECK(nlohmann::json::parse(thresholds_json(cut))["values"].back()["left"]["exact"].is_null());
}

TEST_CASE("thresholds: jumps alone are the heights of the whole list where area is lost, unchanged") {
  const HeightThresholds all = heights(example("ruin.obj"), "0,3"),
                         jumps = heights(example("ruin.obj"), "0,3", Sides::both, 1, true);
  std::size_t at = 0;
  for (const HeightThreshold& v : all.values) {
    if (v.lost == 0) continue;
    REQUIRE(at < jumps.values.size());
    CHECK(jumps.values[at].height == v.height);
    CHECK(jumps.values[at].left.exact == v.left.exact);
    CHECK(jumps.values[at].pieces.size() == v.pieces.size());
    ++at;
  }
  CHECK(at == jumps.values.size());
  CHECK(at >= 1);
  CHECK(at < all.values.size());
  CHECK(thresholds_text(jumps).find("is lost at once") != std::string::npos);
}

TEST_CASE("thresholds: the same for any number of threads") {
  BakeTextOptions o;
  o.up = UpAxis::y;
  const BakedText baked = bake_text(example("ruin.obj"), o);
  const SurfaceIndex index(baked.scene.points, baked.set);
  std::string one;
  for (const unsigned threads : {1u, 2u, 5u}) {
    BakeOptions options = options_of(level());
    options.threads = threads;
    const std::string text =
        thresholds_json(height_thresholds(baked.scene.points, baked.set, index, options, query("height")));
    if (threads == 1) one = text;
    CHECK(text == one);
  }
  CHECK(one.size() > 100000);
}

TEST_CASE("thresholds: slopes, with equality at the limit and at both ends of a range") {
  const std::string scene = ramps({{0, 1}, {1, 2}, {1, 1}, {2, 1}, {3, 3}});
  BakeArguments a = level();
  const SlopeThresholds all = slopes(scene, a);
  REQUIRE(all.values.size() == 4);
  const mpq_class tan_squared[] = {0, mpq_class(1, 4), 1, 4};
  const mpq_class area[] = {1, 2, 4, 1};
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(all.values[i].tan_squared == tan_squared[i]);
    CHECK(all.values[i].area == area[i]);
    CHECK(all.values[i].within == (i < 3));
  }
  CHECK(all.values[2].polygons == std::vector<kernel::PolygonId>{2, 4});
  CHECK(all.values[2].faces == std::vector<std::uint32_t>{2, 4});
  CHECK(slopes(scene, a, "0,45").values.size() == 3);
  CHECK(slopes(scene, a, "45,90").values.size() == 2);
  CHECK(slopes(scene, a, "45,50").values.size() == 1);
  CHECK(slopes(scene, a, "1,26.5").values.empty());
  CHECK(slopes(scene, a, "26.5,26.6").values.size() == 1);
  a.slope = "44.999";
  CHECK_FALSE(slopes(scene, a).values[2].within);
  a.slope.reset();
  a.sides = "up";
  const SlopeThresholds up =
      slopes(scene + "v 0 -9 0\nv 0 -8 0\nv 1 -8 0\nf -3 -2 -1\nv 0 -9 0\nv 0 -8 0\nv 0 -8 1\nf -3 -2 -1\n", a);
  CHECK(up.turned_away == 1);
  CHECK(up.vertical == 1);
  CHECK(up.values.size() == 4);
}

TEST_CASE("thresholds: angles are enclosed, tightly, and exact where they are rational") {
  for (const auto& [t, degrees] : {std::pair<mpq_class, int>{0, 0}, {mpq_class(1, 3), 30}, {1, 45}, {3, 60}}) {
    CHECK(kernel::slope_degrees(t).low == degrees);
    CHECK(kernel::slope_degrees(t).high == degrees);
  }
  for (const mpq_class& t :
       {mpq_class(1, 4), mpq_class(4, 9), mpq_class(1, 1000000007), mpq_class(1000000007), mpq_class(99999, 100000)}) {
    const auto i = kernel::slope_degrees(t);
    CHECK(i.low < i.high);
    CHECK((i.high - i.low) * (mpz_class(1) << 100) < i.high);
    const auto limit_below = kernel::SlopeLimit::from_degrees(i.low),
               limit_above = kernel::SlopeLimit::from_degrees(i.high);
    // The kernel's own enclosure of cos^2 of either end lies on its side of the slope.
    const auto tan2 = [](const kernel::SlopeLimit& l, bool high) {
      const auto c = l.cos_squared(400);
      return mpq_class(1 / (high ? c.low : c.high) - 1);
    };
    CHECK(tan2(*limit_below, true) < t);
    CHECK(tan2(*limit_above, false) > t);
    const kernel::DecimalInterval d = kernel::outward_decimals(i);
    CHECK(d.low.size() >= 12);
    CHECK(std::stod(d.low) <= i.low.get_d());
    CHECK(std::stod(d.high) >= i.high.get_d());
    CHECK(d.low != d.high);
  }
}

TEST_CASE("thresholds: text and JSON tell the same") {
  const HeightThresholds t = heights(example("crates.obj"), "0,3", Sides::up);
  const auto json = nlohmann::json::parse(thresholds_json(t));
  REQUIRE(json["values"].size() == t.values.size());
  CHECK(json["values"][0]["height"] == "1/4");
  CHECK(json["values"][0]["lost"] == "2");
  CHECK(json["values"][0]["left"]["exact"] == t.values[0].left.exact->get_str());
  CHECK(json["jumps_only"] == false);
  CHECK(json["options"]["up"] == "z");
  CHECK(json["values"][0]["pieces"][0]["change"] == "jump");
  const std::string text = thresholds_text(t);
  CHECK(text.find("0.25 (1/4)") != std::string::npos);
  CHECK(text.find("jump") != std::string::npos);
  CHECK(text.find("area left") != std::string::npos);
  CHECK(text.find("0 (face 0) under ") != std::string::npos);
  CHECK(text.find(" and 1 more") != std::string::npos);
  const std::string options = "\nOptions: up z, numbers double, sides both, slope 45, step 0, stances stand 9/5.\n";
  CHECK(text.find(options) != std::string::npos);
  const SlopeThresholds s = slopes(ramps({{1, 1}, {1, 2}}), level());
  const auto slope_json = nlohmann::json::parse(thresholds_json(s));
  CHECK(slope_json["values"][1]["tan_squared"] == "1");
  CHECK(slope_json["values"][1]["degrees"][0] == "45");
  CHECK(slope_json["values"][1]["faces"] == std::vector<int>{0});
  CHECK(thresholds_text(s).find(options) != std::string::npos);
  CHECK(thresholds_text(s).find("0 (face 0)") != std::string::npos);
  CHECK(thresholds_text(s).find("26.5650511770779 to 26.565051177078") != std::string::npos);
}

TEST_CASE("thresholds: bad queries are refused in one line that says what to do") {
  const BakeOptions options = options_of(level());
  using Words = std::pair<const char*, const char*>;
  for (const auto& [of, range] : {Words{"depth", "0,1"},
                                  {"height", "1"},
                                  {"height", "a,b"},
                                  {"height", "1,1"},
                                  {"height", "2,1"},
                                  {"height", "-1,1"},
                                  {"height", ""},
                                  {"height", "1,2,3"},
                                  {"slope", "0,91"},
                                  {"slope", "0,1/0"}}) {
    INFO(of << " " << range);
    const auto q = make_threshold_query(of, std::string(range), false, level(), options);
    REQUIRE_FALSE(q);
    CHECK(q.error().message.find(';') != std::string::npos);
  }
  CHECK(make_threshold_query("height", std::nullopt, false, level(), options)->high == mpq_class(18, 5));
  CHECK(make_threshold_query("slope", std::nullopt, false, level(), options)->high == 90);
  CHECK(make_threshold_query("height", std::nullopt, true, level(), options)->jumps_only);
  const auto slope_jumps = make_threshold_query("slope", std::nullopt, true, level(), options);
  REQUIRE_FALSE(slope_jumps);
  CHECK(slope_jumps.error().message == "--jumps goes with --thresholds height and radius; leave it out");
}
