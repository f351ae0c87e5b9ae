// SPDX-License-Identifier: GPL-3.0-or-later
// Stages from a scene to its polygons: vertices near each other become one, and polygons are classified by their slope.
#include <catch2/catch.hpp>

#include "plumb/pipeline/import_scene.h"
#include "plumb/pipeline/scene_surfaces.h"
#include "plumb/pipeline/surface_set.h"
#include "plumb/pipeline/wedge_stages.h"
#include "support/level_text.h"
#include "support/planar_scene.h"

namespace plumb::tests {
namespace {

using kernel::PointId;
using pipeline::cluster_vertices;
using pipeline::Numbers;
using pipeline::Scene;
using test::Face;
using test::scene_of;

Scene read(const std::string& obj, Numbers numbers = Numbers::decimal) {
  pipeline::ImportOptions options;
  options.numbers = numbers;
  options.up = pipeline::UpAxis::z;
  auto scene = pipeline::import_obj_text(obj, "test", options);
  REQUIRE(scene);
  return std::move(*scene);
}

kernel::ExactPoint place(const Scene& scene, PointId p) {
  kernel::ExactPoint at;
  for (int k = 0; k < 3; ++k) {
    at[k] = scene.points.exact(p, k) / scene.points.denominator();
    at[k].canonicalize();
  }
  return at;
}

// What must hold of any: the faces are those of before, each corner moved to one that was there before, in its cube.
Scene clustered(const Scene& before, const mpq_class& width, std::uint64_t gone) {
  const auto made = cluster_vertices(before, width);
  const Scene& after = made.scene;
  CHECK(is_valid(after));
  CHECK(made.vertices_gone == gone);
  CHECK(before.points.size() - after.points.size() == gone);
  REQUIRE(after.face_begin == before.face_begin);
  std::vector<bool> used(after.points.size());
  const auto cube = [&](const mpq_class& v) {
    const mpq_class at = v / width;
    mpz_class floor;
    mpz_fdiv_q(floor.get_mpz_t(), at.get_num_mpz_t(), at.get_den_mpz_t());
    return floor;
  };
  for (std::size_t i = 0; i < before.face_points.size(); ++i) {
    const auto from = place(before, before.face_points[i]), to = place(after, after.face_points[i]);
    used[after.face_points[i]] = true;
    for (int k = 0; k < 3; ++k) CHECK(cube(from[k]) == cube(to[k]));
  }
  CHECK(std::ranges::count(used, false) == 0);
  return after;
}

std::size_t degenerate(Scene scene) {
  return pipeline::convexify(scene, pipeline::BadFaces::error, 1)->degenerate_faces.size();
}

}  // namespace

TEST_CASE("cluster: the first vertex of a cube stands for all in it") {
  const Scene scene = scene_of({{5, 5, 5}, {1, 2, 3}, {9, 9, 9}, {25, 0, 0}, {0, 25, 0}, {0, 0, 10}},
                               {{0, 1, 2}, {1, 3, 4}, {2, 3, 4, 5}, {0, 2, 3}});
  Scene after = clustered(scene, 10, 2);
  CHECK(after.face_points == Face{0, 0, 0, 0, 1, 2, 0, 1, 2, 3, 0, 0, 1});
  CHECK(place(after, 0) == kernel::ExactPoint{5, 5, 5});
  CHECK(place(after, 3) == kernel::ExactPoint{0, 0, 10});
  // The fan of the face with four corners has its area still; two others have none.
  CHECK(pipeline::convexify(after, pipeline::BadFaces::error, 1)->degenerate_faces == std::vector<std::uint32_t>{0, 3});
}

TEST_CASE("cluster: cubes have their lower sides, on either side of the origin") {
  // Cubes -2, -1, -1, 0, 0, 1 along x.
  const std::vector<test::Point> points{{-11, 0, 0}, {-10, 0, 0}, {-1, 0, 0}, {0, 0, 0},
                                        {9, 0, 0},   {10, 0, 0},  {0, 30, 0}};
  const Scene after = clustered(scene_of(points, {{0, 1, 6}, {2, 3, 6}, {4, 5, 6}}), 10, 2);
  CHECK(after.face_points == Face{0, 1, 4, 1, 2, 4, 2, 3, 4});
  for (int axis = 0; axis < 3; ++axis) {  // the same along each
    std::vector<test::Point> turned = points;
    for (auto& p : turned) std::rotate(p.begin(), p.begin() + axis, p.end());
    CHECK(clustered(scene_of(turned, {{0, 1, 6}, {2, 3, 6}, {4, 5, 6}}), 10, 2).face_points == after.face_points);
  }
}

TEST_CASE("cluster: a cube wider than the scene leaves one vertex, or eight where the origin parts them") {
  const Scene apart = scene_of({{1, 1, 1}, {2, 7, 1}, {3, 1, 4}, {5, 5, 5}}, {{0, 1, 2}, {0, 1, 2, 3}});
  const Scene one = clustered(apart, 1000, 3);
  CHECK(one.points.size() == 1);
  CHECK(degenerate(one) == 2);
  std::vector<test::Point> corners;
  std::vector<Face> faces;
  for (long i = 0; i < 16; ++i) corners.push_back({i & 1 ? 1 : -1, i & 2 ? 2 : -2, i & 4 ? 3 : -3});
  for (std::size_t i = 8; i < 16; ++i) corners[i] = {2 * corners[i][0], corners[i][1], corners[i][2]};
  for (PointId i = 0; i < 16; ++i) faces.push_back({i, (i + 5) % 16, (i + 10) % 16});
  CHECK(clustered(scene_of(corners, faces), 1000, 8).points.size() == 8);
}

TEST_CASE("cluster: widths and coordinates are the numbers that they are") {
  const std::string obj = "v 0.3 0 0\nv 0.2999999999999999999 0 0\nv 0.39 0 0\nv 0.1 1 0\nf 1 2 4\nf 2 3 4\n";
  CHECK(clustered(read(obj), mpq_class(1, 10), 1).face_points == Face{0, 1, 2, 1, 0, 2});
  // As binary64 0.3 is less than 3/10, and the longer decimal is the same number.
  CHECK(clustered(read(obj, Numbers::binary64), mpq_class(1, 10), 0).points.size() == 3);
  // 0.3 / (1/3) and 0.39 / (1/3) are on either side of 1.
  CHECK(clustered(read(obj), mpq_class(1, 3), 1).face_points == Face{0, 0, 2, 0, 1, 2});
}

TEST_CASE("cluster: nothing near, nothing done") {
  const Scene scene = read(LevelText().slab(0, 0, 4, 4, 0).slab(1, 1, 2, 2, mpq_class(1, 2)).obj());
  const Scene after = clustered(scene, mpq_class(1, 4), 0);
  CHECK(after.face_points == scene.face_points);
  CHECK(after.points.denominator() == scene.points.denominator());
}

TEST_CASE("cluster: a vertex of no face is left out and stands for nothing") {
  const auto made = cluster_vertices(scene_of({{0, 0, 0}, {1, 1, 1}, {20, 0, 0}, {0, 20, 0}}, {{1, 2, 3}}), 10);
  CHECK(is_valid(made.scene));
  CHECK(made.vertices_gone == 1);
  CHECK(place(made.scene, made.scene.face_points[0]) == kernel::ExactPoint{1, 1, 1});
}

TEST_CASE("cluster: a face that comes to run there and back has no area, one that bends is a fan") {
  Scene pinched = clustered(scene_of({{0, 0, 0}, {20, 0, 0}, {1, 1, 0}, {0, 20, 0}}, {{0, 1, 2, 3}}), 10, 1);
  const auto flat = pipeline::convexify(pinched, pipeline::BadFaces::error, 1);
  REQUIRE(flat);
  CHECK(flat->surfaces.empty());
  CHECK(flat->degenerate_faces == std::vector<std::uint32_t>{0});
  Scene bent = clustered(
      scene_of({{1, 1, 5}, {20, 0, 0}, {20, 20, 0}, {0, 20, 0}, {0, 0, 0}}, {{0, 4, 1}, {4, 1, 2, 3}}), 10, 1);
  const auto fan = pipeline::convexify(bent, pipeline::BadFaces::error, 1);
  REQUIRE(fan);
  CHECK(fan->surfaces.size() == 2);
  CHECK(fan->degenerate_faces == std::vector<std::uint32_t>{0});
}

// Figure 3.8 of the source: small triangles that cross one another stand on a floor and survive the cutting.
TEST_CASE("cluster: a heap of small triangles becomes nothing, and the floor below it is whole") {
  const auto at = [](long x, long y, long z) {
    return std::array<mpq_class, 3>{mpq_class(500 + x, 100), mpq_class(500 + y, 100), mpq_class(z, 100)};
  };
  LevelText level;
  level.slab(0, 0, 10, 10, 0);
  for (long i = 1; i < 8; ++i) level.face({at(3 * i, 5, 1 + i), at(20 + i, 40 - 4 * i, 9), at(5, 30 + i, 30 - 2 * i)});
  const Scene scene = read(level.obj());
  const auto left = [](Scene s) {
    pipeline::Progress silent;
    pipeline::Stages stages(silent, pipeline::indexed_surface_stages(pipeline::Solids::none));
    const auto made = pipeline::index_surfaces(
        std::move(s), {.slope = *kernel::SlopeLimit::from_degrees(45), .sides = pipeline::Sides::up}, stages);
    REQUIRE(made);
    const auto mesh = wedge_cut(made->level.scene.points, made->level.set, made->index, {.height = 2});
    CHECK(is_valid(mesh));
    return mesh;
  };
  CHECK(left(scene).triangles.size() > 2);
  const auto whole = left(clustered(scene, 1, 20));
  CHECK(whole.triangles.size() == 2);
  CHECK(plan_area(whole, 0).exact == 100);
}

}  // namespace plumb::tests

using namespace plumb::pipeline;
using namespace plumb::test;
using plumb::kernel::PointTable;
using plumb::kernel::SlopeLimit;

namespace {

std::vector<SurfaceKind> kinds(Scene scene, const SlopeLimit& limit, Sides sides, unsigned threads = 1) {
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
