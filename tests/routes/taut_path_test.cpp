// SPDX-License-Identifier: GPL-3.0-or-later
// Shortest paths of discs: closed forms where everything touches, and a brute force over tangents and arcs.
//
// 1. Maps by hand: gaps of just the width of the disc, legs that touch other circles, numbers beyond doubles.
// 2. Random maps on a grid, where things touch often, and shared maps against support/disc_bitangents.h: all tangents
//    and arcs in doubles. PLUMB_TAUT_MAPS says how many; tests tagged [.long] ask a thousand questions a radius.
// 3. Other planners where all weighs the same, and the planner of points at radius 0.
// 4. Signs and angles of legs against 600 bits.
#include "plumb/plan/taut_path.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <cstdlib>
#include <numbers>
#include <random>

#include "disc_tangent.h"
#include "plumb/plan/euclid.h"
#include "plumb/plan/route_planner.h"
#include "support/disc_bitangents.h"
#include "support/plan_maps.h"
#include "support/random_places.h"
#include "support/shared_maps.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using namespace plan;
using kernel::PlanPoint;

struct Case {
  explicit Case(PlanMap m)
      : map(std::move(m)), obstacles(map), clearance(clearance_triangulation(map)), search(clearance, obstacles) {}
  PlanMap map;
  Obstacles obstacles;
  ClearanceTriangulation clearance;
  TautSearch search;
};

double middle(const kernel::RationalInterval& i) { return mpq_class((i.low + i.high) / 2).get_d(); }

constexpr double pi = std::numbers::pi;

// A room from 0 to 20, with obstacles.
Case room(const std::vector<kernel::PlanRing>& obstacles, const std::vector<std::array<PlanPoint, 2>>& walls = {}) {
  std::vector<MapLayer> layers{{MapLayer::Role::floors, "", {{{{box(0, 0, 20, 20)}}, 1}}},
                               {MapLayer::Role::obstacles, "", {}}};
  for (const kernel::PlanRing& ring : obstacles) layers[1].polygons.push_back({{{ring}}, 1});
  return Case(map_of(layers, walls));
}

// The pieces are clear, not shorter than the path, and not much longer.
void check_points(const Case& c, const TautPath& path, const PlanPoint& p, const PlanPoint& q,
                  const mpq_class& radius) {
  const auto points = clear_points(path, p, q, radius, c.obstacles);
  REQUIRE(points.size() >= 2);
  CHECK(points.front() == p);
  CHECK(points.back() == q);
  for (std::size_t i = 1; i < points.size(); ++i)
    CHECK_FALSE(c.obstacles.stops_along(points[i - 1], points[i], radius * radius));
  const auto length = length_of(points);
  CHECK(length.high >= path.length.low);
  CHECK(length.low <= path.length.high * mpq_class(101) / 100);
}

// Both ways.
void check_length(Case& c, const PlanPoint& p, const PlanPoint& q, const mpq_class& radius, double expected) {
  CAPTURE(p[0], p[1], q[0], q[1], radius);
  for (const bool back : {false, true}) {
    const PlanPoint &from = back ? q : p, &to = back ? p : q;
    const auto path = c.search.find(from, to, radius);
    REQUIRE(path);
    CHECK(middle(path->length) == Approx(expected).epsilon(1e-13).margin(1e-300));
    CHECK(path->length.width() * (mpz_class(1) << 60) <= 1);
    check_points(c, *path, from, to, radius);
  }
}

TEST_CASE("taut: straight, around a corner, around a wall's end") {
  Case c = room({box(8, 0, 12, 10)}, {{{{4, 20}, {4, 12}}}});
  check_length(c, {5, 14}, {15, 14}, 1, 10);
  check_length(c, {5, 5}, {5, 5}, 1, 0);
  // From beside one side of the box over its two corners: quarters of a circle.
  check_length(c, {7, 5}, {13, 5}, 1, 5 + pi / 2 + 4 + pi / 2 + 5);
  // Half a turn around the end of the wall.
  check_length(c, {3, 15}, {5, 15}, 1, 3 + pi + 3);
  check_length(c, {3, 15}, {5, 15}, mpq_class(1) / 2,
               2 * std::sqrt(9.75) + std::atan(3.0) + std::asin(0.5 / std::sqrt(10.0)));
}

