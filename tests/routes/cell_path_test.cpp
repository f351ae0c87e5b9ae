// SPDX-License-Identifier: GPL-3.0-or-later
// Shortest paths over convex cells: small levels with their lengths by hand, and random ones against brute force.
//
// 1. Levels by hand have one thing that a search in one plane need not know: fans of more than 360 degrees, sides that
//    lead back, storeys over one place, gaps, goals on walls.
// 2. Random levels of a lattice have all of these; their lengths are those of unfolded_length(), which shares nothing
//    with the search. PLUMB_CELL_LEVELS says how many; the soak has 5,000.
// 3. Maps some of whose cells are closed are held against maps that were made without these cells.
#include "plumb/plan/cell_path.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <random>

#include "plumb/plan/cell_landmarks.h"
#include "support/cell_levels.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using kernel::PlanPoint;
using kernel::point_along;
using plan::CellMap;
using plan::CellPathSearch;
using Index = CellMap::Index;

// By the search, with and without landmarks; they agree. -1: there is no path.
double found_length(const CellLevel& level, const PlanPoint& start, Index start_cell, const PlanPoint& goal,
                    Index goal_cell) {
  const CellMap map = level.map();
  const plan::CellLandmarks landmarks(map, 3);
  std::vector<double> lengths;
  for (const plan::CellLandmarks* l : {static_cast<const plan::CellLandmarks*>(nullptr), &landmarks}) {
    CellPathSearch search(map, l);
    const plan::CellPath* path = search.find(start, {&start_cell, 1}, goal, {&goal_cell, 1});
    lengths.push_back(path ? path->length : -1);
    if (!path) continue;
    // The cells are a chain.
    Index cell = path->first_cell;
    for (const auto& passed : path->passed) {
      const CellMap::Join& j = level.joins[passed.join];
      REQUIRE((passed.forward ? j.a : j.b) == cell);
      REQUIRE((passed.forward ? j.b : j.a) == passed.cell);
      cell = passed.cell;
    }
    // A second search in the same memory finds the same.
    const std::vector<Index> corners = path->corners;
    const plan::CellPath* again = search.find(start, {&start_cell, 1}, goal, {&goal_cell, 1});
    REQUIRE(again);
    REQUIRE(again->corners == corners);
  }
  REQUIRE(std::abs(lengths[0] - lengths[1]) <= 1e-12 * (1 + lengths[0]));
  return lengths[0];
}

}  // namespace

TEST_CASE("cell path: around the corner of an L") {
  LevelBuilder b;
  const Index up = b.box(0, 0, 1, 5), right = b.box(1, 4, 6, 5);
  b.join(up, right, {1, 4}, {1, 5});
  CHECK(found_length(b.level, {0, 0}, up, {6, 4}, right) == Approx(std::sqrt(17.0) + 5));
  CHECK(found_length(b.level, {0, 5}, up, {6, 5}, right) == Approx(6));
}

TEST_CASE("cell path: three flights whose openings are on one line lead to and fro") {
  LevelBuilder b;
  std::vector<Index> landings, flights;
  for (int i = 0; i < 3; ++i) landings.push_back(b.box(0, -1, 6, 0));
  for (int i = 0; i < 2; ++i) flights.push_back(b.box(0, 0, 6, 1));
  const PlanPoint left{mpq_class(4, 5), 0}, right{mpq_class(26, 5), 0};
  for (std::size_t i = 0; i < 2; ++i) {
    b.join(landings[i], flights[i], left, {0, 0});
    b.join(flights[i], landings[i + 1], right, {6, 0});
  }
  const PlanPoint end{mpq_class(11, 2), mpq_class(-1, 2)};
  CHECK(found_length(b.level, end, landings[0], end, landings[2]) ==
        Approx(std::sqrt(22.34) + 3 * 4.4 + std::sqrt(.34)).epsilon(1e-12));
}

