// SPDX-License-Identifier: GPL-3.0-or-later
// Floors cut by the wedges of what is over them, by hand: areas, and lengths of the boundary by class. Hundreds of
// slabs are compared with what Volume Collision Decomposition leaves.
#include "plumb/pipeline/wedge_stages.h"

#include <catch2/catch.hpp>

#include "plumb/kernel/number.h"
#include "support/bake_text.h"
#include "support/level_text.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using pipeline::WedgeCutOptions;
using surface::EdgeClass;
using surface::TriangleMesh;

struct Cut {
  BakedText baked;
  TriangleMesh mesh;
};

Cut cut(const std::string& obj, WedgeCutOptions options, pipeline::Solids solids = pipeline::Solids::none) {
  Cut out{bake_text(obj, {.stances = {{"stand", options.height}}, .sides = pipeline::Sides::up, .solids = solids}), {}};
  const pipeline::SurfaceIndex index(out.baked.scene.points, out.baked.set);
  if (solids == pipeline::Solids::closed) options.solids = &out.baked.solids;
  out.mesh = pipeline::wedge_cut(out.baked.scene.points, out.baked.set, index, options);
  CHECK(is_valid(out.mesh));
  options.threads = 3;
  const TriangleMesh again = pipeline::wedge_cut(out.baked.scene.points, out.baked.set, index, options);
  CHECK(again.points == out.mesh.points);
  CHECK(again.triangles == out.mesh.triangles);
  CHECK(again.boundary == out.mesh.boundary);
  return out;
}

mpq_class area(const TriangleMesh& mesh) { return plan_area(mesh, 0).exact.value(); }

// The area that Volume Collision Decomposition leaves.
mpq_class vcd_area(const Cut& c) { return c.baked.measures.stances[0].exact.value(); }

// Squared lengths of the boundary by class, along axes: sums of lengths.
mpq_class length(const TriangleMesh& mesh, EdgeClass edge_class) {
  mpq_class sum = 0;
  for (const auto& e : mesh.boundary) {
    if (e.edge_class != edge_class) continue;
    const auto& corners = mesh.triangles[e.triangle].corners;
    const auto &p = mesh.points[corners[e.side]], &q = mesh.points[corners[(e.side + 1) % 3]];
    sum += abs(p[0] - q[0]) + abs(p[1] - q[1]);
  }
  return sum;
}

TEST_CASE("wedge_cut: a floor alone is open all round") {
  const Cut c = cut(LevelText().slab(0, 0, 4, 3, 0).obj(), {.height = 2});
  CHECK(c.mesh.triangles.size() == 2);
  CHECK(area(c.mesh) == 12);
  CHECK(length(c.mesh, EdgeClass::open) == 14);
}

TEST_CASE("wedge_cut: what is lower than the agent takes its projection away, what is as high takes nothing") {
  for (const auto& [height, left] : {std::pair("1.999", 15), std::pair("2", 16)}) {
    const Cut c =
        cut(LevelText().slab(0, 0, 4, 4, 0).slab(1, 1, 2, 2, mpq_class(*kernel::parse_rational(height))).obj(),
            {.height = 2});
    CHECK(area(c.mesh) == left + 1);  // the slab itself is a floor
    CHECK(area(c.mesh) == vcd_area(c));
    CHECK(length(c.mesh, EdgeClass::blocked) == (left == 15 ? 4 : 0));
  }
}

TEST_CASE("wedge_cut: a ramp through the floor takes what is less than the height under it") {
  const Cut c =
      cut(LevelText().slab(0, 0, 10, 4, 0).face({{1, 1, -1}, {9, 1, 3}, {9, 3, 3}, {1, 3, -1}}).obj(), {.height = 2});
  CHECK(area(c.mesh) == vcd_area(c));
  // Of the floor 4 in length and 2 in width, from height 0 to 2; of the ramp what is under the floor by less than 2.
  CHECK(area(c.mesh) == 40 - 8 + 16 - 4);
}

TEST_CASE("wedge_cut: of coplanar floors the lowest number has what they share") {
  const Cut c = cut(LevelText().slab(0, 0, 2, 2, 0).slab(1, 1, 3, 3, 0).slab(0, 0, 3, 3, 0).obj(), {.height = 2});
  CHECK(area(c.mesh) == 9);
  CHECK(area(c.mesh) == vcd_area(c));
  CHECK(length(c.mesh, EdgeClass::blocked) == 0);
}

