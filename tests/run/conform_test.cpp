// SPDX-License-Identifier: GPL-3.0-or-later
// Rounded polygons that engines join as the navmesh does, on navmeshes made by hand.
//
// check_conforming() reads each result as an engine would, without the code under test: polygons are convex, have an
// area in the rounded numbers, and are joined where portals join their cells. Each case is one way in which rounding
// breaks that: corners that become reflex, slivers, necks that close, walls without thickness, treads of which nothing
// is left.
#include <catch2/catch.hpp>

#include "edge_mesh.h"
#include "support/conforming_check.h"
#include "support/hand_mesh.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

constexpr WantedCells all{.highest = 2};

ConformingMesh conformed(const NavMesh& nav, const WantedCells& wanted = all, std::size_t most_corners = any_number) {
  DerivedMesh derived(nav);
  ConformingMesh mesh = conform(derived, {.wanted = wanted, .most_corners = most_corners});
  check_conforming(nav, wanted, mesh, most_corners);
  return mesh;
}

using Counts = std::vector<std::uint64_t>;
using Ring = MeshBuilder::Ring;

Ring box(const mpq_class& x0, const mpq_class& y0, const mpq_class& x1, const mpq_class& y1, const mpq_class& z = 0) {
  return {{x0, y0, z}, {x1, y0, z}, {x1, y1, z}, {x0, y1, z}};
}

mpq_class tiny(unsigned long exponent) {
  mpq_class v = 1;
  mpq_div_2exp(v.get_mpq_t(), v.get_mpq_t(), exponent);
  return v;
}

bool has_corner(const ConformingMesh& mesh, std::size_t polygon, std::array<float, 3> at) {
  const auto ring = mesh.ring(polygon);
  return std::any_of(ring.begin(), ring.end(), [&](std::uint32_t v) { return mesh.vertices[v] == at; });
}

// Two cells of stance 2, between them one of the given stance that is less wide than binary32 can tell.
const mpq_class sliver_width = tiny(40);
NavMesh with_sliver(kernel::Label stance) {
  const mpq_class end = 1 + sliver_width;
  MeshBuilder b;
  b.cell(2, {box(0, 0, 1, 1)});
  b.cell(stance, {box(1, 0, end, 1)});
  b.cell(2, {box(end, 0, 2, 1)});
  b.flush(0, 1, stance, {1, 0, 0}, {1, 1, 0});
  b.flush(1, 2, stance, {end, 0, 0}, {end, 1, 0});
  return std::move(b.mesh);
}

}  // namespace

TEST_CASE("conform: the end of a portal becomes a corner of both sides") {
  const ConformingMesh mesh = conformed(hand_mesh());
  CHECK(mesh.facts.inserted == 1);
  const auto [first, end] = mesh.of(2);
  REQUIRE(end - first == 4);  // the square and the slope are one cell
  CHECK(has_corner(mesh, first + 2, {0, 1, 0}));
  CHECK(mesh.facts.islands == Counts{3, 2});  // steps and welds join nothing
  CHECK(mesh.facts.lost == Counts{0, 0});
  CHECK(mesh.facts.area_gained == Approx(0).margin(1e-6));
  CHECK(mesh.of(0).second - mesh.of(0).first == 1);
  CHECK(mesh.of(-2).second - mesh.of(-2).first == 1);
}

TEST_CASE("conform: two cells at a wall without thickness do not join") {
  MeshBuilder b;
  b.cell(2, {box(0, 0, 1, 1)});
  b.cell(2, {box(1, 0, 2, 1)});
  const ConformingMesh mesh = conformed(b.mesh);
  CHECK(mesh.facts.divided == 1);
  CHECK(mesh.facts.islands == Counts{2, 2});
  CHECK(mesh.ring(0).size() + mesh.ring(1).size() == 9);
}