TEST_CASE("cell path: a fan of more than 360 degrees is looked at up to its border") {
  // Quarters around a pillar that is one point, twice round.
  LevelBuilder b;
  const std::vector<Index> cells = b.quarters(8);
  for (std::size_t i = 0; i + 1 < 8; ++i) b.join(cells[i], cells[i + 1], LevelBuilder::quarter(i)[3], {0, 0});
  // Over the corner, whatever the angle beyond half a turn.
  CHECK(found_length(b.level, {2, 1}, cells[0], {2, -1}, cells[7]) == Approx(2 * std::sqrt(5.0)));
  CHECK(found_length(b.level, {2, 1}, cells[0], {2, 1}, cells[4]) == Approx(2 * std::sqrt(5.0)));
  CHECK(found_length(b.level, {2, 1}, cells[0], {-2, 2}, cells[1]) == Approx(std::sqrt(17.0)));
}

TEST_CASE("cell path: a closed fan of 720 degrees turns paths") {
  LevelBuilder b;
  const std::vector<Index> cells = b.quarters(8);
  for (std::size_t i = 0; i < 8; ++i) b.join(cells[i], cells[(i + 1) % 8], LevelBuilder::quarter(i)[3], {0, 0});
  CHECK(found_length(b.level, {2, 1}, cells[0], {2, 1}, cells[4]) == Approx(2 * std::sqrt(5.0)));
}

TEST_CASE("cell path: along a line of borders and openings") {
  // A long room beside three others; the path runs on the common line and turns at the last opening.
  LevelBuilder b;
  const Index room = b.box(0, 0, 9, 2), end = b.box(6, -2, 9, 0);
  const Index first = b.box(0, -2, 3, 0);
  b.join(first, room, {1, 0}, {0, 0});
  b.join(room, end, {7, 0}, {8, 0});
  CHECK(found_length(b.level, {0, -2}, first, {9, -2}, end) == Approx(std::sqrt(5.0) + 6 + std::sqrt(8.0)));
  CHECK(found_length(b.level, {0, 0}, room, {9, -2}, end) == Approx(7 + std::sqrt(8.0)));
}

TEST_CASE("cell path: corners of two storeys at one place in plan") {
  // Up a flight from the ground to a gallery over it, whose corner lies over a corner of the ground.
  LevelBuilder b;
  const Index ground = b.box(0, 0, 4, 4), flight = b.box(4, 0, 8, 2), gallery = b.box(4, 2, 8, 6),
              back = b.box(0, 4, 4, 6), over = b.box(0, 0, 4, 4);
  b.join(ground, flight, {4, 0}, {4, 2});
  b.join(flight, gallery, {8, 2}, {6, 2});
  b.join(gallery, back, {4, 6}, {4, 4});
  b.join(back, over, {0, 4}, {4, 4});
  CHECK(found_length(b.level, {0, 1}, ground, {2, 2}, over) == Approx(std::sqrt(37.0) + 2 * std::sqrt(8.0)));
}

TEST_CASE("cell path: a gap is crossed straight, with its width") {
  LevelBuilder b;
  const Index a = b.box(0, 0, 4, 2), c = b.box(0, 3, 4, 5);
  b.gap(a, c, {4, 2}, {0, 2}, {0, 1});
  CHECK(found_length(b.level, {0, 0}, a, {3, 5}, c) == Approx(5 + 1));
  CHECK(found_length(b.level, {1, 2}, a, {1, 3}, c) == Approx(1));
  CHECK(found_length(b.level, {0, 2}, a, {4, 3}, c) == Approx(5));
}

TEST_CASE("cell path: a goal on a wall has two sides, which landmarks are near to and far from") {
  // Two rows of rooms, joined at their ends on the right; the goal is on the wall between the first two.
  LevelBuilder b;
  constexpr int rooms = 20;
  std::vector<Index> lower, upper;
  for (int i = 0; i < rooms; ++i) lower.push_back(b.box(i, 0, i + 1, 1)), upper.push_back(b.box(i, 1, i + 1, 2));
  for (std::size_t i = 0; i + 1 < rooms; ++i)
    for (const int y : {0, 1}) {
      const mpq_class low = y + mpq_class(static_cast<int>(i % 2)) / 2, high = low + mpq_class(1) / 2;
      const int x = static_cast<int>(i) + 1;
      const std::vector<Index>& row = y == 0 ? lower : upper;
      b.join(row[i], row[i + 1], {x, low}, {x, high});
    }
  b.join(lower.back(), upper.back(), {rooms, 1}, {rooms - 1, 1});
  const CellMap map = b.level.map();
  const plan::CellLandmarks landmarks(map, 8);
  const PlanPoint start{mpq_class(21) / 2, 2}, goal{mpq_class(1) / 2, 1};
  const Index sides[] = {lower[0], upper[0]};
  for (const plan::CellLandmarks* l : {static_cast<const plan::CellLandmarks*>(nullptr), &landmarks}) {
    CellPathSearch search(map, l);
    const plan::CellPath* path = search.find(start, {&upper[10], 1}, goal, sides);
    REQUIRE(path);
    CHECK(search.expanded() > 8);
    CHECK(path->length < 11);
  }
}