TEST_CASE("taut: a gap as wide as the disc, and 2^-60 more or less") {
  const mpq_class slight = mpq_class(1) / (mpz_class(1) << 60);
  for (const int less : {-1, 0, 1}) {
    const mpq_class wide = 2 + less * slight;
    CAPTURE(less);
    // Between two boxes; between a corner and a wall's side; between two corners that are askew, 3-4-5.
    Case between = room({box(8, 0, 12, 10), box(8, 10 + wide, 12, 20)});
    Case beside = room({box(0, 10 + wide, 20, 20), {{10, 10}, {12, 0}, {8, 0}}});
    Case askew =
        room({{{10, 10}, {12, 0}, {8, 0}}, {{10 + wide * 3 / 5, 10 + wide * 4 / 5}, {20, 18}, {20, 20}, {2, 20}}});
    for (Case* c : {&between, &beside, &askew}) {
      const auto path = c->search.find({2, 2}, {18, 2}, 1);
      CHECK(path.has_value() == (less >= 0));
      if (path) check_points(*c, *path, {2, 2}, {18, 2}, 1);
    }
  }
  Case c = room({box(8, 0, 12, 10), box(8, 12, 12, 20)});
  check_length(c, {3, 11}, {17, 11}, 1, 14);
  check_length(c, {7, 5}, {13, 5}, 1, 5 + pi / 2 + 4 + pi / 2 + 5);
}

TEST_CASE("taut: corners nearer to each other than the disc is wide; edges shorter than the radius") {
  // A corner that is cut off by an edge of 1/8 sqrt(2): the disc rolls over two corners whose circles overlap.
  Case c = room({{{8, 0},
                  {12, 0},
                  {12, mpq_class(79) / 8},
                  {mpq_class(95) / 8, 10},
                  {mpq_class(65) / 8, 10},
                  {8, mpq_class(79) / 8}}});
  check_length(c, {6, 5}, {14, 5}, 2, 2 * 4.875 + 2 * pi + 2 * std::sqrt(2.0) / 8 + 3.75);
  // Two boxes, 1 apart: the disc passes over the gap between them, and not into it.
  Case gap = room({box(6, 0, 9, 10), box(10, 0, 13, 10)});
  check_length(gap, {5, 5}, {14, 5}, 1, 5 + pi / 2 + 7 + pi / 2 + 5);
  CHECK_FALSE(gap.search.find({5, 5}, {mpq_class(19) / 2, 5}, 1));
  // A pillar in the offset of a box, which stands in the way of the arc around it.
  Case pillar = room({box(8, 0, 12, 10), box(7, 11, mpq_class(15) / 2, mpq_class(23) / 2)});
  CHECK(pillar.search.find({5, 5}, {15, 5}, 1));
}

TEST_CASE("taut: legs that touch other circles; ends that touch corners and walls") {
  // Three corners on a line, and one on the other side that a leg just touches.
  Case c = room({box(4, 0, 5, 8), box(9, 0, 10, 8), box(14, 0, 15, 8), box(11, 10, 12, 20)});
  check_length(c, {3, 4}, {16, 4}, 1, 4 + pi / 2 + 11 + pi / 2 + 4);
  check_length(c, {3, 4}, {16, 4}, mpq_class(1) / 2,
               2 * std::sqrt(16.75) + std::atan(4.0) + std::asin(0.5 / std::sqrt(17.0)) + 11);
  // On a circle, against a wall, in a corner of the room, and from there into a gap.
  check_length(c, {4, 9}, {5, 9}, 1, 1);
  check_length(c, {3, 1}, {3, 7}, 1, 6);
  check_length(c, {1, 1}, {3, 8}, 1, std::sqrt(53.0));
  CHECK_FALSE(c.search.find({mpq_class(1) / 2, 1}, {3, 8}, 1));
  CHECK_FALSE(c.search.find({3, 8}, {mpq_class(9) / 2, 1}, mpq_class(1) / 4));
  CHECK_FALSE(c.search.find({3, 8}, {30, 1}, mpq_class(1) / 4));
  // Corners of two boxes that touch: no way between, for any disc and for a point.
  Case touching = room({box(0, 0, 10, 10), box(10, 10, 20, 20)});
  for (const int r : {0, 1}) CHECK_FALSE(touching.search.find({5, 15}, {15, 5}, r));
}