TEST_CASE("conform: a portal for less than both sides fit does not join, but in a file of that stance") {
  MeshBuilder b;
  b.cell(2, {box(0, 0, 1, 1)});
  b.cell(2, {box(1, 0, 2, 1)});
  b.flush(0, 1, 1, {1, 0, 0}, {1, 1, 0});
  CHECK(conformed(b.mesh).facts.islands == Counts{2, 2});
  const ConformingMesh crouching = conformed(b.mesh, {.lowest = 1, .highest = 1});
  CHECK(crouching.facts.islands == Counts{1});
  CHECK(crouching.facts.divided == 0);
  CHECK(crouching.of(1).second == 2);
  CHECK(conformed(b.mesh, {.lowest = 2, .highest = 2}).facts.islands == Counts{2});
}

TEST_CASE("conform: a file of one stance holds the cells that fit it and no others") {
  const ConformingMesh standing = conformed(hand_mesh(), {.lowest = 2, .highest = 2});
  CHECK(standing.polygons.size() == 4);
  CHECK(standing.facts.islands == Counts{2});
  const ConformingMesh crouching = conformed(hand_mesh(), {.lowest = 1, .highest = 1});
  CHECK(crouching.polygons.size() == 5);
  CHECK(crouching.of(1).second == 5);
}

TEST_CASE("conform: where four edges lie between the same two points, the right two join") {
  MeshBuilder b;
  b.cell(2, {box(0, 0, 1, 1)});
  b.cell(2, {box(1, 0, 2, 1)});
  // From below two more surfaces come to the same edge.
  b.cell(2, {{{0, 0, -1}, {1, 0, 0}, {1, 1, 0}, {0, 1, -1}}});
  b.cell(2, {{{1, 0, 0}, {2, 0, -1}, {2, 1, -1}, {1, 1, 0}}});
  b.flush(0, 1, 2, {1, 0, 0}, {1, 1, 0});
  b.flush(2, 3, 2, {1, 0, 0}, {1, 1, 0});
  const ConformingMesh mesh = conformed(b.mesh);
  CHECK(mesh.facts.islands == Counts{2, 2});
  CHECK(mesh.facts.divided == 1);
}

TEST_CASE("conform: what is beside a polygon that rounding leaves nothing of meets") {
  const ConformingMesh mesh = conformed(with_sliver(2));
  CHECK(mesh.polygons.size() == 2);
  CHECK(mesh.facts.collapsed == 1);
  CHECK(mesh.facts.islands == Counts{1, 1});
  CHECK(mesh.facts.lost == Counts{0, 0});
  CHECK(mesh.facts.moved == Approx(sliver_width.get_d()).epsilon(.01));
}

TEST_CASE("conform: a sliver for those who crouch, between those who stand, gets a width") {
  const ConformingMesh mesh = conformed(with_sliver(1));
  CHECK(mesh.polygons.size() == 3);
  CHECK(mesh.facts.islands == Counts{1, 2});
  CHECK(mesh.facts.area_left_out == 0);
  CHECK(mesh.facts.moved <= 0x1p-22);
}

TEST_CASE("conform: a polygon with a corner that became reflex is cut") {
  // As floats (1 + 2^-23, 2): above the line y = x + 1 before, below it after.
  const mpq_class x = 1 + tiny(24) + tiny(40), y = 2 + tiny(23) - tiny(40);
  MeshBuilder b;
  b.cell(2, {{{0, 1, 0}, {4, 0, 0}, {2, 3, 0}, {x, y, 0}}});
  const ConformingMesh mesh = conformed(b.mesh);
  CHECK(mesh.facts.cut == 1);
  CHECK(mesh.polygons.size() == 2);
  CHECK(mesh.facts.islands == Counts{1, 1});
}

TEST_CASE("conform: a polygon that turned over joins what is beside it") {
  const mpq_class x = 1 + tiny(24) + tiny(40), y = 2 + tiny(23) - tiny(40);
  MeshBuilder b;
  b.cell(2, {{{0, 1, 0}, {2, 3, 0}, {x, y, 0}}});
  b.cell(2, {{{0, 1, 0}, {4, 0, 0}, {2, 3, 0}}});
  b.cell(2, {{{0, 1, 0}, {x, y, 0}, {0, 4, 0}}});
  b.flush(0, 1, 2, {0, 1, 0}, {2, 3, 0});
  b.flush(0, 2, 2, {x, y, 0}, {0, 1, 0});
  const ConformingMesh mesh = conformed(b.mesh);
  CHECK(mesh.facts.islands == Counts{1, 1});
  CHECK(mesh.facts.lost == Counts{0, 0});
}

