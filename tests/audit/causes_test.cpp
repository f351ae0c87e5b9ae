// SPDX-License-Identifier: GPL-3.0-or-later
// Why floor is missing, or in excess: levels so small that every area is known.
//
// Floor at a wrong height has one cause, height_drift, in what is missing and in what is in excess. Settings of the
// other baker decide which causes are told.
#include "plumb/kernel/decimal.h"
#include "plumb/kernel/number.h"
#include "plumb/pipeline/blame.h"
#include "plumb/pipeline/shared_edges.h"
#include "plumb/pipeline/text_number.h"
#include "report/audit_options.h"
#include "support/audited.h"
#include "support/property.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using Causes = std::map<std::string, mpq_class>;

Causes canonical(Causes areas) {
  for (auto& [cause, area] : areas) area.canonicalize();
  return areas;
}

std::string face(const std::string& corners) { return "f " + corners + "\n"; }

std::string box(int x, int y, int width, int depth, const mpq_class& west, const mpq_class& east) {
  const auto vertex = [](int a, int b, const mpq_class& z) {
    return "v " + std::to_string(a) + " " + std::to_string(b) + " " + kernel::exact_text(z) + "\n";
  };
  return vertex(x, y, west) + vertex(x + width, y, east) + vertex(x + width, y + depth, east) +
         vertex(x, y + depth, west) + "f -4 -3 -2 -1\n";
}

const AuditFacts::CauseTotal* total_of(const AuditFacts& facts, Cause cause) {
  for (const AuditFacts::CauseTotal& c : facts.causes)
    if (c.cause == cause) return &c;
  return nullptr;
}

}  // namespace

TEST_CASE("audit: why an empty mesh misses a floor") {
  const Folder folder;
  // A floor of 20 by 20; its middle is farther than 4.3 cells of 0.3 from the border.
  const std::string floor = "v 0 0 0\nv 20 0 0\nv 20 20 0\nv 0 20 0\nf 1 2 3 4\n";
  AuditArguments a{.level = level_of(folder.write("floor.obj", floor), "z"),
                   .navmesh = folder.write("m.obj", empty_mesh)};
  CHECK(causes(audited(a)) == Causes{{"empty", 400}});
  a.cell = "0.3,0.005";
  const auto found = causes(audited(a));
  CHECK(found.size() == 2);
  // The disc's polygon is around it: between the disc's rim and a tenth more.
  CHECK(found.at("empty") <= mpq_class(1742 * 1742, 10000));
  CHECK(found.at("empty") >= mpq_class(17 * 17));
  CHECK(found.at("empty") + found.at("border") == 400);

  // A ceiling exactly as high as the agent.
  a.level.scene = folder.write("ceiling.obj", floor + "v 0 0 1.8\nv 20 0 1.8\nv 20 20 1.8\nv 0 20 1.8\nf 8 7 6 5\n");
  a.level.numbers = "decimal";
  CHECK(causes(audited(a)) == Causes{{"height", 400}});
  // The smallest region is larger.
  a.min_region = "4445";
  CHECK(causes(audited(a)) == Causes{{"region", 400}});
}

TEST_CASE("audit: floor missing beside too low a ceiling is eroded, within the radius and what cells add") {
  const Folder folder;
  // A floor of 40 by 4. From x = 18 to 22 the ceiling leaves 1.8, the agent's height; the mesh ends 1 before, and
  // after.
  const std::string scene = folder.write(
      "scene.obj", box(0, 0, 40, 4, 0, 0) + "v 18 0 1.8\nv 22 0 1.8\nv 22 4 1.8\nv 18 4 1.8\nf -1 -2 -3 -4\n");
  AuditArguments a{.level = level_of(scene, "z"),
                   .navmesh = folder.write("m.obj", box(0, 0, 17, 4, 0, 0) + box(23, 0, 17, 4, 0, 0))};
  a.level.numbers = "decimal";
  a.cell = "0.001,0.1";
  const auto narrow = causes(audited(a));  // 4.3 cells are 0.0043
  CHECK(narrow.at("height") == 16);
  const mpq_class reach("43/10000");
  CHECK(narrow.at("eroded") == 2 * 4 * reach);
  CHECK(narrow.at("unexplained") + narrow.at("border") == 8 - 2 * 4 * reach);
  a.cell = "0.25,0.1";  // 1.075
  const auto facts = audited(a);
  CHECK(causes(facts) == Causes{{"height", 16}, {"eroded", 8}});
  CHECK(facts.findings.at(0).headroom == mpq_class(9, 5));
  CHECK(contains(audit_text(facts), "height 1.8 (18 cells)"));
  CHECK(contains(audit_json(facts), "\"headroom\":\"9/5\""));
}

