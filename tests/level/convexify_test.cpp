// SPDX-License-Identifier: GPL-3.0-or-later
// Faces become convex polygons: which faces are kept, split, refused, or left out as having no area.
//
// 1. figures is the list of degeneracies: each plane figure has its outcome and the most parts that it may have. Every
//    figure is lifted into several planes, begun at each corner and turned around.
// 2. check_parts() judges a partition without the code that made it: parts are convex, lie in the plane, turn like the
//    face, and their boundaries add up to the face's, edge by edge, which makes their number over any point the face's
//    winding number there.
// 3. Drawn outlines: whether one is simple is found by all pairs of edges (brute_simple), and whether it winds once by
//    wound_region.h.
// 4. Faces of many thousand corners (comb, spiral, saw, circle), for their partition and not for their time.
#include "plumb/pipeline/scene_surfaces.h"

#include <rapidcheck.h>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "oracle/wound_region.h"
#include "plumb/kernel/point_predicates.h"
#include "support/planar_scene.h"

using namespace plumb::pipeline;
using namespace plumb::test;
using plumb::kernel::PointId;

namespace {

std::vector<Point> lifted(const std::vector<std::array<long, 2>>& flat, Lift lift) {
  std::vector<Point> points;
  for (const auto& p : flat) points.push_back(lift(p[0], p[1]));
  return points;
}

Face count_up(std::size_t n) {
  Face f(n);
  for (std::size_t k = 0; k < n; ++k) f[k] = static_cast<PointId>(k);
  return f;
}

// Parts partition the face: each is convex and in its plane, turned like the face, and their boundaries add up to the
// face's, which makes the number of parts over any point the face's winding number there.
void check_parts(const Scene& scene, const SurfaceSet& set, const Face& face) {
  REQUIRE(is_valid(set, scene.points.size()));
  std::map<std::pair<PointId, PointId>, int> chain;
  add_chain(chain, face, 1);
  std::array<mpq_class, 3> sum{0, 0, 0};
  const auto whole = twice_area(scene.points, face);
  for (const Surface& s : set.surfaces) {
    const Face part = in_file_order(set, s);
    CHECK(convex_and_planar(scene.points, part));
    const auto area = twice_area(scene.points, part);
    for (int k = 0; k < 3; ++k) {
      sum[k] += area[k];
      CHECK(area[k] * whole[k] >= 0);
    }
    CHECK(s.faces_up == (whole[2] > 0));
    CHECK((s.kind == SurfaceKind::vertical) == (whole[2] == 0));
    if (whole[2] != 0) CHECK(twice_area(scene.points, set.corners_of(s))[2] < 0);
    add_chain(chain, part, -1);
  }
  CHECK(sum == whole);
  CHECK(chain.empty());
}

bool cross(const std::array<long, 2>& a, const std::array<long, 2>& b, const std::array<long, 2>& c,
           const std::array<long, 2>& d) {
  const auto side = [](const auto& p, const auto& q, const auto& r) {
    const long v = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
    return (v > 0) - (v < 0);
  };
  const auto within = [](const auto& p, const auto& q, const auto& r) {
    return std::min(p[0], q[0]) <= r[0] && r[0] <= std::max(p[0], q[0]) && std::min(p[1], q[1]) <= r[1] &&
           r[1] <= std::max(p[1], q[1]);
  };
  const int s1 = side(a, b, c), s2 = side(a, b, d), s3 = side(c, d, a), s4 = side(c, d, b);
  if (s1 * s2 < 0 && s3 * s4 < 0) return true;
  return (s1 == 0 && within(a, b, c)) || (s2 == 0 && within(a, b, d)) || (s3 == 0 && within(c, d, a)) ||
         (s4 == 0 && within(c, d, b));
}

// Simple by all pairs of edges: neighbours meet at their common corner only, others nowhere.
bool brute_simple(const std::vector<std::array<long, 2>>& p) {
  const std::size_t n = p.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j) {
      const auto &a = p[i], &b = p[(i + 1) % n], &c = p[j], &d = p[(j + 1) % n];
      if (j == i + 1 || (i == 0 && j == n - 1)) {
        const auto &m = j == i + 1 ? b : a, &s = j == i + 1 ? a : b, &t = j == i + 1 ? d : c;
        const long turn = (s[0] - m[0]) * (t[1] - m[1]) - (s[1] - m[1]) * (t[0] - m[0]);
        const long along = (s[0] - m[0]) * (t[0] - m[0]) + (s[1] - m[1]) * (t[1] - m[1]);
        if (turn == 0 && along > 0) return false;
      } else if (cross(a, b, c, d)) {
        return false;
      }
    }
  return true;
}

