// SPDX-License-Identifier: GPL-3.0-or-later
// Random levels as engines load them, near the origin and so far from it that there are few numbers between corners.
#include "plumb/pipeline/construct.h"
#include "plumb/pipeline/optimise.h"
#include "support/conforming_check.h"
#include "support/linked.h"
#include "support/move_points.h"
#include "support/random_level.h"

using namespace plumb;
using namespace plumb::tests;
using namespace plumb::pipeline;

namespace {

NavMesh random_navmesh(unsigned seed) {
  BakeTextOptions o;
  o.stances = {{"crouch", mpq_class(1)}, {"stand", mpq_class(2)}};
  const std::string obj = seed % 2 == 0 ? beyond_doubles(random_level(seed)) : random_level(seed);
  const Linked linked = link_text(obj, o);
  const LinkedLevel level{linked.baked.scene, linked.baked.set, linked.baked.map, linked.graph};
  NavMeshInfo info;
  info.stances = o.stances;
  NavMesh mesh = construct(info, level, optimise(level.scene.points, level.set, level.map, level.graph, {}), 1);
  move_points(mesh, [](ExactPoint&) {});  // off the level, which ends here
  return mesh;
}

NavMesh moved(NavMesh mesh, const mpq_class& by) {
  move_points(mesh, [&](ExactPoint& p) {
    p[0] += by;
    p[1] -= by / 3;
  });
  return mesh;
}

NumberGrid whole_numbers(unsigned coarse) {
  const double cell = coarse == 0 ? 1 / 1024.0 : coarse == 18 ? 1 / 8.0 : coarse == 20 ? 1 / 4.0 : 1 / 2.0;
  return {.whole = true, .origin = {-1 / 3.0, 1 / 7.0, 0}, .cell = {cell, cell, cell}};
}

// Of cells that are a quarter wide.
NumberGrid middles() {
  return {.whole = true,
          .origin = {.125, .125, .125},
          .cell = {.25, .25, .25},
          .lowest = {-1e6f, -1e6f, -1e6f},
          .highest = {1e6f, 1e6f, 1e6f}};
}

// The least double that is no less than the farthest that a point of the mesh is from its vertex, along an axis.
double farthest_moved(const NavMesh& nav, const NumberGrid& grid, const ConformingCells& cells) {
  mpq_class most = 0;
  for (MeshPoints::Index p = 0; p < nav.points.size(); ++p)
    for (std::size_t axis = 0; axis < 3 && cells.vertex_of[p] != ConformingMesh::none; ++axis) {
      const double at = grid.value(cells.mesh.vertices[cells.vertex_of[p]][axis], axis);
      most = std::max<mpq_class>(most, abs(nav.points[p][axis] - mpq_class(at)));
    }
  return kernel::interval_of(most).high;
}

}  // namespace

TEST_CASE("property: random levels conform, however few numbers there are between their corners") {
  std::uint64_t polygons = 0, cut = 0, collapsed = 0, divided = 0, lost = 0, ways = 0;
  std::vector<unsigned> seeds(120);
  std::iota(seeds.begin(), seeds.end(), 0u);
  seeds.push_back(3185);  // what divides one edge of it comes to lie on another, again and again
  for (const unsigned seed : seeds) {
    const NavMesh near = random_navmesh(seed);
    // Numbers lie 2^-23, 2^-5, 1/8 or 1/2 apart there.
    for (const unsigned far : {0u, 18u, 20u, 22u}) {
      const NavMesh nav = far == 0 ? near : moved(near, mpq_class(1u << far) + mpq_class(1, 7));
      INFO("seed " << seed << ", 2^" << far << " away");
      DerivedMesh derived(nav);
      const WantedCells all{.highest = 2}, crouching{.lowest = 1, .highest = 1};
      const ConformingMesh mesh = conform(derived, {.wanted = all});
      check_conforming(nav, all, mesh, any_number);
      check_conforming(nav, all, conform(derived, {.wanted = all, .most_corners = 3}), 3);
      check_conforming(nav, crouching, conform(derived, {.wanted = crouching, .most_corners = 6}), 6);
      // On whole numbers, of which there are fewer and fewer.
      const NumberGrid grid = whole_numbers(far);
      DerivedMesh there(near);
      const ConformingCells cells = conform_cells(there, on_grid(near, grid), grid, 6);
      check_conforming(near, {.lowest = 1, .highest = 2}, cells.mesh, 6, neighbour_islands);
      CHECK(cells.mesh.facts.moved == farthest_moved(near, grid, cells));
      if (far == 0) {
        const ConformingMesh coarse = conform(derived, {.wanted = all, .grid = middles()});
        check_conforming(nav, all, coarse, any_number);
        for (const std::uint32_t v : coarse.corners)
          for (const float value : coarse.vertices[v]) CHECK(std::floor(value * 4) + 0.5f == value * 4);
      }
      for (const auto& v : cells.mesh.vertices)
        for (std::size_t axis = 0; axis < 2; ++axis) CHECK(v[axis] == std::floor(v[axis]));
      polygons += mesh.polygons.size();
      cut += mesh.facts.cut;
      collapsed += mesh.facts.collapsed;
      divided += mesh.facts.divided;
      if (far == 0 && seed % 2 == 1) {  // the others are far away to begin with
        CHECK(mesh.facts.area_left_out < 1e-5);
        CHECK(std::abs(mesh.facts.area_gained) < 1e-4);
        CHECK(mesh.facts.moved < 1e-5);
      }
      lost += mesh.facts.lost[0] + mesh.facts.lost[1];
      ways += mesh.facts.lost_ways[0] + mesh.facts.lost_ways[1] + cells.mesh.facts.lost_ways[0];
      if (seed % 10 == 0) {
        const ConformingMesh again = conform(derived, {.wanted = all, .threads = 3});
        CHECK(again.vertices == mesh.vertices);
        CHECK(again.corners == mesh.corners);
        CHECK(again.facts == mesh.facts);
      }
    }
  }
  CHECK(polygons > 5000);
  CHECK(cut > 50);
  CHECK(collapsed > 100);
  CHECK(divided > 100);
  CHECK(lost > 50);
  CHECK(ways > 10);
}
