// SPDX-License-Identifier: GPL-3.0-or-later
#include "detour/cut_cells.h"

#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/import_scene.h"
#include "support/hand_mesh.h"
#include "support/options_of.h"

using namespace plumb::pipeline;
using namespace plumb::tests;
using plumb::kernel::Label;

namespace {

constexpr std::uint64_t any = 1'000'000;

mpq_class plan_area(const NavMesh& mesh, NavMesh::CellIndex cell) {
  mpq_class doubled;
  for (const NavMesh::Facet& facet : mesh.cells[cell].facets)
    for (std::size_t i = 0; i < facet.corners.size(); ++i) {
      const ExactPoint &p = mesh.points[facet.corners[i]],
                       &q = mesh.points[facet.corners[(i + 1) % facet.corners.size()]];
      doubled += p[0] * q[1] - p[1] * q[0];
    }
  return doubled / 2;
}

mpq_class plan_area(const NavMesh& mesh, Label stance) {
  mpq_class sum;
  for (NavMesh::CellIndex c = 0; c < mesh.cells.size(); ++c)
    if (mesh.cells[c].stance == stance) sum += plan_area(mesh, c);
  return sum;
}

std::size_t component_count(const NavMesh& mesh, Label stance) {
  std::set<std::uint32_t> all;
  for (const std::uint32_t c : components(mesh, stance))
    if (c != no_component) all.insert(c);
  return all.size();
}

// The same region in as many components, each cell within its square, each side of a portal along the cell's boundary.
// lines_of(cell): of a cell of the mesh, or null.
template <class LinesOf>
void check_parts(const NavMesh& mesh, const std::optional<CutCells>& cut, LinesOf&& lines_of) {
  REQUIRE(cut);
  REQUIRE(is_valid(cut->mesh));
  for (Label s = 1; s <= static_cast<Label>(mesh.info.stances.size()); ++s) {
    CHECK(plan_area(cut->mesh, s) == plan_area(mesh, s));
    CHECK(component_count(cut->mesh, s) == component_count(mesh, s));
  }
  for (NavMesh::CellIndex c = 0; c < cut->mesh.cells.size(); ++c) {
    CHECK(sgn(plan_area(cut->mesh, c)) > 0);
    for (const NavMesh::Facet& facet : cut->mesh.cells[c].facets)
      for (const NavMesh::PointIndex p : facet.corners)
        for (const std::size_t axis : {0, 1}) {
          const PlanLines* lines = lines_of(cut->of[c]);
          if (lines == nullptr) {
            CHECK(cut->square[c][axis] == 0);
            continue;
          }
          const mpq_class along = (cut->mesh.points[p][axis] - (*lines)[axis].origin) / (*lines)[axis].spacing;
          CHECK(along >= cut->square[c][axis]);
          CHECK(along <= cut->square[c][axis] + 1);
        }
  }
  const auto on = [&](NavMesh::CellIndex cell, NavMesh::PointIndex p) {
    const auto& facets = cut->mesh.cells[cell].facets;
    return std::any_of(facets.begin(), facets.end(), [&](const NavMesh::Facet& facet) {
      const auto ring = facet.ring();
      const ExactPoint& at = cut->mesh.points[p];
      for (std::size_t i = 0; i < ring.size(); ++i) {
        const ExactPoint &a = cut->mesh.points[ring[i]], &b = cut->mesh.points[ring[(i + 1) % ring.size()]];
        if (sgn(plumb::kernel::orient2d(a, b, at)) == 0 && at[0] >= std::min(a[0], b[0]) &&
            at[0] <= std::max(a[0], b[0]) && at[1] >= std::min(a[1], b[1]) && at[1] <= std::max(a[1], b[1]))
          return true;
      }
      return false;
    });
  };
  for (const NavMesh::Portal& portal : cut->mesh.portals)
    for (const std::size_t end : {0, 1}) {
      CHECK(on(portal.a, portal.on_a[end]));
      CHECK(on(portal.b, portal.on_b[end]));
    }
}

void check_cut(const NavMesh& mesh, const PlanLines& lines) {
  check_parts(mesh, cut_cells(mesh, lines, any), [&](NavMesh::CellIndex) { return &lines; });
}

NavMesh shipped_level() {
  BakeArguments a;
  a.scene = PLUMB_SOURCE_DIR "/docs/examples/ruin.obj";
  a.sides = "up";
  a.stances = {"crawl=0.5", "stand=1.8"};
  a.step = "0.4";
  a.weld = "0.1";
  BakeOptions o = options_of(a);
  o.mesh = true;
  auto baked = bake(std::move(*import_scene(o.scene, {.numbers = o.numbers, .up = o.up})), o);
  REQUIRE(baked);
  NavMesh mesh = baked->mesh();
  mesh.points = MeshPoints();
  for (NavMesh::PointIndex p = 0; p < baked->mesh().points.size(); ++p) mesh.points.push_back(baked->mesh().points[p]);
  return mesh;
}

}  // namespace

