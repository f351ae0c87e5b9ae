// SPDX-License-Identifier: GPL-3.0-or-later
// What an audit says of places that people asked for: overlaps, edges of three polygons, the true gap of a false join
// and what stands in it, components inside solids; and what it says of another agent, and of AzerothCore's settings.
#include <array>
#include <catch2/catch.hpp>
#include <cstring>
#include <random>

#include "plumb/pipeline/bake.h"
#include "support/audited.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

using kernel::ExactPoint;

std::string corpus(const std::string& name) { return std::string(PLUMB_SOURCE_DIR) + "/tests/corpus/audit/" + name; }

// A point of the input, y up, as audits have it.
ExactPoint at(const mpq_class& x, const mpq_class& y, const mpq_class& z) { return {x, -z, y}; }

AuditArguments overlap_case(const std::string& navmesh) {
  AuditArguments out{.level = {}, .navmesh = corpus("overlap_place/" + navmesh)};
  out.level.scene = corpus("overlap_place/three.obj");
  out.level.sides = "up";
  return out;
}

// Rectangles and triangles in plan as an .obj with z up; corners at one place are one vertex.
class Plan {
 public:
  std::uint32_t add(const std::vector<ExactPoint>& corners) {
    std::string face = "f";
    for (const ExactPoint& c : corners) {
      auto found = std::ranges::find(points_, c);
      if (found == points_.end()) found = points_.insert(found, c);
      face += " " + std::to_string(found - points_.begin() + 1);
    }
    faces_ += face + "\n";
    return count_++;
  }
  std::uint32_t box(int x0, int y0, int x1, int y1, const mpq_class& z = 0) {
    return add({{x0, y0, z}, {x1, y0, z}, {x1, y1, z}, {x0, y1, z}});
  }
  // A body with its faces outward.
  void body(const mpq_class& x0, const mpq_class& y0, const mpq_class& x1, const mpq_class& y1, const mpq_class& z0,
            const mpq_class& z1) {
    add({{x0, y0, z0}, {x0, y1, z0}, {x1, y1, z0}, {x1, y0, z0}});
    add({{x0, y0, z1}, {x1, y0, z1}, {x1, y1, z1}, {x0, y1, z1}});
    add({{x0, y0, z0}, {x1, y0, z0}, {x1, y0, z1}, {x0, y0, z1}});
    add({{x1, y0, z0}, {x1, y1, z0}, {x1, y1, z1}, {x1, y0, z1}});
    add({{x1, y1, z0}, {x0, y1, z0}, {x0, y1, z1}, {x1, y1, z1}});
    add({{x0, y1, z0}, {x0, y0, z0}, {x0, y0, z1}, {x0, y1, z1}});
  }
  void name(const std::string& object) { faces_ += "o " + object + "\n"; }
  std::string text() const {
    std::string out;
    for (const ExactPoint& p : points_) {
      out += "v";
      for (const mpq_class& v : p) out += " " + std::to_string(v.get_d());
      out += "\n";
    }
    return out + faces_;
  }

 private:
  std::vector<ExactPoint> points_;
  std::string faces_;
  std::uint32_t count_ = 0;
};

AuditArguments beside(const Folder& folder, const Plan& level, const Plan& navmesh) {
  AuditArguments out{.level = {}, .navmesh = folder.write("navmesh.obj", navmesh.text())};
  out.level.scene = folder.write("level.obj", level.text());
  out.level.up = "z";
  out.level.numbers = "decimal";
  out.edges = "whole";
  out.sliver = "0.001";
  return out;
}

bool says_another(const AuditFacts& facts) { return contains(audit_text(facts), "agent is another one"); }

}  // namespace

