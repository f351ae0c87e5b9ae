// SPDX-License-Identifier: GPL-3.0-or-later
// Coplanar polygons side by side become one: merge_coplanar().
// 1. Pairs of neighbours in every position to one another; planes that differ by the least that numbers allow.
// 2. The union covers what its members cover and has the lowest number.
// 3. Many polygons at one side, a floor of random triangles, and drawn soups: the area stays, the result is convex, and
//    a second run finds nothing. Threads and the order of faces change nothing that matters.
#include "plumb/pipeline/scene_surfaces.h"

#include <rapidcheck.h>
#include <catch2/catch.hpp>
#include <numeric>
#include <random>

#include "support/planar_scene.h"

using namespace plumb::pipeline;
using namespace plumb::test;
using plumb::kernel::PointId;

namespace {

SurfaceSet welded(Scene scene, unsigned threads = 1) {
  auto set = convexify(scene, BadFaces::error, threads);
  REQUIRE(set);
  merge_coplanar(*set, scene.points, threads);
  return *set;
}

bool same(const SurfaceSet& a, const SurfaceSet& b) {
  if (a.surfaces.size() != b.surfaces.size() || a.corners != b.corners || a.covered_begin != b.covered_begin ||
      a.covered_parts != b.covered_parts)
    return false;
  for (std::size_t i = 0; i < a.surfaces.size(); ++i)
    if (a.surfaces[i].face != b.surfaces[i].face || a.surfaces[i].part != b.surfaces[i].part ||
        a.surfaces[i].faces_up != b.surfaces[i].faces_up || a.surfaces[i].first_corner != b.surfaces[i].first_corner)
      return false;
  return true;
}

// What weld promises of any result.
void check_welded(const Scene& scene, const SurfaceSet& before, const SurfaceSet& after) {
  REQUIRE(is_valid(after, scene.points.size()));
  CHECK(after.welded_from == before.surfaces.size());
  CHECK(total_area(scene.points, after) == total_area(scene.points, before));
  for (const Surface& s : after.surfaces) CHECK(convex_and_planar(scene.points, in_file_order(after, s)));
  std::vector<FacePart> parts = after.covered_parts;
  std::sort(parts.begin(), parts.end());
  CHECK((parts == before.covered_parts));
  SurfaceSet again = after;
  merge_coplanar(again, scene.points, 1);
  CHECK(again.surfaces.size() == after.surfaces.size());
  CHECK(again.corners == after.corners);
}

struct Case {
  const char* name;
  std::vector<std::array<long, 2>> points;
  std::vector<Face> faces;
  std::size_t left;
};

const std::vector<std::array<long, 2>> grid = {{0, 0}, {2, 0}, {4, 0}, {0, 2}, {2, 2},
                                               {4, 2}, {0, 4}, {2, 4}, {4, 4}, {6, 2}};

const std::vector<Case> cases = {
    {"two halves of a square", grid, {{0, 1, 4}, {0, 4, 3}}, 1},
    {"a square and its mirror image", grid, {{0, 1, 4, 3}, {0, 3, 4, 1}}, 2},
    {"the same square twice", grid, {{0, 1, 4, 3}, {0, 1, 4, 3}}, 2},
    {"a square and its neighbour turned over", grid, {{0, 1, 4, 3}, {1, 4, 5, 2}}, 2},
    {"two squares side by side", grid, {{0, 1, 4, 3}, {1, 2, 5, 4}}, 1},
    {"two squares corner to corner", grid, {{0, 1, 4, 3}, {4, 5, 8, 7}}, 2},
    {"three squares of an L", grid, {{0, 1, 4, 3}, {1, 2, 5, 4}, {3, 4, 7, 6}}, 2},
    {"four squares", grid, {{0, 1, 4, 3}, {1, 2, 5, 4}, {3, 4, 7, 6}, {4, 5, 8, 7}}, 1},
    {"T-junction: two squares above one slab", grid, {{0, 2, 5, 3}, {3, 4, 7, 6}, {4, 5, 8, 7}}, 1},
    {"T-junction: one square above the slab", grid, {{0, 2, 5, 3}, {3, 4, 7, 6}}, 2},
    {"a side divided on one face only", grid, {{0, 2, 5, 4, 3}, {3, 5, 8, 6}}, 1},
    {"a side divided on both faces", grid, {{0, 2, 5, 4, 3}, {3, 4, 5, 8, 6}}, 1},
    {"a triangle whose union would be reflex", grid, {{0, 1, 4, 3}, {1, 8, 4}}, 2},
    {"a triangle whose union has a straight corner", grid, {{0, 1, 4, 3}, {1, 9, 4}}, 1},
    {"a triangle whose union is a triangle", grid, {{0, 1, 4, 3}, {1, 2, 4}}, 1},
    {"three triangles on one side", grid, {{0, 1, 4}, {0, 4, 3}, {0, 4, 6}}, 2},
    {"both halves twice", grid, {{0, 1, 4}, {0, 4, 3}, {0, 1, 4}, {0, 4, 3}}, 2},
    {"overlapping on the same side", grid, {{0, 1, 4}, {1, 0, 3}}, 2},
};

// A floor of n x n squares in triangles cut either way, its points numbered at random, lifted by `height`.
template <class Height>
void add_floor(std::vector<Point>& points, std::vector<Face>& faces, long n, std::mt19937& random,
               const Height& height) {
  std::vector<PointId> id(static_cast<std::size_t>((n + 1) * (n + 1)));
  std::iota(id.begin(), id.end(), static_cast<PointId>(points.size()));
  std::shuffle(id.begin(), id.end(), random);
  const auto base = points.size();
  points.resize(base + id.size());
  for (long y = 0; y <= n; ++y)
    for (long x = 0; x <= n; ++x) points[id[static_cast<std::size_t>(y * (n + 1) + x)]] = {x, y, height(x, y)};
  for (long y = 0; y < n; ++y)
    for (long x = 0; x < n; ++x) {
      const auto at = [&](long dx, long dy) { return id[static_cast<std::size_t>((y + dy) * (n + 1) + x + dx)]; };
      if (random() % 2) {
        faces.push_back({at(0, 0), at(1, 0), at(1, 1)});
        faces.push_back({at(0, 0), at(1, 1), at(0, 1)});
      } else {
        faces.push_back({at(0, 0), at(1, 0), at(0, 1)});
        faces.push_back({at(1, 0), at(1, 1), at(0, 1)});
      }
    }
}

}  // namespace

