// SPDX-License-Identifier: GPL-3.0-or-later
// Files that plumb writes for engines, audited against floors whose areas are known: terrain, of which Detour counts
// no more than 255 heights over a polygon, and levels far from the origin, where binary32 are far apart.
#include <catch2/catch.hpp>
#include <random>
#include <sstream>

#include "plumb/pipeline/audit.h"
#include "plumb/pipeline/bake.h"
#include "support/audited.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

// A square of count x count squares of two triangles each, z up, that lie at multiples of 1/8 over one another, so that
// no two are in one plane for long, and none is steep.
std::string terrain(std::mt19937& random, int count) {
  std::ostringstream out;
  for (int y = 0; y <= count; ++y)
    for (int x = 0; x <= count; ++x)
      out << "v " << x << ' ' << y << ' ' << static_cast<double>(random() % 5) / 8 << '\n';
  for (int y = 0; y < count; ++y)
    for (int x = 1; x <= count; ++x) {
      const int a = y * (count + 1) + x, b = a + count + 1;
      if (random() % 2 == 0)
        out << "f " << a << ' ' << a + 1 << ' ' << b + 1 << "\nf " << a << ' ' << b + 1 << ' ' << b;
      else out << "f " << a << ' ' << a + 1 << ' ' << b << "\nf " << a + 1 << ' ' << b + 1 << ' ' << b;
      out << '\n';
    }
  return out.str();
}

struct Written {
  BakeReport report;
  AuditFacts facts;
};

// Bakes a level, writes one file of it and audits that.
Written baked_and_audited(const Folder& folder, BakeArguments level, const std::string& extension) {
  BakeArguments baking = level;
  baking.outputs = {folder / ("own" + extension)};
  const auto options = make_bake_options(baking);
  REQUIRE(options);
  Progress silent;
  auto report = bake(*options, silent);
  REQUIRE(report);
  REQUIRE(report->not_written.empty());
  level.tile.reset();  // which is the file's
  AuditArguments audit{.level = std::move(level), .navmesh = baking.outputs[0]};
  if (extension == ".glb") audit.navmesh_up = "y";
  return {std::move(*report), audited(audit)};
}

BakeArguments standing_on(const std::string& scene) {
  BakeArguments level;
  level.scene = scene;
  level.up = "z";
  level.sides = "up";
  level.numbers = "decimal";
  level.threads = "1";
  return level;
}

bool has_warning(const BakeReport& report, const std::string& code) {
  return std::ranges::any_of(report.warnings, [&](const Warning& w) { return w.code == code; });
}

}  // namespace

TEST_CASE("own files: of terrain all heights are there, however many lie over a polygon") {
  const Folder folder;
  std::mt19937 random(33);
  std::size_t cut = 0;
  for (int seed = 0; seed < 50; ++seed) {
    const int count = 4 + static_cast<int>(random() % 14);
    const BakeArguments level = standing_on(folder.write("terrain.obj", terrain(random, count)));
    const std::string extension = std::array{
        ".mset", ".bin", ".mset", ".tres", ".mset", ".glb", ".mset", ".obj"}[static_cast<std::size_t>(seed) % 8];
    INFO(seed << ": " << count << " squares a side, " << extension);
    const auto [report, facts] = baked_and_audited(folder, level, extension);
    const mpq_class floor = count * count, most = floor / 10000;
    CHECK(exact(facts.truth) == floor);
    CHECK(compare_area(facts.missing, most) <= 0);
    CHECK(compare_area(facts.excess, most) <= 0);
    CHECK(compare_area(facts.repeated, most) <= 0);
    CHECK(facts.heights->low > mpq_class(-1, 1000));
    CHECK(facts.heights->high < mpq_class(1, 1000));
    for (const auto& [kind, detour] : report.detour) {
      CHECK(detour.flattened == 0);
      cut += detour.cut;
    }
  }
  CHECK(cut >= 10);
}

TEST_CASE("own files: terrain in tiles") {
  const Folder folder;
  std::mt19937 random(34);
  // The border runs at 0 and 50, modulo the tile 0 and 10; lines keep away from it, so they are at 5, 25 and 45.
  BakeArguments level = standing_on(folder.write("terrain.obj", terrain(random, 50)));
  level.tile = "20";
  const auto [report, facts] = baked_and_audited(folder, level, ".mset");
  const DetourFacts& detour = report.detour.at(".mset");
  CHECK(detour.tiles == 16);
  CHECK(detour.flattened == 0);
  CHECK(detour.cut > 4);  // the level's only cell, and its parts of 20 x 20 squares
  CHECK(compare_area(facts.missing, mpq_class(1, 4)) <= 0);
  CHECK(compare_area(facts.excess, mpq_class(1, 4)) <= 0);
  CHECK(facts.components.truth == 1);
  CHECK(facts.islands == 1);
}

