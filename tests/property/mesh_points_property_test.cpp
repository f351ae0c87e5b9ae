// SPDX-License-Identifier: GPL-3.0-or-later
// The points of a baked navmesh answer as their exact coordinates do, before and after these are made.
#include <catch2/catch.hpp>

#include <random>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/segment_frame.h"
#include "plumb/pipeline/construct.h"
#include "plumb/pipeline/optimise.h"
#include "plumb/pipeline/short_double.h"
#include "support/linked.h"
#include "support/random_level.h"

using namespace plumb;
using namespace plumb::tests;
using namespace plumb::pipeline;

namespace {

struct Counts {
  int rounded = 0, straight = 0, portals = 0;
};

// Of corners of one cell and ends of its portals: many of them lie on one line.
void check_turns(const NavMesh& mesh, std::mt19937& random, Counts& counts) {
  std::vector<std::vector<MeshPoints::Index>> of_cell(mesh.cells.size());
  for (std::size_t c = 0; c < mesh.cells.size(); ++c)
    for (const NavMesh::Facet& f : mesh.cells[c].facets)
      of_cell[c].insert(of_cell[c].end(), f.corners.begin(), f.corners.end());
  for (const NavMesh::Portal& p : mesh.portals) of_cell[p.a].insert(of_cell[p.a].end(), p.on_a.begin(), p.on_a.end());
  const MeshPoints& points = mesh.points;
  for (const auto& list : of_cell)
    for (int i = 0; i < 4; ++i) {
      const auto any = [&] { return list[random() % list.size()]; };
      const MeshPoints::Index a = any(), b = any(), c = any();
      const kernel::Sign side = kernel::orientation(points.place(a), points.place(b), points.place(c));
      REQUIRE(side == kernel::sign_of(sgn(kernel::orient2d(points[a], points[b], points[c]))));
      counts.straight += side == 0 && a != b && b != c && a != c;
    }
}

void check_doubles(const MeshPoints& points, Counts& counts) {
  for (MeshPoints::Index i = 0; i < points.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      const kernel::Interval near = points.near(i)[k];
      const double as_double = rounded_doubles(points, i)[k];
      const float as_float = rounded_floats(points, i)[k];
      const bool zero = is_zero(points, i, k);
      const mpq_class &exact = points[i][k], scaled = exact * points.unit();
      if (std::isfinite(near.low)) REQUIRE(mpq_class(near.low) <= scaled);
      if (std::isfinite(near.high)) REQUIRE(mpq_class(near.high) >= scaled);
      REQUIRE(as_double == kernel::nearest_double(exact));
      REQUIRE(as_float == kernel::nearest_float(exact));
      REQUIRE(std::signbit(as_float) == std::signbit(kernel::nearest_float(exact)));
      REQUIRE(zero == (exact == 0));
      REQUIRE(short_double(points, i, k) == rounded_to_48_digits(kernel::nearest_double(scaled)));
      counts.rounded += !kernel::is_exact(near);
    }
}

}  // namespace

TEST_CASE("property: points of a navmesh answer as their coordinates do, on random levels") {
  Counts counts;
  for (unsigned seed = 0; seed < 90; ++seed) {
    BakeTextOptions o;
    o.stances = {{"crouch", mpq_class(1)}, {"stand", mpq_class(2)}};
    o.step = mpq_class(1, 2);
    if (seed % 3 == 0) o.numbers = Numbers::binary32;
    const std::string obj = seed % 3 == 1 ? beyond_doubles(random_level(seed)) : random_level(seed);
    const Linked linked = link_text(obj, o, seed % 2 == 0 ? mpq_class(1, 4) : mpq_class(0));
    const LinkedLevel level{linked.baked.scene, linked.baked.set, linked.baked.map, linked.graph};
    const MergedCells partition = optimise(level.scene.points, level.set, level.map, level.graph, {});
    NavMeshInfo info;
    info.stances = o.stances;
    info.step = o.step;

    const CellGraph graph = cell_graph(level, partition);
    const NavMesh mesh = construct(info, level, partition, 1);
    const CellGraph whole = cell_graph(mesh);
    REQUIRE(graph.stances.size() == partition.pieces.size());
    REQUIRE(std::equal(graph.stances.begin(), graph.stances.end(), whole.stances.begin()));
    REQUIRE(std::ranges::equal(graph.arcs, whole.arcs, [](const CellGraph::Arc& p, const CellGraph::Arc& q) {
      return std::tie(p.a, p.b, p.kind, p.stance) == std::tie(q.a, q.b, q.kind, q.stance);
    }));
    counts.portals += static_cast<int>(mesh.portals.size());

    std::mt19937 random(seed);
    check_turns(mesh, random, counts);
    check_doubles(mesh.points, counts);
    REQUIRE(is_valid(mesh));  // distinct points among others

    const NavMesh again = construct(info, level, partition, 3);
    again.points.make_exact(2);
    REQUIRE(again.points == mesh.points);
    REQUIRE(again.cells == mesh.cells);
    REQUIRE(again.portals == mesh.portals);
    REQUIRE(again.obstructions == mesh.obstructions);
  }
  CHECK(counts.rounded > 1000);
  CHECK(counts.straight > 50);
  CHECK(counts.portals > 500);
}