enum class Outcome { kept, split, degenerate, wound, bad };  // wound: not simple, but winds once
struct Case {
  const char* name;
  std::vector<std::array<long, 2>> figure;
  Outcome outcome;
  std::size_t most_parts;
};

// The degeneracy alphabet of planar faces.
const std::vector<Case> figures = {
    {"triangle", {{0, 0}, {4, 0}, {0, 3}}, Outcome::kept, 1},
    {"triangle without area", {{0, 0}, {2, 0}, {5, 0}}, Outcome::degenerate, 0},
    {"square", {{0, 0}, {4, 0}, {4, 4}, {0, 4}}, Outcome::kept, 1},
    {"all corners on one line", {{0, 0}, {1, 1}, {3, 3}, {2, 2}, {9, 9}}, Outcome::degenerate, 0},
    {"collinear runs", {{0, 0}, {1, 0}, {2, 0}, {4, 0}, {4, 2}, {4, 4}, {0, 4}, {0, 1}}, Outcome::kept, 1},
    {"collinear run across the first corner", {{2, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 0}, {1, 0}}, Outcome::kept, 1},
    {"spike outward", {{0, 0}, {4, 0}, {4, 4}, {4, 9}, {4, 4 + 1}, {0, 4}}, Outcome::wound, 1},
    {"spike at the first corner", {{9, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 0}}, Outcome::wound, 1},
    {"traced there and back", {{0, 0}, {4, 0}, {4, 4}, {4, 1}}, Outcome::wound, 1},
    {"there and back all along", {{0, 0}, {4, 0}, {4, 4}, {4, 0}}, Outcome::degenerate, 0},
    {"bow-tie", {{0, 0}, {4, 4}, {4, 0}, {0, 4}}, Outcome::bad, 0},
    {"uneven bow-tie", {{0, 0}, {4, 4}, {9, 0}, {0, 4}}, Outcome::bad, 0},
    {"wound twice", {{0, 0}, {9, 0}, {9, 9}, {0, 9}, {1, 1}, {8, 1}, {8, 8}, {1, 8}}, Outcome::bad, 0},
    {"pentagram", {{0, 10}, {6, -8}, {-10, 3}, {10, 3}, {-6, -8}}, Outcome::bad, 0},
    {"corner touches an edge", {{0, 0}, {8, 0}, {8, 8}, {4, 0}, {0, 8}}, Outcome::wound, 2},
    {"hole by a bridge edge",
     {{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0}, {3, 3}, {3, 6}, {6, 6}, {6, 3}, {3, 3}},
     Outcome::wound,
     5},
    {"hole joined by a bridge run twice",
     {{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 1}, {3, 3}, {3, 6}, {6, 6}, {6, 3}, {3, 2}},
     Outcome::split,
     9},
    {"hole that overlaps the outline",
     {{0, 0}, {8, 0}, {8, 8}, {0, 8}, {0, 4}, {3, 2}, {3, 6}, {0, 5}, {0, 4 - 2}},
     Outcome::bad,
     0},
    {"three edges cross in one point", {{2, 3}, {4, 0}, {4, 1}, {0, 3}, {0, 0}, {3, 0}, {3, 2}}, Outcome::wound, 4},
    {"three edges cross in one point, in thirds", {{4, 3}, {0, 1}, {0, -1}, {2, 3}, {0, 3}, {3, 0}}, Outcome::wound, 3},
    {"five edges cross in one point",
     {{5, 0}, {-5, 0}, {-5, -5}, {5, 5}, {0, 5}, {0, -5}, {5, -5}, {-5, 5}, {-5, 2}, {5, -2}},
     Outcome::wound,
     5},
    {"three edges cross in each of two points",
     {{-3, 0}, {5, 0}, {4, 2}, {1, -1}, {-2, 2}, {-3, 0}, {-2, -2}, {4, -2}, {1, 1}, {-2, -2}},
     Outcome::wound,
     7},
    {"three edges cross in one point, one of them in parts",
     {{4, 3}, {2, 2}, {0, 1}, {0, -1}, {2, 3}, {0, 3}, {2, 1}, {3, 0}},
     Outcome::wound,
     3},
    {"edges that cross in a corner", {{4, 0}, {-4, 0}, {-4, -4}, {4, 4}, {0, 4}, {0, 0}, {4, -4}}, Outcome::wound, 3},
    {"four edges cross in one point",
     {{4, 0}, {-4, 0}, {-4, -4}, {4, 4}, {0, 4}, {0, -4}, {4, -4}, {-4, 4}},
     Outcome::bad,
     0},
    {"three edges cross in one point and do not alternate",
     {{4, 0}, {-4, 0}, {-4, 4}, {4, -4}, {4, 4}, {-4, -4}},
     Outcome::bad,
     0},
    {"L", {{0, 0}, {8, 0}, {8, 3}, {3, 3}, {3, 8}, {0, 8}}, Outcome::split, 2},
    {"L with collinear corners",
     {{0, 0}, {3, 0}, {8, 0}, {8, 3}, {5, 3}, {3, 3}, {3, 8}, {0, 8}, {0, 3}},
     Outcome::split,
     3},
    {"arrow", {{0, 0}, {4, 8}, {8, 0}, {4, 3}}, Outcome::split, 2},
    {"star", {{0, 9}, {2, 2}, {9, 0}, {2, -2}, {0, -9}, {-2, -2}, {-9, 0}, {-2, 2}}, Outcome::split, 5},
    {"plus",
     {{1, 0}, {2, 0}, {2, 1}, {3, 1}, {3, 2}, {2, 2}, {2, 3}, {1, 3}, {1, 2}, {0, 2}, {0, 1}, {1, 1}},
     Outcome::split,
     5},
    {"comb with level teeth",
     {{0, 0}, {9, 0}, {9, 5}, {8, 5}, {8, 2}, {6, 2}, {6, 5}, {4, 5}, {4, 2}, {2, 2}, {2, 5}, {0, 5}},
     Outcome::split,
     8},
};

}  // namespace