// Floors side by side, at places with three decimals, as surveys give them: about 692 km east and 5,336 km north.
TEST_CASE("own files: utm_far.obj, of which binary32 leaves nothing, is whole in a .glb and warned of elsewhere") {
  const Folder folder;
  const BakeArguments level = standing_on(PLUMB_SOURCE_DIR "/tests/corpus/exports/utm_far.obj");
  const auto [report, facts] = baked_and_audited(folder, level, ".glb");
  CHECK(exact(facts.truth) == mpq_class(169, 5));
  CHECK(compare_area(facts.missing, mpq_class(1, 100000)) <= 0);
  CHECK(compare_area(facts.excess, mpq_class(1, 100000)) <= 0);
  CHECK_FALSE(has_warning(report, "coarse_numbers"));
  for (const char* extension : {".tres", ".obj", ".mset"}) {
    INFO(extension);
    BakeArguments baking = level;
    baking.outputs = {folder / (std::string("far") + extension)};
    Progress silent;
    const auto far = bake(*make_bake_options(baking), silent);
    REQUIRE(far);
    CHECK((has_warning(*far, "coarse_numbers") || !far->not_written.empty()));
  }
}

TEST_CASE("own files: of heights far from the origin a .bin and an .mset warn, of flat floors near it they do not") {
  const Folder folder;
  for (const auto& [height, coarse] : {std::pair("536870878", true), {"3", false}, {"1024.5", false}}) {
    std::string obj;
    for (const char* plan : {"0 0 ", "20 0 ", "20 10 ", "0 10 "}) obj += std::string("v ") + plan + height + "\n";
    const BakeArguments level = standing_on(folder.write("high.obj", obj + "f 1 2 3 4\n"));
    for (const char* extension : {".bin", ".mset"}) {
      INFO(height << extension);
      BakeArguments baking = level;
      baking.outputs = {folder / (std::string("high") + extension)};
      Progress silent;
      const auto report = bake(*make_bake_options(baking), silent);
      REQUIRE(report);
      CHECK(has_warning(*report, "coarse_numbers") == coarse);
    }
  }
}

TEST_CASE(
    "own files: levels far from the origin are whole in a .glb, and others warn where numbers are too far apart") {
  const Folder folder;
  std::mt19937 random(6);
  std::size_t warned = 0, fine = 0, with_origin = 0;
  for (int seed = 0; seed < 50; ++seed) {
    // Rooms of a house, as far away as 2^6 to 2^25.
    const long far = 1L << (6 + seed % 20);
    std::ostringstream obj;
    const auto at = [&](long thousandths) {
      const long whole = far + thousandths / 1000, rest = thousandths % 1000;
      return std::to_string(whole) + "." + std::to_string(1000 + rest).substr(1);
    };
    mpq_class floor = 0;
    long x = static_cast<long>(random() % 1000);
    const long y = static_cast<long>(random() % 1000);
    for (int room = 0; room < 3; ++room) {
      const long wide = 1000 + static_cast<long>(random() % 4000), deep = 1000 + static_cast<long>(random() % 4000);
      for (const auto& [i, j] : {std::pair(x, y), {x + wide, y}, {x + wide, y + deep}, {x, y + deep}})
        obj << "v " << at(i) << " " << at(j) << " 1.5\n";
      obj << "f -4 -3 -2 -1\n";
      floor += mpq_class(wide, 1000) * mpq_class(deep, 1000);
      x += wide;
    }
    const BakeArguments level = standing_on(folder.write("far.obj", obj.str()));
    INFO(seed << ": " << far);
    const auto [report, facts] = baked_and_audited(folder, level, ".glb");
    CHECK(exact(facts.truth) == floor);
    CHECK(compare_area(facts.missing, floor / 1000000) <= 0);
    CHECK(compare_area(facts.excess, floor / 1000000) <= 0);
    with_origin += text_of_file(folder / "own.glb").find("translation") != std::string::npos && far > 100;

    BakeArguments baking = level;
    baking.outputs = {folder / (seed % 2 == 0 ? "far.tres" : "far.obj.obj")};
    Progress silent;
    const auto other = bake(*make_bake_options(baking), silent);
    REQUIRE(other);
    // The stance is 1.8 high, and binary32 are 2^-23 of the power of two below apart.
    const bool coarse = mpq_class(far) / (1 << 23) > mpq_class(9, 10000);
    if (seed % 2 == 1) CHECK(has_warning(*other, "coarse_numbers") == coarse);
    else if (coarse) CHECK(has_warning(*other, "coarse_numbers"));
    (coarse ? warned : fine) += 1;
  }
  CHECK(warned >= 10);
  CHECK(fine >= 10);
  CHECK(with_origin >= 40);
}

