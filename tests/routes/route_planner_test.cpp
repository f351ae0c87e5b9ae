// SPDX-License-Identifier: GPL-3.0-or-later
// Routes of a disc, by known answers and properties.
//
// Known answers are refraction at one border, corridors of exactly the disc's width, and heavy squares. On random maps
// each piece must be clear by the plainest measure of distance, no route may cost less than its bound, and maps that
// are moved, turned or made lighter must answer accordingly.
#include "plumb/plan/route_planner.h"

#include <catch2/catch.hpp>

#include <random>

#include "blockage_planner.h"
#include "plumb/kernel/filtered_point.h"
#include "plumb/plan/route_bound.h"
#include "support/plan_maps.h"
#include "support/random_places.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using namespace plan;
using kernel::PlanPoint;
using Answer = Passability::Answer;

RouteSettings settings(PlannerKind planner, const mpq_class& radius, const mpq_class& swept = 1) {
  RouteSettings out;
  out.planner = planner;
  out.radius = radius;
  out.cost.swept = swept;
  out.bound = true;
  return out;
}
RouteAnswer route(const PlanMap& map, const RouteSettings& s, const PlanPoint& from, const PlanPoint& to) {
  return RoutePlanner(map, s)(from, to);
}
PlanMap room(std::vector<MapLayer::Polygon> regions, std::vector<kernel::PlanRing> obstacles = {}) {
  std::vector<MapLayer> layers{{MapLayer::Role::floors, "", {{{{box(0, 0, 12, 12)}}, 1}}},
                               {MapLayer::Role::regions, "", std::move(regions)},
                               {MapLayer::Role::obstacles, "", {}}};
  for (kernel::PlanRing& ring : obstacles) layers[2].polygons.push_back({{{std::move(ring)}}, 1});
  return map_of(layers);
}

// The distance of a piece and of each obstacle, in the plainest way.
void check_clear(const PlanMap& map, const std::vector<PlanPoint>& points, const mpq_class& radius) {
  for (std::size_t i = 1; i < points.size(); ++i)
    for (const PlanMap::Segment& s : map.segments) {
      if (s.kind != SegmentKind::obstacle) continue;
      const PlanPoint &p = points[i - 1], &q = points[i], &a = map.points[s.from].at, &b = map.points[s.to].at;
      const mpq_class least = std::min({kernel::squared_distance(p, a, b), kernel::squared_distance(q, a, b),
                                        kernel::squared_distance(a, p, q), kernel::squared_distance(b, p, q)});
      CHECK(least >= radius * radius);
      CHECK_FALSE((kernel::orient2d(p, q, a) * kernel::orient2d(p, q, b) < 0 &&
                   kernel::orient2d(a, b, p) * kernel::orient2d(a, b, q) < 0));
    }
}

TEST_CASE("routes: an obstacle without length is in nobody's way") {
  const PlanMap map = map_of({{MapLayer::Role::floors, "", {{{{box(0, 0, 12, 12)}}, 1}}}}, {{{{4, 4}, {4, 4}}}});
  for (const PlannerKind planner : {PlannerKind::vicinity, PlannerKind::blockage}) {
    CHECK_FALSE(route(map, settings(planner, mpq_class(1, 4)), {1, 1}, {11, 11}).route.points.empty());
    CHECK_FALSE(route(map, settings(planner, mpq_class(1, 4)), {4, mpq_class(33, 8)}, {11, 11}).route.points.empty());
  }
}

TEST_CASE("route: refraction at one border, as bisection has it") {
  // Weight 1 below y = 6, 3 above.
  const PlanMap map = room({{{{box(0, 6, 12, 12)}}, 3}});
  const auto at = [](double x) { return std::hypot(x - 1, 5.0) + 3 * std::hypot(10 - x, 4.0); };
  double low = 1, high = 10;
  for (int k = 0; k < 200; ++k) {
    const double a = low + (high - low) / 3, b = high - (high - low) / 3;
    (at(a) < at(b) ? high : low) = at(a) < at(b) ? b : a;
  }
  for (const PointSearch search : {PointSearch::dijkstra, PointSearch::bushwhack}) {
    RouteSettings s = settings(PlannerKind::vicinity, 0);
    s.search = search;
    const RouteAnswer found = route(map, s, {1, 1}, {10, 10});
    REQUIRE(found.route.points.size() >= 3);
    CHECK(found.route.bound->get_d() <= at(low));
    CHECK(found.route.cost.high.get_d() >= at(low));
    CHECK(found.route.cost.low.get_d() <= 1.25 * at(low));
    CHECK(found.route.bound->get_d() >= 0.8 * at(low));
  }
}

