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
