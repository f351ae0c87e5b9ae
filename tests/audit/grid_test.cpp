// SPDX-License-Identifier: GPL-3.0-or-later
// What is below the grid of a navmesh's file is told, and splits nothing.
//
// 1. Which grid a file has, and whether a region is narrower than that.
// 2. Audits: what the grid of a file's numbers cannot hold exceeds no threshold, and is counted by a metric of its own.
//    The cells of a baker are its choice: what they lose counts.
#include "plumb/pipeline/file_grid.h"

#include <iomanip>
#include <sstream>

#include "plumb/pipeline/bake.h"
#include "support/audited.h"
#include "support/floors.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

ForeignMesh mesh_of(std::vector<ExactPoint> points) {
  ForeignMesh out;
  out.points = std::move(points);
  out.polygons.emplace_back();
  for (std::uint32_t i = 0; i < out.points.size(); ++i) out.polygons[0].corners.push_back(i);
  return out;
}

std::string bake_to(const std::string& scene, const BakeArguments& level, const std::string& file) {
  BakeArguments baking = level;
  baking.scene = scene;
  baking.outputs = {file};
  const auto options = make_bake_options(baking);
  if (!options) FAIL(options.error().text());
  Progress silent;
  if (const auto report = bake(*options, silent); !report) FAIL(report.error().text());
  return file;
}

}  // namespace

TEST_CASE("file_grid: cells that corners keep to, binary32, decimals, fractions") {
  const mpq_class tenth(1, 10);
  ForeignMesh mesh = mesh_of({{0, 0, 0}, {100, 0, 0}, {100, 7, 0}});
  CHECK(file_grid(mesh).kind == FileGrid::Kind::binary32);
  CHECK(file_grid(mesh).step == mpq_class(1, 1 << 17));                // from 64 to 128
  mesh.points[2][1] = mpq_class("6999999523162842/1000000000000000");  // a decimal that stands for 7 - 2^-21
  CHECK(file_grid(mesh).kind == FileGrid::Kind::binary32);
  mesh.points[2][1] = 7;
  mesh.settings.cell_size = 1;
  CHECK(file_grid(mesh).kind == FileGrid::Kind::cells);
  CHECK(file_grid(mesh).step == 1);
  mesh.settings.cell_size = 3;  // 100 is no multiple
  CHECK(file_grid(mesh).kind == FileGrid::Kind::binary32);
  mesh.settings.cell_size.reset();
  mesh.points[0][0] = 0.1;
  CHECK(file_grid(mesh).kind == FileGrid::Kind::binary64);
  CHECK(file_grid(mesh).step == mpq_class(1, mpz_class(1) << 46));
  mesh.points[0][1] = 0.123456;
  CHECK(file_grid(mesh).kind == FileGrid::Kind::decimals);
  CHECK(file_grid(mesh).step == mpq_class(1, 1000000));
  mesh.is_binary32 = true;  // as Godot rounds its text
  CHECK(file_grid(mesh).kind == FileGrid::Kind::binary32);
  CHECK(file_grid(mesh).step == mpq_class(1, 1 << 17));
  mesh.is_binary32 = false;
  mesh.points[0][1] = mpq_class(1, 3);  // as a decimal that is no double
  CHECK(file_grid(mesh).kind == FileGrid::Kind::binary64);
  CHECK(file_grid(mesh).step == mpq_class(1, mpz_class(1) << 45));
  mesh.is_exact = true;
  CHECK(file_grid(mesh).step == 0);
  CHECK(file_grid({}).step == 0);
}

TEST_CASE("file_grid: binary32 beside an origin, as in a .glb far from zero") {
  const mpq_class far = mpq_class(1) << 30, small(1, 1 << 20);
  const ForeignMesh mesh = mesh_of({{far - 3, 0, 1}, {far + 3, 0, 1}, {far + small, 5, 1}});
  CHECK(file_grid(mesh).kind == FileGrid::Kind::binary32);
  CHECK(file_grid(mesh).step == mpq_class(1, 1 << 21));  // from 4 to 8
}