TEST_CASE("planar faces, by the alphabet of degeneracies") {
  for (const Case& c : figures)
    for (const auto& [where, lift] : lifts)
      for (std::size_t turn = 0; turn < c.figure.size(); ++turn)
        for (const bool backwards : {false, true})
          for (const int shift : {0, 100, 400}) {
            INFO(c.name << ", " << where << ", from corner " << turn << (backwards ? " backwards" : "") << " << "
                        << shift);
            Face face = count_up(c.figure.size());
            std::rotate(face.begin(), face.begin() + static_cast<long>(turn), face.end());
            if (backwards) std::reverse(face.begin(), face.end());
            Scene scene = scene_of(lifted(c.figure, lift), {face}, shift);
            if (c.outcome == Outcome::bad) {
              const auto refused = convexify(scene, BadFaces::error, 1);
              REQUIRE_FALSE(refused);
              CHECK(refused.error().code == ErrorCode::bad_face);
              CHECK(refused.error().text().find("test.obj: face 0 ") == 0);
              const auto dropped = convexify(scene, BadFaces::drop, 1);
              REQUIRE(dropped);
              CHECK(dropped->dropped_faces == std::vector<std::uint32_t>{0});
              CHECK(dropped->surfaces.empty());
              continue;
            }
            const auto set = convexify(scene, BadFaces::error, 1);
            REQUIRE(set);
            CHECK(set->welded_from == set->surfaces.size());
            CHECK(set->dropped_faces.empty());
            if (c.outcome == Outcome::degenerate) {
              CHECK(set->degenerate_faces == std::vector<std::uint32_t>{0});
              CHECK(set->surfaces.empty());
              continue;
            }
            CHECK(set->degenerate_faces.empty());
            CHECK(set->surfaces.size() <= c.most_parts);
            if (c.outcome == Outcome::wound) {
              CHECK(set->cut_parts.size() == set->surfaces.size());
              CHECK(total_area(scene.points, *set) == twice_area(scene.points, face));
              for (const Surface& s : set->surfaces) CHECK(convex_and_planar(scene.points, in_file_order(*set, s)));
              continue;
            }
            check_parts(scene, *set, face);
            CHECK(set->split_faces.empty() == (c.outcome == Outcome::kept));
            if (c.outcome == Outcome::kept) CHECK(in_file_order(*set, set->surfaces[0]) == face);
          }
}

