// SPDX-License-Identifier: GPL-3.0-or-later
// Why floor is missing, or in excess: levels so small that every area is known.
#include "plumb/pipeline/blame.h"

#include "plumb/pipeline/shared_edges.h"
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
  found["climb"] = mpq_class(598, 1000);
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
  // The small one again, in the same plane: the one owns the floor, on the other it is covered.
  a.level.scene = folder.write("twice.obj", large + small + face("5 6 7 8"));
  CHECK(causes(audited(a)) == Causes{{"covered", 1}});
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