TEST_CASE("audit: a slope that rises by more than the climb over two cells may be filtered") {
  const Folder folder;
  // 20 by 20, of which the middle is farther than 4.3 cells of 0.3 from the border; it rises by 3/4 of the way along x.
  AuditArguments a{.level = level_of(folder.write("slope.obj", box(0, 0, 20, 20, 0, 15)), "z"),
                   .navmesh = folder.write("m.obj", empty_mesh)};
  a.cell = "0.3,0.05";
  a.climb = "0.51";  // two cells rise by 0.45, and 0.05 is for rounding
  CHECK_FALSE(causes(audited(a)).contains("filter"));
  a.climb = "0.49";
  const auto found = causes(audited(a));
  CHECK_FALSE(found.contains("empty"));
  CHECK(found.at("filter") + found.at("border") == 400);
}

TEST_CASE("audit: a window narrower than a step and two cells is told") {
  const Folder folder;
  AuditArguments a{.level = level_of(folder.write("floor.obj", box(0, 0, 4, 4, 0, 0)), "z"),
                   .navmesh = folder.write("m.obj", box(0, 0, 4, 4, 0, 0))};
  a.level.step = "0.4";
  CHECK_FALSE(contains(audit_text(audited(a)), "narrower than a step"));
  a.cell = "0.3,0.1";
  CHECK(contains(audit_text(audited(a)), "--below 0.6 --above 0.6"));
  a.below = a.above = "0.6";
  CHECK_FALSE(contains(audit_text(audited(a)), "narrower than a step"));
}

TEST_CASE("audit: the low top of what is no floor is climbed, though there is blocked floor under it") {
  const Folder folder;
  // A floor, and over its half a steep slope from 0 to 0.4: too low for the floor under it.
  const std::string scene = folder.write(
      "scene.obj", box(0, 0, 8, 4, 0, 0) + "v 4 0 0.1\nv 4.125 0 0.4\nv 4.125 4 0.4\nv 4 4 0.1\nf -4 -3 -2 -1\n");
  AuditArguments a{.level = level_of(scene, "z"), .navmesh = folder.write("m.obj", box(0, 0, 8, 4, 0, 0))};
  a.level.step = "0";
  a.level.numbers = "decimal";
  CHECK(causes(audited(a)) == Causes{{"blocked", mpq_class(1, 2)}});
  a.climb = "0.4";
  CHECK(causes(audited(a)) == Causes{{"climb", mpq_class(1, 2)}});
}

TEST_CASE("audit: why a mesh has floor in excess") {
  const Folder folder;
  // From x = 0 on: floor; floor under a low board; a slope that is too steep; nothing.
  const std::string scene = folder.write("scene.obj",
                                         "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nf 1 2 3 4\n"
                                         "v 8 0 0\nv 8 4 0\nf 2 5 6 3\n"
                                         "v 4 0 1\nv 8 0 1\nv 8 4 1\nv 4 4 1\nf 10 9 8 7\n"
                                         "v 8.25 0 0.5\nv 8.25 4 0.5\nf 5 11 12 6\n");
  AuditArguments a{.level = level_of(scene, "z")};
  a.navmesh = folder.write("m.obj", "v 0 0 0\nv 12 0 0\nv 12 4 0\nv 0 4 0\nf 1 2 3 4\n");
  a.level.step = "0";
  // Of the slope, what is less than a quarter of the height above the mesh: 0.225 of 0.25.
  CHECK(causes(audited(a)) == Causes{{"blocked", 16}, {"steep", mpq_class(9, 10)}, {"nothing", 16 - mpq_class(9, 10)}});
  a.climb = "0.2";
  const auto facts = audited(a);
  CHECK(facts.findings.size() == 1);
  CHECK_FALSE(facts.findings[0].witnesses.empty());
}

