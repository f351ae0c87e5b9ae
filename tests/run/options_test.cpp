// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `plumb bake`, from text to settings: defaults, values, every refusal with the option that it has to
// name, words, the default window, presets, and the table of settings.
#include <catch2/catch.hpp>
#include <set>

#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/options_text.h"
#include "plumb/pipeline/setting_table.h"
#include "plumb/pipeline/stage_settings.h"

using namespace plumb::pipeline;

namespace {

BakeArguments level() {
  BakeArguments a;
  a.scene = "level.obj";
  return a;
}

BakeArguments with_preset(const char* name) {
  BakeArguments a;
  a.scene = "level.obj";
  a.preset = name;
  return a;
}

BakeOptions options_of(const BakeArguments& a) {
  const auto o = make_bake_options(a);
  INFO((o ? "" : o.error().text()));
  REQUIRE(o);
  return *o;
}

}  // namespace

TEST_CASE("Options: the defaults") {
  const auto o = make_bake_options(level());
  REQUIRE(o);
  REQUIRE(o->stances.size() == 1);
  CHECK(o->stances[0].name == "stand");
  CHECK(o->stances[0].height == mpq_class(9, 5));
  CHECK(o->slope == mpq_class(45));
  CHECK_FALSE(o->slope_ratio);
  CHECK(o->sides == Sides::both);
  CHECK(o->numbers == Numbers::binary64);
  CHECK(o->up == UpAxis::y);
  CHECK(o->step == 0);
  CHECK(o->bad_faces == BadFaces::error);
  CHECK(o->exact_digits == 1000);
  CHECK(o->decomposition == plumb::kernel::Decomposition::bounded);
  CHECK(o->threads >= 1);
  CHECK_FALSE(o->quiet);
}

TEST_CASE("Options: values are exact, decimals and fractions") {
  BakeArguments a = level();
  a.stances = {"crawl=0.5", "crouch=10/9", "stand=1.8"};
  a.step = "0.4";
  a.slope_ratio = "22/7";
  a.sides = "up";
  a.numbers = "decimal";
  a.up = "z";
  a.bad_faces = "drop";
  a.exact_digits = "0";
  a.decomposition = "seed";
  a.threads = "2";
  a.outputs = {"a.obj", "b.JSON", "c.svg", "d.mset"};
  a.tile = "12.5";
  a.report = "r.json";
  const auto o = make_bake_options(a);
  REQUIRE(o);
  REQUIRE(o->stances.size() == 3);
  CHECK(o->stances[0].height == mpq_class(1, 2));
  CHECK(o->stances[1].height == mpq_class(10, 9));
  CHECK(o->step == mpq_class(2, 5));
  CHECK(o->tile == mpq_class(25, 2));
  CHECK_FALSE(o->slope);
  CHECK(o->slope_ratio == mpq_class(22, 7));
  CHECK(o->sides == Sides::up);
  CHECK(o->numbers == Numbers::decimal);
  CHECK(o->up == UpAxis::z);
  CHECK(o->bad_faces == BadFaces::drop);
  CHECK(o->exact_digits == 0);
  CHECK(o->decomposition == plumb::kernel::Decomposition::seed);
  CHECK(o->threads == 2);
  a.slope_ratio.reset();
  for (const char* within : {"0", "89.999999999999999999999999", "60", "179/2"}) {
    a.slope = within;
    CHECK(make_bake_options(a));
  }
}