TEST_CASE("route: corridors of width exactly 2 r are passed, narrower ones are not") {
  // Two halls joined by a corridor along (1, 0), or (3, 4), 5/4 wide.
  const mpq_class narrower(1, mpz_class(1) << 60);
  for (const PlannerKind planner : {PlannerKind::vicinity, PlannerKind::blockage})
    for (const bool slanted : {false, true})
      for (const bool fits : {true, false}) {
        const mpq_class w = mpq_class(5, 4) - (fits ? mpq_class(0) : narrower);
        const PlanPoint along = slanted ? PlanPoint{mpq_class(3, 5), mpq_class(4, 5)} : PlanPoint{1, 0};
        const auto place = [&](const mpq_class& x, const mpq_class& y) {
          return PlanPoint{along[0] * x - along[1] * y, along[1] * x + along[0] * y};
        };
        const kernel::PlanRing ring{place(0, -5),  place(6, -5),  place(6, 0),  place(20, 0),
                                    place(20, -5), place(26, -5), place(26, 5), place(20, 5),
                                    place(20, w),  place(6, w),   place(6, 5),  place(0, 5)};
        const PlanMap map = map_of({{MapLayer::Role::floors, "", {{{{ring}}, 1}}}});
        CAPTURE(slanted, fits, static_cast<int>(planner));
        const RouteAnswer found = route(map, settings(planner, mpq_class(5, 8)), place(3, -2), place(23, 2));
        CHECK(found.passability.answer == (fits ? Answer::passable : Answer::too_narrow));
        CHECK(found.route.points.empty() != fits);
        check_clear(map, found.route.points, mpq_class(5, 8));
      }
}

TEST_CASE("route: around a heavy square, or through it where that is cheaper") {
  const PlanPoint from{1, 6}, to{11, 6};
  const auto length = [&](const mpq_class& weight) {
    const PlanMap map = room({{{{box(4, 4, 8, 8)}}, weight}});
    const RouteAnswer found = route(map, settings(PlannerKind::vicinity, 0), from, to);
    CHECK(*found.route.bound <= found.route.cost.high);
    return found.route.cost.high.get_d();
  };
  CHECK(length(1) == Approx(10).epsilon(0.005));
  CHECK(length(mpq_class(11, 10)) == Approx(10.4).epsilon(0.001));
  // By two corners: of both ways, which cost the same, one.
  const double around = 2 * std::hypot(3, 2) + 4;
  CHECK(length(100) >= around - 1e-9);
  CHECK(length(100) <= 1.05 * around);
}

TEST_CASE("route: ends in a wall, off the map, on a vertex, too near; no way; all for a reason") {
  const PlanMap map = room({}, {box(4, 0, 5, 12), box(8, 8, 9, 9)});
  const auto answer = [&](const PlanPoint& p, const PlanPoint& q, const mpq_class& radius) {
    return route(map, settings(PlannerKind::vicinity, radius), p, q).passability.answer;
  };
  CHECK(answer({mpq_class(9, 2), 3}, {1, 1}, 0) == Answer::start_blocked);
  CHECK(answer({1, 1}, {13, 3}, 0) == Answer::goal_blocked);
  CHECK(answer({1, 1}, {2, 2}, 2) == Answer::start_touched);
  CHECK(answer({2, 2}, {1, 1}, 2) == Answer::goal_touched);
  CHECK(answer({1, 1}, {6, 1}, 0) == Answer::unreachable);
  const RouteAnswer corner = route(map, settings(PlannerKind::vicinity, 0), {8, 8}, {9, 9});
  REQUIRE(corner.route.points.size() == 3);
  CHECK(corner.route.cost.low == 2);
  const RouteAnswer stays = route(map, settings(PlannerKind::vicinity, 1), {2, 2}, {2, 2});
  CHECK(stays.passability.answer == Answer::passable);
  CHECK(stays.route.cost.low.get_d() == Approx(3.14159265358979 / 2));
}

TEST_CASE("route: a map without any floor") {
  const PlanMap nothing = map_of({{MapLayer::Role::floors, "", {}}});
  const PlanMap covered = map_of({{MapLayer::Role::floors, "", {{{{box(0, 0, 4, 4)}}, 1}}},
                                  {MapLayer::Role::obstacles, "", {{{{box(-1, -1, 5, 5)}}, 1}}}});
  for (const PlanMap* map : {&nothing, &covered})
    for (const PlannerKind planner : {PlannerKind::vicinity, PlannerKind::blockage, PlannerKind::euclid})
      CHECK(route(*map, settings(planner, planner == PlannerKind::euclid ? 0 : 1), {1, 1}, {2, 2}).passability.answer ==
            Answer::start_blocked);
}

