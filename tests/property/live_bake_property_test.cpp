// SPDX-License-Identifier: GPL-3.0-or-later
// Obstacles that come and go in drawn levels on a tiny grid, where much coincides: after every change the navmesh is
// that of a bake of all that is there, number by number.
#include <catch2/catch.hpp>

#include <map>

#include "support/live_text.h"
#include "support/random_level.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

BakeSettings drawn_settings(std::mt19937& random) {
  const auto one_of = [&](auto... values) {
    const std::array all{values...};
    return all[random() % all.size()];
  };
  BakeSettings s;
  s.stances = one_of(0, 1) ? std::vector<Stance>{{"stand", 2}} : std::vector<Stance>{{"crouch", 1}, {"stand", 2}};
  s.step = mpq_class(one_of(0, 1)) / 2;
  s.weld = mpq_class(one_of(0, 0, 1, 2)) / 2;
  s.sides = one_of(Sides::both, Sides::up);
  s.solids = one_of(Solids::none, Solids::none, Solids::closed);
  s.optimise = one_of(Optimise::none, Optimise::count, Optimise::regular);
  s.one_surface = one_of(0, 0, 1) == 1;
  s.radius = mpq_class(one_of(0, 0, 1)) / 4;
  s.decomposition = one_of(kernel::Decomposition::bounded, kernel::Decomposition::seed);
  s.bad_faces = BadFaces::drop;
  return s;
}

// By verdict; the sum of cells that are not merged is that of merged ones.
std::map<kernel::Label, mpq_class> areas_of(const NavMesh& mesh) {
  std::map<kernel::Label, mpq_class> out;
  for (const NavMesh::Cell& c : mesh.cells)
    for (const NavMesh::Facet& f : c.facets)
      for (std::size_t i = 0; i < f.corners.size(); ++i) {
        const ExactPoint &p = mesh.points[f.corners[i]], &q = mesh.points[f.corners[(i + 1) % f.corners.size()]];
        out[c.stance] += (p[0] * q[1] - p[1] * q[0]) / 2;
      }
  return out;
}

struct Seen {
  int compared = 0, welded = 0, with_radius = 0, with_solids = 0, merged = 0, with_welds = 0;
};

// Of a drawn level; what is wrong, if anything is.
std::string trial(unsigned seed, Seen& seen) {
  std::mt19937 random(seed);
  const BakeSettings s = drawn_settings(random);
  const std::string level = random_level(random());
  LiveBake live = live_of(level, s);
  std::map<ObstacleId, std::string> there;
  for (int change = 0; change < 6; ++change) {
    if (!there.empty() && random() % 3 == 0) {
      const auto gone = std::next(there.begin(), static_cast<std::ptrdiff_t>(random() % there.size()));
      if (!live.remove_obstacle(gone->first)) return "an obstacle that is there cannot go";
      there.erase(gone);
    } else {
      // One coordinate in eight is too long for the unit of all others.
      static const mpq_class tiny("1/1000000000000000000000000000000000000000000000");
      const auto at = [&] { return mpq_class(random() % 3 + (random() % 8 == 0 ? tiny : mpq_class(0))); };
      const std::string obj = random() % 3 == 0 ? crate(at(), at(), at(), 1) : random_level(random());
      const auto id = live.add_obstacle(scene_of(obj));
      if (!id && s.solids == Solids::closed) continue;  // a corner of the level's
      if (!id) return id.error().text();
      there.emplace(*id, obj);
    }
    std::vector<std::string> obstacles;
    for (const auto& [id, obj] : there) obstacles.push_back(obj);
    const AppendedBake expected = bake_appended(level, obstacles, s);
    const NavMesh mesh = mesh_of(live);
    // Closed components of obstacles are their own: side by side they may make another one.
    if (s.solids == Solids::closed && obstacles.size() > 1) continue;
    ++seen.compared;
    seen.with_radius += s.radius > 0;
    seen.with_solids += s.solids == Solids::closed;
    seen.merged += s.optimise != Optimise::none;
    seen.with_welds += s.weld > 0;
    if (expected.apart && !same_navmesh(mesh, expected.baked.mesh())) return "not what a bake of all makes";
    if (expected.apart) continue;
    ++seen.welded;
    if (s.radius == 0 && areas_of(mesh) != areas_of(expected.baked.mesh())) return "areas differ";
  }
  return "";
}

void run(unsigned first, unsigned count) {
  Seen seen;
  for (unsigned seed = first; seed < first + count; ++seed) {
    INFO("seed " << seed);
    const std::string wrong = trial(seed, seen);
    INFO(wrong);
    REQUIRE(wrong.empty());
  }
  CHECK(seen.compared > static_cast<int>(3 * count));
  CHECK(seen.welded > static_cast<int>(count / 20));
  for (const int drawn : {seen.with_radius, seen.with_solids, seen.merged, seen.with_welds})
    CHECK(drawn > static_cast<int>(count / 4));
}

}  // namespace

TEST_CASE("obstacles come and go: the navmesh is that of a bake of all that is there") { run(1, 60); }
TEST_CASE("obstacles come and go: thousands of drawn scripts", "[.long]") { run(1000, 4000); }
