// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/derived_mesh.h"

#include <catch2/catch.hpp>

#include "hand_mesh.h"
#include "plumb/kernel/decimal.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

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
