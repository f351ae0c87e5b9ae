// SPDX-License-Identifier: GPL-3.0-or-later
// Navmeshes that people brought: each test has the name of its files in tests/corpus/audit.
#include <catch2/catch.hpp>
#include <filesystem>

#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/diff.h"
#include "support/audited.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

std::string corpus(const std::string& name) {
  return (std::filesystem::path(PLUMB_SOURCE_DIR) / "tests/corpus/audit" / name).string();
}

DiffFacts compared(const std::string& a, const std::string& b) {
  DiffArguments arguments;
  arguments.a = a;
  arguments.b = b;
  const auto options = make_diff_options(arguments);
  if (!options) FAIL(options.error().text());
  Progress silent;
  auto facts = diff(*options, silent);
  if (!facts) FAIL(facts.error().text());
  return std::move(*facts);
}
void check_same(const std::string& file) {
  INFO(file);
  const DiffFacts facts = compared(file, file);
  CHECK(facts.same());
  for (const DiffFacts::Part& p : facts.parts) CHECK(p.components.areas.size() == p.components.truth);
}

AuditArguments beside_godot(const std::string& navmesh) {
  AuditArguments out{.level = {}, .navmesh = corpus(navmesh)};
  out.level.scene = corpus("level.glb");
  out.level.preset = "godot";
  return out;
}
AuditArguments beside_floor(const std::string& navmesh) {
  AuditArguments out{.level = {}, .navmesh = corpus(navmesh)};
  out.level.scene = corpus("floor2.obj");
  return out;
}

// The distance is known to 2^-10 of it.
void check_known(const std::optional<kernel::Interval>& d, double about) {
  REQUIRE(d);
  CHECK(d->low <= about * (1 + 1e-3));
  CHECK(d->high >= about * (1 - 1e-3));
  CHECK(d->high <= d->low * (1 + 0x1p-10));
}

}  // namespace

TEST_CASE("audit case nm.tscn: the region's node stands at x + 5") {
  const AuditFacts facts = audited(beside_godot("nm.tscn"));
  // Of the region's 361 square units 258.2043 are over the floor, as the same polygon at x + 5 in any other format.
  const AuditFacts moved = [&] {
    AuditArguments a = beside_godot("nm.tscn");
    const Folder folder;
    a.navmesh = folder.write("m.obj", "v -4.5 0 -9.5\nv -4.5 0 9.5\nv 14.5 0 9.5\nv 14.5 0 -9.5\nf 1 2 3 4\n");
    return audited(a);
  }();
  CHECK(exact(facts.covered) == exact(moved.covered));
  CHECK(exact(facts.excess) == exact(moved.excess));
  CHECK(std::abs(facts.covered.near().high / facts.truth.near().low - .728970) < 1e-6);
  CHECK(std::abs(facts.excess.near().high / facts.found.near().low - .284669) < 1e-6);
}

TEST_CASE("audit case nm2.tscn: all regions of a scene in one audit") {
  const AuditFacts facts = audited(beside_godot("nm2.tscn"));
  CHECK(facts.mesh.polygons.size() == 2);
  CHECK(facts.islands == 1);
  CHECK(exact(facts.found) == 361);
  AuditArguments one = beside_godot("nm2.tscn");
  one.resource = "B";
  CHECK(exact(audited(one).found) == mpq_class(361, 2));
  one.resource = "R1";
  CHECK(exact(audited(one).found) == mpq_class(361, 2));
}

TEST_CASE("audit case nm3.tscn: an external resource is followed") {
  CHECK(contains(refused(beside_godot("nm3.tscn")), "nm3.tscn:3: names 'res://level.tres': cannot open"));
  const Folder folder;
  AuditArguments a = beside_godot("");
  a.navmesh = folder.write("nm3.tscn", text_of_file(corpus("nm3.tscn")));
  folder.write("level.tres",
               "[gd_resource type=\"NavigationMesh\" format=3]\n\n[resource]\nvertices = PackedVector3Array(-9.5, 0, "
               "-9.5, -9.5, 0, 9.5, 9.5, 0, 9.5, 9.5, 0, -9.5)\npolygons = [PackedInt32Array(3, 2, 1, 0)]\n");
  CHECK(exact(audited(a).found) == 361);
}

TEST_CASE("audit case godot4_scene.tscn, g3.tscn: a bare word or number before a section") {
  check_same(corpus("godot4_scene.tscn"));
  check_same(corpus("g3.tscn"));
  const auto mesh = read_foreign_mesh(corpus("godot4_scene.tscn"), {});
  REQUIRE(mesh);
  CHECK(mesh->settings.radius == mpq_class(0.2));
}

TEST_CASE("audit case two_layers.obj: a navmesh differs from itself in nothing") {
  check_same(corpus("two_layers.obj"));
}

TEST_CASE("audit case seam_level.obj, seam_navmesh.obj: a gap's middle is as far as its half") {
  AuditArguments a{.level = {}, .navmesh = corpus("seam_navmesh.obj")};
  a.level.scene = corpus("seam_level.obj");
  a.level.sides = "up";
  a.level.weld = "0.001";
  a.cell = "0.05,0.05";
  const AuditFacts facts = audited(a);
  check_known(facts.found_from_truth, (5 - 4.9999) / 2);
  check_known(facts.truth_from_found, std::hypot(.2, .2));
  a.level.radius = "0.2";
  const AuditFacts cleared = audited(a);
  check_known(cleared.found_from_truth, (5 - 4.9999) / 2);
  CHECK(cleared.truth_from_found->low == 0);  // a rounding of .2 is all there is
  CHECK(cleared.truth_from_found->high <= 10 * 0x1p-40);
}