TEST_CASE("taut: coordinates and radii beyond the range of doubles, and far below it") {
  mpz_class huge;
  mpz_ui_pow_ui(huge.get_mpz_t(), 10, 200);
  const mpq_class s(huge);
  const MapLayer floor{MapLayer::Role::floors, "", {{{{box(0, 0, 20 * s, 20 * s), box(8 * s, 0, 12 * s, 10 * s)}}, 1}}};
  Case large(map_of({floor}));
  check_length(large, {7 * s, 5 * s}, {13 * s, 5 * s}, s, (14 + pi) * 1e200);
  const mpq_class tiny = 1 / (s * s);
  Case c = room({box(8, 0, 12, 10)});
  check_length(c, {7, 5}, {13, 5}, tiny, 4 + 2 * std::sqrt(26.0));
  CHECK(c.search.find({8 - tiny, 5}, {13, 5}, tiny));
  CHECK_FALSE(c.search.find({8 - tiny / 2, 5}, {13, 5}, tiny));
}

// The distance of each query's length to that of the brute force.
void check_queries(Case& c, const DiscBitangents& oracle, const mpq_class& radius, const PlanPoint& p,
                   const PlanPoint& q, int& found, int& none) {
  CAPTURE(p[0], p[1], q[0], q[1], radius);
  const auto path = c.search.find(p, q, radius);
  const auto expected = oracle.length(p, q);
  REQUIRE(path.has_value() == expected.has_value());
  (path ? found : none) += 1;
  if (!path) return;
  CHECK(middle(path->length) == Approx(*expected).epsilon(1e-9));
  check_points(c, *path, p, q, radius);
}

TEST_CASE("taut: random maps on a grid: as by brute force") {
  const char* told = std::getenv("PLUMB_TAUT_MAPS");
  const unsigned maps = told ? static_cast<unsigned>(std::stoul(told)) : 60;
  int found = 0, none = 0;
  for (unsigned seed = 0; seed < maps; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    Case c(seed % 2 == 0 ? random_walls(random) : random_regions(random));
    MapComponents free(triangulate(c.map, KeptSegments::obstacles));
    for (const int quarters : {1, 2, 4, 5}) {
      const mpq_class radius = mpq_class(quarters) / 4;
      const DiscBitangents oracle(c.map, radius.get_d());
      for (int k = 0; k < 8; ++k) {
        const PlanPoint p = drawn_place(random, 12, 2), q = drawn_place(random, 12, 2);
        if (free.triangles_at(p).empty() || free.triangles_at(q).empty()) continue;
        if (c.obstacles.stops_at(p, radius * radius) || c.obstacles.stops_at(q, radius * radius))
          CHECK_FALSE(c.search.find(p, q, radius));
        else check_queries(c, oracle, radius, p, q, found, none);
      }
    }
  }
  CHECK(found > 8 * static_cast<int>(maps));
  CHECK(none >= static_cast<int>(maps) / 2);
}

// Random places of a map's box at which the disc fits.
void check_shared_map(const std::string& name, const std::vector<mpq_class>& radii, int queries) {
  const auto map = pipeline::read_map({std::string(PLUMB_SHARED_DIR) + "/scenes/maps2d/" + name + ".json", {}, {}});
  REQUIRE(map);
  CAPTURE(name);
  Case c(*map);
  MapComponents free(triangulate(c.map, KeptSegments::obstacles));
  for (const mpq_class& radius : radii) {
    const DiscBitangents oracle(c.map, radius.get_d());
    RandomPlaces drawn(c.map);
    int found = 0, none = 0;
    while (found + none < queries) {
      const PlanPoint p = drawn(), q = drawn();
      if (c.obstacles.stops_at(p, radius * radius) || c.obstacles.stops_at(q, radius * radius)) continue;
      if (free.joined(p, q)) check_queries(c, oracle, radius, p, q, found, none);
    }
  }
}
mpq_class number(const char* text) {
  mpq_class out(text);
  out.canonicalize();
  return out;
}