TEST_CASE("conform: a way across that rounding closes is opened again by one number") {
  const mpq_class e = tiny(40);
  MeshBuilder b;
  b.cell(2, {box(0, 0, 1, 1)});
  b.cell(2, {box(1, 1 - e, 2, 2)});
  b.flush(0, 1, 2, {1, 1 - e, 0}, {1, 1, 0});
  const ConformingMesh mesh = conformed(b.mesh);
  CHECK(mesh.facts.islands == Counts{1, 1});
  CHECK(mesh.facts.lost == Counts{0, 0});
  CHECK(mesh.facts.moved >= 0x1p-24);
  CHECK(mesh.facts.moved <= 0x1p-22);
}

TEST_CASE("conform: a neck that rounding closes has two sides again, however it lies") {
  const mpq_class e = tiny(200);
  for (const mpq_class far : {0, 1000}) {
    MeshBuilder b;
    const auto at = [&](const mpq_class& x, const mpq_class& y) {  // turned
      return ExactPoint{far + mpq_class(3, 5) * x - mpq_class(4, 5) * y, mpq_class(4, 5) * x + mpq_class(3, 5) * y, 0};
    };
    const auto turned = [&](const mpq_class& x0, const mpq_class& y0, const mpq_class& x1, const mpq_class& y1) {
      return Ring{at(x0, y0), at(x1, y0), at(x1, y1), at(x0, y1)};
    };
    // Two in a row.
    b.cell(2, {turned(-2, -1, 0, 3)});
    b.cell(2, {turned(0, 1, 1, 1 + e)});
    b.cell(2, {turned(1, 1, 2, 1 + e)});
    b.cell(2, {turned(2, 0, 5, 4)});
    for (const std::uint32_t i : {0u, 1u, 2u}) b.flush(i, i + 1, 2, at(i, 1), at(i, 1 + e));
    const ConformingMesh mesh = conformed(b.mesh);
    CHECK(mesh.facts.islands == Counts{1, 1});
    CHECK(mesh.facts.lost_ways == Counts{0, 0});
    CHECK(mesh.facts.area_left_out == 0);
    CHECK(mesh.facts.moved <= (far == 0 ? 0x1p-21 : 0x1p-12));
  }
}

TEST_CASE("conform: a neck for those who crouch joins no one who stands, and is there") {
  const mpq_class e = tiny(60);
  MeshBuilder b;
  b.cell(2, {box(-2, 0, 0, 4)});
  b.cell(1, {box(0, 1, 1, 1 + e)});
  b.cell(2, {box(1, 0, 3, 4)});
  b.flush(0, 1, 1, {0, 1, 0}, {0, 1 + e, 0});
  b.flush(1, 2, 1, {1, 1, 0}, {1, 1 + e, 0});
  const ConformingMesh mesh = conformed(b.mesh);
  CHECK(mesh.facts.islands == Counts{1, 2});
  CHECK(mesh.facts.lost_ways == Counts{0, 0});
  CHECK(mesh.polygons.size() >= 3);
}

TEST_CASE("conform: what hangs on a sliver without area stays, and stays joined") {
  const mpq_class e = tiny(60);
  MeshBuilder b;
  b.cell(2, {box(0, 0, 4, 4)});
  b.cell(2, {{{4, 1, 0}, {5, 1, 0}, {4, 1 + e, 0}}});
  b.cell(2, {{{5, 1, 0}, {7, 0, 0}, {7, 5, 0}}});
  b.cell(2, {{{4, 1 + e, 0}, {5, 1, 0}, {7, 5, 0}}});
  b.flush(0, 1, 2, {4, 1, 0}, {4, 1 + e, 0});
  b.flush(1, 3, 2, {5, 1, 0}, {4, 1 + e, 0});
  b.flush(2, 3, 2, {7, 5, 0}, {5, 1, 0});
  const ConformingMesh mesh = conformed(b.mesh);
  CHECK(mesh.facts.area_left_out == 0);
  CHECK(mesh.facts.islands == Counts{1, 1});
  CHECK(mesh.facts.area_gained == Approx(0).margin(1e-5));
}

