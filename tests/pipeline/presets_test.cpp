// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include "plumb/pipeline/options_json.h"
#include "plumb/pipeline/options_text.h"

using namespace plumb::pipeline;

namespace {

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