TEST_CASE("audit: a mesh inside a solid") {
  const Folder folder;
  // A floor of 8 by 4, on its second half a box that is closed.
  const std::string scene = folder.write("scene.obj", "v 0 0 0\nv 8 0 0\nv 8 4 0\nv 0 4 0\n" + face("1 2 3 4") +
                                                          "v 4 0 -1\nv 8 0 -1\nv 8 4 -1\nv 4 4 -1\n"
                                                          "v 4 0 3\nv 8 0 3\nv 8 4 3\nv 4 4 3\n" +
                                                          face("8 7 6 5") + face("9 10 11 12") + face("5 6 10 9") +
                                                          face("6 7 11 10") + face("7 8 12 11") + face("8 5 9 12"));
  AuditArguments a{.level = level_of(scene, "z")};
  a.level.step = "0";
  a.level.solids = "closed";
  a.navmesh = folder.write("m.obj", "v 0 0 0\nv 8 0 0\nv 8 4 0\nv 0 4 0\nf 1 2 3 4\n");
  CHECK(causes(audited(a)) == Causes{{"inside", 16}, {"unexplained", 16}});  // the box's lid is floor that is missing
}

TEST_CASE("audit: a mesh on what faces down, and on low slopes beside a floor") {
  const Folder folder;
  const std::string floor = "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\n" + face("1 2 3 4");
  AuditArguments a{.level = level_of(folder.write("down.obj", floor + "v 8 0 0\nv 8 4 0\n" + face("3 6 5 2")), "z")};
  a.navmesh = folder.write("m.obj", "v 0 0 0\nv 8 0 0\nv 8 4 0\nv 0 4 0\nf 1 2 3 4\n");
  CHECK(causes(audited(a)) == Causes{{"turned_away", 16}});

  // A slope of 2 to 1 over the floor's far end, within a window of 0.001: over its first 0.0005 there is floor without
  // headroom, and up to 0.15 it is at most 0.3 above such floor.
  a.level.scene = folder.write("steep.obj", floor + "v 3 0 0\nv 4 0 2\nv 4 4 2\nv 3 4 0\n" + face("5 6 7 8"));
  a.navmesh = folder.write("on_slope.obj", "v 3 0 0\nv 3.2 0 0.4\nv 3.2 4 0.4\nv 3 4 0\nf 1 2 3 4\n");
  a.level.numbers = "decimal";
  a.below = a.above = "0.001";
  a.level.step = "0";
  Causes found{{"blocked", mpq_class(2, 1000)}, {"steep", mpq_class(798, 1000)}, {"unexplained", mpq_class(124, 10)}};
  CHECK(causes(audited(a)) == canonical(found));
  a.climb = "0.3";
  found.erase("blocked");
  found["climb"] = mpq_class(6, 10);
  found["steep"] = mpq_class(2, 10);
  CHECK(causes(audited(a)) == canonical(found));
}

TEST_CASE("audit: a mesh that goes on over the floor's border") {
  const Folder folder;
  AuditArguments a{.level =
                       level_of(folder.write("floor.obj", "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nf 1 2 3 4\n"), "z")};
  // A strip 9 wide beside it; of cells of 1/2 and an error of 1 it may be 2 off.
  a.navmesh = folder.write("m.obj", "v 0 0 0\nv 13 0 0\nv 13 4 0\nv 0 4 0\nf 1 2 3 4\n");
  CHECK(causes(audited(a)) == Causes{{"nothing", 36}});
  a.cell = "1/2,1/5";
  a.max_error = "1";
  CHECK(causes(audited(a)) == Causes{{"border", 8}, {"nothing", 28}});
}

TEST_CASE("audit: a mesh on floor that is left out") {
  const Folder folder;
  const std::string large = "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\n" + face("1 2 3 4"),
                    small = "v 8 0 0\nv 9 0 0\nv 9 1 0\nv 8 1 0\n" + face("5 6 7 8");
  AuditArguments a{.level = level_of(folder.write("scene.obj", large + small), "z")};
  a.navmesh = a.level.scene;
  CHECK(audited(a).passes());
  a.level.min_area = "2";
  CHECK(causes(audited(a)) == Causes{{"left_out", 1}});
  // The small one again, in the same plane, whose floor the first one owns.
  a.level.scene = folder.write("twice.obj", large + small + face("5 6 7 8"));
  CHECK(causes(audited(a)) == Causes{{"left_out", 1}});
}

