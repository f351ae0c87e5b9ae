// SPDX-License-Identifier: GPL-3.0-or-later
// What plumb bakes is audited by plumb, file by file; and navmeshes of levels so small that every figure is known.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>

#include "plumb/pipeline/audit.h"
#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/diff.h"
#include "support/audited.h"
#include "support/detour_tile.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

const std::filesystem::path examples = std::filesystem::path(PLUMB_SOURCE_DIR) / "docs/examples";

}  // namespace

TEST_CASE("audit: a bake's own files are the true floor, on every shipped level") {
  const Folder folder;
  for (const auto& file : std::filesystem::directory_iterator(examples)) {
    if (file.path().extension() != ".obj") continue;
    const std::string name = file.path().stem().string(), up = name == "ruin" ? "y" : "z";
    INFO(name);
    BakeArguments level = level_of(file.path().string(), up);
    BakeArguments baking = level;
    for (const char* extension : {".json", ".obj", ".bin"}) baking.outputs.push_back(folder / (name + extension));
    const auto options = make_bake_options(baking);
    REQUIRE(options);
    Progress silent;
    const auto report = bake(*options, silent);
    REQUIRE(report);

    const AuditFacts own = audited({.level = level, .navmesh = folder / (name + ".json")});
    CHECK(own.passes());
    CHECK(compare_area(own.missing, 0) == 0);
    CHECK(compare_area(own.excess, 0) == 0);
    CHECK(compare_area(own.repeated, 0) == 0);
    CHECK(own.components.areas.size() == own.components.truth);
    CHECK(own.heights->low == 0);
    CHECK(own.heights->high == 0);
    CHECK(own.found_from_truth->high == 0);
    CHECK(own.truth_from_found->high == 0);
    CHECK(own.findings.empty());

    // Where all corners are doubles nothing is rounded; ruin's move by a millionth.
    const AuditFacts drawn = audited({.level = level, .navmesh = folder / (name + ".obj")});
    CHECK(compare_area(drawn.missing, mpq_class(1, 1000)) < 0);
    CHECK(compare_area(drawn.excess, mpq_class(1, 1000)) < 0);

    // What the grid moves is at most that far from the true floor.
    const AuditFacts tile = audited({.level = level, .navmesh = folder / (name + ".bin")});
    const mpq_class moved = report->detour.at(".bin").moved_squared;
    const double most = std::sqrt(moved.get_d()) * (1 + 0x1p-8) + 0x1p-20;
    CHECK(tile.found_from_truth->low <= most);
    CHECK(tile.components.lost.empty());
    CHECK(tile.components.spurious.empty());
  }
}

// Bakes a level in which rounding leaves nothing of what joins two parts, and audits each file: all of the floor, in
// one piece.
void check_joined(const std::string& name, const std::vector<std::string>& kinds, const mpq_class& floor,
                  const std::function<void(BakeArguments&)>& options) {
  const Folder folder;
  BakeArguments level;
  level.scene = PLUMB_SOURCE_DIR "/tests/corpus/exports/" + name + ".obj";
  level.sides = "up";
  level.threads = "2";
  options(level);
  BakeArguments baking = level;
  for (const std::string& kind : kinds) baking.outputs.push_back(folder / ("out" + kind));
  const auto checked = make_bake_options(baking);
  REQUIRE(checked);
  Progress silent;
  const auto report = bake(*checked, silent);
  REQUIRE(report);
  CHECK(report->warnings.empty());
  for (const std::string& kind : kinds) {
    INFO(name << kind);
    const ConformingFacts& facts = report->conforming.at(kind);
    CHECK(facts.lost == std::vector<std::uint64_t>{0});
    CHECK(facts.lost_ways == std::vector<std::uint64_t>{0});
    CHECK(facts.area_left_out == 0);
    const AuditFacts found = audited({.level = level, .navmesh = folder / ("out" + kind)});
    CHECK(exact(found.truth) >= floor);
    CHECK(compare_area(found.missing, exact(found.truth) / 10000) <= 0);
    CHECK(compare_area(found.excess, exact(found.truth) / 10000) <= 0);
    CHECK(found.islands == 1);
    CHECK(found.components.truth == 1);
    CHECK(found.components.lost.empty());
    CHECK(found.components.split.empty());
  }
}

const std::vector<std::string> all_kinds = {".obj", ".glb", ".tres", ".bin", ".mset"};

TEST_CASE("exports: own_neck_3mm, own_neck_1e-7: both rooms, joined") {
  const auto decimals = [](BakeArguments& a) {
    a.numbers = "decimal";
    a.stances = {"stand=2"};
  };
  check_joined("own_neck_3mm", all_kinds, 500000, decimals);
  check_joined("own_neck_1e-7", all_kinds, 100, decimals);
}