TEST_CASE("route: random maps: pieces are clear, bounds hold, both searches of points agree where nothing is swept") {
  std::size_t found = 0, impassable = 0, channels = 0, harmed = 0;
  for (unsigned seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    const PlanMap map = random_regions(random);
    const PlanPoint from = drawn_place(random, 12, 8), to = drawn_place(random, 12, 8);
    for (const int half : {0, 1, 2}) {
      const mpq_class radius = mpq_class(half) / 2;
      RouteSettings s = settings(PlannerKind::vicinity, radius);
      RoutePlanner planner(map, s);
      const RouteAnswer a = planner(from, to);
      if (a.passability.answer != Answer::passable) {
        ++impassable;
        CHECK(a.route.points.empty());
        continue;
      }
      if (a.route.points.empty()) continue;
      ++found;
      CHECK(a.route.points.front() == from);
      CHECK(a.route.points.back() == to);
      check_clear(map, a.route.points, radius);
      CHECK(*a.route.bound <= a.route.cost.high);
      // No less on finer points, and the same the other way round.
      s.points.spacing /= 4;
      const RouteAnswer fine = route(map, s, from, to);
      CHECK(*a.route.bound <= fine.route.cost.high);
      std::vector<PlanPoint> back(a.route.points.rbegin(), a.route.points.rend());
      const PlanTriangulation t = triangulate(map, KeptSegments::obstacles_and_borders);
      const WeightedArea area(t);
      const RouteCost cost(area, radius, {});
      const auto there = cost.exact(a.route.points), again = cost.exact(back);
      CHECK(there.low <= again.high);
      CHECK(again.low <= there.high);
      const RouteAnswer channel = route(map, settings(PlannerKind::blockage, radius), from, to);
      check_clear(map, channel.route.points, radius);
      if (!channel.route.points.empty()) {
        ++channels;
        CHECK(*a.route.bound <= channel.route.cost.high);
      }
      RouteSettings other = settings(PlannerKind::vicinity, radius);
      other.search = PointSearch::bushwhack;
      const RouteAnswer b = route(map, other, from, to);
      check_clear(map, b.route.points, radius);
      // For a disc it may cost more, or lose the way.
      if (radius > 0) harmed += b.route.points.empty() || b.route.cost.low > a.route.cost.high;
      else CHECK(a.route.cost.high.get_d() == Approx(b.route.cost.high.get_d()).epsilon(1e-12));
    }
  }
  CHECK(found > 15);
  CHECK(channels > 10);
  CHECK(harmed > 0);
  CHECK(impassable > 5);
}

TEST_CASE("route bound: no random clear way costs less") {
  std::size_t ways = 0;
  for (unsigned seed = 0; seed < 6; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    const PlanMap map = random_regions(random);
    const PlanTriangulation t = triangulate(map, KeptSegments::obstacles_and_borders);
    const WeightedArea area(t);
    PassabilityQuery passability(map);
    for (const mpq_class& radius : {mpq_class(0), mpq_class(1, 4)}) {
      const RouteCost cost(area, radius, {});
      RouteBound bound(map, passability.obstacles(), barriers(passability.clearance(), radius * radius), radius, 1);
      for (int k = 0; k < 20; ++k) {
        std::vector<PlanPoint> way;
        for (unsigned n = 2 + random() % 3; n > 0; --n) way.push_back(drawn_place(random, 12, 16));
        if (passability(way.front(), way.back(), radius * radius).answer != Answer::passable) continue;
        bool clear = true;
        for (std::size_t i = 1; i < way.size(); ++i)
          clear = clear && !passability.obstacles().stops_along(way[i - 1], way[i], radius * radius);
        if (!clear) continue;
        ++ways;
        CHECK(bound(way.front(), way.back()) <= cost.exact(way).high);
      }
    }
  }
  CHECK(ways > 40);
}

