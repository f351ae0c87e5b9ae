// SPDX-License-Identifier: GPL-3.0-or-later
// Eight threads ask one query at once, and are told what one thread is told: NavQuery with landmarks and doors, whose
// parts are made when they are first asked for; SurfaceQuery; and CellPathSearch, one for each thread, on one map. The
// preset `threads` runs these tests under the thread sanitizer.
#include <catch2/catch.hpp>

#include <cmath>
#include <functional>
#include <random>
#include <thread>

#include "plumb/pipeline/surface_query.h"
#include "plumb/plan/cell_landmarks.h"
#include "plumb/plan/cell_path.h"
#include "support/cell_levels.h"
#include "support/nav_builder.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

// What a thread was told, as numbers.
using Told = std::vector<double>;

// One thread asks after the eight, so that these make what is made on demand.
void check_threads(const std::function<void(Told&)>& ask) {
  std::vector<Told> told(9);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < 8; ++i) threads.emplace_back([&, i] { ask(told[i]); });
  for (std::thread& t : threads) t.join();
  ask(told[8]);
  REQUIRE(told[8].size() > 100);
  for (std::size_t i = 0; i < 8; ++i) CHECK(told[i] == told[8]);
}

// A floor of 6 x 6 rooms with thirds as coordinates, some of which have no floor; steps lead to a loft.
NavMesh rooms() {
  NavBuilder b;
  const auto at = [](int x) -> mpq_class { return mpq_class(4 * x) / 3; };
  for (int y = 0; y < 6; ++y)
    for (int x = 0; x < 6; ++x)
      if ((x * 5 + y * 3) % 7 != 1) b.box(at(x), at(y), at(x + 1), at(y + 1));
  b.link_edges();
  const NavMesh::CellIndex loft = b.box(at(1), at(0), at(3), at(2), mpq_class(1) / 3);
  b.portal(PortalKind::step, 0, loft, {ExactPoint{at(1), 0, 0}, ExactPoint{at(1), at(1), 0}},
           {ExactPoint{at(1), 0, mpq_class(1) / 3}, ExactPoint{at(1), at(1), mpq_class(1) / 3}});
  return b.mesh();
}

double drawn(std::mt19937_64& rng, double width) { return std::ldexp(static_cast<double>(rng() >> 11), -53) * width; }

}  // namespace

TEST_CASE("NavQuery: eight threads at once are told the same paths") {
  const NavMesh mesh = rooms();
  for (const bool prepared : {false, true}) {
    NavQuery query(mesh);
    if (prepared) query.prepare(1), query.set_closed(3, true);
    check_threads([&](Told& told) {
      std::mt19937_64 rng(3);
      NavQuery::Path path;
      for (int i = 0; i < 60; ++i) {
        const std::array from{drawn(rng, 8), drawn(rng, 8), 1.0}, to{drawn(rng, 8), drawn(rng, 8), 1.0};
        told.push_back(static_cast<double>(query.path(from, to, {.stance = 1}, path)));
        told.push_back(path.length);
        const auto route = query.route({from[0], from[1], 1}, {to[0], to[1], 1}, {.stance = 2});
        told.push_back(route ? route->plan_length.low.get_d() : -1);
        const auto place = query.locate({from[0], from[1], 1}, 1);
        told.push_back(place ? place->cells[0] : -1);
      }
    });
  }
}

TEST_CASE("SurfaceQuery: eight threads at once are told the same places") {
  const NavMesh mesh = rooms();
  const NavQuery nav(mesh);
  const SurfaceQuery query(nav, 1);
  check_threads([&](Told& told) {
    std::mt19937_64 rng(5);
    const auto tell = [&](const FloorPlace<double>& p) { told.insert(told.end(), p.point.begin(), p.point.end()); };
    FloorPlace<double> place = *query.below<double>({.5, .5, .1});
    for (int i = 0; i < 40; ++i) {
      const std::array to{drawn(rng, 9), drawn(rng, 9)};
      const ExactPlace exact{place.cell, {place.point[0], place.point[1], 0}};
      told.push_back(query.raycast(exact, {to[0], to[1]})->end.point[0].get_d());
      told.push_back(query.border_distance(exact)->squared_distance.get_d());
      told.push_back(static_cast<double>(query.reach(place, 3.0).size()));
      told.push_back(query.random(rng).point[1].get_d());
      tell(query.nearest<double>({to[0], to[1], .2})->place);
      tell(query.raycast(place, to)->end);
      tell(query.border_distance(place)->place);
      place = *query.move(place, to);
      tell(place);
      told.push_back(query.component(place.cell));
    }
    const ExactPoint goals[] = {{7, 7, 0}, {1, 5, 0}};
    told.push_back(static_cast<double>(query.route_to_nearest({1, 1, 1}, goals)->first));
  });
}

TEST_CASE("CellPathSearch: eight threads at once, each with a search of its own, are told the same") {
  for (unsigned seed = 0; seed < 6; ++seed) {
    std::mt19937_64 level_rng(seed);
    const CellLevel level = random_level(level_rng);
    const plan::CellMap map = level.map();
    const plan::CellLandmarks landmarks(map, 4);
    check_threads([&](Told& told) {
      std::mt19937_64 rng(seed);
      plan::CellPathSearch search(map, &landmarks);
      for (int i = 0; i < 60; ++i) {
        const auto [a, from] = random_place(level, rng);
        const auto [b, to] = random_place(level, rng);
        const plan::CellPath* path = search.find(from, std::span(&a, 1), to, std::span(&b, 1));
        told.push_back(path ? path->length : -1);
        told.push_back(search.reach(from, std::span(&a, 1), 5)[b].low);
      }
    });
  }
}