TEST_CASE("audit: places are what hangs together of the pieces of all causes") {
  const Folder folder;
  Met met({{"one piece", 200}, {"several causes", 20}, {"cut by causes", 100}, {"drift", 20}, {"crosses itself", 10}});
  CHECK(check_many("places of drawn tiles", 40, met, [&] {
    // Tiles side by side, some of them at another height, and those of the mesh shifted against them.
    const auto tiles = [](int shift, const std::vector<std::string>& heights) {
      std::string out;
      for (int x = 0; x < 5; ++x)
        for (int y = 0; y < 5; ++y) {
          if (drawn(0, 4) == 0) continue;
          const std::string& z = heights[static_cast<std::size_t>(drawn(0, static_cast<int>(heights.size()) - 1))];
          for (const auto& [right, up] : {std::pair(0, 0), {2, 0}, {2, 2}, {0, 2}})
            out += "v " + std::to_string(2 * x + right + shift) + " " + std::to_string(2 * y + up + shift) + " " + z +
                   "\n";
          out += "f -4 -3 -2 -1\n";
        }
      return out;
    };
    AuditArguments a{.level = level_of(folder.write("tiles.obj", tiles(0, {"0", "0", "0", "0.3", "3"})), "z")};
    std::string mesh = tiles(drawn(0, 1), {"0", "0", "0.2", "0.6", "1.5", "9"});
    if (drawn(0, 2) == 0) {
      ++met["crosses itself"];
      mesh += "v 0 0 -1\nv 10 0 2\nv 10 10 2\nv 0 10 -1\nf -4 -3 -2 -1\n";
      mesh += "v 0 0 2\nv 10 0 -1\nv 10 10 -1\nv 0 10 2\nf -4 -3 -2 -1\n";
    }
    a.navmesh = folder.write("m.obj", mesh);
    a.cell = "0.1,0.1";
    a.climb = "0.2";
    const AuditFacts facts = audited(a);
    for (const bool excess : {false, true}) {
      const Differences& differences = excess ? facts.excess_pieces : facts.missing_pieces;
      CornerLists rings;
      std::vector<std::uint32_t> component(differences.pieces.size());
      for (const Difference& d : differences.pieces) {
        rings.emplace_back(d.corners.begin(), d.corners.end());
        if (d.drift) ++met["drift"];
      }
      std::size_t findings = 0;
      for (const Finding& f : facts.findings)
        if (f.excess == excess)
          for (const std::uint32_t i : f.pieces) component[i] = f.component;
      const auto joined = joined_by_edges(differences.points, rings, component, 1);
      for (const Finding& f : facts.findings) {
        if (f.excess != excess) continue;
        ++findings;
        if (f.pieces.size() == 1) ++met["one piece"];
        if (f.causes.size() > 1) ++met["several causes"];
        for (const std::uint32_t i : f.pieces) RC_ASSERT(joined[i] == f.pieces.front());
        for (std::size_t i = 1; i < f.pieces.size(); ++i)
          if (differences.pieces[f.pieces[i]].piece == differences.pieces[f.pieces[i - 1]].piece)
            ++met["cut by causes"];
      }
      std::size_t roots = 0;
      for (std::uint32_t i = 0; i < joined.size(); ++i) roots += joined[i] == i;
      RC_ASSERT(findings == roots);
    }
  }));
}