TEST_CASE("welding, by the alphabet of neighbours") {
  for (const Case& c : cases)
    for (const auto& [where, lift] : lifts)
      for (const int shift : {0, 100, 400})
        for (std::size_t turn = 0; turn < c.faces.size(); ++turn)
          for (const bool backwards : {false, true}) {
            INFO(c.name << ", " << where << " << " << shift << ", order " << turn << (backwards ? " backwards" : ""));
            std::vector<Point> points;
            for (const auto& p : c.points) points.push_back(lift(p[0], p[1]));
            auto faces = c.faces;
            std::rotate(faces.begin(), faces.begin() + static_cast<long>(turn), faces.end());
            for (Face& f : faces) {
              std::rotate(f.begin(), f.begin() + static_cast<long>(turn % f.size()), f.end());
              if (backwards) std::reverse(f.begin(), f.end());
            }
            Scene scene = scene_of(points, faces, shift);
            const auto before = convexify(scene, BadFaces::error, 1);
            REQUIRE(before);
            const SurfaceSet after = welded(scene);
            check_welded(scene, *before, after);
            CHECK(after.surfaces.size() == c.left);
          }
}

TEST_CASE("polygons of different planes stay apart, however little they differ") {
  std::vector<mpz_class> xyz;
  const mpz_class big("1000000000000000000000000000000");
  for (const auto& p : std::vector<Point>{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}})
    for (const long v : p) xyz.push_back(v * big);
  Scene scene = scene_of({}, {{0, 1, 2}, {0, 2, 3}});
  scene.points = plumb::kernel::PointTable::from_integers(xyz, 1);
  CHECK(welded(scene).surfaces.size() == 1);
  xyz.back() = 1;
  scene.points = plumb::kernel::PointTable::from_integers(xyz, 1);
  CHECK(welded(scene).surfaces.size() == 2);
}

TEST_CASE("a union covers its members' faces and bears the lowest number") {
  const Scene scene =
      scene_of({{0, 0, 0}, {2, 0, 0}, {4, 0, 0}, {0, 2, 0}, {2, 2, 0}, {4, 2, 0}, {0, 0, 5}, {1, 0, 5}, {0, 1, 6}},
               {{6, 7, 8}, {1, 2, 5}, {0, 1, 4, 3}, {6, 7, 8}, {1, 5, 4}});
  const SurfaceSet set = welded(scene);
  REQUIRE(set.surfaces.size() == 3);
  CHECK(set.surfaces[0].face == 0);
  CHECK(set.surfaces[1].face == 1);
  CHECK(set.surfaces[2].face == 3);
  CHECK(set.surfaces[1].corner_count == 4);
  CHECK(set.welded_from == 5);
  CHECK(set.covered_begin == std::vector<std::uint32_t>{0, 1, 4, 5});
  CHECK((set.covered_parts == std::vector<FacePart>{{0, 0}, {1, 0}, {2, 0}, {4, 0}, {3, 0}}));
}