TEST_CASE("cut_cells: a cell of two facets, its portals, and lines along edges") {
  const NavMesh mesh = hand_mesh();
  check_cut(mesh, {GridLines{-10, 20}, GridLines{-10, 20}});
  check_cut(mesh, {GridLines{-2, mpq_class(1, 2)}, GridLines{-1, 1}});
  check_cut(mesh, {GridLines{mpq_class(-7, 3), mpq_class(2, 7)}, GridLines{mpq_class(-1, 11), mpq_class(3, 13)}});
}

TEST_CASE("cut_cells: parts are joined along the line, counter-clockwise around the first") {
  MeshBuilder b;
  b.cell(2, {{{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0, 1, 0}}});
  const auto cut = cut_cells(b.mesh, {GridLines{-1, 2}, GridLines{-5, 10}}, any);
  REQUIRE(cut);
  CHECK(cut->cut == 1);
  CHECK(cut->mesh.cells.size() == 2);
  CHECK(cut->square == std::vector<std::array<long, 2>>{{0, 0}, {1, 0}});
  REQUIRE(cut->mesh.portals.size() == 1);
  const NavMesh::Portal& portal = cut->mesh.portals[0];
  CHECK(portal.stance == 2);
  CHECK(portal.kind == PortalKind::flush);
  CHECK(cut->mesh.points[portal.on_a[0]] == ExactPoint{1, 0, 0});
  CHECK(cut->mesh.points[portal.on_a[1]] == ExactPoint{1, 1, 0});
  CHECK(portal.on_a == portal.on_b);
}

TEST_CASE("cut_cells: more cells than wanted are refused before they are made") {
  CHECK_FALSE(cut_cells(hand_mesh(), {GridLines{-5, mpq_class(1, 1000)}, GridLines{-5, mpq_class(1, 1000)}}, 10'000));
}

TEST_CASE("cut_cells: the shipped level") {
  check_cut(shipped_level(), {GridLines{-100, mpq_class(13, 7)}, GridLines{-100, 1}});
}

TEST_CASE("cut_cells: some cells of the shipped level, each along lines of its own") {
  const NavMesh mesh = shipped_level();
  std::mt19937 random(8);
  std::size_t chosen = 0, cut = 0;
  for (int round = 0; round < 50; ++round) {
    std::map<NavMesh::CellIndex, PlanLines> lines;
    for (NavMesh::CellIndex c = 0; c < mesh.cells.size(); ++c) {
      if (random() % 4 != 0) continue;
      const auto some = [&] {
        const int numerator = 1 + static_cast<int>(random() % 40);
        return mpq_class(mpq_class(numerator) / (1 + static_cast<int>(random() % 9)));
      };
      // Through a corner of the cell, or anywhere.
      const ExactPoint& corner = mesh.points[mesh.cells[c].facets[0].corners[0]];
      const bool at_corner = random() % 2 == 0;
      lines[c] = {GridLines{at_corner ? corner[0] : some(), some()}, GridLines{at_corner ? corner[1] : some(), some()}};
    }
    chosen += lines.size();
    const CutCells made = cut_cells(mesh, lines);
    cut += made.cut;
    check_parts(mesh, made, [&](NavMesh::CellIndex c) {
      const auto found = lines.find(c);
      return found == lines.end() ? nullptr : &found->second;
    });
  }
  CHECK(chosen > 200);
  CHECK(cut > 100);
}