TEST_CASE("own files: what is no floor of a drawing is known, however many parts it has") {
  const Folder folder;
  // Five stances, a radius, and what is blocked and covered: the document tells only late who made it.
  BakeArguments level = standing_on(PLUMB_SOURCE_DIR "/docs/examples/ruin.obj");
  level.up = "y";
  level.stances = {"crawl=0.5", "sit=0.8", "crouch=1.2", "stoop=1.5", "stand=1.8"};
  level.step = "0.4";
  level.radius = "0.3";
  const auto [report, facts] = baked_and_audited(folder, level, ".glb");
  const std::string glb = text_of_file(folder / "own.glb");
  CHECK(glb.find("\"generator\"") > 4096);
  CHECK(glb.find("\"too_close\"") != std::string::npos);
  CHECK(compare_area(facts.excess, mpq_class(1, 1000)) <= 0);
  CHECK(compare_area(facts.missing, mpq_class(1, 1000)) <= 0);
}

namespace {

BakeArguments climbing(const std::string& scene) {
  BakeArguments level;
  level.scene = scene;
  level.sides = "up";
  level.numbers = "float";
  level.stances = {"stand=2"};
  level.step = "1.5";
  level.slope = "38";
  level.threads = "1";
  return level;
}

// Bakes files with link polygons.
BakeReport linked(const Folder& folder, const BakeArguments& level) {
  BakeArguments baking = level;
  baking.link_polygons = true;
  baking.outputs = {folder / "linked.glb", folder / "linked.tres"};
  Progress silent;
  auto report = bake(*make_bake_options(baking), silent);
  REQUIRE(report);
  REQUIRE(report->not_written.empty());
  return std::move(*report);
}

bool is_parted(const BakeReport& report) {
  return std::ranges::any_of(report.conforming, [&](const auto& file) {
    return file.second.islands[0] + file.second.lost[0] > report.graph.components[0];
  });
}

}  // namespace

TEST_CASE("own files: case export_narrow_step, narrow_step.obj: a step between slivers has link polygons") {
  const Folder folder;
  const BakeArguments level = climbing(PLUMB_SOURCE_DIR "/tests/corpus/exports/narrow_step.obj");
  const BakeReport report = linked(folder, level);
  CHECK(report.graph.components[0] == 1);
  CHECK(report.links->left_out == 0);
  CHECK_FALSE(has_warning(report, "islands"));
  for (const char* file : {"linked.glb", "linked.tres"}) {
    INFO(file);
    AuditArguments audit{.level = level, .navmesh = folder / file};
    audit.sliver = "0.01";
    const AuditFacts facts = audited(audit);
    CHECK(facts.components.found == 1);
    CHECK(facts.components.split.empty());
  }
}

// Treads of which some are narrower than binary32 can divide there, one behind the other, up or down.
TEST_CASE("own files: a narrow step has link polygons, or is named with its place") {
  std::mt19937 random(13);
  const auto number = [&](int least, int most) {
    return least + static_cast<int>(random() % static_cast<unsigned>(most - least + 1));
  };
  int narrow = 0, named = 0;
  for (int variant = 0; variant < 50; ++variant) {
    INFO(variant);
    std::ostringstream obj;
    obj.precision(12);
    double z = std::array{28, 300, 0}[static_cast<std::size_t>(variant) % 3] + number(0, 999) / 1000.0, y = 7;
    for (int tread = 0; tread < 7; ++tread) {
      const double deep = tread % 3 == 0 ? 1 : number(7, 320) * 1e-5;
      for (const auto& [u, v] : {std::pair(0, 0), {0, 1}, {1, 1}, {1, 0}})
        obj << "v " << u << ' ' << y << ' ' << z + v * deep << '\n';
      obj << "f -4 -3 -2 -1\n";
      narrow += deep < 1e-3;
      z += deep;
      y += std::array{0.3, -0.3, 0.2}[static_cast<std::size_t>(number(0, 2))];
    }
    const Folder folder;
    const BakeReport report = linked(folder, climbing(folder.write("treads.obj", obj.str())));
    if (!is_parted(report)) continue;
    ++named;
    REQUIRE(report.links);
    CHECK_FALSE(report.links->lost.empty());
    const auto warning = std::ranges::find(report.warnings, "islands", &Warning::code);
    REQUIRE(warning != report.warnings.end());
    CHECK(contains(warning->text, ": a step 1 wide at (0.5, "));
  }
  CHECK(narrow >= 50);
  CHECK(named <= 15);
}