TEST_CASE("audit case audit_overlap_place: the place of an overlap and of an edge of three polygons, everywhere") {
  const AuditFacts three = audited(overlap_case("three.tres"));
  REQUIRE(three.overlaps.size() == 1);
  const OverlapPlace& place = three.overlaps[0];
  CHECK(exact(place.area) == 1);
  CHECK(place.polygons == std::vector<std::uint32_t>{1, 2});
  CHECK(place.box == std::array{at(3, 0, 4), at(mpq_class(7, 2), 0, 0)});
  CHECK_FALSE(place.below_grid);
  REQUIRE(place.rings.size() == 1);
  CHECK(place.rings[0].size() == 3);
  REQUIRE(three.structure.crowded_edges.size() == 1);
  const std::string text = audit_text(three);
  CHECK(contains(text, "Structure: 1 edges of three polygons or more"));
  CHECK(contains(text, "Edges of three polygons or more:\n  edge   (3.000, 0.000, 0.000) to (3.000, 0.000, 4.000)"));
  CHECK(contains(text, "polygons 0, 1, 2\n"));
  CHECK(contains(text, "Largest of 1 place where the navmesh lies over itself:\n"));
  CHECK(contains(text, "(3.000, 0.000, 0.000) to (3.500, 0.000, 4.000)   polygons 1, 2\n"));
  CHECK(contains(text, "Fails: overlap>0 (1.000)."));
  CHECK(contains(text, "Fails: edges3>0 (1)."));
  const std::string csv = audit_csv(three);
  CHECK(contains(csv, ",overlap,,,1 2,1,1,"));
  CHECK(contains(csv, ",3,0,0,3.5,0,4,,,\n"));
  CHECK(contains(csv, ",edges3,,,0 1 2,,,3,0,0,3,0,0,3,0,4,,,\n"));
  const std::string json = audit_json(three);
  CHECK(contains(json, "\"overlaps\":"));
  CHECK(contains(json, "\"rings\":"));

  const AuditFacts over = audited(overlap_case("over.tres"));
  REQUIRE(over.overlaps.size() == 1);
  CHECK(exact(over.overlaps[0].area) == 4);
  CHECK(over.overlaps[0].polygons == std::vector<std::uint32_t>{0, 1});
  CHECK(over.overlaps[0].box == std::array{at(3, 0, 4), at(4, 0, 0)});
  CHECK(over.structure.crowded_edges.empty());

  const AuditFacts sound = audited(overlap_case("tjunction.tres"));
  CHECK(sound.overlaps.empty());
  CHECK_FALSE(contains(audit_text(sound), "over itself:"));

  const Folder folder;
  AuditArguments drawn = overlap_case("three.tres");
  drawn.outputs = {folder / "plan.svg", folder / "drawing.obj", folder / "page.html"};
  audited(drawn);
  const std::string plan = text_of_file(drawn.outputs[0]);
  CHECK(contains(plan, ">overlap 1<"));
  CHECK(contains(plan, ">edges3 1<"));
  CHECK(contains(plan, ">polygons 0, 1, 2<"));
  CHECK(contains(text_of_file(drawn.outputs[1]), "g edges3\n"));
  CHECK_FALSE(text_of_file(drawn.outputs[2]).empty());
}

TEST_CASE("audit: places of overlaps and of edges of three polygons, drawn at random") {
  // Slots of 10 x 10, each with one of these: two rectangles apart, beside one another, or over one another; the latter
  // under a third one; a triangle that hangs over one of two at their common edge.
  enum Kind { apart, beside_one_another, over, thrice, edge };
  std::mt19937 random(54);
  for (int variant = 0; variant < 50; ++variant) {
    INFO("variant " << variant);
    Plan level, navmesh;
    level.box(0, 0, 40, 10);
    using Place = std::pair<mpq_class, std::vector<std::uint32_t>>;  // area and polygons
    std::vector<Place> wanted;
    std::vector<std::vector<std::uint32_t>> edges;
    for (int slot = 0; slot < 4; ++slot) {
      const int x = 10 * slot, y = static_cast<int>(random() % 3), middle = x + 4 + static_cast<int>(random() % 2),
                wide = 1 + static_cast<int>(random() % 2), deep = 2 + static_cast<int>(random() % 3);
      const Kind kind = variant < 5 ? static_cast<Kind>(variant) : static_cast<Kind>(random() % 5);
      const int begin = kind == apart ? middle + 1 : kind == over || kind == thrice ? middle - wide : middle;
      const std::uint32_t first = navmesh.box(x + 1, y, middle, y + deep),
                          second = navmesh.box(begin, y, x + 9, y + deep);
      const mpq_class z(static_cast<int>(random() % 3) - 1, 8);  // within the window
      if (kind == over) wanted.push_back({wide * deep, {first, second}});
      if (kind == thrice) {
        const std::uint32_t third = navmesh.box(begin, y, middle, y + deep);
        // Its part over the others is there twice too often.
        wanted.push_back({2 * wide * deep, {first, second, third}});
      }
      if (kind == edge) {
        const std::uint32_t third = navmesh.add({{middle, y, 0}, {middle + wide, y + 1, z}, {middle, y + deep, 0}});
        wanted.push_back({mpq_class(wide * deep, 2), {second, third}});
        edges.push_back({first, second, third});
      }
    }
    for (auto& [area, polygons] : wanted) area.canonicalize();
    const Folder folder;
    const AuditFacts facts = audited(beside(folder, level, navmesh));
    std::vector<Place> found;
    mpq_class sum = 0;
    for (const OverlapPlace& p : facts.overlaps) {
      found.push_back({exact(p.area), p.polygons});
      sum += exact(p.area);
    }
    CHECK(sum == exact(facts.repeated));
    std::ranges::sort(found);
    std::ranges::sort(wanted);
    CHECK(found == wanted);
    std::vector<std::vector<std::uint32_t>> crowded;
    for (const auto& e : facts.structure.crowded_edges) crowded.push_back(e.polygons);
    std::ranges::sort(crowded);
    CHECK(crowded == edges);
    CHECK(facts.passes() == false);
    CHECK(contains(audit_text(facts), "Fails: edges3>0") == !edges.empty());
  }
}

