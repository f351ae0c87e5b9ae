// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/prune_components.h"

#include <catch2/catch.hpp>

#include "support/nav_builder.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

// Cells 0, 1: a big component of both stances; 2: a blocked floor; 3: a small one above it; 4, 5: joined for crawl
// only; 6: covered, at the height of 5.
NavBuilder islands() {
  NavBuilder b;
  b.box(0, 0, 4, 4);
  b.box(4, 0, 6, 4, 0, 1);
  b.box(10, 0, 12, 2, 0, 0);
  b.box(10, 0, 11, 1, 3);
  b.box(20, 0, 21, 1);
  b.box(21, 0, 23, 1);
  b.cell(-1, {{{21, 0, 0}, {24, 0, 0}, {24, 1, 0}, {21, 1, 0}}});
  b.flush(0, 1, {4, 0, 0}, {4, 4, 0}, 1);
  b.flush(4, 5, {21, 0, 0}, {21, 1, 0}, 1);
  b.wall({10, 1, 0}, {11, 1, 0});
  return b;
}

std::vector<std::uint32_t> faces_of(const NavMesh& mesh) {
  std::vector<std::uint32_t> out;
  for (const auto& c : mesh.cells) out.push_back(c.facets[0].face);
  return out;
}

}  // namespace

TEST_CASE("prune: nothing is asked for, nothing is dropped") {
  NavMesh mesh = islands().mesh();
  const auto points = mesh.points;
  const auto found = prune_components(mesh, {});
  REQUIRE(found);
  CHECK(found->dropped.empty());
  CHECK(found->kept.empty());
  CHECK(mesh.cells.size() == 7);
  CHECK(mesh.points == points);
}

TEST_CASE("prune: small components go, an area equal to the limit stays") {
  NavBuilder b = islands();
  PruneSettings settings;
  settings.min_area = 3;
  NavMesh mesh = b.mesh();
  auto found = prune_components(mesh, settings);
  REQUIRE(found);
  REQUIRE(found->dropped.size() == 1);
  const DroppedComponent& d = found->dropped[0];
  CHECK(d.why == DropReason::small);
  CHECK(d.cells == 1);
  CHECK(d.area.exact == mpq_class(1));
  CHECK(d.stances[0].exact == mpq_class(0));
  CHECK(d.stances[1].exact == mpq_class(1));
  REQUIRE(found->kept.size() == 2);
  CHECK(found->kept[0].exact == mpq_class(8));
  CHECK(found->kept[1].exact == mpq_class(19));
  CHECK(d.at == ExactPoint{mpq_class(21, 2), mpq_class(1, 2), 3});
  CHECK(faces_of(mesh) == std::vector<std::uint32_t>{0, 1, 2, 4, 5, 6});
  CHECK(is_valid(mesh));
  REQUIRE(mesh.portals.size() == 2);
  CHECK(mesh.portals[1].a == 3);
  CHECK(mesh.portals[1].b == 4);

  settings.min_area = 3 + mpq_class(1, mpz_class(1) << 200);
  mesh = b.mesh();
  found = prune_components(mesh, settings);
  REQUIRE(found);
  REQUIRE(found->dropped.size() == 2);
  CHECK(found->dropped[1].cells == 2);
  CHECK(found->dropped[1].area.exact == mpq_class(3));
}

TEST_CASE("prune: points are numbered by first appearance and none is left over") {
  NavBuilder b = islands();
  PruneSettings settings;
  settings.seed_points = {{22, mpq_class(1, 2), 9}};
  NavMesh mesh = b.mesh();
  const auto found = prune_components(mesh, settings);
  REQUIRE(found);
  REQUIRE(found->dropped.size() == 2);
  CHECK(found->dropped[0].why == DropReason::unreached);
  CHECK(found->dropped[0].cells == 2);
  CHECK(found->dropped[0].stances[0].exact == mpq_class(8));
  CHECK(found->dropped[0].stances[1].exact == mpq_class(16));
  CHECK(faces_of(mesh) == std::vector<std::uint32_t>{2, 4, 5, 6});
  CHECK(is_valid(mesh));
  NavMesh::PointIndex next = 0;
  const auto see = [&](NavMesh::PointIndex p) {
    CHECK(p <= next);
    next = std::max(next, p + 1);
  };
  for (const auto& c : mesh.cells)
    for (const auto& f : c.facets) std::ranges::for_each(f.corners, see);
  for (const auto& p : mesh.portals) {
    std::ranges::for_each(p.on_a, see);
    std::ranges::for_each(p.on_b, see);
  }
  REQUIRE(mesh.obstructions.size() == 1);
  see(mesh.obstructions[0].from);
  see(mesh.obstructions[0].to);
  CHECK(next == mesh.points.size());
  CHECK(mesh.points[mesh.obstructions[0].from] == ExactPoint{10, 1, 0});
  CHECK(mesh.points[mesh.cells[0].facets[0].corners[2]] == ExactPoint{12, 2, 0});
}