TEST_CASE("audit case audit_slow: heights of a billionth over a hundred") {
  AuditArguments a{.level = {}, .navmesh = corpus("audit_slow/noise9.obj")};
  a.level.scene = corpus("audit_slow/floor.obj");
  a.level.up = "z";
  a.level.numbers = "decimal";
  const AuditFacts facts = audited(a);
  check_known(facts.found_from_truth, 9.83e-10);
  check_known(facts.truth_from_found, 9.83e-10);
}

TEST_CASE("audit case audit_hang: rounded heights of a ramp") {
  AuditArguments a{.level = {}, .navmesh = corpus("audit_hang/x.mset")};
  a.level.scene = corpus("audit_hang/s.obj");
  a.level.bad_faces = "drop";
  a.level.up = "z";
  a.level.numbers = "decimal";
  a.level.sides = "up";
  a.level.step = "1/2";
  a.level.stances = {"s1=3/2"};
  const AuditFacts facts = audited(a);
  // 3 / 2^19: a corner that is moved so far down, and nothing near it is nearer than the floor above it.
  check_known(facts.found_from_truth, 3 / 524288.0);
  // Down a ramp of 45 degrees.
  check_known(facts.truth_from_found, 3 / 524288.0 / std::sqrt(2));
}

TEST_CASE("audit case habitat_v2.navmesh: read, with its settings") {
  const AuditFacts facts = audited(beside_floor("habitat_v2.navmesh"));
  CHECK(facts.mesh.polygons.size() == 15);
  CHECK(facts.baker.cell_size == mpq_class(.05f));
  CHECK(facts.baker.cell_height == mpq_class(.2f));
  CHECK(facts.baker.height == mpq_class(1.5f));
  CHECK(facts.baker.radius == mpq_class(.1f));
  CHECK(facts.baker.climb == mpq_class(.2f));
  CHECK(facts.baker.max_error == mpq_class(1.3f));
  CHECK(facts.baker.min_region == 400);
}

TEST_CASE("audit case trinity_0000000.mmtile, trinity_000.mmap: a tile, and a map with its tiles") {
  const auto habitat = read_foreign_mesh(corpus("habitat_v2.navmesh"), {});
  REQUIRE(habitat);
  for (const char* file : {"trinity_0000000.mmtile", "trinity_000.mmap"}) {
    const AuditFacts facts = audited(beside_floor(file));
    CHECK(facts.mesh.polygons.size() == 15);
    CHECK(facts.mesh.points == habitat->points);  // the same tile
    CHECK(facts.mesh.links == habitat->links);
  }
  AuditArguments given = beside_floor("trinity_000.mmap");
  given.more_files = {corpus("trinity_0000000.mmtile")};
  CHECK(audited(given).mesh.links == habitat->links);
  given.more_files = {corpus("trinity_0000000.mmtile"), corpus("trinity_0000000.mmtile")};
  CHECK(contains(refused(given), "is where another one is"));
  const Folder folder;
  AuditArguments alone = beside_floor("");
  alone.navmesh = folder.write("571.mmap", text_of_file(corpus("trinity_000.mmap")));
  CHECK(contains(refused(alone), "no tile of this map beside it, such as 5713228.mmtile"));
}

TEST_CASE("audit case navcat.json, threejs_tri.json: JSON of JavaScript") {
  for (const char* file : {"navcat.json", "threejs_tri.json"}) {
    const AuditFacts facts = audited(beside_floor(file));
    CHECK(facts.passes());
    CHECK(exact(facts.covered) == 2);
    CHECK(exact(facts.found) == 2);
    AuditArguments z_up = beside_floor(file);  // it stays y up
    z_up.level.up = "z";
    CHECK(exact(audited(z_up).found) == 2);
  }
}

TEST_CASE("audit case empty.tres: it was never baked") {
  CHECK(contains(refused(beside_floor("empty.tres")), "was never baked"));
}

TEST_CASE("audit: JSON that is no navmesh is told which is") {
  const Folder folder;
  for (const char* text : {"{}", "[]", "[1, 2]", "{\"a\": {\"b\": 1}}", "{\"vertices\": []}", "{\"tiles\": 3}"}) {
    AuditArguments a = beside_floor("");
    a.navmesh = folder.write("a.json", text);
    const std::string message = refused(a);
    for (const char* kind : {"plumb bake", "Recast", "rerecast", "navcat", "positions, indices"})
      CHECK(contains(message, kind));
  }
}

TEST_CASE("audit: a glTF navmesh is y up whatever the level is") {
  const Folder folder;
  const std::string level =
      folder.write("level.obj", "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nv 8 0 1\nv 8 4 1\nf 1 2 3 4\nf 2 5 6 3\n");
  BakeArguments baking;
  baking.scene = level;
  baking.up = "z";
  baking.outputs = {folder / "n.glb"};
  const auto options = make_bake_options(baking);
  REQUIRE(options);
  Progress silent;
  REQUIRE(bake(*options, silent));
  AuditArguments a{.level = baking, .navmesh = folder / "n.glb"};
  a.level.outputs = {};
  const AuditFacts facts = audited(a);
  CHECK(exact(facts.missing) == 0);
  CHECK(exact(facts.excess) == 0);
  a.navmesh_up = "z";
  CHECK(exact(audited(a).covered) == 0);  // unless it is said to be another
}