TEST_CASE("cell path: ends that cannot be reached") {
  LevelBuilder b;
  const Index a = b.box(0, 0, 4, 2), c = b.box(0, 3, 4, 5);
  CHECK(found_length(b.level, {0, 0}, a, {3, 5}, c) == -1);
}

// vleue/polyanya #45: cells a tenth high beside long ones, in a floor with a notch; between all corners and middles.
TEST_CASE("cell path: thin triangles") {
  std::ifstream in(PLUMB_SOURCE_DIR "/tests/corpus/routes/thin_triangles.json");
  const auto file = nlohmann::json::parse(in);
  LevelBuilder b;
  std::map<std::array<Index, 2>, Index> beside;  // by the ends of a side, counter-clockwise
  std::vector<std::pair<Index, PlanPoint>> ends;
  for (const auto& polygon : file["polygons"]) {
    std::vector<PlanPoint> ring;
    PlanPoint middle{0, 0};
    for (const std::size_t vertex : polygon) {
      const auto& at = file["vertices"][vertex];
      ring.push_back({at[0].get<double>(), at[1].get<double>()});
      for (std::size_t k = 0; k < 2; ++k) middle[k] += ring.back()[k] / 3;
    }
    const Index cell = b.cell(ring);
    ends.emplace_back(cell, middle);
    for (std::size_t i = 0; i < 3; ++i) {
      const PlanPoint &p = ring[i], &q = ring[(i + 1) % 3];
      ends.emplace_back(cell, p);
      const auto other = beside.find({b.point(q), b.point(p)});
      if (other != beside.end()) b.join(cell, other->second, p, q);
      beside[{b.point(p), b.point(q)}] = cell;
    }
  }
  REQUIRE(b.level.joins.size() == 7);
  for (const auto& [a, from] : ends)
    for (const auto& [c, to] : ends) {
      CAPTURE(a, c, from[0].get_d(), from[1].get_d(), to[0].get_d(), to[1].get_d());
      const double found = found_length(b.level, from, a, to, c);
      const auto expected = unfolded_length(b.level, from, a, to, c, found);
      REQUIRE(expected.has_value());
      REQUIRE(std::abs(found - *expected) <= 0x1p-40 * (1 + *expected));
    }
}

TEST_CASE("cell path: as long as by brute force on random levels") {
  const char* wanted = std::getenv("PLUMB_CELL_LEVELS");
  const int levels = wanted ? std::atoi(wanted) : 150;
  int reached = 0, unreached = 0, turned = 0;
  for (int seed = 0; seed < levels; ++seed) {
    std::mt19937_64 rng(static_cast<unsigned>(seed));
    const CellLevel level = random_level(rng);
    for (int pair = 0; pair < 4; ++pair) {
      const auto end = [&]() -> std::pair<Index, PlanPoint> {
        const auto c = static_cast<Index>(rng() % level.rings.size());
        const auto& ring = level.rings[c];
        const auto corner = [&]() -> const PlanPoint& { return level.points[ring[rng() % ring.size()]]; };
        PlanPoint p = corner();
        for (int k = static_cast<int>(rng() % 3); k > 0; --k)
          p = point_along(p, corner(), mpq_class(mpq_class(static_cast<int>(rng() % 5)) / 4));
        return {c, p};
      };
      const auto [a, from] = end();
      const auto [b, to] = end();
      CAPTURE(seed, pair, a, from[0].get_str(), from[1].get_str(), b, to[0].get_str(), to[1].get_str());
      const double found = found_length(level, from, a, to, b);
      // Whatever is reached here is no farther than this.
      const auto expected = unfolded_length(level, from, a, to, b, found >= 0 ? found : 20);
      REQUIRE((found >= 0) == expected.has_value());
      expected ? ++reached : ++unreached;
      if (!expected) continue;
      REQUIRE(std::abs(found - *expected) <= 0x1p-40 * (1 + *expected));
      if (*expected > std::hypot(mpq_class(from[0] - to[0]).get_d(), mpq_class(from[1] - to[1]).get_d()) + 1e-9)
        ++turned;
    }
  }
  CHECK(reached > levels);
  CHECK(unreached > levels / 4);
  CHECK(turned > levels / 2);
}