TEST_CASE("Options: every wrong value is refused in one line that names it and says what to do") {
  struct Case {
    const char* name;
    void (*set)(BakeArguments&);
    const char* words;  // the message has them
  };
  const Case cases[] = {
      {"no scene", [](auto& a) { a.scene = ""; }, "no scene"},
      {"scene of another format", [](auto& a) { a.scene = PLUMB_SOURCE_DIR "/README.md"; },
       ".obj, .gltf, .glb, .off, .ply, .stl"},
      {"scene of a certificate over the scene",
       [](auto& a) { a.scene = "a.scene.obj", a.outputs = {"a.cert"}, a.leave_out = {"b"}; }, "name of its own"},
      {"scene of a certificate over an output",
       [](auto& a) {
         a.scene = "a.ply", a.outputs = {"b.scene.obj", "b.cert"};
       },
       "name of its own"},
      {"scene of a certificate twice",
       [](auto& a) {
         a.scene = "a.ply", a.outputs = {"b.cert", "b.CERT"};
       },
       "name of its own"},
      {"scene that is not there", [](auto& a) { a.scene = "level.fbx"; }, "cannot open"},
      {"scene of no format", [](auto& a) { a.scene = PLUMB_SOURCE_DIR "/LICENSE"; }, ".obj"},
      {"stance without height", [](auto& a) { a.stances = {"stand"}; }, "NAME=HEIGHT"},
      {"stance without name", [](auto& a) { a.stances = {"=2"}; }, "bad name"},
      {"stance name with a blank", [](auto& a) { a.stances = {"stand up=2"}; }, "bad name"},
      {"stance that is a verdict", [](auto& a) { a.stances = {"blocked=2"}; }, "verdict"},
      {"stance height is text", [](auto& a) { a.stances = {"stand=high"}; }, "not a number"},
      {"stance height is nan", [](auto& a) { a.stances = {"stand=nan"}; }, "not a number"},
      {"stance height over zero", [](auto& a) { a.stances = {"stand=1/0"}; }, "not a number"},
      {"stance height zero", [](auto& a) { a.stances = {"stand=0"}; }, "above 0"},
      {"stance height negative", [](auto& a) { a.stances = {"stand=-1.8"}; }, "above 0"},
      {"stances descend",
       [](auto& a) {
         a.stances = {"stand=1.8", "crawl=0.5"};
       },
       "lowest to the highest"},
      {"stances equal in value",
       [](auto& a) {
         a.stances = {"a=1.8", "b=9/5"};
       },
       "not higher"},
      {"stance names equal",
       [](auto& a) {
         a.stances = {"a=1", "a=2"};
       },
       "twice"},
      {"slope 90", [](auto& a) { a.slope = "90"; }, "below 90"},
      {"slope negative", [](auto& a) { a.slope = "-1/1000000000"; }, "below 90"},
      {"slope is text", [](auto& a) { a.slope = "steep"; }, "not a number"},
      {"slope ratio negative", [](auto& a) { a.slope_ratio = "-1"; }, "negative"},
      {"both slopes", [](auto& a) { a.slope = "45", a.slope_ratio = "1"; }, "one of them"},
      {"sides", [](auto& a) { a.sides = "down"; }, "both or up"},
      {"numbers", [](auto& a) { a.numbers = "half"; }, "double or float or decimal"},
      {"up", [](auto& a) { a.up = "x"; }, "y or z"},
      {"bad faces", [](auto& a) { a.bad_faces = "keep"; }, "error or drop"},
      {"decomposition", [](auto& a) { a.decomposition = "best"; }, "bounded or seed"},
      {"step negative", [](auto& a) { a.step = "-0.1"; }, "negative"},
      {"step as high as the lowest stance", [](auto& a) { a.step = "9/5"; }, "below the lowest stance"},
      {"step empty", [](auto& a) { a.step = ""; }, "not a number"},
      {"digits negative", [](auto& a) { a.exact_digits = "-1"; }, "whole number"},
      {"digits a fraction", [](auto& a) { a.exact_digits = "1.5"; }, "whole number"},
      {"threads zero", [](auto& a) { a.threads = "0"; }, "from 1"},
      {"threads too many", [](auto& a) { a.threads = "99999999999999999999"; }, "to 1024"},
      {"output without extension", [](auto& a) { a.outputs = {"out"}; }, "extension"},
      {"output of an unknown format", [](auto& a) { a.outputs = {"out.png"}; }, "extension"},
      {"certificate of another format", [](auto& a) { a.certificate = "a.txt"; }, ".cert"},
      {"certificate over an output", [](auto& a) { a.outputs = {"a.cert"}, a.certificate = "./a.cert"; },
       "name of its own"},
      {"output twice",
       [](auto& a) {
         a.outputs = {"out.obj", "./out.obj"};
       },
       "name of its own"},
      {"output over the scene", [](auto& a) { a.outputs = {"x/../level.obj"}; }, "name of its own"},
      {"report over an output", [](auto& a) { a.outputs = {"r.json"}, a.report = "r.json"; }, "name of its own"},
      {"report of another format", [](auto& a) { a.report = "r.txt"; }, ".json"},
      {"tile without an .mset", [](auto& a) { a.tile = "8"; }, "write an .mset"},
      {"tile of no width", [](auto& a) { a.outputs = {"a.mset"}, a.tile = "0"; }, "above 0"},
      {"tile that is no number", [](auto& a) { a.outputs = {"a.mset"}, a.tile = "wide"; }, "--tile"},
      {"tile within a weld", [](auto& a) { a.outputs = {"a.mset"}, a.tile = "1", a.weld = "1"; }, "--weld"},
      {"weld negative", [](auto& a) { a.weld = "-0.1"; }, "negative"},
      {"solids unknown", [](auto& a) { a.solids = "open"; }, "unknown"},
      {"optimise unknown", [](auto& a) { a.optimise = "well"; }, "unknown"},
      {"radius negative", [](auto& a) { a.radius = "-1/3"; }, "negative"},
      {"window zero", [](auto& a) { a.radius = "1", a.window = "0"; }, "not above 0"},
      {"window negative", [](auto& a) { a.window = "-1"; }, "not above 0"},
      {"disc of 18", [](auto& a) { a.disc = "18"; }, "multiple of 4"},
      {"disc of 0", [](auto& a) { a.disc = "0"; }, "from 4"},
      {"disc of 516", [](auto& a) { a.disc = "516"; }, "to 512"},
      {"clearance unknown", [](auto& a) { a.clearance = "true"; }, "unknown"},
      {"stance named too_close", [](auto& a) { a.stances = {"too_close=1"}; }, "verdict"},
      {"min area negative", [](auto& a) { a.min_area = "-2"; }, "negative"},
      {"seed point of two numbers", [](auto& a) { a.seed_points = {"0,0"}; }, "x,y,z"},
      {"seed point that is text", [](auto& a) { a.seed_points = {"0,0,up"}; }, "not a number"},
      {"wedge: two stances",
       [](auto& a) {
         a.method = "wedge", a.stances = {"a=1", "b=2"};
       },
       "one stance"},
      {"wedge: weld", [](auto& a) { a.method = "wedge", a.weld = "1"; }, "--weld"},
      {"wedge: both bounds", [](auto& a) { a.method = "wedge", a.radius = "1", a.clearance = "both"; }, "--clearance"},
      {"wedge: optimise", [](auto& a) { a.method = "wedge", a.optimise = "regular"; }, "--optimise"},
      {"wedge: one surface", [](auto& a) { a.method = "wedge", a.optimise = "count", a.one_surface = true; },
       "--one-surface"},
      {"wedge: cluster", [](auto& a) { a.method = "wedge", a.cluster = "-1"; }, "--cluster"},
      {"wedge: cone", [](auto& a) { a.method = "wedge", a.cone = "90"; }, "--cone"},
      {"wedge: ramp slope", [](auto& a) { a.method = "wedge", a.ramp_slope = "0"; }, "--ramp-slope"},
      {"wedge: miter", [](auto& a) { a.method = "wedge", a.miter = "0.9"; }, "--miter"},
      {"wedge: flatten", [](auto& a) { a.method = "wedge", a.flatten = "-1"; }, "--flatten"},
      {"wedge: simplify", [](auto& a) { a.method = "wedge", a.simplify = "-1"; }, "--simplify"},
      {"wedge: certificate", [](auto& a) { a.method = "wedge", a.certificate = "a.cert"; }, "certificate"},
      {"wedge: gap", [](auto& a) { a.method = "wedge", a.gap = "-1"; }, "--gap"},
      {"wedge: wall foot", [](auto& a) { a.method = "wedge", a.wall_foot = "1.8"; }, "--wall-foot"},
      {"wedge: until", [](auto& a) { a.method = "wedge", a.until = "lunch"; }, "simplify_cleared"},
      {"wedge: position bits", [](auto& a) { a.method = "wedge", a.position_bits = "0"; }, "--position-bits"},
      {"simplify: negative", [](auto& a) { a.simplify = "-1"; }, "negative"},
      {"simplify: two stances",
       [](auto& a) {
         a.simplify = "1", a.stances = {"a=1", "b=2"};
       },
       "one stance"},
      {"simplify: one surface", [](auto& a) { a.simplify = "1", a.one_surface = true; }, "--one-surface"},
      {"simplify: regular", [](auto& a) { a.simplify = "1", a.optimise = "regular"; }, "few cells"},
      {"gap without wedge", [](auto& a) { a.gap = "1"; }, "--method wedge"},
      {"stages without wedge", [](auto& a) { a.stages = "folder"; }, "--method wedge"},
      {"link polygons of nothing", [](auto& a) { a.link_polygons = true; }, ".tres"},
      {"method unknown", [](auto& a) { a.method = "magic"; }, "unknown"},
  };
  for (const Case& c : cases) {
    INFO(c.name);
    BakeArguments a = level();
    c.set(a);
    const auto o = make_bake_options(a);
    REQUIRE_FALSE(o);
    INFO(o.error().text());
    CHECK(o.error().message.find(c.words) != std::string::npos);
    CHECK(o.error().message.find(';') != std::string::npos);
    CHECK(o.error().message.find('\n') == std::string::npos);
  }
}

