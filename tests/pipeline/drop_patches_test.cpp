// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/drop_patches.h"

#include "support/triangle_meshes.h"

namespace plumb::tests {
namespace {

using pipeline::OperationFacts;
using pipeline::TriangleMesh;

JoinedTriangles& box(JoinedTriangles& maker, const mpq_class& x, const mpq_class& width) {
  return maker.quad({x, 0, 0}, {x + width, 0, 0}, {x + width, 1, 0}, {x, 1, 0});
}

}  // namespace

TEST_CASE("drop_patches: what is smaller than the least area goes, what is as large stays") {
  JoinedTriangles maker;
  box(maker, 0, 1 - power_of_two(-60));
  box(maker, 10, 1);
  box(maker, 20, mpq_class(1, 3));
  box(maker, 30, 4);
  TriangleMesh mesh = maker.mesh();
  for (auto& e : mesh.boundary) e.wall_line = e.triangle;
  const TriangleMesh before = mesh;
  const OperationFacts facts = pipeline::drop_patches(mesh, {.min_area = 1});
  CHECK(is_valid(mesh));
  CHECK(facts.operations == 2);
  CHECK(facts.lost.exact == 1 - power_of_two(-60) + mpq_class(1, 3));
  CHECK(facts.gained.exact == 0);
  CHECK(area(mesh) == area(before) - *facts.lost.exact);
  CHECK(component_count(mesh) == 2);
  CHECK(mesh.points.size() == 8);
  for (const auto& e : mesh.boundary) CHECK(e.wall_line == (e.triangle < 2 ? 2 + e.triangle : 4 + e.triangle));
}

TEST_CASE("drop_patches: areas are in plan, and of joined triangles together") {
  JoinedTriangles maker;
  // Steep, 1 wide in plan.
  maker.quad({0, 0, 0}, {1, 0, 50}, {1, 1, 50}, {0, 1, 0});
  // Two that are joined.
  box(box(maker, 10, mpq_class(3, 4)), mpq_class(43, 4), mpq_class(3, 4));
  const TriangleMesh before = maker.mesh();
  TriangleMesh mesh = before;
  const OperationFacts facts = pipeline::drop_patches(mesh, {.min_area = mpq_class(3, 2)});
  CHECK(facts.operations == 1);
  CHECK(area(mesh) == mpq_class(3, 2));
  mesh = before;
  CHECK(pipeline::drop_patches(mesh, {.min_area = 0}).operations == 0);
  CHECK(mesh.triangles == before.triangles);
  CHECK(pipeline::drop_patches(mesh, {.min_area = 2}).operations == 2);
  CHECK(mesh.triangles.empty());
  CHECK(mesh.points.empty());
  CHECK(is_valid(mesh));
}

}  // namespace plumb::tests