TEST_CASE("wedge_cut: a wall without thickness is a slit that ends in one point") {
  // Faces to -y.
  const Cut c = cut(LevelText().slab(0, 0, 4, 4, 0).wall({1, 2}, {3, 2}, 0, 3).obj(), {.height = 2});
  CHECK(area(c.mesh) == 16);
  std::size_t ends = 0, front = 0, behind = 0;
  for (const auto& p : c.mesh.points) ends += p[1] == 2 && (p[0] == 1 || p[0] == 3);
  CHECK(ends == 2);
  for (const auto& e : c.mesh.boundary) {
    if (e.wall_line == TriangleMesh::none) continue;
    const auto& t = c.mesh.triangles[e.triangle].corners;
    const mpq_class y = c.mesh.points[t[0]][1] + c.mesh.points[t[1]][1] + c.mesh.points[t[2]][1];
    CHECK(e.left_of_wall == (y > 6));
    CHECK((e.edge_class == EdgeClass::inner_wall) == (y > 6));
    ++(y > 6 ? behind : front);
  }
  CHECK(front > 0);
  CHECK(behind > 0);
  CHECK(length(c.mesh, EdgeClass::inner_wall) == 2);
  CHECK(length(c.mesh, EdgeClass::blocked) == 2);
}

TEST_CASE("wedge_cut: a slit from side to side parts the floor") {
  const Cut c = cut(LevelText().slab(0, 0, 4, 4, 0).wall({-1, 2}, {5, 2}, 0, 3).obj(), {.height = 2});
  CHECK(c.mesh.points.size() == 8);
  CHECK(length(c.mesh, EdgeClass::inner_wall) == 4);
}

TEST_CASE("wedge_cut: walls within the foot or above the head stop nobody") {
  const auto slit = [](const mpq_class& low, const mpq_class& high, const mpq_class& foot) {
    const Cut c =
        cut(LevelText().slab(0, 0, 4, 4, 0).wall({1, 2}, {3, 2}, low, high).obj(), {.height = 2, .wall_foot = foot});
    return length(c.mesh, EdgeClass::inner_wall);
  };
  CHECK(slit(0, 1, 0) == 2);
  CHECK(slit(0, 1, 1) == 0);
  CHECK(slit(0, 1, mpq_class(999, 1000)) == 2);
  CHECK(slit(2, 3, 0) == 0);
  CHECK(slit(-3, 0, 0) == 0);
  CHECK(slit(mpq_class(1999, 1000), 3, 1) == 2);
}

TEST_CASE("wedge_cut: a wall that has a thickness takes a rectangle, beside the floor, too") {
  const Cut c =
      cut(LevelText().slab(0, 0, 4, 4, 0).wall({1, 2}, {3, 2}, 0, 3).obj(), {.height = 2, .wall_thickness = 1});
  CHECK(area(c.mesh) == 14);
  CHECK(length(c.mesh, EdgeClass::inner_wall) == 2);
  CHECK(length(c.mesh, EdgeClass::blocked) == 4);
  const Cut beside =
      cut(LevelText().slab(0, 0, 4, 4, 0).wall({-1, mpq_class(-1, 4)}, {5, mpq_class(-1, 4)}, 0, 3).obj(),
          {.height = 2, .wall_thickness = 1});
  CHECK(area(beside.mesh) == 15);
  // Along a diagonal half the thickness is no fraction: a little more is taken, on each side 2^-20 at most.
  const Cut slanted =
      cut(LevelText().slab(0, 0, 8, 8, 0).wall({2, 2}, {5, 3}, 0, 3).obj(), {.height = 2, .wall_thickness = 1});
  const mpq_class taken = 64 - area(slanted.mesh);  // sqrt(10) times the thickness
  CHECK(taken * taken >= 10);
  CHECK(taken * taken <= 10 * (1 + mpq_class(2, 1 << 20)) * (1 + mpq_class(2, 1 << 20)));
}