TEST_CASE("Options: features to come are accepted when off") {
  BakeArguments a = level();
  a.step = "0.4";
  a.weld = "0.0";
  a.solids = "none";
  a.optimise = "none";
  a.radius = "0/7";
  a.min_area = "0";
  a.method = "vcd";
  CHECK(make_bake_options(a));
}

TEST_CASE("Options: at most max_stances stances") {
  BakeArguments a = level();
  for (std::size_t i = 1; i <= max_stances; ++i) a.stances.push_back("s" + std::to_string(i) + "=" + std::to_string(i));
  CHECK(make_bake_options(a));
  a.stances.push_back("last=1000");
  CHECK_FALSE(make_bake_options(a));
}

TEST_CASE("Options: the words of the command line and back") {
  CHECK(std::string(text_of(Sides::up)) == "up");
  CHECK(std::string(text_of(Numbers::binary32)) == "float");
  CHECK(std::string(text_of(UpAxis::z)) == "z");
  CHECK(std::string(text_of(BadFaces::drop)) == "drop");
  CHECK(std::string(text_of(plumb::kernel::Decomposition::seed)) == "seed");
  CHECK(material_file("a.b/c.d.OBJ") == "a.b/c.d.mtl");
  CHECK(scene_file("a.b/c.d.cert") == "a.b/c.d.scene.obj");
  CHECK(extension_of("a.b/c") == "");
}