TEST_CASE("prune: where seed points fall") {
  const auto kept = [](std::vector<ExactPoint> seeds, UpAxis up = UpAxis::z) -> std::string {
    NavBuilder b = islands();
    PruneSettings settings;
    settings.seed_points = std::move(seeds);
    b.info().up = up;
    NavMesh mesh = b.mesh();
    const auto found = prune_components(mesh, settings);
    if (!found) {
      CHECK(found.error().code == ErrorCode::bad_option);
      CHECK(mesh.cells.size() == 7);
      return found.error().message;
    }
    std::string out;
    for (const auto f : faces_of(mesh))
      if (f != 2 && f != 6) out += std::to_string(f);
    return out;
  };
  CHECK(kept({{1, 1, 0}}) == "01");
  CHECK(kept({{4, 1, 7}}) == "01");
  CHECK(kept({{mpq_class(21, 2), mpq_class(1, 2), 3}}) == "3");
  CHECK(kept({{11, 1, 100}}) == "3");
  CHECK(kept({{1, 1, 0}, {20, 0, 0}}) == "0145");
  // The covered facet is at the same height: where one can stand counts.
  CHECK(kept({{22, 0, 1}}) == "45");
  // (x, y, z) of the file is (x, -z, y) here.
  CHECK(kept({{1, 5, -1}}, UpAxis::y) == "01");

  CHECK_THAT(kept({{mpq_class(21, 2), mpq_class(1, 2), mpq_class(5, 2)}}),
             Catch::Contains("10.5,0.5,2.5: ") && Catch::Contains(", 2.5 (5/2) down, ") && Catch::Contains("face 2") &&
                 Catch::Contains("no room"));
  CHECK_THAT(kept({{mpq_class(47, 2), mpq_class(1, 2), 1}}), Catch::Contains("face 6") && Catch::Contains("covered"));
  CHECK_THAT(kept({{1, 1, mpq_class(-1, 1000)}}), Catch::Contains("nothing of a walkable slope"));
  CHECK_THAT(kept({{mpq_class(32, 3), mpq_class(1, 2), 1}}),
             Catch::Contains("32/3,0.5,1: ") && Catch::Contains(", 1 down, "));
  CHECK_THAT(kept({{1, 1, 0}, {50, 1, 0}}), Catch::Contains("50,1,0"));
  CHECK_THAT(kept({{1, 1, 5}}, UpAxis::y), Catch::Contains("1,1,5: nothing"));
}

TEST_CASE("prune: a seed on a wall between two components keeps both") {
  NavBuilder b;
  b.box(0, 0, 1, 1);
  b.box(1, 0, 2, 1);
  b.box(5, 0, 6, 1);
  PruneSettings settings;
  settings.seed_points = {{1, mpq_class(1, 2), 0}};
  NavMesh mesh = b.mesh();
  REQUIRE(prune_components(mesh, settings));
  CHECK(faces_of(mesh) == std::vector<std::uint32_t>{0, 1});
}

TEST_CASE("prune: a seeded component may still be too small, and areas too long to write have no fraction") {
  NavBuilder b = islands();
  PruneSettings settings;
  settings.seed_points = {{1, 1, 0}, {20, 0, 0}};
  settings.min_area = mpq_class(7, 2);
  settings.exact_digits = 1;
  NavMesh mesh = b.mesh();
  const auto found = prune_components(mesh, settings);
  REQUIRE(found);
  REQUIRE(found->dropped.size() == 2);
  CHECK(found->dropped[0].why == DropReason::unreached);
  CHECK(found->dropped[1].why == DropReason::small);
  CHECK(found->dropped[1].area.exact == mpq_class(3));
  CHECK(std::string(text_of(found->dropped[1].why)) == "small");
  CHECK(faces_of(mesh) == std::vector<std::uint32_t>{0, 1, 2, 6});

  NavBuilder longer;
  longer.box(0, 0, mpq_class(1, 3), mpq_class(1, 7));
  settings = {};
  settings.min_area = 1;
  settings.exact_digits = 3;
  mesh = longer.mesh();
  const auto all = prune_components(mesh, settings);
  REQUIRE(all);
  CHECK(!all->dropped[0].area.exact);
  CHECK(all->dropped[0].area.approx == Approx(1.0 / 21));
  REQUIRE(all->kept.size() == 2);
  CHECK(all->kept[0].exact == mpq_class(0));
  CHECK(mesh.cells.empty());
  CHECK(mesh.points.empty());
}
