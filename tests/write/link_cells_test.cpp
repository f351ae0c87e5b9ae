// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/link_cells.h"

#include <catch2/catch.hpp>

#include <set>

#include "plumb/kernel/plan_region.h"
#include "plumb/pipeline/conforming_mesh.h"
#include "support/nav_builder.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using pipeline::LinkCells;

mpq_class area(const NavMesh& mesh, NavMesh::CellIndex cell) {
  mpq_class sum = 0;
  for (const auto& facet : mesh.cells[cell].facets) {
    kernel::PlanRing ring;
    for (const auto p : facet.corners) ring.push_back({mesh.points[p][0], mesh.points[p][1]});
    sum += kernel::signed_area(ring);
  }
  return sum;
}
mpq_class area(const NavMesh& mesh) {
  mpq_class sum = 0;
  for (NavMesh::CellIndex c = 0; c < mesh.cells.size(); ++c) sum += area(mesh, c);
  return sum;
}

std::size_t component_count(const NavMesh& mesh, kernel::Label stance) {
  const auto of = pipeline::components(mesh, stance);
  std::set<std::uint32_t> found(of.begin(), of.end());
  found.erase(pipeline::no_component);
  return found.size();
}

// What is true of all links; steps keep the area in plan.
LinkCells linked(const NavMesh& mesh, bool only_steps = true) {
  LinkCells out = pipeline::link_cells(mesh);
  CHECK(is_valid(out.mesh));
  CHECK(out.kinds.size() == out.mesh.cells.size() - out.first_link);
  for (NavMesh::CellIndex c = 0; c < out.mesh.cells.size(); ++c) CHECK(area(out.mesh, c) > 0);
  if (only_steps) CHECK(area(out.mesh) == area(mesh));
  for (const auto& p : out.mesh.portals) {
    CHECK(p.kind == PortalKind::flush);
    CHECK(p.on_a == p.on_b);
  }
  pipeline::DerivedMesh derived(out.mesh);
  const auto conforming = conform(derived, {.wanted = {.highest = 2}});
  for (kernel::Label s = 1; s <= 2; ++s)
    CHECK(conforming.facts.islands[static_cast<std::size_t>(s) - 1] == component_count(out.mesh, s));
  return out;
}

// Two squares side by side, the second higher by `rise`, with a step between them along part of the edge.
NavBuilder stair(const mpq_class& rise, const mpq_class& from = 0, const mpq_class& to = 2) {
  NavBuilder b;
  b.info().step = mpq_class(1, 2);
  b.box(0, 0, 2, 2);
  b.box(2, 0, 4, 2, rise);
  b.portal(PortalKind::step, 0, 1, {{{2, from, 0}, {2, to, 0}}}, {{{2, from, rise}, {2, to, rise}}});
  return b;
}

}  // namespace

TEST_CASE("link_cells: a step becomes a narrow way up that both sides meet") {
  const NavMesh mesh = stair(mpq_class(1, 4)).mesh();
  CHECK(component_count(mesh, 2) == 1);
  const LinkCells out = linked(mesh);
  CHECK(out.linked == 1);
  CHECK(out.left_out == 0);
  CHECK(out.mesh.cells.size() == 4);
  CHECK(out.first_link == 2);
  CHECK(out.kinds == std::vector{PortalKind::step, PortalKind::step});
  CHECK(component_count(out.mesh, 2) == 1);
  CHECK(area(out.mesh, 1) == 4);  // the strip is of the first
  CHECK(area(out.mesh, 0) < 4);
  // It is at most a 512th of the step of 1/2 wide, and 2 long.
  CHECK(area(out.mesh, 0) >= 4 - 2 * mpq_class(1, 1024));
}

TEST_CASE("link_cells: beside a step the strip stays what it was") {
  const LinkCells out = linked(stair(mpq_class(1, 4), mpq_class(1, 2), 1).mesh());
  CHECK(out.mesh.cells.size() == 6);  // two pieces of the strip
  CHECK(component_count(out.mesh, 2) == 1);
}

TEST_CASE("link_cells: no steps, no links") {
  NavBuilder b;
  b.box(0, 0, 2, 2);
  b.box(2, 0, 4, 2);
  const LinkCells out = linked(b.link_edges().mesh());
  CHECK(out.linked + out.left_out == 0);
  CHECK(out.mesh.cells.size() == 2);
  CHECK(out.mesh.portals.size() == 1);
}