TEST_CASE("wedge_cut: hundreds of slabs over one floor") {
  LevelText level;
  level.slab(0, 0, 40, 40, 0);
  for (int i = 0; i < 400; ++i) {
    const int x = i % 20 * 2, y = i / 20 * 2;
    const mpq_class turn(i % 7, 10), z(3 + i % 5, 4);
    level.face({{x + turn, y, z}, {x + 2, y + turn, z}, {x + 2 - turn, y + 2, z}, {x, y + 2 - turn, z}});
  }
  const Cut c = cut(level.obj(), {.height = 2});
  CHECK(area(c.mesh) == vcd_area(c));
}

TEST_CASE("wedge_cut: what is inside of solids goes") {
  const auto box = [](LevelText& level, int x0, int y0, int z0, int x1, int y1, int z1) {
    level.face({{x0, y0, z0}, {x0, y1, z0}, {x1, y1, z0}, {x1, y0, z0}})
        .face({{x0, y0, z1}, {x1, y0, z1}, {x1, y1, z1}, {x0, y1, z1}})
        .face({{x0, y0, z0}, {x1, y0, z0}, {x1, y0, z1}, {x0, y0, z1}})
        .face({{x1, y0, z0}, {x1, y1, z0}, {x1, y1, z1}, {x1, y0, z1}})
        .face({{x1, y1, z0}, {x0, y1, z0}, {x0, y1, z1}, {x1, y1, z1}})
        .face({{x0, y1, z0}, {x0, y0, z0}, {x0, y0, z1}, {x0, y1, z1}});
  };
  LevelText level;
  level.slab(0, 0, 10, 10, 0);
  box(level, 2, 2, -5, 4, 4, 5);  // through the floor
  box(level, 6, 6, 0, 8, 8, 9);   // on it
  box(level, 3, 6, -4, 5, 8, 0);  // under it
  const Cut c = cut(level.obj(), {.height = 2}, pipeline::Solids::closed);
  CHECK(area(c.mesh) == vcd_area(c));
  const Cut open = cut(level.obj(), {.height = 2});
  CHECK(area(open.mesh) == vcd_area(open));
  CHECK(area(c.mesh) < area(open.mesh));
}

TEST_CASE("TriangleMesh: is_valid") {
  TriangleMesh mesh;
  mesh.points = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  mesh.triangles = {{{0, 1, 2}}, {{0, 2, 3}}};
  mesh.boundary = {{0, 0}, {0, 1}, {1, 1}, {1, 2}};
  REQUIRE(is_valid(mesh));
  CHECK(plan_area(mesh, 0).exact == mpq_class(1));
  const auto refused = [&](auto&& change) {
    TriangleMesh other = mesh;
    change(other);
    return !is_valid(other);
  };
  CHECK(refused([](TriangleMesh& m) { std::swap(m.triangles[0].corners[0], m.triangles[0].corners[1]); }));
  CHECK(refused([](TriangleMesh& m) { m.triangles[0].corners[0] = 9; }));
  CHECK(refused([](TriangleMesh& m) { m.points[2] = {2, 0, 0}; }));  // no area
  CHECK(refused([](TriangleMesh& m) { m.boundary.pop_back(); }));
  CHECK(refused([](TriangleMesh& m) { m.boundary.push_back({1, 0}); }));
  CHECK(refused([](TriangleMesh& m) { m.triangles.push_back(m.triangles[0]), m.boundary.push_back({2, 1}); }));
  // Two triangles that meet in a point alone.
  TriangleMesh bow;
  bow.points = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {-1, 0, 0}, {-1, -1, 0}};
  bow.triangles = {{{0, 1, 2}}, {{0, 3, 4}}};
  for (TriangleMesh::Index t : {0u, 1u})
    for (std::uint8_t i = 0; i < 3; ++i) bow.boundary.push_back({t, i});
  CHECK_FALSE(is_valid(bow));
  // A fan that goes round twice, joined at its end.
  TriangleMesh twice;
  twice.points = {{0, 0, 0}};
  for (int k = 0; k < 8; ++k) {
    const int x[] = {1, 0, -1, 0}, y[] = {0, 1, 0, -1};
    twice.points.push_back({x[k % 4], y[k % 4], k});
    const auto n = static_cast<TriangleMesh::Index>(k);
    twice.triangles.push_back({{0, n + 1, (n + 1) % 8 + 1}});
    twice.boundary.push_back({n, 1});
  }
  CHECK_FALSE(is_valid(twice));
}

}  // namespace
