// SPDX-License-Identifier: GPL-3.0-or-later
// The value NavMesh and what is derived of it: outlines, borders, components, and what is_valid() tells of meshes that
// are broken one member at a time. Meshes are made by hand, and expected results stand beside them.
#include <catch2/catch.hpp>
#include <numeric>

#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/derived_mesh.h"
#include "plumb/pipeline/nav_mesh.h"
#include "support/hand_mesh.h"
#include "support/nav_builder.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

using Points = std::vector<ExactPoint>;

Points outline_points(const NavMesh& mesh, NavMesh::CellIndex cell) {
  Points out;
  for (const auto i : outline(mesh, cell)) out.push_back(mesh.points[i]);
  return out;
}

using Interval = std::pair<ExactPoint, ExactPoint>;
std::vector<Interval> border_of(const NavMesh& mesh, kernel::Label stance, NavMesh::CellIndex cell) {
  std::vector<Interval> out;
  for (const BorderInterval& b : border(mesh, stance))
    if (b.cell == cell) out.push_back({mesh.points[b.from], mesh.points[b.to]});
  return out;
}

// Two boxes side by side, the second twice as high up and half as deep, and a third below the first.
NavBuilder steps() {
  NavBuilder b;
  b.box(0, 0, 2, 4);
  b.box(2, 1, 4, 2, mpq_class(1, 2));
  b.box(2, 2, 4, 3, 0, 1);
  b.portal(PortalKind::step, 0, 1, {ExactPoint{2, 1, 0}, {2, 2, 0}},
           {ExactPoint{2, 1, mpq_class(1, 2)}, {2, 2, mpq_class(1, 2)}});
  b.flush(0, 2, {2, 2, 0}, {2, 3, 0}, 1);
  return b;
}

}  // namespace