TEST_CASE("Options: the window is the least multiple of 2^-20 above step + radius * tan(slope)") {
  const mpz_class unit = mpz_class(1) << 20;
  const auto window = [&](const char* radius, const char* step, const char* slope, bool ratio = false) {
    BakeArguments a = level();
    a.radius = radius;
    a.step = step;
    (ratio ? a.slope_ratio : a.slope) = slope;
    const auto o = make_bake_options(a);
    REQUIRE(o);
    return mpq_class(o->window * unit);
  };
  CHECK(window("1", "0", "45") == unit + 1);
  CHECK(window("1", "1/2", "45") == unit + unit / 2 + 1);
  CHECK(window("3", "0", "0") == 1);
  CHECK(window("0.3", "0.4", "45") == 734004);        // .7 * 2^20 = 734003.2
  CHECK(window("2", "1/3", "2/3", true) == 1747627);  // 5/3 * 2^20 = 1747626.67
  CHECK(window("1", "0", "60") == 1816187);           // sqrt(3) * 2^20 = 1816186.9...
  CHECK(window("1", "0", "30") == 605396);            // 2^20 / sqrt(3) = 605395.6...
  CHECK(window("1", "0", "1") == 18303);              // tan(1 degree) * 2^20 = 18302.9...
  CHECK(window("0", "1/2", "45") == unit / 2);        // no radius: the step
}

using namespace plumb::pipeline;

