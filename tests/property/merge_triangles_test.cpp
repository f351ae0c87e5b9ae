// SPDX-License-Identifier: GPL-3.0-or-later
// Cells made of triangles: their number on shapes whose fewest cells are known, facets and portals by hand, and for
// levels at random that cells are convex, cover what the triangles cover, and are joined as they are.
#include "plumb/pipeline/triangle_nav_mesh.h"

#include <catch2/catch.hpp>

#include <map>
#include <set>

#include "plumb/kernel/formulas.h"
#include "plumb/pipeline/facet_index.h"
#include "plumb/pipeline/nav_query.h"
#include "plumb/pipeline/wedge_stages.h"
#include "support/bake_text.h"
#include "support/level_text.h"
#include "support/route_check.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using kernel::ExactPoint;
using pipeline::NavMesh;
using pipeline::Optimise;
using surface::TriangleMesh;

// Triangles, with what makes a navmesh of them.
struct Floor {
  BakedText baked;
  TriangleMesh mesh;

  NavMesh nav(Optimise goal) const {
    pipeline::NavMeshInfo info;
    info.stances = {{"stand", 2}};
    return nav_mesh(info, baked.scene.points.denominator(), baked.set, mesh, goal);
  }
};

// What is left of a level, joined.
Floor floor_of(const LevelText& level) {
  Floor out{bake_text(level.obj(), {.stances = {{"stand", 2}}, .sides = pipeline::Sides::up}), {}};
  const pipeline::SurfaceIndex index(out.baked.scene.points, out.baked.set);
  out.mesh = wedge_cut(out.baked.scene.points, out.baked.set, index, {.height = 2});
  pipeline::close_gaps(out.mesh, {});
  REQUIRE(is_valid(out.mesh));
  return out;
}

mpq_class area_of(const NavMesh& mesh, std::span<const NavMesh::PointIndex> ring) {
  return kernel::formulas::doubled_area<mpq_class>(
             ring.size(), [&](std::size_t i) -> const ExactPoint& { return mesh.points[ring[i]]; }) /
         2;
}

mpq_class area_of(const NavMesh& mesh, NavMesh::CellIndex cell) {
  mpq_class sum = 0;
  for (const auto& f : mesh.cells[cell].facets) sum += area_of(mesh, f.ring());
  return sum;
}

// Along a line it adds up as length does.
mpq_class extent(const ExactPoint& p, const ExactPoint& q) { return abs(p[0] - q[0]) + abs(p[1] - q[1]); }

// By pair of cells.
std::map<std::pair<std::uint32_t, std::uint32_t>, mpq_class> portal_extents(const NavMesh& mesh) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, mpq_class> out;
  for (const auto& p : mesh.portals) out[{p.a, p.b}] += extent(mesh.points[p.on_a[0]], mesh.points[p.on_a[1]]);
  return out;
}

mpq_class border_extent(const NavMesh& mesh) {
  mpq_class sum = 0;
  for (const auto& b : border(mesh, 1)) sum += extent(mesh.points[b.from], mesh.points[b.to]);
  return sum;
}

// The hull of two cells is as large as both: they could be one, if nothing is between.
bool union_is_convex(const NavMesh& mesh, NavMesh::CellIndex a, NavMesh::CellIndex b) {
  NavMesh both;
  both.points = mesh.points;
  both.cells = {mesh.cells[a]};
  for (const auto& f : mesh.cells[b].facets) both.cells[0].facets.push_back(f);
  return area_of(both, outline(both, 0)) == area_of(mesh, a) + area_of(mesh, b);
}

