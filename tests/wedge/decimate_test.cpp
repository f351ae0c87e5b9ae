// SPDX-License-Identifier: GPL-3.0-or-later
// Vertices that a mesh does not need, and patches that are too small, are removed; the rest stays.
#include "plumb/pipeline/wedge_stages.h"
#include "support/triangle_meshes.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using kernel::ExactPoint;
using kernel::SlopeLimit;
using pipeline::OperationFacts;
using surface::EdgeClass;
using surface::TriangleMesh;

constexpr auto none = TriangleMesh::none;

TriangleMesh decimated(const TriangleMesh& mesh, const mpq_class& tangent = 0, OperationFacts* told = nullptr) {
  OperationFacts facts;
  TriangleMesh out = changed(
      mesh, facts, [&](TriangleMesh& m) { return pipeline::decimate(m, {.cone = *SlopeLimit::from_ratio(tangent)}); });
  CHECK(facts.lost.exact == 0);
  CHECK(facts.gained.exact == 0);
  if (told) *told = facts;
  return out;
}

// What lies under the mesh: the integral of its heights.
mpq_class volume(const TriangleMesh& mesh) {
  mpq_class sum = 0;
  for (const auto& t : mesh.triangles) {
    const auto &a = mesh.points[t.corners[0]], &b = mesh.points[t.corners[1]], &c = mesh.points[t.corners[2]];
    sum += kernel::formulas::orient2d(a, b, c) / 2 * (a[2] + b[2] + c[2]) / 3;
  }
  return sum;
}

// A square of four triangles around its centre, at a height.
TriangleMesh pyramid(const mpq_class& height) {
  return JoinedTriangles().fan({0, 0, height}, {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}, true).mesh();
}

JoinedTriangles& box(JoinedTriangles& maker, const mpq_class& x, const mpq_class& width) {
  return maker.quad({x, 0, 0}, {x + width, 0, 0}, {x + width, 1, 0}, {x, 1, 0});
}

}  // namespace

TEST_CASE("decimate: a level grid becomes two triangles") {
  for (const int n : {1, 2, 3, 7, 20}) {
    const TriangleMesh mesh = decimated(JoinedTriangles().grid(n, n + 1).mesh());
    CHECK(mesh.triangles.size() == 2);
    CHECK(mesh.points.size() == 4);
    CHECK(area(mesh) == n * (n + 1));
  }
}

TEST_CASE("decimate: with holes, as few triangles as the corners allow") {
  JoinedTriangles maker;
  for (int x = 0; x < 9; ++x)
    for (int y = 0; y < 5; ++y)
      if (y != 2 || (x != 2 && x != 6)) maker.quad({x, y, 0}, {x + 1, y, 0}, {x + 1, y + 1, 0}, {x, y + 1, 0});
  const TriangleMesh mesh = decimated(maker.mesh());
  CHECK(mesh.points.size() == 12);
  CHECK(mesh.triangles.size() == 12 + 2 * 2 - 2);
}

TEST_CASE("decimate: slopes and ridges stay as they are without a cone") {
  JoinedTriangles maker;
  const auto height = [](int x) { return mpq_class(mpq_class(x < 4 ? x : 8 - x) / 4); };
  for (int x = 0; x < 8; ++x)
    for (int y = 0; y < 6; ++y)
      maker.quad({x, y, height(x)}, {x + 1, y, height(x + 1)}, {x + 1, y + 1, height(x + 1)}, {x, y + 1, height(x)});
  const TriangleMesh before = maker.mesh(), mesh = decimated(before);
  CHECK(volume(mesh) == volume(before));
  // The vertices of the ridge stay: there a triangle would stand for both sides.
  CHECK(std::ranges::count_if(mesh.points, [](const ExactPoint& p) { return p[2] == 1; }) == 7);
  CHECK(mesh.points.size() == 7 + 4);
}

TEST_CASE("decimate: a cone is kept exactly") {
  const mpq_class height(3, 7);
  for (const bool beyond : {false, true}) {
    OperationFacts facts;
    const TriangleMesh mesh = decimated(pyramid(beyond ? height + power_of_two(-60) : height), height, &facts);
    CHECK(mesh.triangles.size() == (beyond ? 4 : 2));
    CHECK(facts.refused.contains("cone") == beyond);
  }
}

