// SPDX-License-Identifier: GPL-3.0-or-later
// What `explain` says of a point is what the stance map says of the cell around it, and on cells' boundaries what the
// definitions say.
#include "plumb/pipeline/explain.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>

#include "support/area_function.h"
#include "support/explain_agreement.h"
#include "support/random_level.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

BakeTextOptions three_stances(Sides sides) {
  BakeTextOptions o;
  o.stances = {{"crawl", mpq_class(1)}, {"crouch", mpq_class(3, 2)}, {"stand", mpq_class(5, 2)}};
  o.step = mpq_class(1, 2);
  o.sides = sides;
  return o;
}

std::string text_of_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("property: explain agrees with the stance map and, on boundaries, with the definitions on random levels") {
  ExplainTally tally;
  for (unsigned seed = 0; seed < 400; ++seed) {
    INFO("seed " << seed);
    ExplainedLevel level(random_level(seed), three_stances(seed % 3 == 0 ? Sides::up : Sides::both), seed);
    REQUIRE(level.fault(1000, tally) == "");
    REQUIRE(level.fault_at_random(40, tally) == "");
  }
  for (const kernel::Label label :
       {kernel::covered, kernel::blocked, kernel::Label{1}, kernel::Label{2}, kernel::Label{3}})
    CHECK(tally.inside[label] >= 150);
  CHECK(tally.corners >= 5000);
  CHECK(tally.edges >= 5000);
  CHECK(tally.nothing >= 100);
  CHECK(tally.walls >= 500);
  CHECK(tally.no_walls >= 500);
  CHECK(tally.crossable >= 50);
}

TEST_CASE("property: explain agrees with the stance map on the shipped levels") {
  ExplainTally tally;
  for (const char* folder : {"/docs/examples", "/tests/corpus/levels"})
    for (const auto& entry : std::filesystem::directory_iterator(std::string(PLUMB_SOURCE_DIR) + folder)) {
      if (entry.path().extension() != ".obj") continue;
      INFO(entry.path());
      const bool ruin = entry.path().filename() == "ruin.obj";
      BakeTextOptions o = three_stances(Sides::up);
      o.numbers = Numbers::binary64;
      o.up = ruin ? UpAxis::y : UpAxis::z;
      const std::string obj = text_of_file(entry.path());
      ExplainedLevel level(obj, o, 1);
      REQUIRE(level.fault(40, tally) == "");
    }
  CHECK(tally.corners >= 500);
  CHECK(tally.inside[kernel::blocked] >= 20);
  CHECK(tally.walls >= 20);
}

TEST_CASE("property: explain agrees with the stance map on other people's levels") {
  struct Scene {
    const char* file;
    UpAxis up;
    Numbers numbers;
    std::size_t cells;
  };
  ExplainTally tally;
  for (const Scene& s : {Scene{"recast/nav_test.obj", UpAxis::y, Numbers::binary32, 100},
                         Scene{"made/competition.obj", UpAxis::z, Numbers::decimal, 20},
                         Scene{"levels/q_dm4_bsp.obj", UpAxis::z, Numbers::binary64, 60}}) {
    const std::string path = std::string(PLUMB_SHARED_DIR "/scenes/") + s.file;
    if (!std::filesystem::exists(path)) {
      WARN("skipped: there is no " << path);
      continue;
    }
    INFO(path);
    BakeTextOptions o = three_stances(Sides::both);
    o.up = s.up;
    o.numbers = s.numbers;
    ExplainedLevel level(text_of_file(path), o, 2);
    REQUIRE(level.fault(s.cells, tally) == "");
  }
}

TEST_CASE(
    "property: between the listed heights A(h) is a parabola, and at them what is lost is told, on random levels") {
  std::size_t compared = 0, values = 0, jumps = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    INFO("seed " << seed);
    const BakedText baked = bake_text(random_level(seed), three_stances(seed % 3 == 0 ? Sides::up : Sides::both));
    const AreaFunction area(baked.scene.points, baked.set);
    BakeArguments a;
    a.scene = "test.obj";
    a.sides = seed % 3 == 0 ? "up" : "both";
    a.exact_digits = "0";
    const BakeOptions options = options_of(a);
    const auto query = make_threshold_query("height", "0,5", false, {}, options);
    REQUIRE(query);
    const HeightThresholds t = height_thresholds(baked.scene.points, baked.set, area.index(), options, *query);
    REQUIRE(fault_of(t, area, 1, compared) == "");
    values += t.values.size();
    for (const HeightThreshold& v : t.values) jumps += v.lost > 0;
  }
  CHECK(compared >= 300);
  CHECK(values >= 300);
  CHECK(jumps >= 30);
}
