// SPDX-License-Identifier: GPL-3.0-or-later
// Other bakers' navmeshes as ours.
// 1. Cells and portals of meshes so small that they are known: flat and bent polygons, polygons that are not convex or
//    are folded, steps and welds, walls on edges that the file does not open.
// 2. A bake's own files: areas and components have to be those of the polygons, and ways about those of the exact
//    navmesh.
#include "plumb/pipeline/foreign_nav_mesh.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <numeric>
#include <set>

#include "plumb/kernel/formulas.h"
#include "plumb/pipeline/audit.h"
#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/nav_query.h"
#include "support/audited.h"
#include "support/foreign_meshes.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

// Linked by edges.
ForeignMesh linked_mesh_of(std::vector<ExactPoint> points, const CornerLists& polygons) {
  ForeignMesh out = mesh_of(std::move(points), polygons);
  link_by_edges(out, std::nullopt, 1);
  return out;
}

ForeignNavMesh made_of(const ForeignMesh& mesh) {
  auto out = nav_mesh_of(mesh, 2);
  REQUIRE(out);
  CHECK(is_valid(out->mesh));
  return std::move(*out);
}

std::vector<ExactPoint> ends(const NavMesh& mesh, const std::array<NavMesh::PointIndex, 2>& on) {
  return {mesh.points[on[0]], mesh.points[on[1]]};
}

mpq_class area_of(const NavMesh& mesh, NavMesh::CellIndex cell) {
  mpq_class out = 0;
  for (const NavMesh::Facet& f : mesh.cells[cell].facets)
    out += kernel::formulas::doubled_area<mpq_class>(f.corners.size(),
                                                     [&](std::size_t i) { return mesh.points[f.corners[i]]; }) /
           2;
  return out;
}

// Polygons of one component have one number, and so have those of cells: by polygon that has cells, the lowest of its
// component.
std::vector<std::uint32_t> lowest_of(const std::vector<std::uint32_t>& component,
                                     const std::vector<ForeignMesh::Index>& polygon_of) {
  std::map<std::uint32_t, std::uint32_t> first;
  std::vector<std::uint32_t> out;
  for (std::size_t i = 0; i < polygon_of.size(); ++i)
    out.push_back(first.try_emplace(component[i], polygon_of[i]).first->second);
  return out;
}

// That of each cell, by the polygons.
std::vector<std::uint32_t> components_of_cells(const ForeignMesh& mesh, const ForeignNavMesh& made) {
  const auto of_polygons = pipeline::components(mesh);
  std::vector<std::uint32_t> out;
  for (const ForeignMesh::Index p : made.polygons) out.push_back(of_polygons[p]);
  return lowest_of(out, made.polygons);
}

}  // namespace

TEST_CASE("foreign navmesh: polygons are cells, and edges in common are portals") {
  // A square; beside it two halves of one, of which the upper one rises; a clockwise triangle; a line.
  const mpq_class half = mpq_class(1) / 2;
  const ForeignNavMesh made = made_of(linked_mesh_of(
      {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {2, 0, 0}, {2, half, 0}, {1, half, 0}, {2, 1, 1}, {0, 2, 0}},
      {{0, 1, 2, 3}, {1, 4, 5, 6}, {6, 5, 7, 2}, {2, 3, 8}, {0, 1, 4}}));
  const NavMesh& mesh = made.mesh;
  CHECK(made.polygons == std::vector<ForeignMesh::Index>{0, 1, 2, 3});
  CHECK(made.left_out == 1);
  CHECK(made.connections + made.apart == 0);
  REQUIRE(mesh.cells.size() == 4);
  CHECK(mesh.cells[0].facets.size() == 1);
  CHECK(mesh.cells[2].facets.size() == 2);  // it is not flat
  REQUIRE(mesh.portals.size() == 4);
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs{{0, 1}, {0, 2}, {0, 3}, {1, 2}};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    CHECK(std::pair(mesh.portals[i].a, mesh.portals[i].b) == pairs[i]);
    CHECK(mesh.portals[i].kind == PortalKind::flush);
    CHECK(mesh.portals[i].on_a == mesh.portals[i].on_b);
  }
  CHECK(ends(mesh, mesh.portals[0].on_a) == std::vector<ExactPoint>{{1, 0, 0}, {1, half, 0}});
  CHECK(ends(mesh, mesh.portals[1].on_a) == std::vector<ExactPoint>{{1, half, 0}, {1, 1, 0}});
  CHECK(mesh.info.stances == std::vector<Stance>{{"agent", 1}});
  // What is asked of it.
  const NavQuery query(mesh);
  const auto route = query.route({mpq_class(1) / 4, mpq_class(3) / 2, 5}, {2, 1, 1}, {});
  REQUIRE(route);
  CHECK(route->cells == std::vector<NavMesh::CellIndex>{3, 0, 2});
}

