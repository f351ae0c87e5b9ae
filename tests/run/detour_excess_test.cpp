// SPDX-License-Identifier: GPL-3.0-or-later
#include "detour/detour_grid.h"

#include <catch2/catch.hpp>
#include <random>

#include "plumb/pipeline/export_detour.h"
#include "support/hand_mesh.h"

using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

// wide x deep squares, side by side or, where there are gaps, each apart.
NavMesh squares(int wide, int deep, bool apart) {
  MeshBuilder b;
  const int pitch = apart ? 2 : 1;
  for (int y = 0; y < deep; ++y)
    for (int x = 0; x < wide; ++x) {
      const mpq_class u = pitch * x, v = pitch * y;
      b.cell(2, {{{u, v, 0}, {u + 1, v, 0}, {u + 1, v + 1, 0}, {u, v + 1, 0}}});
    }
  return std::move(b.mesh);
}

std::optional<std::string> sure_excess(const NavMesh& mesh, double cell_size) {
  SureNeeds needs(mesh, cell_size);
  for (NavMesh::CellIndex c = 0; c < mesh.cells.size(); ++c) needs.add(outline(mesh, c));
  return needs.excess();
}

}  // namespace

TEST_CASE("Detour: what no tile holds is sure by the number of cells, exactly at the limits") {
  std::mt19937 random(10);
  std::size_t by_polygons = 0, by_vertices = 0, within = 0;
  for (int seed = 0; seed < 24; ++seed) {
    const bool apart = seed % 2 == 0;
    // About 181 x 181 squares side by side, or 128 x 128 apart, are as many as there may be.
    const int about = apart ? 128 : 181, wide = about - 20 + static_cast<int>(random() % 40),
              deep = about * about / wide - 1 + static_cast<int>(random() % 3);
    const NavMesh mesh = squares(wide, deep, apart);
    const auto count = static_cast<std::uint64_t>(wide) * static_cast<std::uint64_t>(deep);
    const std::uint64_t vertices = apart ? 4 * count : static_cast<std::uint64_t>((wide + 1) * (deep + 1));
    const auto found = sure_excess(mesh, 1 / 100.0);
    INFO(wide << " x " << deep << (apart ? " apart" : ""));
    REQUIRE(found.has_value() == (count > max_detour_polygons || vertices > max_detour_vertices));
    if (!found) ++within;
    else if (count > max_detour_polygons) {
      CHECK(*found == polygon_excess(count, true));
      ++by_polygons;
    } else {
      CHECK(*found == vertex_excess(vertices, true));
      ++by_vertices;
    }
    // Where the grid is nearly as wide as they are, nothing is sure.
    CHECK_FALSE(sure_excess(mesh, 1 / 2.0));
  }
  CHECK(by_polygons >= 3);
  CHECK(by_vertices >= 3);
  CHECK(within >= 3);
}

TEST_CASE("Detour: a navmesh of too many cells is refused as both kinds of file") {
  const NavMesh mesh = squares(200, 170, false);
  for (const auto& file : {make_detour(mesh), make_detour_set(mesh, std::nullopt)}) {
    REQUIRE_FALSE(file);
    CHECK(file.error().code == ErrorCode::too_large);
    CHECK(file.error().message.rfind("the navmesh has at least 34,000 polygons of up to six corners, and a Detour tile "
                                     "holds 32,766; ",
                                     0) == 0);
  }
}