TEST_CASE("exports: own_door, own_door_2e-60: both sides, joined") {
  const auto with = [](const char* numbers) {
    return [=](BakeArguments& a) {
      a.numbers = numbers;
      a.step = "0.5";
      a.radius = "0.3";
    };
  };
  check_joined("own_door", all_kinds, 82, with("float"));
  check_joined("own_door_2e-60", all_kinds, 82, with("decimal"));
}

TEST_CASE("exports: stair_on_ramp: no triangle is lost with a sliver") {
  const Folder folder;
  BakeArguments level;
  level.scene = PLUMB_SOURCE_DIR "/tests/corpus/exports/stair_on_ramp.obj";
  level.sides = "up";
  level.stances = {"stand=1.4"};
  level.step = "0.6";
  level.slope = "46";
  BakeArguments baking = level;
  for (const std::string& kind : all_kinds) baking.outputs.push_back(folder / ("out" + kind));
  const auto checked = make_bake_options(baking);
  REQUIRE(checked);
  Progress silent;
  REQUIRE(bake(*checked, silent));
  for (const std::string& kind : all_kinds) {
    INFO(kind);
    const AuditFacts found = audited({.level = level, .navmesh = folder / ("out" + kind)});
    CHECK(compare_area(found.found, mpq_class(46870, 10000)) > 0);
    CHECK(compare_area(found.found, mpq_class(46880, 10000)) < 0);
    CHECK(compare_area(found.missing, mpq_class(1, 1000)) < 0);
  }
}

TEST_CASE("audit: a mesh of squares is what it is known to be") {
  const Folder folder;
  const std::string scene =
      folder.write("scene.obj", "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nv 8 0 0\nv 8 4 0\nf 1 2 3 4\nf 2 5 6 3\n");
  AuditArguments a{.level = level_of(scene, "z")};
  SECTION("one of two is missing") {
    a.navmesh = folder.write("m.obj", "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nf 1 2 3 4\n");
    const AuditFacts facts = audited(a);
    CHECK(exact(facts.covered) == 16);
    CHECK(exact(facts.missing) == 16);
    CHECK(exact(facts.excess) == 0);
    REQUIRE(facts.findings.size() == 1);
    CHECK(facts.findings[0].box[0] == ExactPoint{4, 0, 0});
    CHECK(facts.findings[0].box[1] == ExactPoint{8, 4, 0});
    CHECK_FALSE(facts.passes());
    a.fail_if = "missing>50%,excess>0";
    CHECK(audited(a).passes());
    a.fail_if = "missing>49.9999999999999999999%";
    CHECK_FALSE(audited(a).passes());
  }
  SECTION("one is there twice, and one lies over nothing") {
    a.navmesh = folder.write("m.obj",
                             "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nv 8 0 0\nv 8 4 0\nv 9 0 0\nv 9 4 0\n"
                             "f 1 2 3 4\nf 1 2 3 4\nf 2 5 6 3\nf 5 7 8 6\n");
    const AuditFacts facts = audited(a);
    CHECK(exact(facts.missing) == 0);
    CHECK(exact(facts.repeated) == 16);
    CHECK(causes(facts) == std::map<std::string, mpq_class>{{"nothing", 4}});
  }
  SECTION("thresholds that do not fit") {
    a.navmesh = folder.write("m.obj", empty_mesh);
    for (const char* list : {"missing", "missing>x", "lost>1%", "width>1", "missing>-1", "", " ", "missing>1 2"}) {
      a.fail_if = list;
      CHECK(contains(refused(a), "in quotes for the shell, as --fail-if 'missing>1%,lost>0'"));
    }
  }
  SECTION("a window as high as the stance is refused") {
    a.navmesh = folder.write("m.obj", empty_mesh);
    a.below = "0.9", a.above = "0.9";
    CHECK(contains(refused(a), "has to be less than the stance's height"));
    a.above = "0.899";
    CHECK(audited(a).mesh.polygons.empty());
  }
  SECTION("options that do not fit") {
    a.navmesh = folder.write("m.obj", empty_mesh);
    a.transform = "1,2,3";
    CHECK(contains(refused(a), "twelve"));
    a.transform.reset();
    a.cell = "0.3";
    CHECK(contains(refused(a), "CS,CH"));
    a.cell = "0,1";
    CHECK(contains(refused(a), "not above 0"));
    a.cell.reset();
    a.surface = "detail";
    CHECK(contains(refused(a), "detail"));
    a.surface.reset();
    a.stance = "fly";
    CHECK(contains(refused(a), "none of the stances"));
    a.stance.reset();
    a.settings = folder.write("x.gset", "f level.obj\n");
    CHECK(contains(refused(a), "no line of settings"));
    a.settings = folder.write("x.gset", "s 0.3 0.2 2 0.6 0.9 45 8 20 12 1.3 6 6 1\n");
    const AuditFacts facts = audited(a);
    CHECK(facts.baker.cell_height == mpq_class(1, 5));
    CHECK(facts.baker.min_region == 64);
    CHECK(facts.baker.max_error == mpq_class(13, 10));
  }
}