TEST_CASE("repeated vertices collapse, cyclically") {
  const std::vector<Point> points = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}};
  struct Row {
    const char* name;
    Face face, left;
  };
  for (const Row& row : {Row{"in the middle", {0, 1, 1, 2, 2, 2, 3}, {0, 1, 2, 3}},
                         Row{"across the end", {0, 1, 2, 3, 0, 0}, {0, 1, 2, 3}},
                         Row{"to a triangle", {0, 0, 1, 2}, {0, 1, 2}}, Row{"to two points", {0, 0, 1, 1}, {}},
                         Row{"to one point", {2, 2, 2, 2, 2}, {}}, Row{"a triangle to two points", {2, 3, 2}, {}}}) {
    INFO(row.name);
    Scene scene = scene_of(points, {row.face});
    const auto set = convexify(scene, BadFaces::error, 1);
    REQUIRE(set);
    if (row.left.empty()) {
      CHECK(set->degenerate_faces == std::vector<std::uint32_t>{0});
      CHECK(set->surfaces.empty());
    } else {
      REQUIRE(set->surfaces.size() == 1);
      CHECK(in_file_order(*set, set->surfaces[0]) == row.left);
    }
  }
}

TEST_CASE("a face that is not planar becomes a fan from its first vertex") {
  const std::vector<Point> points = {{0, 0, 0}, {4, 0, 0}, {4, 4, 1}, {0, 4, 0}, {8, 0, 0}};
  SECTION("a quadrangle") {
    Scene scene = scene_of(points, {{1, 2, 3, 0}});
    const auto set = convexify(scene, BadFaces::error, 1);
    REQUIRE(set);
    REQUIRE(set->surfaces.size() == 2);
    CHECK(in_file_order(*set, set->surfaces[0]) == Face{1, 2, 3});
    CHECK(in_file_order(*set, set->surfaces[1]) == Face{1, 3, 0});
    CHECK(set->surfaces[1].part == 1);
    CHECK(set->split_faces == std::vector<std::uint32_t>{0});
    CHECK(set->degenerate_faces.empty());
  }
  SECTION("a triangle of the fan has no area: the face is listed, the others stay") {
    Scene scene = scene_of(points, {{0, 1, 3}, {0, 1, 4, 2, 3}});
    const auto set = convexify(scene, BadFaces::error, 1);
    REQUIRE(set);
    CHECK(set->surfaces.size() == 3);
    CHECK(set->degenerate_faces == std::vector<std::uint32_t>{1});
    CHECK(set->split_faces == std::vector<std::uint32_t>{1});
    CHECK(is_valid(*set, points.size()));
  }
  SECTION("off its plane by one part in 10^30") {
    std::vector<mpz_class> xyz;
    mpz_class big = mpz_class("1000000000000000000000000000000");
    for (const Point& p : std::vector<Point>{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}})
      for (const long v : p) xyz.push_back(v * big);
    Scene scene = scene_of({}, {{0, 1, 2, 3}});
    scene.points = plumb::kernel::PointTable::from_integers(xyz, 1);
    CHECK(convexify(scene, BadFaces::error, 1)->surfaces.size() == 1);
    xyz.back() = 1;
    scene.points = plumb::kernel::PointTable::from_integers(xyz, 1);
    CHECK(convexify(scene, BadFaces::error, 1)->surfaces.size() == 2);
  }
}