TEST_CASE("a sheaf of very many polygons at one side is welded in time, and without overlap") {
  // Squares in triangles, each pair of its own plane through the common diagonal; and a pile of equal ones.
  std::vector<Point> points = {{0, 0, 0}, {0, 0, 2}};
  std::vector<Face> faces;
  for (long k = 1; k <= 20000; ++k) {
    const auto p = static_cast<PointId>(points.size());
    points.push_back({k, 1, 1});
    points.push_back({-k, -1, 1});
    faces.push_back({0, p, 1});
    faces.push_back({1, p + 1, 0});
  }
  Scene scene = scene_of(points, faces);
  CHECK(welded(scene).surfaces.size() == 20000);
  faces.clear();
  for (int k = 0; k < 20000; ++k) {
    faces.push_back({0, 2, 1});
    faces.push_back({0, 1, 3});
  }
  scene = scene_of(points, faces);
  const SurfaceSet pile = welded(scene);
  CHECK(total_area(scene.points, pile) == total_area(scene.points, *convexify(scene, BadFaces::error, 1)));
  CHECK(pile.surfaces.size() == 20000);
}

TEST_CASE("a floor of random triangles becomes few polygons; threads and face order change nothing that matters") {
  std::mt19937 random(7);
  std::vector<Point> points;
  std::vector<Face> faces;
  add_floor(points, faces, 60, random, [](long, long) { return 0; });
  add_floor(points, faces, 60, random, [](long x, long) { return 3 * x + 50; });
  add_floor(points, faces, 60, random, [](long x, long y) { return 500 + (x * 7 + y * 3) % 5; });
  Scene scene = scene_of(points, faces);
  const auto before = convexify(scene, BadFaces::error, 1);
  const SurfaceSet one = welded(scene, 1);
  check_welded(scene, *before, one);
  std::size_t flat = 0;
  for (const Surface& s : one.surfaces) flat += s.face < 4 * 60 * 60;
  CHECK(flat == 2);
  for (const unsigned threads : {2u, 3u, 8u}) CHECK(same(one, welded(scene, threads)));

  std::shuffle(faces.begin(), faces.end(), random);
  for (Face& f : faces) std::rotate(f.begin(), f.begin() + random() % f.size(), f.end());
  const Scene other = scene_of(points, faces);
  CHECK(total_area(other.points, welded(other)) == total_area(scene.points, one));
}

TEST_CASE("any soup of triangles on a small grid keeps its area, stays convex, and welding it again does nothing") {
  std::size_t joined = 0;
  for (int round = 0; round < 5; ++round)
    CHECK(rc::check("soups in up to three planes", [&] {
      std::vector<Point> points;
      for (long x = 0; x < 3; ++x)
        for (long y = 0; y < 3; ++y)
          for (const long z : {0l, 1l, x + y, 7 * x}) {
            const Point p{x, y, z};
            if (std::find(points.begin(), points.end(), p) == points.end()) points.push_back(p);
          }
      const auto count = *rc::gen::resize(100, rc::gen::inRange(2, 24));
      std::vector<Face> faces;
      for (int k = 0; k < count; ++k) {
        Face f;
        for (int c = 0; c < 3; ++c)
          f.push_back(
              static_cast<PointId>(*rc::gen::resize(100, rc::gen::inRange(0, static_cast<int>(points.size())))));
        faces.push_back(f);
        if (*rc::gen::arbitrary<bool>()) {  // and a neighbour in its plane: the fourth corner of a parallelogram
          Point q;
          for (int a = 0; a < 3; ++a) q[a] = points[f[0]][a] + points[f[2]][a] - points[f[1]][a];
          auto at = std::find(points.begin(), points.end(), q);
          if (at == points.end()) at = points.insert(points.end(), q);
          faces.push_back({f[0], f[2], static_cast<PointId>(at - points.begin())});
        }
      }
      Scene scene = scene_of(points, faces, *rc::gen::element(0, 90, 300));
      const auto before = convexify(scene, BadFaces::error, 1);
      RC_ASSERT(bool(before));
      SurfaceSet after = *before;
      merge_coplanar(after, scene.points, 1);
      joined += before->surfaces.size() - after.surfaces.size();
      check_welded(scene, *before, after);
    }));
  CHECK(joined > 500);
}