TEST_CASE("audit: an edge of three polygons whose corners the file has several times") {
  const Folder folder;
  AuditArguments given = overlap_case("");
  given.navmesh =
      folder.write("own_corners.tres",
                   "[gd_resource type=\"NavigationMesh\" format=3]\n\n[resource]\nvertices = "
                   "PackedVector3Array(0, 0, 0, 3, 0, 0, 3, 0, 4, 0, 0, 4, 3, 0, 0, 6, 0, 0, 6, 0, 4, 3, 0, "
                   "4, 3, 0, 0, 3.5, 0, 2, 3, 0, 4)\npolygons = [PackedInt32Array(0, 1, 2, 3), "
                   "PackedInt32Array(4, 5, 6, 7), PackedInt32Array(8, 9, 10)]\n");
  const AuditFacts facts = audited(given);
  REQUIRE(facts.structure.crowded_edges.size() == 1);
  CHECK(facts.structure.crowded_edges[0].polygons == std::vector<std::uint32_t>{0, 1, 2});
}

TEST_CASE("audit case audit_step0: a Detour file of Plumb's own is of no other agent") {
  std::mt19937 random(7);
  const auto number = [&](int least, int most) {
    return least + static_cast<int>(random() % static_cast<unsigned>(most - least + 1));
  };
  for (int variant = 0; variant < 50; ++variant) {
    const double scale = std::array{1.0, 0.01, 100.0, 3.7}[variant % 4], away = variant % 5 == 4 ? 4096.0 : 0.0;
    const int x = number(5, 30), y = number(5, 30), z = variant % 3 == 0 ? 0 : number(1, 9);
    const auto corner = [&](double u, double v, double w) {
      return "v " + std::to_string(away + u * scale) + " " + std::to_string(v * scale) + " " +
             std::to_string(w * scale) + "\n";
    };
    const Folder folder;
    BakeArguments level;
    level.scene =
        folder.write("hall.obj", corner(0, 0, 0) + corner(x, 0, z) + corner(x, y, z) + corner(0, y, 0) + "f 1 2 3 4\n");
    level.up = "z";
    level.sides = "up";
    const std::string height = std::to_string(1.8 * scale);
    level.stances = {"stand=" + height};
    const int kind = variant % 6;
    if (kind >= 3) level.step = std::to_string(scale * (kind == 3 ? 0.4 : 0.9));
    BakeArguments baking = level;
    baking.outputs = {folder / (kind % 3 == 0 ? "own.bin" : kind % 3 == 1 ? "own.mset" : "own.tres")};
    if (kind % 3 == 1) baking.tile = std::to_string(4 * scale);
    INFO(variant << ": " << baking.outputs[0]);
    const auto options = make_bake_options(baking);
    REQUIRE(options);
    Progress silent;
    const auto report = bake(*options, silent);
    REQUIRE(report);
    REQUIRE(report->not_written.empty());
    AuditArguments given{.level = level, .navmesh = baking.outputs[0]};
    CHECK_FALSE(says_another(audited(given)));
    // Of another agent it is told.
    given.level.step = std::to_string(scale * (kind >= 3 ? 0.2 : 0.3));
    if (kind >= 3) CHECK(says_another(audited(given)));
  }
}

TEST_CASE("audit: a component inside a solid is there for `inside` also behind its walls") {
  for (int variant = 0; variant < 50; ++variant) {
    INFO(variant);
    const int x = 6 + variant % 7, y = 5 + variant % 5, wide = 3 + variant % 4;
    Plan level, navmesh;
    level.box(0, 0, 24, 24);
    level.body(x, y, x + wide, y + wide, -1, 3);
    navmesh.box(0, 0, 24, y - 1);
    const mpq_class in(1 + variant % 3, 4);
    const std::array<mpq_class, 2> low{x + in, y + in}, high{x + wide - in, y + wide - in};
    navmesh.add({{low[0], low[1], 0}, {high[0], low[1], 0}, {high[0], high[1], 0}, {low[0], high[1], 0}});
    const Folder folder;
    AuditArguments given = beside(folder, level, navmesh);
    given.level.solids = "closed";
    given.cell = "0.3,0.2";
    const AuditFacts facts = audited(given);
    CHECK(facts.components.spurious.size() == 1);
    for (const ComponentPlace& place : facts.places) {
      if (place.kind != ComponentPlace::Kind::spurious) continue;
      REQUIRE(place.causes.size() == 1);
      CHECK(place.causes[0].first == Cause::inside);
      CHECK(exact(place.causes[0].second) == (high[0] - low[0]) * (high[1] - low[1]));
    }
  }
}

