// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/classify.h"

#include <catch2/catch.hpp>

#include "plumb/pipeline/convexify.h"
#include "support/planar_scene.h"

using namespace plumb::pipeline;
using namespace plumb::test;
using plumb::kernel::PointTable;
using plumb::kernel::SlopeLimit;

namespace {

std::vector<SurfaceKind> kinds(const Scene& scene, const SlopeLimit& limit, Sides sides, unsigned threads = 1) {
  auto set = convexify(scene, BadFaces::error, threads);
  REQUIRE(set);
  classify(*set, scene.points, limit, sides, threads);
  std::vector<SurfaceKind> out;
  for (const Surface& s : set->surfaces) out.push_back(s.kind);
  return out;
}

constexpr auto T = SurfaceKind::traversable, B = SurfaceKind::blocker, V = SurfaceKind::vertical;

}  // namespace

TEST_CASE("level, sloping, steep, vertical and overhanging polygons, from either side") {
  const std::vector<Point> points = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0},  // level
                                     {4, 0, 3}, {4, 0, 4}, {4, 0, 5},  // slopes of 3/4, 1 and 5/4 about the y axis
                                     {0, 0, 4}};
  const std::vector<Face> up = {{0, 1, 2}, {0, 3, 2}, {0, 4, 2}, {0, 5, 2}, {0, 1, 6}};
  std::vector<Face> faces = up;
  for (Face f : up) {
    std::reverse(f.begin(), f.end());
    faces.push_back(f);
  }
  const auto limit = *SlopeLimit::from_degrees(45);
  for (const int shift : {0, 70, 130, 500, 1000}) {  // doubles, fixed width, GMP
    const Scene scene = scene_of(points, faces, shift);
    CHECK(kinds(scene, limit, Sides::both) == std::vector{T, T, T, B, V, T, T, T, B, V});
    CHECK(kinds(scene, limit, Sides::up) == std::vector{T, T, T, B, V, B, B, B, B, V});
    CHECK(kinds(scene, *SlopeLimit::from_ratio(mpq_class(3, 4)), Sides::both) ==
          std::vector{T, T, B, B, V, T, T, B, B, V});
    CHECK(kinds(scene, *SlopeLimit::from_degrees(0), Sides::both) == std::vector{T, B, B, B, V, T, B, B, B, V});
    CHECK(kinds(scene, *SlopeLimit::from_degrees(mpq_class("89999/1000")), Sides::up) ==
          std::vector{T, T, T, T, V, B, B, B, B, V});
  }
}

TEST_CASE("vertical means exactly vertical, and 45 degrees exactly 45") {
  const mpz_class big("1000000000000000000000000000000");
  for (const int nudge : {-1, 0, 1}) {
    // A wall whose top leans by one part in 10^30, and a ramp that is so much too steep or too flat.
    const std::vector<mpz_class> xyz = {0, 0, 0, big, 0, 0, 0, nudge, big, 0, big, 0, big, 0, big + nudge};
    Scene scene = scene_of({}, {{0, 1, 2}, {0, 4, 3}});
    scene.points = PointTable::from_integers(xyz, 1);
    CHECK(kinds(scene, *SlopeLimit::from_degrees(45), Sides::both) ==
          std::vector{nudge == 0 ? V : B, nudge <= 0 ? T : B});
  }
}

TEST_CASE("a polygon whose first corners are collinear is judged by its plane") {
  const Scene scene =
      scene_of({{0, 0, 0}, {1, 0, 1}, {2, 0, 2}, {3, 0, 3}, {3, 5, 3}, {0, 5, 0}}, {{0, 1, 2, 3, 4, 5}});
  CHECK(kinds(scene, *SlopeLimit::from_degrees(45), Sides::up) == std::vector{T});
  CHECK(kinds(scene, *SlopeLimit::from_degrees(44), Sides::up) == std::vector{B});
}

TEST_CASE("classes do not depend on threads") {
  std::vector<Point> points;
  std::vector<Face> faces;
  for (long k = 0; k < 20000; ++k) {
    const auto p = static_cast<plumb::kernel::PointId>(points.size());
    for (const Point& q : {Point{k, 0, 0}, Point{k + 5, 0, k % 11}, Point{k, k % 3, 1}}) points.push_back(q);
    faces.push_back({p, p + 1, p + 2});
  }
  const Scene scene = scene_of(points, faces);
  const auto limit = *SlopeLimit::from_degrees(60);
  const auto one = kinds(scene, limit, Sides::both, 1);
  for (const auto k : {T, B, V}) CHECK(std::count(one.begin(), one.end(), k) > 1000);
  for (const unsigned threads : {2u, 3u, 8u}) CHECK(kinds(scene, limit, Sides::both, threads) == one);
}