TEST_CASE("decimate: what was taken over is remembered, so that nothing is turned beyond the cone bit by bit") {
  // Each slope is within the cone of the next, the first not of the last.
  JoinedTriangles maker;
  std::vector<mpq_class> height{0};
  for (int x = 0; x < 12; ++x) height.push_back(height.back() + mpq_class(x) / 100);
  for (int x = 0; x < 12; ++x)
    for (int y = 0; y < 4; ++y)
      maker.quad({x, y, height[x]}, {x + 1, y, height[x + 1]}, {x + 1, y + 1, height[x + 1]}, {x, y + 1, height[x]});
  const TriangleMesh mesh = decimated(maker.mesh(), mpq_class(3, 100));
  CHECK(mesh.triangles.size() < 96);
  for (const auto& t : mesh.triangles) {
    const auto &a = mesh.points[t.corners[0]], &b = mesh.points[t.corners[1]], &c = mesh.points[t.corners[2]];
    const auto plane = kernel::exact_plane(a, b, c);
    const auto [low, high] = std::minmax({a[0], b[0], c[0]});
    // Over its whole extent the level is no more than 3/100 steeper or less steep than the triangle, or nearly: the
    // tangent of a difference is less than the difference of tangents.
    for (int x = 0; x < 12; ++x) {
      if (x + 1 <= low || x >= high) continue;
      CHECK(abs(plane.x[0] - mpq_class(x) / 100) < mpq_class(4, 100));
    }
  }
}

TEST_CASE("decimate: classes, walls and sides stay where they are") {
  // Every side of its own class, but the last: of two walls, and of two sides of one.
  TriangleMesh mesh = JoinedTriangles().grid(6, 6).mesh();
  for_boundary(mesh, [&](auto& e, auto from, auto to) {
    const auto &p = mesh.points[from], &q = mesh.points[to];
    if (p[1] == 0 && q[1] == 0) e.edge_class = EdgeClass::blocked;
    else if (p[0] == 6 && q[0] == 6) e.edge_class = EdgeClass::inner_wall;
    else if (p[0] == 0 && q[0] == 0) e.wall_line = p[1] + q[1] < 4 ? 1 : 2, e.left_of_wall = p[1] + q[1] > 8;
  });
  OperationFacts facts;
  const TriangleMesh after = decimated(mesh, 0, &facts);
  CHECK(lengths(after) == lengths(mesh));
  CHECK(after.triangles.size() == 4);  // two corners more on the last side
  CHECK(facts.refused.at("edge_class") > 0);
}

TEST_CASE("decimate: a slit keeps a corner, or its sides would be one") {
  // From (1, 1) to (3, 1); (2, 1) is there twice, and once it may go.
  const ExactPoint start{1, 1, 0}, end{3, 1, 0}, middle{2, 1, 0};
  JoinedTriangles maker;
  maker.fan(start, {{2, 2, 0}, {0, 2, 0}, {0, 0, 0}, {2, 0, 0}}, false)
      .fan(end, {{2, 0, 0}, {4, 0, 0}, {4, 2, 0}, {2, 2, 0}}, false);
  maker.triangle(start, {2, 0, 0}, middle).triangle(middle, {2, 0, 0}, end);
  TriangleMesh mesh = maker.mesh();
  // The other side, with a point of its own.
  mesh.boundary.clear();
  const auto number = [&](const ExactPoint& p) {
    return static_cast<TriangleMesh::Index>(std::ranges::find(mesh.points, p) - mesh.points.begin());
  };
  const auto above = static_cast<TriangleMesh::Index>(mesh.points.size()), top = number({2, 2, 0});
  mesh.points.push_back(middle);
  mesh.triangles.push_back({{number(start), above, top}, 0});
  mesh.triangles.push_back({{above, number(end), top}, 0});
  const auto beyond = neighbours(mesh);
  for (TriangleMesh::Index t = 0; t < beyond.size(); ++t)
    for (std::uint8_t i = 0; i < 3; ++i)
      if (beyond[t][i] == none) mesh.boundary.push_back({t, i});
  OperationFacts facts;
  const TriangleMesh after = decimated(mesh, 0, &facts);
  CHECK(boundary_rings(after).size() == 2);
  CHECK(after.points.size() == 4 + 3);
  CHECK(facts.refused.at("link") > 0);
}