TEST_CASE("cell path: cells that are closed and opened again are as if they were not there, and as before") {
  int reached = 0, unreached = 0, changed = 0;
  for (unsigned seed = 0; seed < 150; ++seed) {
    std::mt19937_64 rng(seed);
    const CellLevel level = random_level(rng);
    const auto count = static_cast<Index>(level.rings.size());
    CellMap map = level.map();
    const plan::CellLandmarks landmarks(map, 3);
    CellPathSearch search(map), guided(map, &landmarks);
    const std::size_t fans = map.fan_count();
    std::vector<char> closed(count, 0);
    for (int step = 0; step < 12; ++step) {
      const auto door = static_cast<Index>(rng() % count);
      closed[door] = !closed[door];
      map.set_closed(door, closed[door]);
      REQUIRE(map.fan_count() == fans);
      CellLevel left = level;
      for (Index c = 0; c < count; ++c)
        if (closed[c]) left.rings[c].clear();
      std::erase_if(left.joins, [&](const CellMap::Join& j) { return closed[j.a] || closed[j.b]; });
      const CellMap fresh = left.map();
      CellPathSearch expected(fresh);
      for (Index a = 0; a < count; ++a) {
        for (Index b = 0; b < count; ++b)
          if (!closed[a] && !closed[b])
            REQUIRE((map.component(a) == map.component(b)) == (fresh.component(a) == fresh.component(b)));
        for (Index b = 0; b < a; ++b) REQUIRE((closed[a] && map.component(a) == map.component(b)) == false);
      }
      for (int pair = 0; pair < 6; ++pair) {
        const auto a = static_cast<Index>(rng() % count), b = static_cast<Index>(rng() % count);
        if (closed[a] || closed[b]) continue;
        const auto place = [&](Index c) {
          const auto& ring = level.rings[c];
          const auto corner = [&]() -> const PlanPoint& { return level.points[ring[rng() % ring.size()]]; };
          const PlanPoint p = corner();
          return point_along(p, corner(), mpq_class(mpq_class(static_cast<int>(rng() % 5)) / 4));
        };
        const PlanPoint from = place(a), to = place(b);
        CAPTURE(seed, step, pair, a, from[0].get_str(), from[1].get_str(), b, to[0].get_str(), to[1].get_str());
        const plan::CellPath* right = expected.find(from, {&a, 1}, to, {&b, 1});
        for (CellPathSearch* s : {&search, &guided}) {
          const plan::CellPath* path = s->find(from, {&a, 1}, to, {&b, 1});
          REQUIRE((path == nullptr) == (right == nullptr));
          if (!path) continue;
          REQUIRE(std::abs(path->length - right->length) <= 0x1p-38 * (1 + right->length));
          for (const auto& passed : path->passed) REQUIRE(!closed[passed.cell]);
        }
        right ? ++reached : ++unreached;
        if (right && std::ranges::any_of(closed, [](char c) { return c != 0; })) ++changed;
      }
    }
    for (Index c = 0; c < count; ++c) map.set_closed(c, false);
    const CellMap again = level.map();
    for (Index p = 0; p < map.piece_count(); ++p) {
      REQUIRE(map.fan_of(p) == again.fan_of(p));
      REQUIRE(map.ways(p).size() == again.ways(p).size());
      REQUIRE(map.fan(map.fan_of(p)).turns == again.fan(again.fan_of(p)).turns);
      REQUIRE(map.fan(map.fan_of(p)).wide == again.fan(again.fan_of(p)).wide);
    }
  }
  CHECK(reached > 500);
  CHECK(unreached > 500);
  CHECK(changed > 300);
}