TEST_CASE("is_narrower: by the width of a convex region, whichever way it lies and however it is cut") {
  const auto rectangle = [](const mpq_class& width, const mpq_class& length) {
    // Along (3, 4), whose length is 5.
    const auto at = [&](const mpq_class& u, const mpq_class& v) {
      return kernel::PlanPoint{(3 * u - 4 * v) / 5, (4 * u + 3 * v) / 5};
    };
    return kernel::PlanRing{at(0, 0), at(length, 0), at(length, width), at(0, width)};
  };
  const mpq_class little(1, mpz_class(1) << 80);
  for (const mpq_class& step : {mpq_class(1, 1000), mpq_class(1), mpq_class(7, 3)}) {
    const kernel::PlanRing equal = rectangle(step, 100), narrow = rectangle(step - little, 100);
    CHECK_FALSE(is_narrower({&equal, 1}, step));
    CHECK(is_narrower({&narrow, 1}, step));
    // Two strips side by side, each narrower.
    const kernel::PlanRing half = rectangle(step / 2 + little, 100);
    kernel::PlanRing beside = half;
    for (kernel::PlanPoint& p : beside) p = {p[0] - 4 * (step / 2) / 5, p[1] + 3 * (step / 2) / 5};
    CHECK(is_narrower({&half, 1}, step));
    const std::vector<kernel::PlanRing> both{half, beside};
    CHECK_FALSE(is_narrower(both, step));
  }
}

TEST_CASE("audit: what rounding to binary32 makes is told, not failed; what is wider fails") {
  const Folder folder;
  Met met({{"rounded", 50}, {"a strip is missing", 50}, {"a strip is in excess", 50}});
  CHECK(check_many("below the grid", 110, met, [&] {
    // Triangles of decimals, far enough from one another.
    std::ostringstream level, mesh;
    mesh << std::setprecision(80);
    const int kind = drawn(0, 2);
    const int count = drawn(1, 4);
    const mpq_class strip(drawn(1, 99), 1000);
    for (int i = 0; i < count; ++i) {
      int x[4], y[4];
      // A quadrilateral around the middle of a square of 10 by 10, at hundredths.
      for (int k = 0; k < 4; ++k) {
        x[k] = 1000 * i + (k == 0 || k == 3 ? drawn(10, 300) : drawn(600, 900));
        y[k] = k < 2 ? drawn(10, 300) : drawn(600, 900);
      }
      for (int k = 0; k < 4; ++k) level << "v " << x[k] << "e-2 " << y[k] << "e-2 0\n";
      level << "f -4 -3 -2 -1\n";
      for (int k = 0; k < 4; ++k) {
        // Its first side is moved inward or outward.
        const double moved = i == 0 && (k == 0 || k == 3) ? (kind == 1   ? strip.get_d()
                                                             : kind == 2 ? -strip.get_d()
                                                                         : 0)
                                                          : 0;
        mesh << "v " << static_cast<float>(x[k] / 100.0 + moved) << ' ' << static_cast<float>(y[k] / 100.0) << " 0\n";
      }
      mesh << "f -4 -3 -2 -1\n";
    }
    AuditArguments a{.level = level_of(folder.write("level.obj", level.str()), "z"),
                     .navmesh = folder.write("mesh.obj", mesh.str())};
    a.level.numbers = "decimal";
    const AuditFacts facts = audited(a);
    RC_ASSERT(facts.grid.kind == FileGrid::Kind::binary32);
    ++met[kind == 0 ? "rounded" : kind == 1 ? "a strip is missing" : "a strip is in excess"];
    RC_ASSERT(facts.passes() == (kind == 0));
    RC_ASSERT(facts.components.lost.empty());
    if (kind == 0) {
      RC_ASSERT(exact(facts.below_grid.missing) == exact(facts.missing));
      RC_ASSERT(exact(facts.below_grid.excess) == exact(facts.excess));
      a.fail_if = "missing>0,excess>0";
      RC_ASSERT(audited(a).passes());
      const std::string text = audit_text(facts);
      RC_ASSERT((exact(facts.missing) == 0 || contains(text, "Does not fail: missing>0 (<0.")));
      RC_ASSERT(contains(text, "Passes.\n"));
    } else {
      RC_ASSERT(exact(kind == 1 ? facts.missing : facts.excess) >
                exact(kind == 1 ? facts.below_grid.missing : facts.below_grid.excess));
    }
  }));
}