TEST_CASE("any outline: those that wind once are partitioned, all others refused") {
  int simple = 0, convex = 0, bad = 0, degenerate = 0, touching = 0;
  for (int round = 0; round < 10; ++round)
    CHECK(rc::check("small integer figures", [&] {
      const int n = *rc::gen::resize(100, rc::gen::inRange(4, 13)),
                size = *rc::gen::resize(100, rc::gen::inRange(3, 9));
      std::vector<std::array<long, 2>> figure;
      while (figure.size() < static_cast<std::size_t>(n)) {  // distinct corners
        const std::array<long, 2> p{*rc::gen::resize(100, rc::gen::inRange(0, size + 1)),
                                    *rc::gen::resize(100, rc::gen::inRange(0, size + 1))};
        if (std::find(figure.begin(), figure.end(), p) == figure.end()) figure.push_back(p);
      }
      // Sorting half of them around a point makes simple outlines common.
      if (*rc::gen::element(true, true, true, false)) {
        const auto angle = [&](const auto& p) { return std::atan2(2 * p[1] - size - 0.1, 2 * p[0] - size + 0.1); };
        std::sort(figure.begin(), figure.end(), [&](const auto& p, const auto& q) { return angle(p) < angle(q); });
      }
      if (*rc::gen::arbitrary<bool>()) std::reverse(figure.begin(), figure.end());
      bool line = true;
      for (const auto& p : figure)
        line &= (figure[1][0] - figure[0][0]) * (p[1] - figure[0][1]) ==
                (figure[1][1] - figure[0][1]) * (p[0] - figure[0][0]);
      const bool fine = brute_simple(figure);
      std::vector<oracle::Spot> spots;
      for (const auto& p : figure) spots.push_back({p[0], p[1]});
      const auto region = fine ? std::nullopt : oracle::wound_region(spots);
      const auto& lift = lifts[static_cast<std::size_t>(*rc::gen::inRange(0, static_cast<int>(lifts.size())))].second;
      const Face face = count_up(figure.size());
      Scene scene = scene_of(lifted(figure, lift), {face}, *rc::gen::element(0, 60, 200));
      const auto set = convexify(scene, BadFaces::error, 1);
      RC_ASSERT(bool(set) == (fine || line || region));
      if (!set) {
        ++bad;
      } else if (line) {
        ++degenerate;
        RC_ASSERT(set->surfaces.empty());
      } else if (!fine) {
        ++touching;
        RC_ASSERT(set->surfaces.empty() == (region->sign == 0));
        RC_ASSERT((total_area(scene.points, *set) == twice_area(scene.points, face)));
      } else {
        ++(set->surfaces.size() == 1 ? convex : simple);
        check_parts(scene, *set, face);
      }
    }));
  INFO(simple << " simple, " << convex << " convex, " << bad << " bad, " << degenerate << " degenerate, " << touching
              << " touching: wound_faces_test.cpp draws those");
  CHECK(simple >= 200);
  CHECK(convex >= 20);
  CHECK(bad >= 100);
}

TEST_CASE("faces of very many vertices: comb, spiral, saw, circle") {
  constexpr long n = 50000;
  std::vector<std::vector<std::array<long, 2>>> figures(4);
  for (long k = 0; k < n; ++k) figures[0].push_back({k, k % 2 ? 100000 : 0});  // a comb
  figures[0].push_back({n, -1});
  figures[0].push_back({-1, -1});
  for (long k = 0; k < n / 4; ++k) {  // a square spiral outward; the way back is below
    const long r = 4 * k + 4;
    for (const auto& p : {std::array{-r, -r}, std::array{r, -r}, std::array{r, r}, std::array{-r - 4, r}})
      figures[1].push_back(p);
  }
  for (long k = n / 4; k-- > 0;) {
    const long r = 4 * k + 4;
    for (const auto& p :
         {std::array{-r - 2, r - 2}, std::array{r - 2, r - 2}, std::array{r - 2, -r + 2}, std::array{-r + 2, -r + 2}})
      figures[1].push_back(p);
  }
  figures[1].resize(figures[1].size() - 4);
  for (long k = 0; k < n; ++k) figures[2].push_back({k, 0});  // level runs on both sides
  for (long k = n; k-- > 0;) figures[2].push_back({k, 5 + (k % 3 == 0)});
  for (long k = 0; k < n; ++k) figures[3].push_back({k, k * k});  // convex
  for (std::size_t f = 0; f < figures.size(); ++f) {
    INFO("figure " << f);
    const Face face = count_up(figures[f].size());
    Scene scene = scene_of(lifted(figures[f], lifts[1].second), {face});
    const auto set = convexify(scene, BadFaces::error, 1);
    REQUIRE(set);
    CHECK((set->surfaces.size() == 1) == (f == 3));
    std::map<std::pair<PointId, PointId>, int> chain;
    add_chain(chain, face, 1);
    for (const Surface& s : set->surfaces) add_chain(chain, in_file_order(*set, s), -1);
    CHECK(chain.empty());
    CHECK(total_area(scene.points, *set) == twice_area(scene.points, face));
  }
}