TEST_CASE("conform: where the grid has no number to open a way, a connection leads across it") {
  // Rooms that meet at corners, in a grid of their sizes.
  const mpq_class e(1, 100);
  MeshBuilder b;
  b.cell(2, {box(0, 0, 1, 1)});
  b.cell(2, {box(1, 1 - e, 2, 2)});
  b.flush(0, 1, 2, {1, 1 - e, 0}, {1, 1, 0});
  const NumberGrid grid{
      .whole = true, .cell = {1, 1, 1}, .lowest = {0, 0, 0}, .highest = {2, 2, 0}, .line_spacing = {1, 1}};
  DerivedMesh derived(b.mesh);
  const ConformingCells cells = conform_cells(derived, on_grid(b.mesh, grid), grid, 6);
  CHECK(cells.mesh.polygons.size() == 2);
  CHECK(cells.mesh.facts.lost_ways == Counts{1, 1});
  CHECK(cells.mesh.facts.islands == Counts{2, 2});
  CHECK(cells.connections == std::vector<ConformingCells::Connection>{{0, 0, 1, 2}});
}

TEST_CASE("conform: a step to treads of which the grid leaves nothing leads to what is beyond them") {
  const mpq_class narrow(1, 100), step(1, 4);
  MeshBuilder b;
  b.cell(2, {box(0, 0, 1, 1)});
  b.cell(2, {box(1, 0, 1 + narrow, 1, step)});
  b.cell(2, {box(1 + narrow, 0, 1 + 2 * narrow, 1, 2 * step)});
  b.cell(2, {box(1 + 2 * narrow, 0, 3, 1, 3 * step)});
  for (const std::uint32_t i : {0u, 1u, 2u}) {
    const mpq_class x = 1 + i * narrow;
    b.far(i, i + 1, PortalKind::step, i == 1 ? 1 : 2,
          {{x, 0, i * step}, {x, 1, i * step}, {x, 0, (i + 1) * step}, {x, 1, (i + 1) * step}});
  }
  const NumberGrid grid{.whole = true, .cell = {.5, .5, .25}};
  DerivedMesh derived(b.mesh);
  const ConformingCells cells = conform_cells(derived, on_grid(b.mesh, grid), grid, 6);
  CHECK(cells.mesh.polygons.size() == 2);
  CHECK(cells.connections == std::vector<ConformingCells::Connection>{{1, 0, 3, 1}});
}

TEST_CASE("conform: a landing of two parts of which the grid leaves nothing leads on") {
  const mpq_class narrow(1, 100), step(1, 4);
  MeshBuilder b;
  b.cell(2, {box(0, 0, 1, 1)});
  b.cell(2, {box(1, 0, 1 + narrow, 1, step)});
  b.cell(2, {box(1 + narrow, 0, 1 + 2 * narrow, 1, step)});
  b.cell(2, {box(1 + 2 * narrow, 0, 3, 1, 2 * step)});
  const mpq_class x = 1 + narrow, end = 1 + 2 * narrow;
  b.far(0, 1, PortalKind::step, 2, {{1, 0, 0}, {1, 1, 0}, {1, 0, step}, {1, 1, step}});
  b.flush(1, 2, 2, {x, 0, step}, {x, 1, step});
  b.far(2, 3, PortalKind::step, 2, {{end, 0, step}, {end, 1, step}, {end, 0, 2 * step}, {end, 1, 2 * step}});
  const NumberGrid grid{.whole = true, .cell = {.5, .5, .25}};
  DerivedMesh derived(b.mesh);
  const ConformingCells cells = conform_cells(derived, on_grid(b.mesh, grid), grid, 6);
  CHECK(cells.mesh.polygons.size() == 2);
  CHECK(cells.mesh.facts.lost == Counts{1, 1});
  CHECK(cells.connections == std::vector<ConformingCells::Connection>{{1, 0, 3, 2}});
}

