// SPDX-License-Identifier: GPL-3.0-or-later
// Environments of polygons: cases by hand, and the all-pairs definition on random ones.
#include "plumb/partition/polygons.h"

#include <catch2/catch.hpp>

#include <limits>

#include "all_pairs.h"
#include "polygon_soup.h"

using namespace plumb;
using namespace plumb::partition;
using namespace plumb::tests;

namespace {

using Pairs = std::vector<std::array<NodeId, 2>>;

Polygon rectangle(int x0, int y0, int x1, int y1, int z = 0) {
  return {{x0, y0, z}, {x1, y0, z}, {x1, y1, z}, {x0, y1, z}};
}
// From x0 at z0 to x1 at z1.
Polygon ramp(int x0, int y0, int x1, int y1, int z0, int z1) {
  return {{x0, y0, z0}, {x1, y0, z1}, {x1, y1, z1}, {x0, y1, z0}};
}

std::multiset<AllPairs::Arc> arcs_of(const PolygonEnvironment& e) {
  std::multiset<AllPairs::Arc> out;
  for (std::size_t i = 0; i < e.segments.size(); ++i) {
    CHECK(e.segments[i].on_a == e.segments[i].on_b);
    out.insert({e.graph.arcs[i][0], e.graph.arcs[i][1], e.segments[i].on_a[0], e.segments[i].on_a[1]});
  }
  return out;
}

void check_against_all_pairs(const std::vector<Polygon>& polygons) {
  const PolygonEnvironment e = environment_of(polygons);
  const AllPairs truth(polygons);
  CHECK(is_valid(e.graph));
  CHECK(e.graph.conflicts == truth.conflicts);
  CHECK(find_conflicts(polygons) == truth.conflicts);
  CHECK(arcs_of(e) == truth.arcs);
  CHECK(e.fully_connected == truth.fully_connected);
}

}  // namespace

TEST_CASE("polygons: Figure 4.2, of two on one side of an edge the upper one takes part") {
  // a; b rises from its edge; c goes on level below b.
  const std::vector<Polygon> polygons{rectangle(0, 0, 2, 2), ramp(2, 0, 4, 2, 0, 1), rectangle(2, 0, 4, 2)};
  check_against_all_pairs(polygons);
  const PolygonEnvironment e = environment_of(polygons);
  CHECK(e.graph.arcs == Pairs{{0, 1}});
  CHECK(e.graph.conflicts == Pairs{{1, 2}});
  // a comes up from below: still the uppermost on its own side.
  const std::vector<Polygon> from_below{ramp(0, 0, 2, 2, -1, 0), ramp(2, 0, 4, 2, 0, 1), rectangle(2, 0, 4, 2)};
  check_against_all_pairs(from_below);
  CHECK(environment_of(from_below).graph.arcs == Pairs{{0, 1}});
}

TEST_CASE("polygons: Figure 4.4, three at an edge all in conflict have no neighbours") {
  const std::vector<Polygon> polygons{ramp(2, 0, 4, 2, 0, 2), ramp(2, 0, 4, 2, 0, 1), rectangle(2, 0, 4, 2)};
  check_against_all_pairs(polygons);
  const PolygonEnvironment e = environment_of(polygons);
  CHECK(e.graph.arcs.empty());
  CHECK(e.graph.conflicts == Pairs{{0, 1}, {0, 2}, {1, 2}});
}

TEST_CASE(
    "polygons: two that leave an edge equally on one side shut it, also under a third only if they are uppermost") {
  const Polygon a = rectangle(0, 0, 2, 2), c = rectangle(2, 0, 4, 2), wide = rectangle(2, 0, 5, 2),
                up = ramp(2, 0, 4, 2, 0, 1);
  check_against_all_pairs({a, c, wide});
  CHECK(environment_of(std::vector{a, c, wide}).graph.arcs.empty());
  CHECK(environment_of(std::vector{a, c, c}).graph.arcs.empty());
  check_against_all_pairs({a, c, wide, up});
  CHECK(environment_of(std::vector{a, c, wide, up}).graph.arcs == Pairs{{0, 3}});
}

TEST_CASE("polygons: an edge shared in part, a T-junction, one interrupted by a higher polygon, one in two edges") {
  const Polygon below = rectangle(0, 0, 6, 2);
  std::vector<Polygon> polygons{below, rectangle(1, 2, 3, 4), rectangle(3, 2, 8, 4)};
  check_against_all_pairs(polygons);
  PolygonEnvironment e = environment_of(polygons);
  REQUIRE(e.graph.arcs == Pairs{{0, 1}, {0, 2}, {1, 2}});
  CHECK(e.segments[0].on_a == std::array<ExactPoint, 2>{ExactPoint{3, 2, 0}, ExactPoint{1, 2, 0}});
  CHECK(e.segments[1].on_a == std::array<ExactPoint, 2>{ExactPoint{6, 2, 0}, ExactPoint{3, 2, 0}});
  CHECK(e.segments[2].on_a == std::array<ExactPoint, 2>{ExactPoint{3, 2, 0}, ExactPoint{3, 4, 0}});
  // A ramp over the middle third of the common edge: two parallel arcs remain, and the ramp has the third.
  const Polygon over{{2, 2, 0}, {4, 2, 0}, {4, 4, 1}, {2, 4, 1}};
  polygons = {below, rectangle(0, 2, 6, 4), over};
  check_against_all_pairs(polygons);
  CHECK(environment_of(polygons).graph.arcs == Pairs{{0, 1}, {0, 1}, {0, 2}});
  // Collinear corners do not divide an arc.
  polygons = {{{0, 0, 0}, {6, 0, 0}, {6, 2, 0}, {5, 2, 0}, {2, 2, 0}, {0, 2, 0}},
              {{0, 2, 0}, {3, 2, 0}, {6, 2, 0}, {6, 4, 0}, {0, 4, 0}}};
  check_against_all_pairs(polygons);
  CHECK(environment_of(polygons).graph.arcs == Pairs{{0, 1}});
}