TEST_CASE("Presets: each is what its tool has by default") {
  const std::pair<const char*, const char*> expected[] = {
      {"recast",
       "preset recast, up y, numbers double, sides up, slope 45, step 9/10, radius 3/5, window 1572865/1048576, disc "
       "16, clearance inner, stances stand 2"},
      {"godot",
       "preset godot, up y, numbers double, sides up, slope 45, step 1/4, radius 1/2, window 786433/1048576, disc 16, "
       "clearance inner, stances stand 3/2"},
      {"unity",
       "preset unity, up y, numbers double, sides up, slope 45, step 3/4, radius 1/2, window 1310721/1048576, disc 16, "
       "clearance inner, stances stand 2"},
      {"quake",
       "preset quake, up z, numbers double, sides up, slope cos 7/10, step 18, radius 16, window 4498819/131072, disc "
       "4, clearance inner, solids closed, stances stand 56"},
      {"doom",
       "preset doom, up z, numbers double, sides up, slope 45, step 24, radius 16, window 24, disc 4, clearance inner, "
       "stances stand 56"}};
  for (const auto& [name, text] : expected)
    CHECK(options_text(options_of(with_preset(name))) == std::string("Options: ") + text + ".\n");
}

TEST_CASE("Presets: every option that is given overrides") {
  BakeArguments a = with_preset("quake");
  a.stances = {"crouch=1", "stand=2"};
  a.slope = "30";
  a.sides = "both";
  a.up = "y";
  a.step = "0";
  a.solids = "none";
  a.radius = "0.5";
  a.window = "1";
  a.disc = "8";
  const BakeOptions o = options_of(a);
  CHECK(options_text(o) ==
        "Options: preset quake, up y, numbers double, sides both, slope 30, step 0, radius 1/2, window 1, disc 8, "
        "clearance inner, stances crouch 1, stand 2.\n");
  CHECK(json_text(options_json(o)).find(R"("preset":"quake")") != std::string::npos);
}

TEST_CASE("Presets: one that is not known is refused with the list") {
  const auto o = make_bake_options(with_preset("quack"));
  REQUIRE_FALSE(o);
  CHECK(o.error().message == "--preset 'quack' is unknown; give recast or godot or unity or quake or doom");
}

TEST_CASE("Presets: a cosine is a limit of slope, one of three") {
  BakeArguments a = with_preset("godot");
  a.slope_cos = "0.7";
  const BakeOptions o = options_of(a);
  CHECK_FALSE(o.slope);
  CHECK(o.slope_cos == mpq_class(7, 10));
  CHECK(json_text(options_json(o)).find(R"("slope_cos":"7/10")") != std::string::npos);
  for (const char* wrong : {"0", "-1", "11/10"}) {
    a.slope_cos = wrong;
    CHECK_FALSE(make_bake_options(a));
  }
  a.slope_cos = "1/2";
  a.slope = "60";  // the same, but given twice
  CHECK_FALSE(make_bake_options(a));
}

TEST_CASE("Settings: each has one row of the table, with names and a place of its own") {
  std::set<std::string> options, keys;
  for (const Setting& s : setting_table()) {
    INFO(s.option);
    CHECK(options.insert(s.option).second);
    CHECK(keys.insert(s.key).second);
    CHECK(&setting_of(s.key) == &s);
    CHECK((!s.range.holds || s.number));  // a range is asked of a number
    CHECK(s.low <= s.high);
  }
  int place = 0;
  for (const Setting* s : plan_settings()) CHECK(s->plan == ++place);
}

TEST_CASE("Settings: those of a navmesh are read back as they were given") {
  BakeArguments a = level();
  a.stances = {"crawl=1/2", "stand=9/5"};
  a.slope_ratio = "22/7";
  a.step = "1/3", a.weld = "1/7", a.radius = "2/9", a.sides = "up", a.up = "z", a.numbers = "decimal";
  a.leave_out = {"Sky*", "Water"};
  a.disc = "24", a.exact_digits = "77", a.one_surface = true, a.clearance = "outer", a.seed_points = {"1/2,0,3"};
  const BakeOptions given = options_of(a);
  std::vector<const char*> all;
  for (const Setting& s : setting_table())
    if (s.json && std::string(s.key) != "stances") all.push_back(s.key);
  BakeArguments again = level();
  read_back(nav_mesh_info(given), all, again);
  CHECK(again.stances == a.stances);
  CHECK(again.leave_out == a.leave_out);
  CHECK_FALSE(again.slope);
  CHECK(json_text(options_json(options_of(again))) == json_text(options_json(given)));

  BakeArguments few = level();
  read_back(nav_mesh_info(given), std::vector{"step"}, few);
  CHECK(few.step == a.step);
  CHECK(few.weld == BakeArguments().weld);
}