TEST_CASE("conform: a component without area in binary32 is reported as lost, with its area") {
  const mpq_class e = tiny(40);
  MeshBuilder b;
  b.cell(2, {box(0, 0, 1, 1)});
  b.cell(2, {box(5, 0, 5 + e, 1)});
  const ConformingMesh mesh = conformed(b.mesh);
  CHECK(mesh.polygons.size() == 1);
  CHECK(mesh.facts.lost == Counts{1, 1});
  CHECK(mesh.facts.lost_without_area == Counts{1, 1});
  CHECK(mesh.facts.islands == Counts{1, 1});
  CHECK(mesh.facts.area_lost == Approx(e.get_d()).epsilon(.01));
  CHECK(mesh.facts.area_left_out == mesh.facts.area_lost);
  CHECK(mesh.facts.area_gained == Approx(-e.get_d()).epsilon(.01));
}

TEST_CASE("conform: polygons of at most so many corners") {
  MeshBuilder b;
  Ring ring;
  for (int i = 0; i < 12; ++i) ring.push_back({i, i * i, 0});
  b.cell(2, {ring});
  for (const std::size_t most : {3, 4, 6}) {
    const ConformingMesh mesh = conformed(b.mesh, all, most);
    CHECK(mesh.facts.islands == Counts{1, 1});
    CHECK(mesh.polygons.size() == (10 + most - 3) / (most - 2));
  }
  CHECK(conformed(hand_mesh(), all, 3).facts.islands == Counts{3, 2});
}

TEST_CASE("conform: straight corners and facets that meet at part of an edge") {
  MeshBuilder b;
  b.cell(2, {box(0, 0, 2, 1), box(0, 1, 1, 2), box(1, 1, 2, 2)});
  b.cell(2, {{{2, 0, 0}, {3, 0, 0}, {3, 3, 0}, {2, 3, 0}, {2, mpq_class(1, 2), 0}}});
  b.flush(0, 1, 2, {2, 0, 0}, {2, 2, 0});
  const ConformingMesh mesh = conformed(b.mesh);
  CHECK(mesh.facts.islands == Counts{1, 1});
  CHECK(has_corner(mesh, 0, {1, 1, 0}));
  CHECK(has_corner(mesh, 0, {2, .5f, 0}));
}

TEST_CASE("conform: coordinates beyond the range of binary32 stay at its end") {
  mpq_class far = 10;
  mpz_ui_pow_ui(far.get_num_mpz_t(), 10, 39);
  MeshBuilder b;
  b.cell(2, {box(0, 0, far, 1)});
  b.cell(2, {box(2 * far, 0, 3 * far, 1)});
  const ConformingMesh mesh = conformed(b.mesh);
  CHECK(mesh.facts.lost == Counts{1, 1});
  for (const auto& v : mesh.vertices) CHECK(std::isfinite(v[0]));
}

TEST_CASE("conform: whole cells on a grid, with what lies beyond flush portals and steps as neighbours") {
  const NavMesh nav = hand_mesh();
  const NumberGrid grid{.whole = true, .cell = {.25, .25, .25}};
  DerivedMesh derived(nav);
  const ConformingCells cells = conform_cells(derived, on_grid(nav, grid), grid, 6);
  const ConformingMesh& mesh = cells.mesh;
  check_convex(mesh);
  REQUIRE(mesh.polygons.size() == 4);  // the cell that crouches, then the others
  CHECK(mesh.facts.islands == Counts{3, 2});
  CHECK(neighbour_islands(mesh, 1) == 2);  // a step leads up to it; the weld is a connection
  CHECK(neighbour_islands(mesh, 2) == 2);
  CHECK(cells.connections == std::vector<ConformingCells::Connection>{{2, 0, 3, 2}});
  for (NavMesh::PointIndex p = 0; p < nav.points.size(); ++p) {
    const auto v = cells.vertex_of[p];
    if (v == ConformingMesh::none) continue;
    for (std::size_t axis = 0; axis < 3; ++axis)
      CHECK(std::abs(grid.value(mesh.vertices[v][axis], axis) - nav.points[p][axis].get_d()) <= .125);
  }
}