TEST_CASE("decimate: edges in a plane are turned where no neighbour sees all of a star, but not those of two ramps") {
  for (const bool ramps : {false, true}) {
    JoinedTriangles maker;
    const ExactPoint next{2, 0, 0}, right{mpq_class(1, 2), mpq_class(1, 2), 0}, top{0, 4, 0},
        left{mpq_class(-1, 2), mpq_class(1, 2), 0}, before{-2, 0, 0}, at{0, 0, 0};
    maker.triangle(at, next, right, 0, 0).triangle(at, right, top, 0, 0).triangle(at, top, left, 0, ramps);
    maker.triangle(at, left, before, 0, ramps);
    OperationFacts facts;
    const TriangleMesh after = decimated(maker.mesh(), 0, &facts);
    CHECK(after.triangles.size() == (ramps ? 4 : 3));
    CHECK(facts.refused.contains("flip") == ramps);
  }
}

TEST_CASE("decimate: triangles of one surface stay of it") {
  JoinedTriangles maker;
  for (int x = 0; x < 8; ++x)
    for (int y = 0; y < 4; ++y) maker.quad({x, y, 0}, {x + 1, y, 0}, {x + 1, y + 1, 0}, {x, y + 1, 0}, x < 4 ? 3 : 5);
  TriangleMesh mesh = maker.mesh();
  const TriangleMesh after = decimated(mesh);
  CHECK(after.triangles.size() == 2);
  CHECK(std::ranges::all_of(after.triangles, [](const auto& t) { return t.surface == kernel::no_polygon; }));
  for (auto& t : mesh.triangles) t.surface = 3;
  const TriangleMesh one = decimated(mesh);
  CHECK(std::ranges::all_of(one.triangles, [](const auto& t) { return t.surface == 3; }));
}

TEST_CASE("decimate: nothing goes across the mesh from one boundary to another") {
  // A frame: all its vertices are on a boundary, and those in the middle of sides go along it.
  JoinedTriangles maker;
  for (int x = 0; x < 3; ++x)
    for (int y = 0; y < 3; ++y)
      if (x != 1 || y != 1) maker.quad({x, y, 0}, {x + 1, y, 0}, {x + 1, y + 1, 0}, {x, y + 1, 0});
  const TriangleMesh after = decimated(maker.mesh());
  CHECK(boundary_rings(after).size() == 2);
  CHECK(after.points.size() == 8);
  CHECK(after.triangles.size() == 8);
}

TEST_CASE("drop_patches: what is smaller than the least area goes, what is as large stays") {
  JoinedTriangles maker;
  box(maker, 0, 1 - power_of_two(-60));
  box(maker, 10, 1);
  box(maker, 20, mpq_class(1, 3));
  box(maker, 30, 4);
  TriangleMesh mesh = maker.mesh();
  for (auto& e : mesh.boundary) e.wall_line = e.triangle;
  const TriangleMesh before = mesh;
  const OperationFacts facts = pipeline::drop_patches(mesh, {.min_area = 1});
  CHECK(is_valid(mesh));
  CHECK(facts.operations == 2);
  CHECK(facts.lost.exact == 1 - power_of_two(-60) + mpq_class(1, 3));
  CHECK(facts.gained.exact == 0);
  CHECK(area(mesh) == area(before) - *facts.lost.exact);
  CHECK(component_count(mesh) == 2);
  CHECK(mesh.points.size() == 8);
  for (const auto& e : mesh.boundary) CHECK(e.wall_line == (e.triangle < 2 ? 2 + e.triangle : 4 + e.triangle));
}

TEST_CASE("drop_patches: areas are in plan, and of joined triangles together") {
  JoinedTriangles maker;
  // Steep, 1 wide in plan.
  maker.quad({0, 0, 0}, {1, 0, 50}, {1, 1, 50}, {0, 1, 0});
  // Two that are joined.
  box(box(maker, 10, mpq_class(3, 4)), mpq_class(43, 4), mpq_class(3, 4));
  const TriangleMesh before = maker.mesh();
  TriangleMesh mesh = before;
  const OperationFacts facts = pipeline::drop_patches(mesh, {.min_area = mpq_class(3, 2)});
  CHECK(facts.operations == 1);
  CHECK(area(mesh) == mpq_class(3, 2));
  mesh = before;
  CHECK(pipeline::drop_patches(mesh, {.min_area = 0}).operations == 0);
  CHECK(mesh.triangles == before.triangles);
  CHECK(pipeline::drop_patches(mesh, {.min_area = 2}).operations == 2);
  CHECK(mesh.triangles.empty());
  CHECK(mesh.points.empty());
  CHECK(is_valid(mesh));
}