TEST_CASE("audit: drift in height is as much missing as in excess, with its range") {
  const Folder folder;
  Met met({{"drifts near", 50},
           {"drifts far", 50},
           {"tilts", 50},
           {"stays", 50},
           {"missing alone", 50},
           {"excess alone", 50},
           {"on a roof", 50}});
  CHECK(check_many("height drift", 100, met, [&] {
    std::string level, mesh;
    mpq_class drift = 0, missing = 0, excess = 0, low = 1000, high = -1000;
    const int count = drawn(1, 6);
    for (int i = 0; i < count; ++i) {
      const int x = 10 * i, width = drawn(2, 7), depth = drawn(2, 9);
      const mpq_class area = width * depth;
      const auto at = [](int tenths) {
        mpq_class out(tenths, 10);
        out.canonicalize();
        return out;
      };
      // Over 0.45, where a window ends; no more than the height, or far more.
      const int sign = drawn(0, 1) != 0 ? 1 : -1;
      switch (drawn(0, 6)) {
        case 0:
        case 1: {
          const bool far = drawn(0, 1) != 0;
          ++met[far ? "drifts far" : "drifts near"];
          const mpq_class z = sign * (far ? at(drawn(30, 900)) : at(drawn(5, 17)));
          level += box(x, 0, width, depth, 0, 0);
          mesh += box(x, 0, width, depth, z, z);
          drift += area;
          low = std::min(low, z), high = std::max(high, z);
          break;
        }
        case 2: {
          ++met["tilts"];
          const mpq_class west = sign * at(drawn(5, 40)), east = sign * at(drawn(5, 40));
          level += box(x, 0, width, depth, 0, 0);
          mesh += box(x, 0, width, depth, west, east);
          drift += area;
          low = std::min({low, west, east}), high = std::max({high, west, east});
          break;
        }
        case 3:
          ++met["stays"];
          level += box(x, 0, width, depth, 0, 0);
          mesh += box(x, 0, width, depth, sign * at(4), 0);
          break;
        case 4:
          ++met["missing alone"];
          level += box(x, 0, width, depth, 0, 0);
          missing += area;
          break;
        case 5:
          ++met["excess alone"];
          mesh += box(x, 0, width, depth, 3, 3);
          excess += area;
          break;
        default:
          // Something of the scene is there, too steep to stand on.
          ++met["on a roof"];
          level += box(x, 0, width, depth, 0, 0) + box(x, 20, width, depth, 0, 3 * width);
          mesh += box(x, 20, width, depth, 0, 3 * width);
          missing += area, excess += area;
      }
    }
    AuditArguments a{.level = level_of(folder.write("level.obj", level + box(0, 90, 1, 1, 0, 0)), "z"),
                     .navmesh = folder.write("mesh.obj", mesh + box(0, 90, 1, 1, 0, 0))};
    a.level.numbers = "decimal";
    const AuditFacts facts = audited(a);
    const auto *lost = total_of(facts, Cause::drift_missing), *found = total_of(facts, Cause::drift_excess);
    RC_ASSERT(exact(facts.missing) == drift + missing);
    RC_ASSERT(exact(facts.excess) == drift + excess);
    RC_ASSERT((lost != nullptr) == (drift > 0));
    RC_ASSERT((found != nullptr) == (drift > 0));
    if (!lost) return;
    RC_ASSERT(exact(lost->area) == drift);
    RC_ASSERT(exact(found->area) == drift);
    for (const auto* total : {lost, found}) {
      RC_ASSERT(total->drift->low == low);
      RC_ASSERT(total->drift->high == high);
    }
  }));
}

TEST_CASE("audit: what is over a floor that is missing, and little of it, does not drift") {
  const Folder folder;
  // A shelf of 1 by 4 in the air over a floor of 8 by 4, all of which is missing.
  AuditArguments a{.level = level_of(folder.write("level.obj", box(0, 0, 8, 4, 0, 0)), "z"),
                   .navmesh = folder.write("mesh.obj", box(0, 0, 1, 4, 1, 1))};
  CHECK(causes(audited(a)) == std::map<std::string, mpq_class>{{"nothing", 4}, {"unexplained", 32}});
  // Three quarters are enough.
  a.navmesh = folder.write("mesh.obj", box(0, 0, 6, 4, 1, 1));
  CHECK(causes(audited(a)) == std::map<std::string, mpq_class>{{"height_drift", 48}, {"unexplained", 8}});
}