TEST_CASE("audit: own tile sets split and merge nothing: strips without area in the file's grid do not") {
  const Folder folder;
  Met met({{"stairs", 50}, {"strips", 50}});
  CHECK(check_many("stairs in own tile sets", 50, met, [&] {
    // Treads at heights no step leads over, side by side in plan: the grid moves their edges over one another.
    std::ostringstream level;
    const int treads = drawn(3, 8), depth = drawn(23, 97), rise = drawn(11, 31);
    const double turn = drawn(1, 89) * 0.0174533;
    for (int i = 0; i < treads; ++i) {
      for (const auto& [u, v] : {std::pair(i, 0), std::pair(i + 1, 0), std::pair(i + 1, 1), std::pair(i, 1)}) {
        const double x = u * depth / 100.0, y = v * 2.37;
        level << "v " << std::setprecision(9) << x * std::cos(turn) - y * std::sin(turn) << ' '
              << x * std::sin(turn) + y * std::cos(turn) << ' ' << i * rise / 100.0 << '\n';
      }
      level << "f -4 -3 -2 -1\n";
    }
    BakeArguments arguments = level_of(folder.write("stairs.obj", level.str()), "z");
    arguments.step = "0.1";
    arguments.weld = "0";
    ++met["stairs"];
    const AuditFacts facts =
        audited({.level = arguments, .navmesh = bake_to(arguments.scene, arguments, folder / "stairs.mset")});
    RC_ASSERT(facts.grid.kind == FileGrid::Kind::cells);
    RC_ASSERT(facts.components.truth == static_cast<std::uint32_t>(treads));
    if (facts.components.areas.size() > facts.components.truth) ++met["strips"];
    RC_ASSERT(facts.components.split.empty());
    RC_ASSERT(facts.components.merged.empty());
    RC_ASSERT(facts.joins.empty());
    RC_ASSERT(facts.passes());
  }));
}

TEST_CASE("audit: an empty navmesh is not below a grid, however small the level's faces are") {
  const Folder folder;
  // A strip of 1e-7 beside a floor, within a navmesh in binary32 far out.
  AuditArguments a{
      .level = level_of(folder.write("level.obj", "v 0 0 0\nv 4 0 0\nv 4 1e-7 0\nv 0 1e-7 0\nf 1 2 3 4\n"), "z"),
      .navmesh = folder.write("m.obj", empty_mesh)};
  CHECK_FALSE(audited(a).passes());
  a.navmesh = folder.write("m.obj", "v 4096 0 0\nv 4100 0 0\nv 4100 4 0\nf 1 2 3\n");
  const AuditFacts facts = audited(a);
  CHECK(compare_area(facts.below_grid.missing, 0) == 0);
  CHECK_FALSE(facts.passes());
}

TEST_CASE("audit: a straight corner that decimals move over its edge makes overlap below the grid") {
  const Folder folder;
  // A floor under a triangle, which takes headroom: its edge is straight between two cells.
  const std::string scene = folder.write("level.obj",
                                         "v 0.75 1.25 2.25\nv 6 1.25 2.25\nv 6 7 2.25\nv 0.75 7 2.25\nf 1 2 3 4\n"
                                         "v 5 6 2.75\nv 0.5 4.5 5.5\nv 1.75 4.25 6\nf 5 6 7\n");
  BakeArguments level = level_of(scene, "z");
  level.sides = "up";
  level.stances = {"stand=1.5"};
  const AuditFacts facts = audited({.level = level, .navmesh = bake_to(scene, level, folder / "m.obj")});
  CHECK(exact(facts.repeated) > 0);
  CHECK(facts.below_grid.all_overlap);
  CHECK(facts.passes());
}