TEST_CASE("conform: a step to a tread that the grid leaves nothing of is a connection to what lies there") {
  const mpq_class narrow(1, 10);
  MeshBuilder b;
  b.cell(2, {box(0, 0, 1, 1)});
  b.cell(2, {box(1, 0, 1 + narrow, 1, mpq_class(1, 4))});
  b.cell(2, {box(1 + narrow, 0, 3, 1, mpq_class(1, 4))});
  const auto step = mpq_class(1, 4);
  b.far(0, 1, PortalKind::step, 2, {{1, 0, 0}, {1, 1, 0}, {1, 0, step}, {1, 1, step}});
  b.flush(1, 2, 2, {1 + narrow, 0, step}, {1 + narrow, 1, step});
  const NumberGrid grid{.whole = true, .cell = {.5, .5, .25}};
  DerivedMesh derived(b.mesh);
  const ConformingCells cells = conform_cells(derived, on_grid(b.mesh, grid), grid, 6);
  CHECK(cells.mesh.polygons.size() == 2);
  CHECK(neighbour_islands(cells.mesh, 2) == 2);
  CHECK(cells.connections == std::vector<ConformingCells::Connection>{{0, 0, 2, 2}});
}

TEST_CASE("conform: slivers along one line, with no number within them, are left out, and no corner moves far") {
  // All triangles on the edge from a to b have an area of half a number: no whole number lies between. Two ways lead
  // across that edge, one beside the other, so that four triangles have it in common, and none can be divided.
  const ExactPoint a{0, 0, 0}, b{55, 34, 0};
  MeshBuilder made;
  made.cell(2, {{a, b, {21, 13, 0}}});
  made.cell(2, {{b, a, {34, 21, 0}}});
  made.cell(2, {{a, b, {76, 47, 0}}});
  made.cell(2, {{b, a, {89, 55, 0}}});
  made.flush(0, 1, 2, a, b);
  made.flush(2, 3, 2, a, b);
  made.cell(2, {{a, {21, 13, 0}, {0, 50, 0}}});  // a floor beside them, whose corner stays where it is
  made.flush(0, 4, 2, {21, 13, 0}, a);
  DerivedMesh derived(made.mesh);
  const NumberGrid grid{.whole = true, .lowest = {-1000, -1000, -1000}, .highest = {1000, 1000, 1000}};
  const ConformingMesh mesh = conform(derived, {.wanted = all, .most_corners = 3, .grid = grid});
  check_convex(mesh);
  CHECK(mesh.facts.moved < 1e-9);
  CHECK(mesh.polygons.size() == 3);
  CHECK(mesh.facts.area_left_out < 3);
  CHECK(mesh.facts.islands == Counts{1, 1});
  CHECK(mesh.facts.lost == Counts{1, 1});
  CHECK(std::any_of(mesh.vertices.begin(), mesh.vertices.end(), [](const auto& v) {
    return v == std::array<float, 3>{0, 50, 0};
  }));
}

TEST_CASE("conform: an acute triangle that is turned over goes, and the edge that its corner has passed bends") {
  // Of each of its edges the third corner lies beyond, between the ends.
  const ExactPoint a{0, 0, 0}, b{10, 0, 0}, c{5, 1, 0};
  MeshBuilder made;
  made.cell(2, {{a, b, c}});
  made.cell(2, {{{0, -20, 0}, {10, -20, 0}, b, a}});
  made.cell(2, {{c, {5, 20, 0}, {-10, 20, 0}, a}});
  made.cell(2, {{b, {20, 20, 0}, {5, 20, 0}, c}});
  made.flush(0, 1, 2, a, b);
  made.flush(0, 2, 2, c, a);
  made.flush(0, 3, 2, b, c);
  made.flush(2, 3, 2, c, {5, 20, 0});
  const NumberGrid grid{.whole = true};
  auto at = on_grid(made.mesh, grid);
  for (NavMesh::PointIndex p = 0; p < made.mesh.points.size(); ++p)
    if (made.mesh.points[p] == c) at[p] = {5, -8, 0};
  DerivedMesh derived(made.mesh);
  const ConformingCells cells = conform_cells(derived, at, grid, 3);
  const ConformingMesh& mesh = cells.mesh;
  check_convex(mesh);
  CHECK(mesh.facts.islands == Counts{1, 1});
  CHECK(mesh.facts.lost_ways == Counts{0, 0});
  CHECK(mesh.facts.area_left_out == 0);
  CHECK(mesh.facts.collapsed == 1);
  // One of five corners below, two of four above.
  CHECK(mesh.polygons.size() == 7);
  CHECK(mesh.facts.area_gained == Approx(0).margin(1e-9));  // floor goes from one to the other
}