// What must hold of any; `open`: no wall is between two cells that meet.
NavMesh merged(const Floor& floor, bool open = true) {
  const NavMesh single = floor.nav(Optimise::none), mesh = floor.nav(Optimise::count);
  REQUIRE(is_valid(single));
  REQUIRE(is_valid(mesh));
  REQUIRE(single.cells.size() == floor.mesh.triangles.size());
  mpq_class area = 0, around = 0, joined = 0;
  for (NavMesh::CellIndex c = 0; c < mesh.cells.size(); ++c) {
    const mpq_class of_cell = area_of(mesh, c);
    const auto ring = outline(mesh, c);
    CHECK(area_of(mesh, ring) == of_cell);  // convex: its hull is no larger
    area += of_cell;
    for (std::size_t i = 0; i < ring.size(); ++i)
      around += extent(mesh.points[ring[i]], mesh.points[ring[(i + 1) % ring.size()]]);
    for (const auto& f : mesh.cells[c].facets) {
      for (std::size_t i = 0, n = f.corners.size(); i < n; ++i) {
        const ExactPoint &p = mesh.points[f.corners[i]], &q = mesh.points[f.corners[(i + 1) % n]],
                         &r = mesh.points[f.corners[(i + 2) % n]];
        CHECK(kernel::formulas::orient2d(p, q, r) > 0);
        CHECK(plane_height(mesh, f, p[0], p[1]) == p[2]);
      }
      CHECK(f.face == floor.baked.set.surfaces[f.surface].face);
    }
  }
  CHECK(area == plan_area(floor.mesh, 0).exact.value());

  for (const auto& [pair, length] : portal_extents(mesh)) joined += length;
  CHECK(around == border_extent(mesh) + 2 * joined);  // each side of a cell is border or, once, a portal's
  CHECK(border_extent(single) == border_extent(mesh));
  CHECK(std::ranges::max(components(single, 1)) == std::ranges::max(components(mesh, 1)));
  if (open)
    for (const auto& [pair, length] : portal_extents(mesh)) CHECK_FALSE(union_is_convex(mesh, pair.first, pair.second));

  const NavMesh again = floor.nav(Optimise::count);
  CHECK(again.points == mesh.points);
  CHECK(again.cells == mesh.cells);
  CHECK(again.portals == mesh.portals);
  return mesh;
}

// A mesh made by hand.
TriangleMesh mesh_of(const std::vector<ExactPoint>& points,
                     const std::vector<std::array<TriangleMesh::Index, 3>>& triangles, kernel::PolygonId surface = 0) {
  TriangleMesh mesh;
  mesh.points = points;
  for (const auto& t : triangles) mesh.triangles.push_back({t, surface});
  const auto beyond = neighbours(mesh);
  for (TriangleMesh::Index t = 0; t < beyond.size(); ++t)
    for (std::uint8_t i = 0; i < 3; ++i)
      if (beyond[t][i] == TriangleMesh::none) mesh.boundary.push_back({t, i});
  REQUIRE(is_valid(mesh));
  return mesh;
}

}  // namespace

TEST_CASE("merge_triangles: without a goal triangles stay as they are") {
  const Floor f = floor_of(LevelText().slab(0, 0, 4, 3, 0));
  const auto cells = merge_triangles(f.mesh, Optimise::none);
  CHECK(cells.count == 2);
  REQUIRE(cells.facets.size() == 2);
  for (std::size_t t = 0; t < 2; ++t) {
    CHECK(cells.facets[t].cell == t);
    CHECK(std::ranges::equal(cells.facets[t].corners, f.mesh.triangles[t].corners));
  }
  CHECK(cells.portals.size() == 1);
}

TEST_CASE("merge_triangles: a square is one cell, one with a hole at most 2 r + 1 - h") {
  CHECK(merged(floor_of(LevelText().slab(0, 0, 4, 3, 0))).cells.size() == 1);
  // What blocks is itself a floor.
  const NavMesh holed = merged(floor_of(LevelText().slab(0, 0, 5, 5, 0).slab(1, 2, 3, 3, 1)));
  CHECK(holed.cells.size() - 1 <= 2 * 4 + 1 - 1);
  CHECK(holed.cells.size() - 1 >= 4);
}

TEST_CASE("merge_triangles: an L takes two cells, a cross three") {
  CHECK(merged(floor_of(LevelText().face({{0, 0, 0}, {5, 0, 0}, {5, 1, 0}, {1, 1, 0}, {1, 5, 0}, {0, 5, 0}})))
            .cells.size() == 2);
  const NavMesh cross = merged(floor_of(LevelText().slab(0, 2, 6, 4, 0).slab(2, 0, 4, 2, 0).slab(2, 4, 4, 6, 0)));
  CHECK(cross.cells.size() == 3);
  CHECK(cross.portals.size() == 2);
}

TEST_CASE("merge_triangles: a cell may lie in several planes, with a facet on each surface") {
  const NavMesh mesh = merged(floor_of(LevelText()
                                           .slab(0, 0, 4, 2, 0)
                                           .face({{4, 0, 0}, {8, 0, 3}, {8, 2, 3}, {4, 2, 0}})
                                           .slab(8, 0, 9, 1, 3)
                                           .slab(8, 1, 9, 2, 3)));
  REQUIRE(mesh.cells.size() == 1);
  CHECK(mesh.cells[0].facets.size() == 3);  // of the first welding the last two are one
  std::set<kernel::PolygonId> surfaces;
  for (const auto& f : mesh.cells[0].facets) {
    CHECK(f.corners.size() == 4);
    surfaces.insert(f.surface);
  }
  CHECK(surfaces.size() == 3);
}

