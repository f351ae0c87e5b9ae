// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/simplify_nav_mesh.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <sstream>

#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/import_scene.h"
#include "plumb/pipeline/write_baked.h"
#include "support/cell_surface.h"
#include "support/level_text.h"
#include "support/temporary_folder.h"
#include "support/triangle_meshes.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using pipeline::Baked;
using pipeline::BakeSettings;
using pipeline::NavMesh;
using pipeline::Optimise;

Baked baked(const std::string& obj, const mpq_class& simplify, Optimise goal, BakeSettings settings = {}) {
  pipeline::ImportOptions reading;
  reading.numbers = pipeline::Numbers::decimal;
  reading.up = pipeline::UpAxis::z;
  settings.stances = {{"stand", 2}};
  settings.sides = pipeline::Sides::up;
  settings.optimise = goal;
  settings.exact_digits = 0;
  settings.wedge.simplify = simplify;
  auto scene = import_obj_text(obj, "test.obj", reading);
  REQUIRE(scene);
  auto made = bake(std::move(*scene), settings);
  REQUIRE(made);
  return std::move(*made);
}

mpq_class area_of(const NavMesh& mesh) {
  mpq_class sum = 0;
  for (const auto& sheet : cell_surface_of(mesh).sheets) sum += sheet.area;
  return sum;
}

std::size_t standing_cells(const NavMesh& mesh) {
  return static_cast<std::size_t>(std::ranges::count_if(mesh.cells, [](const auto& c) { return c.stance > 0; }));
}

// A floor of 10 by 10 under an octagon that faces down: a square with cut corners.
std::string under_octagon(const mpq_class& cut) {
  const mpq_class low = 4 + cut, high = 7 - cut;
  std::vector<kernel::ExactPoint> octagon{{low, 4, 1},  {high, 4, 1}, {7, low, 1},  {7, high, 1},
                                          {high, 7, 1}, {low, 7, 1},  {4, high, 1}, {4, low, 1}};
  std::ranges::reverse(octagon);
  return LevelText().slab(0, 0, 10, 10, 0).face(octagon).obj();
}

}  // namespace

TEST_CASE("simplify_nav_mesh: cut corners of an obstacle are filled where its sides meet, within half a cut") {
  const mpq_class cut(1, 4);
  const std::string level = under_octagon(cut);
  for (const bool less : {false, true}) {
    const mpq_class tolerance = cut / 2 - (less ? power_of_two(-60) : mpq_class(0));
    const Baked few = baked(level, tolerance, Optimise::count);
    CHECK(area_of(few.mesh()) == 100 - 9 + (less ? mpq_class(2 * cut * cut) : mpq_class(0)));
    CHECK(standing_cells(few.mesh()) == (less ? 8 : 4));
    const auto surface = cell_surface_of(few.mesh());
    REQUIRE(surface.sheets.size() == 1);
    CHECK(surface.sheets[0].euler == 0);
    REQUIRE(few.report.triangle_stages.size() == 1);
    CHECK(few.report.triangle_stages[0].name == "simplify");
    CHECK(few.report.triangle_stages[0].changes.lost.exact == (less ? mpq_class(0) : mpq_class(2 * cut * cut)));
    CHECK(few.report.triangle_stages[0].area.exact == area_of(few.mesh()));
    CHECK(few.report.graph.merged_cells[0] == (less ? 8 : 4));
    // What is blocked under the obstacle stays.
    CHECK(few.mesh().cells.size() > standing_cells(few.mesh()));
  }
}

TEST_CASE("simplify_nav_mesh: a ramp that winds over itself keeps each turn's floor") {
  // Two turns and a half of eight wedges around a pillar, 4 up each turn.
  const int x[] = {4, 3, 0, -3, -4, -3, 0, 3}, y[] = {0, 3, 4, 3, 0, -3, -4, -3};
  LevelText level;
  for (int i = 0; i < 20; ++i) {
    const auto at = [&](int k, const mpq_class& r) {
      return kernel::ExactPoint{r * x[k % 8], r * y[k % 8], mpq_class(k, 2)};
    };
    level.face({at(i, 1), at(i, 2), at(i + 1, 2)}).face({at(i, 1), at(i + 1, 2), at(i + 1, 1)});
  }
  for (const Optimise goal : {Optimise::none, Optimise::count}) {
    const Baked exact = baked(level.obj(), 0, Optimise::none), few = baked(level.obj(), 2, goal);
    const CellSurface before = cell_surface_of(exact.mesh()), after = cell_surface_of(few.mesh());
    REQUIRE(after.sheets.size() == 1);
    REQUIRE(before.sheets.size() == 1);
    CHECK(after.sheets[0].euler == 1);
    CHECK(after.sheets[0].area < before.sheets[0].area);
    for (const auto& [surface, region] : after.sheets[0].on)
      CHECK(combine(region, before.sheets[0].on.at(surface), kernel::BooleanOperation::subtract).empty());
  }
}

TEST_CASE("simplify_nav_mesh: the certificate is that of the floor before") {
  const Folder folder;
  pipeline::BakeArguments arguments;
  arguments.scene = folder.write("level.obj", under_octagon(mpq_class(1, 4)));
  arguments.up = "z";
  arguments.numbers = "decimal";
  arguments.stances = {"stand=2"};
  std::array<std::string, 2> text;
  for (const std::string simplify : {"0", "1"}) {
    arguments.simplify = simplify;
    arguments.certificate = folder / "level.cert";
    const auto options = make_bake_options(arguments);
    REQUIRE(options);
    pipeline::Progress silent;
    REQUIRE(bake(*options, silent));
    text[simplify == "1"] = text_of_file(arguments.certificate);
  }
  CHECK(text[0] == text[1]);
  CHECK(text[0].find("end") != std::string::npos);
}

TEST_CASE("simplify_nav_mesh: corners of steps with long numbers stay on the portals") {
  const std::string scene = PLUMB_SHARED_DIR "/scenes/recast/nav_test.obj";
  if (!std::filesystem::exists(scene)) {
    WARN("skipped: " + scene + " is not there");
    return;
  }
  pipeline::BakeArguments arguments;
  arguments.scene = scene;
  arguments.stances = {"stand=1.8"};
  arguments.sides = "up";
  arguments.step = "0.9";
  arguments.radius = "0.3";
  std::array<std::vector<std::uint64_t>, 2> components;
  for (const std::string simplify : {"0", "0.065"}) {
    arguments.simplify = simplify;
    const auto options = make_bake_options(arguments);
    REQUIRE(options);
    pipeline::Progress silent;
    const auto report = bake(*options, silent);
    REQUIRE(report);
    components[simplify != "0"] = report->graph.components;
  }
  CHECK(components[0] == components[1]);
}