TEST_CASE("audit: the gap of a false join is that of the true border, its cause the kerb that stands there") {
  for (int variant = 0; variant < 50; ++variant) {
    INFO(variant);
    // A kerb of this width and height across a floor; the navmesh lacks floor on either side, and leads over it.
    mpq_class width(1 + variant % 5, 8), height(2 + variant % 3, 4);
    width.canonicalize();
    height.canonicalize();
    const int x = 4 + variant % 4;
    const int room = 1 + variant % 2;
    Plan level, navmesh;
    level.name("floor");
    level.box(0, 0, 14, 4);
    level.name("kerb");
    level.body(x, 0, x + width, 4, 0, height);
    const mpq_class top = 3, peak = x + width / 2;
    navmesh.box(0, 0, x - room, 4);
    const mpq_class right = x + width + room;
    navmesh.add({{x - room, 0, 0}, {peak, 0, top}, {peak, 4, top}, {x - room, 4, 0}});
    navmesh.add({{peak, 0, top}, {right, 0, 0}, {right, 4, 0}, {peak, 4, top}});
    navmesh.add({{right, 0, 0}, {14, 0, 0}, {14, 4, 0}, {right, 4, 0}});
    const Folder folder;
    AuditArguments given = beside(folder, level, navmesh);
    given.level.step = "0.4";
    const AuditFacts facts = audited(given);
    const auto join = std::ranges::find_if(facts.joins, &ComponentJoin::is_false);
    REQUIRE(join != facts.joins.end());
    CHECK(std::ranges::count_if(facts.joins, &ComponentJoin::is_false) == 1);
    CHECK(join->squared_width == width * width);
    CHECK(abs(join->to[0] - join->from[0]) == width);
    CHECK(join->from[2] == 0);
    CHECK(join->to[2] == 0);
    // Its top and its sides.
    CHECK(join->standing == std::vector<std::uint32_t>{2, 4, 6});
    CHECK(contains(audit_text(facts), "where faces 2, 4, 6 (kerb) stand"));
    CHECK(contains(audit_json(facts), "\"cause\":\"obstacle\"") !=
          contains(audit_json(facts), "\"cause\": \"obstacle\""));
  }
}

TEST_CASE("audit: AzerothCore's header gives settings, in whichever file of several") {
  const std::string trinity = text_of_file(corpus("trinity_0000000.mmtile"));
  std::uint32_t size = 0;
  std::memcpy(&size, trinity.data() + 12, sizeof size);
  const std::string tile = trinity.substr(trinity.size() - size);
  std::mt19937 random(19);
  for (int variant = 0; variant < 50; ++variant) {
    const float cell = 0.03125f * static_cast<float>(1 + random() % 20),
                high = cell / static_cast<float>(1 + random() % 4),
                error = 0.1f * static_cast<float>(10 + random() % 10);
    std::string header = trinity.substr(0, 20);
    const auto add = [&](auto value) { header.append(reinterpret_cast<const char*>(&value), sizeof value); };
    add(60.0f);
    header += std::string("\2\6\6\0", 4);
    for (const std::uint32_t count : {2000u, 80u, 25u}) add(count);
    add(cell);
    for (const float v : {cell, high, error}) add(v);
    REQUIRE(header.size() == 56);
    const Folder folder;
    AuditArguments given{.level = {}, .navmesh = folder.write("0000000.mmtile", header + tile)};
    given.level.scene = corpus("floor2.obj");
    if (variant % 2 == 1) given.navmesh = folder.write("000.mmap", text_of_file(corpus("trinity_000.mmap")));
    const AuditFacts facts = audited(given);
    CHECK(facts.baker.cell_size == mpq_class(cell));
    CHECK(facts.baker.cell_height == mpq_class(high));
    CHECK(facts.baker.max_error == mpq_class(error));
    CHECK(facts.baker.height != mpq_class(6 * high));  // which is in cells: Detour's header has it in units
    CHECK(contains(audit_text(facts), "cells' height"));
  }
}