TEST_CASE("foreign navmesh: a polygon that is not convex is its triangles, one that is folded is left out") {
  // An L, a bow tie beside it, and a convex polygon with a corner that is straight only in plan.
  const ForeignNavMesh made = made_of(linked_mesh_of({{0, 0, 0},
                                                      {2, 0, 0},
                                                      {2, 1, 0},
                                                      {1, 1, 0},
                                                      {1, 2, 0},
                                                      {0, 2, 0},
                                                      {4, 0, 0},
                                                      {5, 0, 0},
                                                      {4, 1, 0},
                                                      {5, 1, 0},
                                                      {1, 0, 3},
                                                      {0, -1, 0}},
                                                     {{0, 1, 2, 3, 4, 5}, {6, 7, 8, 9}, {0, 11, 1, 10}}));
  CHECK(made.left_out == 1);
  CHECK(std::ranges::count(made.polygons, 0u) == 4);
  CHECK(std::ranges::count(made.polygons, 1u) == 0);
  REQUIRE(std::ranges::count(made.polygons, 2u) == 1);
  mpq_class area = 0;
  for (NavMesh::CellIndex c = 0; c < made.mesh.cells.size(); ++c) area += area_of(made.mesh, c);
  CHECK(area == 3 + 1);
  CHECK(made.mesh.cells.back().facets.size() == 2);
  const auto component = components(made.mesh, 1);
  CHECK(std::set(component.begin(), component.begin() + 4).size() == 1);
  // Its edge with the L goes up and down again, so that they have none in common.
  CHECK(component.back() != component.front());
}

TEST_CASE("foreign navmesh: what is linked across a gap is a weld, and up or down a step") {
  ForeignMesh mesh = linked_mesh_of({{0, 0, 0},
                                     {1, 0, 0},
                                     {1, 1, 0},
                                     {0, 1, 0},
                                     {2, 0, 0},
                                     {3, 0, 0},
                                     {3, 2, 0},
                                     {2, 2, 0},
                                     {3, 0, 1},
                                     {4, 0, 1},
                                     {4, 1, 1},
                                     {3, 1, 1},
                                     {9, 9, 0},
                                     {9, 8, 0},
                                     {10, 9, 0}},
                                    {{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}, {12, 13, 14}});
  CHECK(mesh.links.empty());
  set_links(mesh, {{1, 2}, {0, 1}, {0, 1}}, {{0, 1}, {0, 3}});
  CHECK(is_valid(mesh));
  CHECK(mesh.links == std::vector<ForeignMesh::Link>{{0, 1}, {0, 3}, {1, 2}});
  const ForeignNavMesh made = made_of(mesh);
  CHECK(made.connections == 1);  // from 0 to 3
  REQUIRE(made.mesh.portals.size() == 2);
  const NavMesh::Portal &weld = made.mesh.portals[0], &step = made.mesh.portals[1];
  CHECK(weld.kind == PortalKind::weld);
  CHECK(ends(made.mesh, weld.on_a) == std::vector<ExactPoint>{{1, 0, 0}, {1, 1, 0}});
  CHECK(ends(made.mesh, weld.on_b) == std::vector<ExactPoint>{{2, 0, 0}, {2, 1, 0}});
  CHECK(step.kind == PortalKind::step);
  CHECK(ends(made.mesh, step.on_a) == std::vector<ExactPoint>{{3, 0, 0}, {3, 1, 0}});
  CHECK(ends(made.mesh, step.on_b) == std::vector<ExactPoint>{{3, 0, 1}, {3, 1, 1}});
  CHECK(what_is_left_out(made) == "Left out: 1 link by off-mesh connections.");
  const auto route = NavQuery(made.mesh).route({0, 0, 0}, {4, 0, 1}, {});
  REQUIRE(route);
  CHECK(route->plan_length.low == 4);
}