TEST_CASE("conform: a cell of many facets takes as long as they are") {
  // Squares in rows, every second row moved along by half, so that a corner lies on each edge between two rows.
  const auto cell_of = [](int side) {
    MeshBuilder b;
    std::vector<Ring> facets;
    for (int y = 0; y < side; ++y) {
      const mpq_class from = y % 2 == 0 ? mpq_class(0) : mpq_class(1, 2);
      if (y % 2) facets.push_back(box(0, y, from, y + 1));
      for (int x = 0; x + y % 2 < side; ++x) facets.push_back(box(from + x, y, from + x + 1, y + 1));
      if (y % 2) facets.push_back(box(side - from, y, side, y + 1));
    }
    b.cell(2, facets);
    return std::move(b.mesh);
  };
  const NavMesh small = cell_of(12), large = cell_of(48);  // 16 times the facets
  DerivedMesh small_derived(small), large_derived(large);
  const EdgeMesh few = edge_mesh(small_derived, all, 1), many = edge_mesh(large_derived, all, 1);
  CHECK(few.inserted == 11u * 24u - 11u);
  CHECK(many.inserted == 47u * 96u - 47u);
  CHECK(few.looked_at > few.inserted);
  CHECK(many.looked_at < 80 * few.looked_at);  // rows are as wide as the cell
  conformed(small);

  // Without rows that are moved nothing but the boundary is looked at.
  MeshBuilder b;
  std::vector<Ring> facets;
  for (int y = 0; y < 20; ++y)
    for (int x = 0; x < 20; ++x) facets.push_back(box(x, y, x + 1, y + 1));
  b.cell(2, facets);
  DerivedMesh derived(b.mesh);
  const EdgeMesh grid = edge_mesh(derived, all, 1);
  CHECK(grid.inserted == 0);
  CHECK(grid.looked_at < 2000);
}

TEST_CASE("conform: threads make no difference where much is mended") {
  // Thin triangles of cells that share no way, in rows: binary32 is too coarse for many of them, and all have edges in
  // common.
  MeshBuilder b;
  const mpq_class far = 1 << 20;
  for (int y = 0; y < 80; ++y)
    for (int x = 0; x < 80; ++x) {
      const mpq_class at = far + mpq_class(x, 7), to = far + mpq_class(x + 1, 7), low = mpq_class(y, 13),
                      high = mpq_class(y + 1, 13);
      b.cell(2, {{{at, low, 0}, {to, low, 0}, {to, high, 0}}});
      b.cell(2, {{{at, low, 0}, {to, high, 0}, {at, high, 0}}});
    }
  for (std::uint32_t c = 0; c < 12800; c += 6) {
    const auto& ring = b.mesh.cells[c].facets[0].corners;
    b.mesh.portals.push_back({c, c + 1, PortalKind::flush, 2, {ring[2], ring[0]}, {ring[2], ring[0]}});
  }
  DerivedMesh derived(b.mesh);
  const auto on = [&](unsigned threads) {
    return conform(derived, {.wanted = all, .most_corners = 3, .threads = threads});
  };
  const ConformingMesh one = on(1), four = on(4);
  CHECK(one.facts.divided > 1000);
  CHECK(one.facts.collapsed > 10);
  CHECK(one.vertices == four.vertices);
  CHECK(one.corners == four.corners);
  CHECK(one.neighbours == four.neighbours);
  CHECK(one.facts == four.facts);
}

TEST_CASE("conform: nothing gives nothing, and threads make no difference") {
  MeshBuilder none;
  CHECK(conformed(none.mesh).polygons.empty());
  const NavMesh nav = hand_mesh();
  DerivedMesh derived(nav);
  const ConformingMesh one = conform(derived, {.wanted = all, .most_corners = 3}),
                       five = conform(derived, {.wanted = all, .most_corners = 3, .threads = 5});
  CHECK(one.vertices == five.vertices);
  CHECK(one.corners == five.corners);
  CHECK(one.neighbours == five.neighbours);
  CHECK(one.facts == five.facts);
}