TEST_CASE("audit: an OBJ beside a wall without thickness, where edges are divided in binary32, has no floor missing") {
  const Folder folder;
  const std::string scene = folder.write("level.obj",
                                         "v 0 0 0\nv 3 0 0\nv 3 3 0\nv 0 3 0\nf 1 2 3 4\n"
                                         "v 0.3 0.4 0\nv 2.7 1.7 0\nv 2.7 1.7 1\nv 0.3 0.4 1\nf 5 6 7 8\n");
  BakeArguments level = level_of(scene, "z");
  level.stances = {"stand=1.5"};
  const std::string file = bake_to(scene, level, folder / "m.obj");
  CHECK(text_of_file(file).find("# Coordinates are binary32") != std::string::npos);
  const AuditFacts facts = audited({.level = level, .navmesh = file});
  CHECK(facts.grid.kind == FileGrid::Kind::binary32);
  CHECK(exact(facts.missing) > 0);
  CHECK(facts.below_grid.all_missing);
  CHECK(facts.structure.nonconvex.empty());
  CHECK(facts.passes());
}

TEST_CASE("file_grid: cells of a baker are its choice, numbers are not") {
  ForeignMesh mesh = mesh_of({{0, 0, 0}, {30, 0, 0}, {30, 3, 0}});
  mesh.settings.height = 2;
  mesh.settings.cell_size = mpq_class(3) / 10;
  CHECK(file_grid(mesh).kind == FileGrid::Kind::cells);
  CHECK_FALSE(file_grid(mesh).is_of_numbers);
  mesh.settings.cell_size = mpq_class(1) / 1024;  // a 30,720th of the mesh
  CHECK(file_grid(mesh).kind == FileGrid::Kind::cells);
  CHECK(file_grid(mesh).is_of_numbers);
  mesh.settings.height = mpq_class(1) / 64;  // so few cells high no agent of such numbers is
  CHECK_FALSE(file_grid(mesh).is_of_numbers);
  mesh.settings.cell_size.reset();
  CHECK(file_grid(mesh).is_of_numbers);
}

TEST_CASE("audit: a component that the file's numbers cannot hold is not lost, but counted by a metric of its own") {
  const Folder folder;
  // Beside a floor, a strip of 1e-9.
  const std::string scene = folder.write("level.obj",
                                         "v 0 0 0\nv 8 0 0\nv 8 8 0\nv 0 8 0\nf 1 2 3 4\n"
                                         "v 10 0 0\nv 10.000000001 0 0\nv 10.000000001 2 0\nv 10 2 0\nf 5 6 7 8\n");
  BakeArguments level = level_of(scene, "z");
  level.sides = "up";
  for (const char* kind : {"obj", "glb", "bin", "mset"}) {
    INFO(kind);
    AuditArguments a{.level = level, .navmesh = bake_to(scene, level, folder / ("own." + std::string(kind)))};
    a.fail_if = "missing>0.01%,excess>0.01%,lost>0";
    const AuditFacts facts = audited(a);
    CHECK(facts.components.lost.size() == 1);
    CHECK(facts.below_grid.lost == 1);
    CHECK(facts.passes());
    CHECK(contains(audit_text(facts), "Does not fail: lost>0 (0, 1 more below the file's grid).\n"));
    a.fail_if = "below_grid>0";
    CHECK(audit_failures(audited(a)).ends_with(" fails below_grid>0 (1)"));
  }
  AuditArguments a{.level = level, .navmesh = bake_to(scene, level, folder / "own.json")};
  a.fail_if = "missing>0,excess>0,lost>0,below_grid>0";
  CHECK(audited(a).passes());
}
