// SPDX-License-Identifier: GPL-3.0-or-later
// Levels that once went wrong, each by its command: faces and numbers (tests/corpus/faces), files of other formats than
// OBJ (tests/corpus/scenes_other), and coordinates that no file for engines holds, which each such file refuses while
// the others and the summary appear.
#include <gmpxx.h>

#include <catch2/catch.hpp>
#include <cctype>
#include <cmath>
#include <nlohmann/json.hpp>
#include <random>

#include "plumb/pipeline/import_scene.h"
#include "support/rounded_by_mpfr.h"
#include "support/run_program.h"

using namespace plumb::pipeline;
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

const std::string corpus = PLUMB_SOURCE_DIR "/tests/corpus/scenes_other/";

struct Told {
  Json report;
  std::string summary;
};

Told bake(const std::string& file, const std::string& options = "") {
  Run run;
  const Outcome o = run("bake " + quoted(file) + " --report r.json " + options);
  INFO(o.err);
  REQUIRE(o.status == 0);
  return {Json::parse(run.file("r.json")), run("bake " + quoted(file) + " " + options).out};
}

bool has_infinity(const std::string& text) {
  for (const char* word : {"inf", "nan"})
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
      const auto letter = [&](std::size_t i) {
        return i < text.size() && std::isalpha(static_cast<unsigned char>(text[i]));
      };
      if (!letter(at + 3) && (at == 0 || !letter(at - 1))) return true;
    }
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

TEST_CASE("readers/p_bincr.ply: a binary PLY whose header ends its lines by CR is a floor of 100") {
  CHECK(bake(corpus + "p_bincr.ply").report["area"]["traversable"]["exact"] == "100");
}

TEST_CASE("readers/g_float_int.gltf: integers written as 0.0 make a floor of 100") {
  CHECK(bake(corpus + "g_float_int.gltf").report["area"]["traversable"]["exact"] == "100");
}

TEST_CASE("readers/g_exp_int.gltf: integers written as 4e0 make a floor of 100") {
  CHECK(bake(corpus + "g_exp_int.gltf").report["area"]["traversable"]["exact"] == "100");
}

TEST_CASE("readers/g_nopos.gltf: a primitive without positions is left out, and said") {
  const Told told = bake(corpus + "g_nopos.gltf");
  CHECK(told.report["area"]["traversable"]["exact"] == "100");
  CHECK(told.report["scene"]["skipped_primitives"] == 1);
  CHECK(told.summary.find("\n1 primitive without POSITION left out: nothing says where it is.\n") != std::string::npos);
  CHECK(bake(corpus + "square.gltf").summary.find("POSITION") == std::string::npos);
}

TEST_CASE("numbers/nested_100.gltf: bakes as the OBJ of its world positions, rounded by MPFR") {
  const std::string options = "--sides up --step 0.2 --stance stand=1 --exact-digits 0";
  ImportOptions exact;
  exact.numbers = Numbers::decimal;
  const auto scene = import_scene(corpus + "nested_100.gltf", exact);
  REQUIRE(scene);
  CHECK(scene->transform_bits > 100);
  const Folder folder;
  for (const std::string numbers : {"double", "float"}) {
    CAPTURE(numbers);
    std::string obj;
    int rounded = 0;
    for (const auto p : scene->face_points) {
      std::array<double, 3> place;
      for (int axis = 0; axis < 3; ++axis) {
        const mpq_class v = scene->points.exact(p, axis) / scene->points.denominator();
        const double near = numbers == "float" ? binary32_by_mpfr(v) : binary64_by_mpfr(v);
        rounded += mpq_class(near) != v;
        place[static_cast<std::size_t>(axis)] = near;
      }
      char line[128];  // y up again
      std::snprintf(line, sizeof line, "v %.17g %.17g %.17g\n", place[0], place[2], 0 - place[1]);
      obj += line;
    }
    CHECK(rounded > 10000);
    for (std::size_t c = 1; c <= scene->face_points.size(); c += 3)
      obj += "f " + std::to_string(c) + " " + std::to_string(c + 1) + " " + std::to_string(c + 2) + "\n";
    const std::string both = options + " --numbers " + numbers;
    const Json expected = bake(folder.write("a.obj", obj), both).report,
               found = bake(corpus + "nested_100.gltf", both).report;
    for (const char* part : {"area", "polygons", "cells", "graph"}) CHECK(found[part] == expected[part]);
    CHECK(found["scene"]["bounds"] == expected["scene"]["bounds"]);
    CHECK(found["scene"]["coordinate_bits"] == expected["scene"]["coordinate_bits"]);
    CHECK(found["scene"]["straightened_nodes"] == 102);
    CHECK(found["area"]["traversable"]["approx"].get<double>() == Approx(334.238).epsilon(1e-5));
    CHECK(found["warnings"].empty());
  }
}