TEST_CASE("route cost: cut in two, moved, turned by 90 degrees: the same; more weight costs more") {
  std::mt19937 random(7);
  const PlanMap map = random_regions(random);
  const auto moved = [](const PlanMap& m, const auto& move) {
    PlanMap out = m;
    for (kernel::FilteredPoint& p : out.points) p = kernel::FilteredPoint(move(p.at));
    return out;
  };
  const std::vector<PlanPoint> way{{2, 3}, {5, 4}, {9, 2}, {9, 10}};
  const auto cost = [](const PlanMap& m, const std::vector<PlanPoint>& points) {
    const PlanTriangulation t = triangulate(m, KeptSegments::obstacles_and_borders);
    const WeightedArea area(t);
    return RouteCost(area, mpq_class(3, 4), {}).exact(points);
  };
  const auto same = [](const kernel::RationalInterval& a, const kernel::RationalInterval& b) {
    return a.low <= b.high && b.low <= a.high;
  };
  const auto whole = cost(map, way);
  CHECK(whole.width() * (mpz_class(1) << 40) <= whole.low);
  CHECK(same(whole, cost(map, {way[0], {mpq_class(13, 4), mpq_class(41, 12)}, way[1], way[2], {9, 3}, way[3]})));
  const auto turn = [](const PlanPoint& p) { return PlanPoint{-p[1], p[0]}; };
  const auto shift = [](const PlanPoint& p) { return PlanPoint{p[0] + mpq_class(1025, 8), p[1] - mpq_class(77, 2)}; };
  const auto all = [&](const auto& move) {
    std::vector<PlanPoint> out;
    for (const PlanPoint& p : way) out.push_back(move(p));
    return out;
  };
  CHECK(same(whole, cost(moved(map, turn), all(turn))));
  CHECK(same(whole, cost(moved(map, shift), all(shift))));
  PlanMap heavier = map;
  for (mpq_class& w : heavier.weights) w += 1;
  CHECK(cost(heavier, way).low > whole.high);
}

TEST_CASE("route: a lighter map has no higher bound and no dearer route") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    std::mt19937 random(seed);
    const PlanMap map = random_regions(random);
    PlanMap heavier = map;
    for (mpq_class& w : heavier.weights) w += mpq_class(1, 2);
    const RouteSettings s = settings(PlannerKind::vicinity, mpq_class(1, 8));
    const PlanPoint from{mpq_class(1, 4), mpq_class(1, 4)}, to{mpq_class(45, 4), mpq_class(47, 4)};
    const RouteAnswer light = route(map, s, from, to), heavy = route(heavier, s, from, to);
    REQUIRE(light.passability.answer == heavy.passability.answer);
    if (light.route.points.empty() || heavy.route.points.empty()) continue;
    CHECK(light.route.cost.low <= heavy.route.cost.high);
    CHECK(*light.route.bound <= *heavy.route.bound);
  }
}

TEST_CASE("route: the document's filter lets a disc collide") {
  // Two valid points 60 degrees apart around a vertex, r from it each, have the middle of their chord at 0.866 r.
  const PlanMap map = room({}, {{{5, 5}, {7, 5}, {6, 7}}});
  RouteSettings s = settings(PlannerKind::vicinity, 1);
  s.points.checks = RouteChecks::document;
  std::size_t collisions = 0;
  for (int y = 2; y <= 10; ++y) {
    const RouteAnswer found = route(map, s, {2, y}, {10, 12 - y});
    if (!found.route.collision) continue;
    ++collisions;
    const auto& c = *found.route.collision;
    const auto& o = map.segments[c.obstacle];
    const PlanPoint &p = found.route.points[c.piece], &q = found.route.points[c.piece + 1];
    CHECK(std::min({kernel::squared_distance(map.points[o.from].at, p, q),
                    kernel::squared_distance(map.points[o.to].at, p, q),
                    kernel::squared_distance(p, map.points[o.from].at, map.points[o.to].at),
                    kernel::squared_distance(q, map.points[o.from].at, map.points[o.to].at)}) < 1);
  }
  CHECK(collisions > 0);
}

TEST_CASE("blockage: hierarchical A* costs what A* does, where no point is moved") {
  std::size_t compared = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    const PlanMap map = random_regions(random);
    const PlanTriangulation t = triangulate(map, KeptSegments::obstacles_and_borders);
    const WeightedArea area(t);
    const RouteCost cost(area, 0, {0, false, {}});
    const Obstacles obstacles(map);
    TriangleSurvey survey(cost, obstacles);
    const SteinerShape shape(area);
    BlockagePlanner up(cost, obstacles, survey, shape, {}, {}),
        flat(cost, obstacles, survey, shape, {}, {{}, {}, ChannelReference::midpoint, false});
    const PlanPoint from = drawn_place(random, 12, 8), to = drawn_place(random, 12, 8);
    const auto a = up.route(from, to), b = flat.route(from, to);
    REQUIRE(a.has_value() == b.has_value());
    if (!a) continue;
    ++compared;
    CHECK(up.channel_cost() == Approx(flat.channel_cost()).epsilon(1e-12));
  }
  CHECK(compared > 100);
}

}  // namespace