TEST_CASE("merge_triangles: triangles of no surface are one facet where they lie in one plane") {
  for (const mpq_class& rise : {mpq_class(0), mpq_class(1, 3)}) {
    // Two squares, the second rising from its left side.
    const TriangleMesh mesh = mesh_of({{0, 0, 0}, {1, 0, 0}, {2, 0, rise}, {0, 1, 0}, {1, 1, 0}, {2, 1, rise}},
                                      {{0, 1, 4}, {0, 4, 3}, {1, 2, 5}, {1, 5, 4}}, kernel::no_polygon);
    const auto cells = merge_triangles(mesh, Optimise::count);
    CHECK(cells.count == 1);
    CHECK(cells.portals.empty());
    REQUIRE(cells.facets.size() == (rise == 0 ? 1 : 2));
    for (const auto& f : cells.facets) {
      CHECK(f.corners.size() == 4);
      CHECK(f.surface == kernel::no_polygon);
      CHECK(f.cell == 0);
    }
  }
}

TEST_CASE("merge_triangles: a common side is one portal where it is straight in space") {
  for (const mpq_class& rise : {mpq_class(0), mpq_class(1, 1000)}) {
    // A strip beside a wider one; both bend at y = 2. The wider one is a fan, so that its long sides go first.
    const TriangleMesh mesh = mesh_of(
        {{0, 0, 0},
         {1, 0, 0},
         {1, 2, 0},
         {0, 2, 0},
         {1, 4, rise},
         {0, 4, rise},
         {1, -1, 0},
         {9, -1, 0},
         {9, 2, 0},
         {1, 5, rise * 3 / 2},
         {9, 5, rise * 3 / 2}},
        {{0, 1, 2}, {0, 2, 3}, {3, 2, 4}, {3, 4, 5}, {6, 7, 8}, {6, 8, 1}, {1, 8, 2}, {2, 8, 4}, {4, 8, 9}, {9, 8, 10}},
        kernel::no_polygon);
    const auto cells = merge_triangles(mesh, Optimise::count);
    CHECK(cells.count == 2);
    REQUIRE(cells.portals.size() == (rise == 0 ? 1 : 2));
    CHECK(cells.portals.front().ends[0] == 1);
    CHECK(cells.portals.back().ends[1] == 4);
  }
}

TEST_CASE("merge_triangles: nothing is merged over a wall") {
  const NavMesh mesh = merged(floor_of(LevelText().slab(0, 0, 4, 4, 0).wall({1, 2}, {3, 2}, 0, 3)), false);
  for (const auto& c : mesh.cells)
    for (const auto& f : c.facets)
      for (const auto p : f.corners) CHECK(mesh.points[p][2] == 0);
  CHECK(mesh.cells.size() >= 2);
  CHECK(mesh.cells.size() <= 2 * 2 + 1);
  CHECK(border_extent(mesh) == 16 + 4);
}

TEST_CASE("merge_triangles: floors with holes at random, one over the other, and a ramp between") {
  std::uint64_t state = 20211984;
  const auto random = [&](long n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<long>((state >> 33) % static_cast<std::uint64_t>(n));
  };
  std::size_t before = 0, after = 0, several = 0, routes = 0;
  for (int round = 0; round < 6; ++round) {
    LevelText level;
    level.slab(0, 0, 20, 20, 0).slab(4, 4, 16, 16, 5).face({{20, 0, 0}, {30, 0, 5}, {30, 6, 5}, {20, 6, 0}});
    level.slab(30, 0, 34, 6, 5);
    for (int i = 0; i < 10; ++i) {
      const mpq_class quarter(1, 4), x = random(80) * quarter, y = random(80) * quarter, z = random(2) * 5 + 1;
      level.slab(x, y, x + (random(12) + 1) * quarter, y + (random(12) + 1) * quarter, z);
    }
    const Floor f = floor_of(level);
    const NavMesh mesh = merged(f);
    before += f.mesh.triangles.size();
    after += mesh.cells.size();
    for (const auto& c : mesh.cells) several += c.facets.size() > 1;
    const ExactPoint from{mpq_class(1, 7), mpq_class(1, 7), 0}, to{33, 5, 5};
    const auto route = pipeline::NavQuery(mesh).route(from, to, {});
    CHECK(static_cast<bool>(route) == static_cast<bool>(pipeline::NavQuery(f.nav(Optimise::none)).route(from, to, {})));
    if (!route) continue;
    ++routes;
    CHECK(fault_of(mesh, *route, 1, from, to) == "");
  }
  CHECK(routes > 3);
  CHECK(after * 2 < before);
  CHECK(several > 0);
}
