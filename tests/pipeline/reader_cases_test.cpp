// SPDX-License-Identifier: GPL-3.0-or-later
// Files that went wrong once, each a test of its name: what `plumb bake` makes of them.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "plumb/pipeline/import_scene.h"
#include "support/rounded_by_mpfr.h"
#include "support/run_program.h"

using namespace plumb::pipeline;
using namespace plumb::tests;
using Json = nlohmann::json;

namespace {

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

}  // namespace

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