TEST_CASE("polygons: equal in plan but not in space, in space but in the same direction, in a point only: no arc") {
  for (const std::vector<Polygon>& polygons :
       std::vector<std::vector<Polygon>>{{rectangle(0, 0, 2, 2), rectangle(2, 0, 4, 2, 1)},
                                         {rectangle(0, 0, 2, 2), ramp(0, 0, 2, 2, 0, 1)},
                                         {rectangle(0, 0, 2, 2), rectangle(2, 2, 4, 4)},
                                         {rectangle(0, 0, 2, 2), ramp(2, 0, 4, 2, 1, 0)},
                                         {rectangle(0, 0, 2, 2), rectangle(2, 2, 4, 4, 3)},
                                         {rectangle(0, 0, 2, 2)},
                                         {}}) {
    check_against_all_pairs(polygons);
    CHECK(environment_of(polygons).graph.arcs.empty());
  }
}

TEST_CASE("polygons: fully connected where arcs cover the whole boundary") {
  std::vector<Polygon> polygons{rectangle(2, 2, 4, 4), rectangle(0, 0, 6, 2), rectangle(4, 2, 6, 5),
                                rectangle(0, 4, 4, 6), rectangle(0, 2, 2, 4)};
  check_against_all_pairs(polygons);
  CHECK(environment_of(polygons).fully_connected == std::vector<bool>{true, false, false, false, false});
  polygons[4] = rectangle(0, 3, 2, 4);
  check_against_all_pairs(polygons);
  CHECK_FALSE(environment_of(polygons).fully_connected[0]);
}

TEST_CASE("polygons: coordinates that no double holds") {
  // Sides on the line y = x / 3, one corner a hair beside it.
  const mpq_class hair(mpz_class(1), mpz_class(1) << 200), far(mpz_class(1) << 1100);
  const auto lower = [&](const mpq_class& by) { return Polygon{{0, 0, 0}, {3, 0, 0}, {3, 1 + by, 0}}; };
  const Polygon upper{{0, 0, 0}, {3, 1, 0}, {0, 1, 0}};
  for (const mpq_class& by : {mpq_class(0), hair, mpq_class(-hair)}) {
    check_against_all_pairs({lower(by), upper});
    CHECK(find_conflicts(std::vector{lower(by), upper}).size() == (by > 0));
    CHECK(environment_of(std::vector{lower(by), upper}).graph.arcs.size() == (by == 0));
  }
  // Beyond the range of doubles, and below it.
  for (const mpq_class& unit : {far, mpq_class(1 / far)}) {
    std::vector<Polygon> polygons{rectangle(0, 0, 2, 2), rectangle(2, 0, 4, 3), rectangle(1, 1, 3, 2, 1),
                                  rectangle(-5, -5, -3, -3)};
    for (Polygon& p : polygons)
      for (ExactPoint& corner : p)
        for (mpq_class& c : corner) c *= unit;
    check_against_all_pairs(polygons);
    CHECK(environment_of(polygons).graph.arcs == Pairs{{0, 1}});
    CHECK(environment_of(polygons).graph.conflicts == Pairs{{0, 2}, {1, 2}});
  }
}

TEST_CASE("polygons: random environments are what comparing all pairs finds") {
  std::size_t arcs = 0, parallel = 0, conflicts = 0, full = 0, upper = 0, equal = 0, partial = 0;
  CHECK(rc::check("environment_of and find_conflicts against all pairs", [&] {
    for (int repeat = 0; repeat < 5; ++repeat) {
      const std::vector<Polygon> polygons = PolygonSoup(drawn(2, 9)).polygons;
      const PolygonEnvironment e = environment_of(polygons);
      const AllPairs truth(polygons);
      RC_ASSERT(is_valid(e.graph));
      RC_ASSERT(e.graph.conflicts == truth.conflicts);
      std::multiset<AllPairs::Arc> found;
      for (std::size_t i = 0; i < e.segments.size(); ++i) {
        RC_ASSERT(e.segments[i].on_a == e.segments[i].on_b);
        const ExactPoint &from = e.segments[i].on_a[0], &to = e.segments[i].on_a[1];
        found.insert({e.graph.arcs[i][0], e.graph.arcs[i][1], from, to});
        const Polygon& p = polygons[e.graph.arcs[i][0]];
        partial += std::ranges::find(p, from) == p.end() || std::ranges::find(p, to) == p.end();
      }
      RC_ASSERT(found == truth.arcs);
      RC_ASSERT(e.fully_connected == truth.fully_connected);
      arcs += found.size();
      conflicts += truth.conflicts.size();
      parallel += found.size() - std::set(e.graph.arcs.begin(), e.graph.arcs.end()).size();
      full += static_cast<std::size_t>(std::ranges::count(e.fully_connected, true));
      upper += truth.stopped_by_upper;
      equal += truth.stopped_by_equal;
    }
  }));
  INFO("arcs " << arcs << ", parallel " << parallel << ", partial " << partial << ", conflicts " << conflicts
               << ", fully connected " << full << ", stopped by an upper polygon " << upper << ", by an equal one "
               << equal);
  CHECK(arcs >= 300);
  CHECK(parallel >= 1);
  CHECK(partial >= 50);
  CHECK(conflicts >= 1000);
  CHECK(full >= 5);
  CHECK(upper >= 50);
  CHECK(equal >= 50);
}
