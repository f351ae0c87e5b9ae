// SPDX-License-Identifier: GPL-3.0-or-later
// A query that follows a live bake: after each obstacle that comes or goes it answers as a new query does, about paths
// and about places.
#include "plumb/pipeline/kept_query.h"

#include <catch2/catch.hpp>

#include <random>

#include "plumb/pipeline/surface_query.h"
#include "support/live_text.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

// Two storeys, one above the half of the other, with stairs.
std::string storeys() {
  LevelText text;
  text.face({{0, 0, 0}, {12, 0, 0}, {12, 8, 0}, {0, 8, 0}}).face({{0, 0, 3}, {0, 8, 3}, {6, 8, 3}, {6, 0, 3}});
  text.face({{0, 0, 3}, {6, 0, 3}, {6, 8, 3}, {0, 8, 3}});
  for (int k = 1; k < 6; ++k) {
    const mpq_class x = 12 - k, z = mpq_class(k) / 2;
    text.face({{x, 0, z}, {x + 1, 0, z}, {x + 1, 1, z}, {x, 1, z}});
  }
  return text.obj();
}

}  // namespace

TEST_CASE("KeptQuery: property: it answers as a new query of a live bake does") {
  int found = 0, unreachable = 0, kept_landmarks = 0, dropped = 0;
  for (unsigned seed = 0; seed < 12; ++seed) {
    std::mt19937_64 random(seed);
    const auto drawn = [&](int low, int high) {
      return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
    };
    BakeSettings settings{.stances = {{"stand", mpq_class(9) / 5}}, .sides = Sides::up};
    settings.step = mpq_class(1) / 2;
    LiveBake live = live_of(storeys(), settings);
    KeptQuery kept(*live.mesh());
    std::vector<ObstacleId> obstacles;
    for (int step = 0; step < 10; ++step) {
      CAPTURE(seed, step);
      if (drawn(0, 3) > 0) kept.query().prepare(1);
      const bool prepared = kept.query().is_prepared(1);
      if (obstacles.empty() || drawn(0, 2) > 0) {
        const mpq_class size = drawn(0, 2) == 0 ? mpq_class(mpq_class(2) / 5) : mpq_class(drawn(1, 4));
        obstacles.push_back(*live.add_obstacle(
            scene_of(crate(mpq_class(drawn(-1, 44)) / 4, mpq_class(drawn(-1, 28)) / 4, 3 * drawn(0, 1), size))));
      } else {
        const std::size_t which = random() % obstacles.size();
        REQUIRE(live.remove_obstacle(obstacles[which]));
        obstacles.erase(obstacles.begin() + static_cast<std::ptrdiff_t>(which));
      }
      const NavMesh mesh = *live.mesh();
      const auto number = kept.follow(mesh);
      REQUIRE(number.size() == mesh.cells.size());
      if (prepared) kept.query().is_prepared(1) ? ++kept_landmarks : ++dropped;
      const NavQuery expected(mesh);
      const SurfaceQuery places(kept.query(), 1), expected_places(expected, 1);
      REQUIRE(places.components().size() == expected_places.components().size());
      for (int pair = 0; pair < 20; ++pair) {
        const ExactPoint from{mpq_class(drawn(0, 96)) / 8, mpq_class(drawn(0, 64)) / 8, 1 + 3 * drawn(0, 1)},
            to{mpq_class(drawn(0, 96)) / 8, mpq_class(drawn(0, 64)) / 8, 1 + 3 * drawn(0, 1)};
        CAPTURE(pair, from[0].get_str(), from[1].get_str(), from[2].get_str(), to[0].get_str(), to[1].get_str(),
                to[2].get_str());
        const auto right = expected.route(from, to, {}), route = kept.query().route(from, to, {});
        REQUIRE(bool(right) == bool(route));
        REQUIRE(places.nearest(from)->squared_distance == expected_places.nearest(from)->squared_distance);
        if (const auto same = expected_places.below(from)) {
          REQUIRE(places.below(from)->point == same->point);
          const ExactPlace start{number[same->cell], same->point};
          REQUIRE(places.raycast(start, {to[0], to[1]})->end.point ==
                  expected_places.raycast(*same, {to[0], to[1]})->end.point);
          REQUIRE(places.border_distance(start)->squared_distance ==
                  expected_places.border_distance(*same)->squared_distance);
        }
        if (!right) {
          REQUIRE(right.error().code == route.error().code);
          unreachable += right.error().code == ErrorCode::unreachable;
          continue;
        }
        ++found;
        REQUIRE(right->plan_length.low <= route->plan_length.high);
        REQUIRE(route->plan_length.low <= right->plan_length.high);
      }
      if (drawn(0, 9) == 0) kept.renew();
    }
  }
  CHECK(found > 300);
  CHECK(unreachable > 20);
  CHECK(kept_landmarks > 2);
  CHECK(dropped > 5);
}