TEST_CASE("link_cells: steps on edges that meet, and flush portals beside them, keep their places") {
  NavBuilder b;
  b.info().step = 1;
  b.box(0, 0, 2, 2);
  b.box(2, 0, 4, 2, 1);
  b.box(0, 2, 2, 4, 1);
  b.box(-2, 0, 0, 2);
  b.box(0, -2, 2, 0);
  b.link_edges();
  b.portal(PortalKind::step, 0, 1, {{{2, 0, 0}, {2, 2, 0}}}, {{{2, 0, 1}, {2, 2, 1}}});
  b.portal(PortalKind::step, 0, 2, {{{2, 2, 0}, {0, 2, 0}}}, {{{2, 2, 1}, {0, 2, 1}}}, 1);
  const LinkCells out = linked(b.mesh());
  CHECK(out.linked == 2);
  CHECK(component_count(out.mesh, 1) == 1);
  CHECK(component_count(out.mesh, 2) == 2);
}

TEST_CASE("link_cells: of two steps along one stretch one has it, unless each has some of its own") {
  const auto steps = [](const mpq_class& to) {
    NavBuilder b;
    b.info().step = 1;
    b.box(0, 0, 2, 2);
    b.box(2, 0, 4, 2, mpq_class(1, 2));
    b.box(2, 0, 4, 2, 1);
    b.portal(PortalKind::step, 0, 1, {{{2, 0, 0}, {2, to, 0}}}, {{{2, 0, mpq_class(1, 2)}, {2, to, mpq_class(1, 2)}}});
    b.portal(PortalKind::step, 0, 2, {{{2, 0, 0}, {2, 2, 0}}}, {{{2, 0, 1}, {2, 2, 1}}});
    return linked(b.mesh());
  };
  CHECK(steps(2).linked == 1);
  CHECK(steps(2).left_out == 1);
  CHECK(steps(1).linked == 2);
}

TEST_CASE("link_cells: a wide gap is bridged as it is, a narrow one with a strip") {
  for (const auto& [gap, whole] : {std::pair(mpq_class(1, 2), true), std::pair(mpq_class(1, 2000), false)}) {
    NavBuilder b;
    b.info().step = mpq_class(1, 2);
    b.box(0, 0, 2, 2);
    b.box(2 + gap, 0, 4, 2, mpq_class(1, 4));
    const ExactPoint a0{2, 0, 0}, a1{2, 2, 0}, b0{2 + gap, 0, mpq_class(1, 4)}, b1{2 + gap, 2, mpq_class(1, 4)};
    b.portal(PortalKind::weld, 0, 1, {a0, a1}, {b0, b1});
    b.portal(PortalKind::weld, 1, 0, {b1, b0}, {a1, a0});
    const NavMesh mesh = b.mesh();
    const LinkCells out = linked(mesh, false);
    CHECK(out.linked == 1);
    CHECK(out.left_out == 0);
    CHECK(out.kinds.front() == PortalKind::weld);
    CHECK(component_count(out.mesh, 2) == 1);
    CHECK((area(out.mesh, 0) == 4) == whole);
    CHECK(area(out.mesh) == area(mesh) + 2 * gap);
  }
}

TEST_CASE("link_cells: a strip goes over the facets of its cell") {
  NavBuilder b;
  b.info().step = 1;
  b.cell(2, {{{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0, 1, 0}}, {{0, 1, 0}, {2, 1, 0}, {2, 2, 1}, {0, 2, 1}}});
  b.box(2, 0, 4, 2, mpq_class(1, 2));
  b.portal(PortalKind::step, 0, 1, {{{2, 0, 0}, {2, 2, 1}}}, {{{2, 0, mpq_class(1, 2)}, {2, 2, mpq_class(1, 2)}}});
  const LinkCells out = linked(b.mesh());
  CHECK(out.linked == 1);
  CHECK(component_count(out.mesh, 2) == 1);
}

TEST_CASE("link_cells: where there is no room, there is no link") {
  NavBuilder b;
  b.info().step = 1;
  mpq_class thin = 1;
  mpq_div_2exp(thin.get_mpq_t(), thin.get_mpq_t(), 20);
  b.box(0, 0, thin, 2);
  b.box(thin, 0, 2 * thin, 2, 1);
  b.box(-1, 0, 0, 2);
  b.link_edges();
  b.portal(PortalKind::step, 0, 1, {{{thin, 0, 0}, {thin, 2, 0}}}, {{{thin, 0, 1}, {thin, 2, 1}}});
  const LinkCells out = pipeline::link_cells(b.mesh());
  CHECK(out.linked == 0);
  CHECK(out.left_out == 1);
  CHECK(out.mesh.cells.size() == 3);
  CHECK(area(out.mesh) == area(b.mesh()));
}