// A comb whose teeth are there and back, one that touches itself at every tooth, a spiral, and a row of holes, each by
// a bridge of its own from one corner: planar, and with heights that bend them.
TEST_CASE("faces of very many vertices that touch themselves, or are not planar") {
  constexpr long n = 2500;
  std::vector<std::vector<std::array<long, 2>>> figures(4);
  for (long k = 0; k < n; ++k) {
    for (const auto& p : {std::array{4 * k, 0l}, std::array{4 * k, 1000l}, std::array{4 * k, 0l}})
      figures[0].push_back(p);
    for (const auto& p : {std::array{4 * k, 0l}, std::array{4 * k + 2, 100 + k % 7}}) figures[1].push_back(p);
  }
  figures[0].insert(figures[0].end(), {{4 * n, 0}, {4 * n, -50}, {0, -50}});
  figures[1].insert(figures[1].end(), {{4 * n, 0}, {4 * n, 300}});
  for (long k = n; k-- > 0;)
    for (const auto& p : {std::array{4 * k + 2, 300l}, std::array{4 * k, 0l}}) figures[1].push_back(p);
  figures[1].erase(figures[1].end() - 1);
  for (long k = 0; k < n; ++k) {
    const long r = 4 * k + 4;
    for (const auto& p : {std::array{-r, -r}, std::array{r, -r}, std::array{r, r}, std::array{-r - 4, r}})
      figures[2].push_back(p);
  }
  for (long k = n; k-- > 0;) {
    const long r = 4 * k + 4;
    for (const auto& p :
         {std::array{-r - 2, r - 2}, std::array{r - 2, r - 2}, std::array{r - 2, -r + 2}, std::array{-r + 2, -r + 2}})
      figures[2].push_back(p);
  }
  figures[2].resize(figures[2].size() - 4);
  figures[3] = {{0, 0}};
  for (long k = 0; k < n; ++k)
    for (const auto& p : {std::array{1 + k, k * k + 1}, std::array{1 + k, k * k + 2}, std::array{2 + k, k * k + 2},
                          std::array{1 + k, k * k + 1}, std::array{0l, 0l}})
      figures[3].push_back(p);
  figures[3].insert(figures[3].end(), {{n + 9, -9}, {n + 9, n * n + 9}, {-9, n * n + 9}});
  for (std::size_t f = 0; f < figures.size(); ++f)
    for (const bool bent : {false, true}) {
      INFO("figure " << f << (bent ? ", bent" : ""));
      // Equal places are one point, whatever its height.
      std::map<std::array<long, 2>, PointId> number;
      std::vector<Point> points;
      Face face;
      for (const auto& p : figures[f]) {
        const auto [at, is_new] = number.try_emplace(p, static_cast<PointId>(points.size()));
        if (is_new) points.push_back({p[0], p[1], bent ? (7 * p[0] + 3 * p[1]) % 5 : 0});
        face.push_back(at->second);
      }
      Scene scene = scene_of(points, {face});
      const auto set = convexify(scene, BadFaces::error, 1);
      REQUIRE(set);
      CHECK(is_valid(*set, points.size()));
      CHECK(set->surfaces.size() > (f == 0 && !bent ? 0 : 1000));
      CHECK(set->triangulated_faces.size() == (bent ? 1 : 0));
      CHECK(total_area(scene.points, *set)[2] == twice_area(scene.points, face)[2]);
    }
}