TEST_CASE("nav mesh: the outline is the hull of all facets, without corners inside a side") {
  NavBuilder b;
  b.cell(2, {{{1, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {0, 0, 0}}});
  b.cell(2, {{{0, 0, 0}, {1, 0, 1}, {1, 1, 1}, {0, 1, 0}}, {{1, 0, 1}, {2, 0, 0}, {2, 1, 0}, {1, 1, 1}}});
  b.cell(0, {{{5, 5, 0}, {6, 5, 0}, {5, 6, 0}}});
  const NavMesh mesh = b.mesh();
  REQUIRE(is_valid(mesh));
  CHECK(outline_points(mesh, 0) == Points{{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}});
  CHECK(outline_points(mesh, 1) == Points{{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0, 1, 0}});
  CHECK(outline_points(mesh, 2) == Points{{5, 5, 0}, {6, 5, 0}, {5, 6, 0}});
}

TEST_CASE("nav mesh: coordinates beyond doubles and corners closer than they tell apart") {
  const mpq_class tiny(1, mpz_class(1) << 2000), huge(mpz_class(1) << 2000);
  NavBuilder b;
  // The second corner is a hair outside the line from the first to the third, then on it.
  b.cell({{0, 0, 0}, {1, -tiny, 0}, {2, 0, 0}, {1, 1, 0}});
  b.cell({{0, 0, 5}, {1, 0, 5}, {2, 0, 5}, {1, 1, 5}});
  b.cell({{-huge, 0, 0}, {huge, 0, 0}, {huge + 1, huge, 0}, {huge, 2 * huge, 0}});
  const NavMesh mesh = b.mesh();
  CHECK(outline(mesh, 0).size() == 4);
  CHECK(outline(mesh, 1).size() == 3);
  CHECK(outline(mesh, 2).size() == 4);
  CHECK(border_of(mesh, 1, 1).size() == 3);
}

TEST_CASE("nav mesh: components by stance, numbered by lowest cell") {
  const NavMesh mesh = steps().mesh();
  REQUIRE(is_valid(mesh));
  CHECK(components(mesh, 1) == std::vector<std::uint32_t>{0, 0, 0});
  CHECK(components(mesh, 2) == std::vector<std::uint32_t>{0, 0, no_component});

  NavBuilder b;
  b.box(0, 0, 1, 1, 0, 0);
  for (int x = 0; x < 5; ++x) b.box(2 * x, 2, 2 * x + 1, 3);
  b.portal(PortalKind::weld, 5, 2, {ExactPoint{8, 2, 0}, {8, 3, 0}}, {ExactPoint{3, 2, 0}, {3, 3, 0}});
  b.flush(1, 3, {0, 2, 0}, {0, 3, 0});
  CHECK(components(b.mesh(), 1) == std::vector<std::uint32_t>{no_component, 0, 1, 0, 2, 1});
}

TEST_CASE("nav mesh: the border of a stance is what its portals leave") {
  const NavMesh mesh = steps().mesh();
  const mpq_class h(1, 2);
  CHECK(border_of(mesh, 1, 0) == std::vector<Interval>{{{0, 0, 0}, {2, 0, 0}},
                                                       {{2, 0, 0}, {2, 1, 0}},
                                                       {{2, 3, 0}, {2, 4, 0}},
                                                       {{2, 4, 0}, {0, 4, 0}},
                                                       {{0, 4, 0}, {0, 0, 0}}});
  CHECK(border_of(mesh, 1, 1) ==
        std::vector<Interval>{{{2, 1, h}, {4, 1, h}}, {{4, 1, h}, {4, 2, h}}, {{4, 2, h}, {2, 2, h}}});
  CHECK(border_of(mesh, 2, 0)[2] == Interval{{2, 2, 0}, {2, 4, 0}});
  CHECK(border_of(mesh, 2, 2).empty());
  CHECK(border_of(mesh, 1, 2).size() == 3);
}

TEST_CASE("nav mesh: the border follows the surface and overlapping portals count once") {
  NavBuilder b;
  // A ridge over x = 1; its lower side in plan has the ridge's end inside, as have the flat cells' sides.
  b.cell(2, {{{0, 0, 0}, {1, 0, 1}, {1, 1, 1}, {0, 1, 0}}, {{1, 0, 1}, {2, 0, 0}, {2, 1, 0}, {1, 1, 1}}});
  b.cell(2, {{{0, 2, 0}, {1, 2, 0}, {1, 3, 0}, {0, 3, 0}}, {{1, 2, 0}, {2, 2, 0}, {2, 3, 0}, {1, 3, 0}}});
  b.portal(PortalKind::weld, 1, 0, {ExactPoint{mpq_class(1, 4), 2, 0}, {1, 2, 0}},
           {ExactPoint{mpq_class(1, 4), 1, mpq_class(1, 4)}, {1, 1, 1}});
  b.portal(PortalKind::weld, 1, 0, {ExactPoint{mpq_class(1, 2), 2, 0}, {mpq_class(3, 4), 2, 0}},
           {ExactPoint{mpq_class(1, 2), 1, mpq_class(1, 2)}, {mpq_class(3, 4), 1, mpq_class(3, 4)}});
  const NavMesh mesh = b.mesh();
  REQUIRE(is_valid(mesh));
  CHECK(border_of(mesh, 2, 0) == std::vector<Interval>{{{0, 0, 0}, {1, 0, 1}},
                                                       {{1, 0, 1}, {2, 0, 0}},
                                                       {{2, 0, 0}, {2, 1, 0}},
                                                       {{2, 1, 0}, {1, 1, 1}},
                                                       {{mpq_class(1, 4), 1, mpq_class(1, 4)}, {0, 1, 0}},
                                                       {{0, 1, 0}, {0, 0, 0}}});
  CHECK(border_of(mesh, 2, 1) == std::vector<Interval>{{{0, 2, 0}, {mpq_class(1, 4), 2, 0}},
                                                       {{1, 2, 0}, {2, 2, 0}},
                                                       {{2, 2, 0}, {2, 3, 0}},
                                                       {{2, 3, 0}, {0, 3, 0}},
                                                       {{0, 3, 0}, {0, 2, 0}}});
}

TEST_CASE("nav mesh: a broken one is told") {
  const NavMesh good = steps().mesh();
  const auto broken = [&](auto change) {
    NavMesh m = good;
    change(m);
    return !is_valid(m);
  };
  CHECK(broken([](NavMesh& m) { m.cells[1].stance = 3; }));
  CHECK(broken([](NavMesh& m) { m.cells[1].stance = 0; }));
  CHECK(broken([](NavMesh& m) { m.cells[0].facets.clear(); }));
  CHECK(broken([](NavMesh& m) { m.cells[0].facets[0].corners.resize(2); }));
  CHECK(broken([](NavMesh& m) { m.cells[0].facets[0].corners[0] = 99; }));
  CHECK(broken([](NavMesh& m) { m.cells[0].facets[0].corners[0] = m.cells[0].facets[0].corners[2]; }));
  CHECK(broken([](NavMesh& m) {
    std::vector<NavMesh::PointIndex> twice(m.points.size(), 1);
    std::iota(twice.begin() + 1, twice.end(), 1);
    m.points = m.points.selected(twice);
  }));
  CHECK(broken([](NavMesh& m) { m.portals[0].stance = 0; }));
  CHECK(broken([](NavMesh& m) { m.portals[1].stance = 2; }));
  CHECK(broken([](NavMesh& m) { m.portals[0].b = 7; }));
  CHECK(broken([](NavMesh& m) { m.portals[0].on_a[0] = m.portals[0].on_a[1]; }));
  CHECK(broken([](NavMesh& m) { m.portals[0].kind = PortalKind::flush; }));
  CHECK(broken([](NavMesh& m) { std::swap(m.portals[0], m.portals[1]); }));
  CHECK(broken([](NavMesh& m) { std::swap(m.portals[0].a, m.portals[0].b); }));
  CHECK(broken([](NavMesh& m) { m.obstructions.push_back({0, 1, 2, 2, 0}); }));
  CHECK(broken([](NavMesh& m) { m.denominator = 0; }));
  CHECK(!broken([](NavMesh&) {}));
}

TEST_CASE("nav mesh: who stands on a facet may be off the level's polygons, nobody else") {
  for (const kernel::Label stance : {1, 0}) {
    NavBuilder b;
    b.cell(stance, {{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}});
    NavMesh mesh = b.mesh();
    CHECK(is_valid(mesh));
    mesh.cells[0].facets[0].surface = kernel::no_polygon;
    CHECK(is_valid(mesh) == (stance > 0));
  }
}

TEST_CASE("derived mesh: each answer is made once, and is that of who asks without it") {
  const NavMesh mesh = hand_mesh();
  DerivedMesh derived(mesh);
  for (kernel::Label stance = 1; stance <= 2; ++stance) {
    const auto& first = derived.border(stance);
    CHECK(first == border(mesh, stance));
    CHECK_FALSE(first.empty());
    CHECK(derived.border(stance).data() == first.data());
  }
  for (NavMesh::CellIndex c = 0; c < mesh.cells.size(); ++c) {
    const auto corners = derived.outline(c);
    CHECK(std::vector(corners.begin(), corners.end()) == outline(mesh, c));
    CHECK(derived.outline(c).data() == corners.data());
  }
  REQUIRE(derived.doubles().size() == mesh.points.size());
  for (std::size_t i = 0; i < mesh.points.size(); ++i)
    for (std::size_t axis = 0; axis < 3; ++axis) {
      CHECK(derived.doubles()[i][axis] == kernel::nearest_double(mesh.points[i][axis]));
      CHECK(derived.floats()[i][axis] == kernel::nearest_float(mesh.points[i][axis]));
    }
  CHECK(derived.doubles().data() == derived.doubles().data());
}

TEST_CASE("derived mesh: the outline of a single facet starts where that of many does, and has no straight corners") {
  MeshBuilder b;
  b.cell(2, {{{2, 0, 0}, {2, 2, 0}, {1, 2, 0}, {0, 2, 0}, {0, 1, 0}, {0, 0, 0}}});
  DerivedMesh derived(b.mesh);
  const auto corners = derived.outline(0);
  CHECK(std::vector(corners.begin(), corners.end()) == outline(b.mesh, 0));
  CHECK(corners.size() == 4);
}

TEST_CASE("derived mesh: outlines and borders are the same whether facets meet corner to corner or not") {
  const MeshBuilder::Ring below{{0, -1, 0}, {2, -1, 0}, {2, 0, 0}, {0, 0, 0}};
  const MeshBuilder::Ring right{{1, 0, 0}, {2, 0, 0}, {2, 2, 0}, {1, 2, 0}};
  const std::vector<std::vector<MeshBuilder::Ring>> cells = {
      {{{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}}},
      {{{0, 0, 0}, {1, 0, 0}, {1, 2, 0}, {0, 2, 0}}, right},  // corner to corner
      {{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {{0, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}}, right},
  };
  for (const mpq_class& to : {mpq_class(1), mpq_class(3, 2), mpq_class(2)}) {
    const auto borders = [&](const std::vector<MeshBuilder::Ring>& facets) {
      MeshBuilder b;
      b.cell(2, facets);
      b.cell(2, {below});
      b.flush(0, 1, 2, {0, 0, 0}, {to, 0, 0});
      b.cell(0, {{{5, 0, 0}, {6, 0, 0}, {6, 1, 0}}});
      DerivedMesh derived(b.mesh);
      std::vector<ExactPoint> out;
      for (const BorderInterval& i : derived.border(1)) {
        out.push_back(b.mesh.points[i.from]);
        out.push_back(b.mesh.points[i.to]);
      }
      for (NavMesh::CellIndex c = 0; c < 3; ++c)
        for (const NavMesh::PointIndex p : derived.outline(c)) out.push_back(b.mesh.points[p]);
      return out;
    };
    const std::vector<ExactPoint> expected = borders(cells[0]);
    // Three or four sides of one cell and of the other, and the corners of three cells.
    CHECK(expected.size() == (to == 2 ? 2 * 6u : 2 * 8u) + 4 + 4 + 3);
    CHECK(borders(cells[1]) == expected);
    CHECK(borders(cells[2]) == expected);
  }
}