TEST_CASE("foreign navmesh: where the file names the edges of a link, others between the two polygons stay closed") {
  // Two halves of a square, whose common side has three edges; a wall stands on the middle one.
  ForeignMesh mesh =
      linked_mesh_of({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {1, 2, 0}, {1, 3, 0}, {0, 3, 0}, {2, 0, 0}, {2, 3, 0}},
                     {{0, 1, 2, 3, 4, 5}, {1, 6, 7, 4, 3, 2}});
  CHECK(made_of(mesh).mesh.portals.size() == 3);
  mesh.edge_links = {{0, 1, 1}, {0, 3, 1}};
  CHECK(is_valid(mesh));
  const ForeignNavMesh made = made_of(mesh);
  REQUIRE(made.mesh.portals.size() == 2);
  CHECK(ends(made.mesh, made.mesh.portals[0].on_a) == std::vector<ExactPoint>{{1, 0, 0}, {1, 1, 0}});
  CHECK(ends(made.mesh, made.mesh.portals[1].on_a) == std::vector<ExactPoint>{{1, 2, 0}, {1, 3, 0}});
  mesh.edge_links = {{1, 4, 0}};  // said by the other one: its edge from (1, 2) to (1, 1)
  CHECK(made_of(mesh).mesh.portals.size() == 1);
  mesh.edge_links = {{1, 6, 0}};
  CHECK_FALSE(is_valid(mesh));
}

TEST_CASE("foreign navmesh: without a polygon that has an area there is none") {
  const auto none = nav_mesh_of(linked_mesh_of({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {{0, 1, 2}}), 1);
  REQUIRE_FALSE(none);
  CHECK(none.error().code == ErrorCode::no_face);
}

TEST_CASE("foreign navmesh: a bake's own files have their areas, their components, and about the exact ways") {
  const Folder folder;
  const std::string level = PLUMB_SOURCE_DIR "/docs/examples/ruin.obj";
  BakeArguments baking = level_of(level, "y");
  baking.step = "0.4";
  for (const char* file : {"a.json", "a.obj", "a.glb", "a.tres", "a.bin", "tiled.mset"})
    baking.outputs.push_back(folder / file);
  baking.tile = "8";
  const auto options = make_bake_options(baking);
  REQUIRE(options);
  Progress silent;
  REQUIRE(bake(*options, silent));
  const auto exact = read_any_nav_mesh(folder / "a.json");
  REQUIRE(exact);
  CHECK(exact->mesh.info.stances.size() == options->stances.size());
  const ExactPoint from{mpq_class(3) / 2, mpq_class(9) / 10, mpq_class(1) / 2}, to{34, 8, 0};  // z up
  const NavQuery query(exact->mesh);
  const auto way = query.route(from, to, {});
  REQUIRE(way);
  for (const char* file : {"a.obj", "a.glb", "a.tres", "a.bin", "tiled.mset"}) {
    INFO(file);
    const auto mesh = read_foreign_mesh(folder / file, {});
    REQUIRE(mesh);
    const ForeignNavMesh made = made_of(*mesh);
    CHECK(made.apart == 0);
    // Each polygon has its cells, and these its area.
    std::vector<mpq_class> areas(mesh->polygons.size());
    for (NavMesh::CellIndex c = 0; c < made.mesh.cells.size(); ++c) areas[made.polygons[c]] += area_of(made.mesh, c);
    for (ForeignMesh::Index p = 0; p < mesh->polygons.size(); ++p) {
      const auto& corners = mesh->polygons[p].corners;
      if (areas[p] == 0) continue;
      const mpq_class area = kernel::formulas::doubled_area<mpq_class>(
                                 corners.size(), [&](std::size_t i) { return mesh->points[corners[i]]; }) /
                             2;
      CHECK(abs(area) == areas[p]);
    }
    if (made.connections == 0)
      CHECK(lowest_of(components(made.mesh, 1), made.polygons) == components_of_cells(*mesh, made));
    const auto found = NavQuery(made.mesh).route(from, to, {});
    if (std::string(file) == "a.obj" || std::string(file) == "a.glb") {
      CHECK_FALSE(found);  // these have no steps
      continue;
    }
    REQUIRE(found);
    CHECK(std::abs(found->plan_length.low.get_d() / way->plan_length.low.get_d() - 1) < 0.04);
  }
}