TEST_CASE("audit: with a radius, what is certain is told") {
  const Folder folder;
  const std::string scene = folder.write("scene.obj", "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nf 1 2 3 4\n");
  AuditArguments a{.level = level_of(scene, "z"), .navmesh = scene};
  a.level.radius = "0.5";
  const AuditFacts facts = audited(a);
  CHECK(exact(facts.truth) == 9);
  CHECK(exact(facts.outer) == 9);
  CHECK(exact(facts.missing) == 0);
  CHECK(exact(facts.excess) == 7);
  CHECK(causes(facts) == std::map<std::string, mpq_class>{{"too_close", 7}});
}

TEST_CASE("diff: the areas are those of an audit, and nothing differs from itself") {
  const Folder folder;
  const std::string scene = (examples / "ruin.obj").string();
  BakeArguments baking = level_of(scene, "y");
  baking.outputs = {folder / "a.json"};
  Progress silent;
  const auto first = make_bake_options(baking);
  REQUIRE(first);
  REQUIRE(bake(*first, silent));
  const std::string other = folder.write("b.obj", "v 0 0 0\nv 9 0 0\nv 9 0 -9\nv 0 0 -9\nf 1 2 3 4\n");
  const auto compared = [&](const std::string& a, const std::string& b) {
    const auto options = make_diff_options({.a = a, .b = b});
    REQUIRE(options);
    auto facts = diff(*options, silent);
    REQUIRE(facts);
    return std::move(*facts);
  };
  CHECK(compared(folder / "a.json", folder / "a.json").same());
  const DiffFacts differ = compared(folder / "a.json", other);
  CHECK_FALSE(differ.same());
  const AuditFacts facts = audited({.level = level_of(scene, "y"), .navmesh = other});
  REQUIRE(differ.parts.size() == 1);
  CHECK(exact(differ.parts[0].only_b) == exact(facts.excess));
  CHECK(exact(differ.parts[0].b) == exact(facts.found));
  CHECK(compare_area(differ.parts[0].only_a, exact(facts.missing)) == 0);
}

TEST_CASE("read_foreign_mesh: polygon for polygon and link for link what a live dtNavMesh has") {
  const Folder folder;
  BakeArguments baking = level_of((examples / "ruin.obj").string(), "y");
  baking.outputs = {folder / "m.mset"};
  baking.tile = "8";
  const auto options = make_bake_options(baking);
  REQUIRE(options);
  Progress silent;
  REQUIRE(bake(*options, silent));
  std::ifstream in(folder / "m.mset", std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  const DetourSet live(bytes);
  const auto mesh = read_foreign_mesh_text(bytes, "m.mset", {});
  REQUIRE(mesh);

  const dtNavMesh& detour = live.mesh;
  std::map<const dtMeshTile*, ForeignMesh::Index> first;
  ForeignMesh::Index next = 0;
  std::vector<const dtMeshTile*> tiles;
  for (const auto& t : live.tiles) {
    tiles.push_back(detour.getTileByRef(t.reference));
    first[tiles.back()] = next;
    next += static_cast<ForeignMesh::Index>(tiles.back()->header->offMeshBase);
  }
  REQUIRE(mesh->polygons.size() == next);
  std::set<std::pair<ForeignMesh::Index, ForeignMesh::Index>> links, read;
  for (const dtMeshTile* tile : tiles)
    for (int p = 0; p < tile->header->offMeshBase; ++p) {
      const dtPoly& polygon = tile->polys[p];
      const ForeignMesh::Polygon& own = mesh->polygons[first.at(tile) + static_cast<ForeignMesh::Index>(p)];
      REQUIRE(own.corners.size() == polygon.vertCount);
      for (std::size_t k = 0; k < own.corners.size(); ++k) {
        const float* v = &tile->verts[3 * polygon.verts[k]];
        CHECK(mesh->points[own.corners[k]] == ExactPoint{mpq_class(v[0]), -mpq_class(v[2]), mpq_class(v[1])});
      }
      for (unsigned l = polygon.firstLink; l != DT_NULL_LINK; l = tile->links[l].next) {
        const dtMeshTile* to = nullptr;
        const dtPoly* other = nullptr;
        detour.getTileAndPolyByRefUnsafe(tile->links[l].ref, &to, &other);
        if (other->getType() != DT_POLYTYPE_GROUND) continue;
        const auto a = first.at(tile) + static_cast<ForeignMesh::Index>(p),
                   b = first.at(to) + static_cast<ForeignMesh::Index>(other - to->polys);
        links.insert(std::minmax(a, b));
      }
    }
  for (const ForeignMesh::Link& l : mesh->links) read.insert({l.a, l.b});
  CHECK(links.size() > 100);
  // Besides, what connections join.
  for (const auto& l : links) CHECK(read.contains(l));
  CHECK(read.size() <= links.size() + mesh->off_mesh);
}
