// SPDX-License-Identifier: GPL-3.0-or-later
// Faces and numbers that once went wrong (tests/corpus/faces), each by its command.
#include <gmpxx.h>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <cmath>

#include "support/run_program.h"

using namespace plumb::tests;
using Json = nlohmann::json;

namespace {

// A level of tests/corpus/faces, or one given as text.
class Level {
 public:
  explicit Level(const std::string& name) : file_(PLUMB_SOURCE_DIR "/tests/corpus/faces/" + name) {}
  Level(const std::string& name, const std::string& text) : file_(name) { write_file(run_.folder() / name, text); }

  Json report(const std::string& options = "") {
    const Outcome o = run_("bake " + plumb::tests::quoted(file_) +
                           " --report r.json -o n.json --certificate c.cert --quiet " + options);
    INFO(o.err);
    REQUIRE(o.status == 0);
    const Outcome check = run_("check " + plumb::tests::quoted(file_) + " c.cert");
    INFO(check.err);
    CHECK(check.status == 0);
    return Json::parse(run_.file("r.json"));
  }
  Json mesh() const { return Json::parse(run_.file("n.json")); }

 private:
  Run run_;
  std::string file_;
};

double traversable(const Json& report) { return report["area"]["traversable"]["approx"]; }
std::string exactly(const Json& report) { return report["area"]["traversable"]["exact"]; }
bool warns(const Json& report, const std::string& code) {
  for (const Json& w : report["warnings"])
    if (w["code"] == code) return true;
  return false;
}

}  // namespace

TEST_CASE("case door_30: a concave wall that is plane but for rounding keeps its doorway, as door_0's does") {
  for (const char* name : {"door_0.obj", "door_30.obj"}) {
    INFO(name);
    const Json report = Level(name).report("--step 0.4");
    CHECK(report["graph"]["components"] == Json{1});
    CHECK_FALSE(warns(report, "fanned_faces"));
  }
}

TEST_CASE("case o_concave_tilt: an L that is plane but for rounding has its area") {
  const Json report = Level("o_concave_tilt.obj").report();
  CHECK(std::abs(traversable(report) - 64) < 1e-9);
  CHECK(exactly(Level("o_concave_tilt.obj").report("--numbers decimal")) == "64");
}

TEST_CASE("case keyhole: a hole that a bridge edge joins to the rim is a hole") {
  const Json report = Level("keyhole.obj").report();
  CHECK(exactly(report) == "84");
  CHECK(report["scene"]["dropped_faces"].empty());
  CHECK(report["scene"]["dropped_corners"].empty());
  CHECK(report["scene"]["split_faces"] == Json{0});
}

TEST_CASE("case keyhole_tilt: the same turned, plane but for rounding") {
  const Json report = Level("keyhole_tilt.obj").report();
  CHECK(std::abs(traversable(report) - 84 * std::cos(0.3)) < 1e-9);
  CHECK_FALSE(warns(report, "fanned_faces"));
}

TEST_CASE("faces that are not planar and cross themselves: a warning with their number and the excess") {
  // A figure eight, whose area vector is nearest to up: the fan from its first corner has 8 and 12, the outline 12 - 8.
  Level level("eight.obj", "v 0 0 0\nv 4 0 4\nv 4 0 0\nv 0 1 6\nf 1 2 3 4\n");
  const Json report = level.report("--numbers decimal");
  REQUIRE(warns(report, "fanned_faces"));
  REQUIRE(report["scene"]["fanned_faces"].size() == 1);
  CHECK(report["scene"]["fanned_faces"][0]["face"] == 0);
  const mpq_class excess(report["scene"]["fanned_faces"][0]["excess"]["exact"].get<std::string>());
  CHECK(excess == 16);
  std::string text;
  for (const Json& w : report["warnings"])
    if (w["code"] == "fanned_faces") text = w["text"];
  CHECK(text.find("1 face is not planar and crosses itself") == 0);
  CHECK(text.find("(face 0, counted from 0); fans have 16 more area") != text.npos);
}

TEST_CASE("corners that edges reach there and back alone are left out and listed") {
  Level level("spike.obj", "v 0 0 0\nv 4 0 0\nv 4 0 4\nv 0 0 4\nv 9 0 9\nf 1 2 3 5 3 4\n");
  const Json report = level.report();
  CHECK(exactly(report) == "16");
  CHECK(report["scene"]["dropped_corners"] == Json{{{"face", 0}, {"corner", 3}}});
}

TEST_CASE("case weld_rounding: areas do not depend on how cells are cut") {
  const std::string options =
      "--up z --sides up --numbers float --optimise none --stance crawl=0.5 --stance crouch=1.1 --stance stand=1.8 "
      "--step 0.4 --weld 0.25 --radius 0.3 --disc 8 --exact-digits 0 --decomposition ";
  Level level("weld_rounding.obj");
  const Json bounded = level.report(options + "bounded"), seed = level.report(options + "seed");
  CHECK(bounded["area"] == seed["area"]);
  CHECK(bounded["area"]["too_close"]["approx"] > 0);
}

TEST_CASE("case same_numbers: what is joined is a function of the numbers, not of their denominator") {
  Level level("same_numbers.obj");
  level.report("--stance s=0.1 --numbers double");
  const Json as_double = level.mesh();
  level.report("--stance s=0.1 --numbers decimal");
  Json as_decimal = level.mesh();
  CHECK(as_double["denominator"] == "8");
  CHECK(as_decimal["denominator"] == "8");
  CHECK(as_decimal["cells"] == as_double["cells"]);
  CHECK(as_decimal["portals"] == as_double["portals"]);
}