TEST_CASE("out of range: huge_coord.obj has its numbers in the summary, and its files are refused") {
  Run run;
  write_file(run.folder() / "huge_coord.obj", text_of_file(PLUMB_SOURCE_DIR "/tests/corpus/exports/huge_coord.obj"));
  const auto given = run.made();
  const Outcome o = run("bake huge_coord.obj -o h.glb -o h.tres");
  INFO(o.err << o.out);
  CHECK(o.status == 2);
  CHECK(run.made() == given);
  CHECK(o.out.find("5e+599   100.00 %") != std::string::npos);
  CHECK_FALSE(has_infinity(o.out));
  for (const char* file : {"h.glb", "h.tres"})
    CHECK(o.err.find(std::string("plumb: ") + file + ": the navmesh has coordinates beyond the range of binary32; ") !=
          std::string::npos);
  // With nothing else to do it ends before the bake.
  CHECK(run("bake huge_coord.obj -o h.glb --quiet").status == 2);
}

TEST_CASE("out of range: 50 levels of other sizes, in every format") {
  Run run;
  std::mt19937 random(30);
  const std::vector<std::string> binary32{"glb", "tres", "obj", "bin", "mset"};
  std::size_t beyond_doubles = 0, within = 0, beyond = 0;
  for (int seed = 0; seed < 50; ++seed) {
    int exponent = seed < 10 ? 30 + static_cast<int>(random() % 6) : 39 + static_cast<int>(random() % 500);
    if (exponent == 308) ++exponent;  // in which some numbers are doubles, and some are not
    const std::string far = std::to_string(1 + random() % 9) + "e" + std::to_string(exponent);
    write_file(run.folder() / "far.obj",
               "v 0 0 0\nv " + far + " 0 0\nv " + far + " 0 " + far + "\nv 0 0 " + far + "\nf 4 3 2 1\n");
    const std::string engine = "x." + binary32[static_cast<std::size_t>(seed) % binary32.size()];
    const Outcome o = run("bake far.obj --numbers decimal --exact-digits 0 -o x.svg -o x.csv -o x.json -o " + engine);
    INFO(seed << ": " << far << " " << engine << "\n" << o.out << o.err);
    const bool fits = exponent <= 35, drawn = exponent <= 307;
    CHECK(o.status == (fits ? 0 : 2));
    CHECK_FALSE(has_infinity(o.out));
    const auto made = run.made();
    const auto appeared = [&](const std::string& file) { return std::ranges::find(made, file) != made.end(); };
    CHECK(appeared(engine) == fits);
    CHECK(appeared("x.svg") == drawn);
    CHECK(appeared("x.csv"));
    CHECK(appeared("x.json"));
    for (const std::string& file : made)
      if (file != "x.bin" && file != "x.mset" && file != "x.glb" && file != "far.obj")
        CHECK_FALSE(has_infinity(run.file(file)));
    for (const std::string& file : made) std::filesystem::remove(run.folder() / file);
    beyond_doubles += !drawn;
    within += fits;
    beyond += !fits && drawn;
  }
  CHECK(within == 10);
  CHECK(beyond >= 10);
  CHECK(beyond_doubles >= 10);
}