TEST_CASE("audit: of two missing floors over and under excess, either may be what drifted, in any order") {
  const Folder folder;
  // A floor of 2 by 2 is found 1 too high, and a floor of 20 by 20 over it, which is missing, too, is as near.
  const std::string low = box(0, 0, 2, 2, 0, 0), high = box(-10, -10, 20, 20, 2, 2);
  const std::string navmesh = folder.write("mesh.obj", box(0, 0, 2, 2, 1, 1));
  for (const std::string& level : {low + high, high + low}) {
    const AuditArguments a{.level = level_of(folder.write("level.obj", level), "z"), .navmesh = navmesh};
    CHECK(causes(audited(a)) == std::map<std::string, mpq_class>{{"height_drift", 8}, {"unexplained", 400}});
  }
  // Of two that drift, the nearer one is told: a shelf 2 over the floor of 2 by 2 is .75 over what is found at 1.25.
  const std::string shelf = box(0, 0, 2, 2, 2, 2), between = box(0, 0, 2, 2, mpq_class(5, 4), mpq_class(5, 4));
  for (const std::string& level : {low + shelf, shelf + low}) {
    const auto facts = audited(
        {.level = level_of(folder.write("level.obj", level), "z"), .navmesh = folder.write("mesh.obj", between)});
    const auto *lost = total_of(facts, Cause::drift_missing), *found = total_of(facts, Cause::drift_excess);
    REQUIRE((lost && found));
    CHECK(exact(lost->area) == 4);
    CHECK(found->drift->low == mpq_class(-3, 4));
    CHECK(found->drift->high == mpq_class(-3, 4));
  }
}

TEST_CASE("audit: Detour's inverse of a cell size is told as the decimal that made it") {
  for (const char* text : {"0.3", "0.25", "0.05", "0.03", "0.1", "0.125", "0.2", "1", "3", "12.5", "0.007"}) {
    const float size = std::strtof(text, nullptr);
    CHECK(cell_size_of_inverse(1.0f / size) == kernel::parse_rational(text));
  }
  CHECK_FALSE(cell_size_of_inverse(0));
  CHECK_FALSE(cell_size_of_inverse(-1));
  CHECK_FALSE(cell_size_of_inverse(std::numeric_limits<float>::quiet_NaN()));
  CHECK(cell_size_of_inverse(std::numeric_limits<float>::infinity()) == std::nullopt);
}

TEST_CASE("audit: settings are the user's, or the file's, or the preset's; else a line says which would tell") {
  AuditOptions o;
  ForeignMesh mesh;
  mesh.format = "Detour tile";
  CHECK(known_baker(o, mesh).text.empty());
  o.level.preset = "recast";
  CHECK(known_baker(o, mesh).settings.cell_size == mpq_class(3, 10));
  CHECK(known_baker(o, mesh).settings.min_region == 64);
  CHECK(known_baker(o, mesh).text ==
        "cells 0.3 (by the preset), cells' height 0.2 (by the preset), climb 0.9 (by the preset), "
        "smallest region 64 (by the preset)");
  // Other cells: another baker.
  mesh.settings.cell_size = mpq_class(1, 10);
  CHECK_FALSE(known_baker(o, mesh).settings.cell_height);
  CHECK(known_baker(o, mesh).text == "cells 0.1 (by the file)");
  o.cell_size = mpq_class(1, 20);
  o.cell_height = mpq_class(1, 50);
  CHECK(known_baker(o, mesh).settings.cell_size == mpq_class(1, 20));
  CHECK(known_baker(o, mesh).text == "cells 0.05 (as told), cells' height 0.02 (as told)");
  // Godot leaves out what has its default.
  AuditOptions godot;
  godot.level.preset = "godot";
  mesh.format = "Godot navmesh";
  CHECK(known_baker(godot, mesh).settings.cell_size == mpq_class(1, 10));
  CHECK(known_baker(godot, mesh).settings.cell_height == mpq_class(1, 4));

  const Folder folder;
  AuditArguments a{.level = level_of(folder.write("level.obj", box(0, 0, 8, 4, 0, 0)), "z"),
                   .navmesh = folder.write("mesh.obj", box(0, 0, 4, 4, 0, 0))};
  CHECK(contains(audit_text(audited(a)),
                 "--cell CS,CH --climb C, the baker's cells and climb, would tell more causes.\n"));
  a.cell = "0.3,0.2";
  a.climb = "0.4";
  CHECK_FALSE(contains(audit_text(audited(a)), "would tell more causes"));
}