TEST_CASE("taut: shared maps: as by brute force") {
  if (shared_maps().empty()) return;
  check_shared_map("poly_arena", {number("1/2")}, 20);
  check_shared_map("poly_test_hard", {number("1/2")}, 20);
  check_shared_map("jps_office_rooms", {number("2/5")}, 20);
}
TEST_CASE("taut: shared maps: a thousand questions for each radius as by brute force", "[.long]") {
  if (shared_maps().empty()) return;
  check_shared_map("poly_arena", {number("1/4"), number("1/2"), number("1")}, 1000);
  check_shared_map("poly_test_hard", {number("1/4"), number("49/100"), number("1/2")}, 1000);
  check_shared_map("jps_office_rooms", {number("1/4"), number("2/5"), number("1/2")}, 1000);
  check_shared_map("jps_BUW", {number("1/4"), number("1/2"), number("3/4")}, 1000);
  check_shared_map("fd_map01", {number("8"), number("16"), number("24")}, 1000);
}

TEST_CASE("taut: in a map where the triangulation has no edge at a turn") {
  if (shared_maps().empty()) return;
  const auto map = pipeline::read_map({std::string(PLUMB_SHARED_DIR) + "/scenes/maps2d/poly_test_hard.json", {}, {}});
  REQUIRE(map);
  Case c(*map);
  const auto path =
      c.search.find({number("217/64"), number("409/64")}, {number("75/16"), number("87/64")}, number("1/2"));
  REQUIRE(path);
  CHECK(middle(path->length) == Approx(5.456002717769).epsilon(1e-12));
  CHECK(path->turns.size() == 2);
}

TEST_CASE("taut: a search that is used again, for other radii, answers as a new one") {
  std::mt19937 random(7);
  Case c(random_walls(random));
  for (int k = 0; k < 60; ++k) {
    const PlanPoint p = drawn_place(random, 12, 2), q = drawn_place(random, 12, 2);
    const mpq_class radius = mpq_class(k % 5) / 4;
    TautSearch fresh(c.clearance, c.obstacles);
    const auto a = c.search.find(p, q, radius), b = fresh.find(p, q, radius);
    REQUIRE(a.has_value() == b.has_value());
    if (!a) continue;
    CHECK(a->length.low == b->length.low);
    CHECK(std::ranges::equal(a->turns, b->turns, [](const TautPath::Turn& s, const TautPath::Turn& t) {
      return s.corner == t.corner && s.left == t.left;
    }));
  }
}

TEST_CASE("taut: where all weighs the same no route of another planner is shorter, or longer by a ten-thousandth") {
  int compared = 0;
  for (unsigned seed = 0; seed < 30; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    Case c(random_walls(random));
    for (const PlannerKind kind : {PlannerKind::vicinity, PlannerKind::blockage}) {
      RouteSettings settings;
      settings.planner = kind;
      settings.radius = mpq_class(1) / 2;
      RoutePlanner planner(c.map, settings);
      for (int k = 0; k < 6; ++k) {
        const PlanPoint p = drawn_place(random, 12, 2), q = drawn_place(random, 12, 2);
        const auto points = planner(p, q).route.points;
        const auto path = c.search.find(p, q, settings.radius);
        if (points.empty()) continue;
        REQUIRE(path);
        CHECK(path->length.low <= length_of(points).high);
        CHECK(length_of(points).low <= path->length.high * 10001 / 10000);
        ++compared;
      }
    }
  }
  CHECK(compared > 100);
}