TEST_CASE("the result does not depend on threads; the lowest bad face is named") {
  std::vector<Point> points;
  std::vector<Face> faces;
  for (long k = 0; k < 30000; ++k) {
    const auto p = static_cast<PointId>(points.size());
    for (const Point& q : {Point{k, 0, k % 7}, Point{k + 3, 0, 0}, Point{k + 2, 5, k % 3}, Point{k, 4, 0}})
      points.push_back(q);
    if (k % 101 == 0) {  // edges that cross in a point: of two faces, or where a third has a corner
      const std::array<Point, 7> crossed = {Point{2, 3, 9}, Point{4, 0, 9}, Point{4, 1, 9}, Point{0, 3, 9},
                                            Point{0, 0, 9}, Point{3, 0, 9}, Point{3, 2, 9}};
      for (const Point& q : crossed) points.push_back({2 * q[0] + 99 * k, 2 * q[1], q[2]});
      faces.push_back({p + 4, p + 5, p + 6, p + 7, p + 8, p + 9, p + 10});
      if (k % 202 == 0) {
        faces.push_back({p + 10, p + 9, p + 8, p + 7, p + 6, p + 5, p + 4});
      } else if (k % 303 == 0) {
        points.push_back({6 + 99 * k, 3, 9});
        faces.push_back({p + 4, p + 5, p + 11});
      }
    }
    if (k % 5 == 0) faces.push_back({p, p + 1, p + 2});
    else if (k % 11 == 0) faces.push_back({p, p, p + 1});
    else faces.push_back({p, p + 1, p + 2, p + 3});
  }
  const Scene given = scene_of(points, faces);
  Scene scene = given;
  const auto one = convexify(scene, BadFaces::error, 1);
  REQUIRE(one);
  REQUIRE(is_valid(*one, scene.points.size()));
  CHECK(one->degenerate_faces.size() > 1000);
  REQUIRE(one->crossings.size() > 400);
  std::set<PointId> numbers;
  std::set<plumb::kernel::ExactPoint> places;
  for (const FaceCrossing& c : one->crossings) {
    numbers.insert(c.point);
    places.insert(exact_point(scene.points, c.point));
    for (const std::size_t k : {0u, 2u}) CHECK(collinear(scene.points, c.ends[k], c.ends[k + 1], c.point));
  }
  CHECK(places.size() == numbers.size());  // one number for one place, be it that of a corner
  CHECK(*numbers.begin() < points.size());
  CHECK(scene.points.size() < points.size() + numbers.size());
  for (const unsigned threads : {2u, 3u, 8u}) {
    Scene same = given;
    const auto many = convexify(same, BadFaces::error, threads);
    REQUIRE(many);
    CHECK(same.points.size() == scene.points.size());
    CHECK(many->cut_corners == one->cut_corners);
    CHECK(std::ranges::equal(many->crossings, one->crossings, [](const FaceCrossing& a, const FaceCrossing& b) {
      return a.face == b.face && a.point == b.point && a.ends == b.ends;
    }));
    CHECK(many->corners == one->corners);
    CHECK(many->covered_parts == one->covered_parts);
    CHECK(many->covered_begin == one->covered_begin);
    CHECK(many->degenerate_faces == one->degenerate_faces);
    CHECK(many->split_faces == one->split_faces);
    for (std::size_t i = 0; i < one->surfaces.size(); ++i) {
      const Surface &a = one->surfaces[i], &b = many->surfaces[i];
      REQUIRE((a.first_corner == b.first_corner && a.corner_count == b.corner_count && a.face == b.face &&
               a.part == b.part && a.faces_up == b.faces_up));
    }
  }
  auto broken = faces;
  const auto base = static_cast<PointId>(points.size());
  for (const Point& q : {Point{0, 0, 0}, Point{4, 4, 0}, Point{4, 0, 0}, Point{0, 4, 0}}) points.push_back(q);
  for (const std::size_t f : {7001u, 12345u, 29999u}) broken[f] = {base, base + 1, base + 2, base + 3};
  Scene bad = scene_of(points, broken);
  for (const unsigned threads : {1u, 2u, 8u}) {
    CHECK(convexify(bad, BadFaces::error, threads).error().message.find("face 7001 ") == 0);
    CHECK(convexify(bad, BadFaces::drop, threads)->dropped_faces == std::vector<std::uint32_t>{7001, 12345, 29999});
  }
}