TEST_CASE("taut: a point that goes along a wall stays on its side") {
  // Past (5, 4), which is on the left, along the wall to (4, 4), and from there to the right it would get through.
  Case c(map_of({{MapLayer::Role::floors, "", {{{{box(0, 0, 10, 10)}}, 1}}}},
                {{{{5, 0}, {5, 4}}}, {{{5, 4}, {4, 4}}}, {{{4, 4}, {4, 9}}}}));
  const auto path = c.search.find({9, mpq_class(7) / 2}, {1, mpq_class(9) / 2}, 0);
  REQUIRE(path);
  CHECK(middle(path->length) == Approx(std::hypot(5, 5.5) + std::hypot(3, 4.5)).epsilon(1e-12));
}

TEST_CASE("taut: of a point: as the planner for points has it") {
  int found = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    Case c(random_walls(random));
    const auto t = triangulate(c.map, KeptSegments::obstacles);
    EuclidPlanner euclid(t);
    for (int k = 0; k < 12; ++k) {
      const PlanPoint p = drawn_place(random, 12, 2), q = drawn_place(random, 12, 2);
      CAPTURE(p[0], p[1], q[0], q[1]);
      const auto path = c.search.find(p, q, 0);
      const auto expected = euclid.path(p, q);
      REQUIRE(path.has_value() == expected.has_value());
      if (path) CHECK(middle(path->length) == Approx(middle(expected->length)).epsilon(1e-12));
      found += path.has_value();
    }
  }
  CHECK(found > 1000);
}

// A sign by 600 bits, where these tell it.
std::optional<int> sign_of(const kernel::RealInterval& x) {
  const auto i = x.rational();
  if (i.low > 0) return 1;
  if (i.high < 0) return -1;
  return std::nullopt;
}

TEST_CASE("taut: signs beside legs: as 600 bits have them, and zero where a circle is touched") {
  std::mt19937 random(3);
  const DiscRadius radius(mpq_class(5) / 4);
  constexpr int bits = 600;
  int zeros = 0;
  for (int k = 0; k < 20000; ++k) {
    const auto drawn = [&] { return kernel::FilteredPoint(drawn_place(random, 5, 2)); };
    const auto side = [&] { return static_cast<int>(random() % 3) - 1; };
    const kernel::FilteredPoint p = drawn(), q = drawn(), c = drawn();
    if (p.at == q.at) continue;
    const DiscTangent line({&p, side()}, {&q, side()}, radius);
    if (!line.exists()) continue;
    const int radii = side();
    const auto n = line.normal(bits);
    const auto real = [&](const mpq_class& v) { return kernel::RealInterval(bits, v); };
    const auto exact = sign_of(n[0] * real(c.x() - p.x()) + n[1] * real(c.y() - p.y()) +
                               real((line.from().side - radii) * radius.exact));
    const int found = line.side_of(c, radii);
    CHECK(found == exact.value_or(0));
    zeros += found == 0;
    // The centre at the end touches what is beside it.
    if (line.from().side != 0) CHECK_FALSE(line.is_stopped_by(p, p));
    if (line.to().side != 0) CHECK_FALSE(line.is_stopped_by(q, q));
  }
  CHECK(zeros > 100);
}

TEST_CASE("taut: angles between legs: intervals of doubles around those of 600 bits") {
  std::mt19937 random(4);
  const DiscRadius radius(mpq_class(3) / 4);
  for (int k = 0; k < 5000; ++k) {
    const auto drawn = [&] { return kernel::FilteredPoint(drawn_place(random, 8, 4)); };
    const kernel::FilteredPoint p = drawn(), q = drawn(), c = drawn();
    if (p.at == c.at || q.at == c.at) continue;
    const DiscTangent a({&p, 0}, {&c, 1}, radius), b({&c, 1}, {&q, -1}, radius);
    if (!a.exists() || !b.exists() || DiscTangent::order(a, 1, b, p) > 0) continue;
    const kernel::Interval near = DiscTangent::angle(a, b, 1);
    const auto exact = DiscTangent::angle(a, b, 1, 600).rational();
    CHECK(near.low <= exact.high);
    CHECK(near.high >= exact.low);
    CHECK(near.high - near.low < 1e-6);
  }
}

}  // namespace
