// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/wedge_stages.h"

#include "support/triangle_meshes.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using kernel::ExactPoint;
using kernel::SlopeLimit;
using pipeline::FlattenRampsOptions;
using pipeline::OperationFacts;
using surface::TriangleMesh;
constexpr auto none = TriangleMesh::none;

// A flight of steps: treads of `going` - `run`, then a ramp of `run`, which rises by `rise`, each a ramp of its own; at
// the top a landing.
struct Flight {
  int steps = 5;
  mpq_class going = 1, run = mpq_class(1, 2), rise = mpq_class(1, 4), width = 2;
  TriangleMesh mesh() const {
    JoinedTriangles maker;
    const auto strip = [&](const mpq_class& x0, const mpq_class& z0, const mpq_class& x1, const mpq_class& z1,
                           std::uint32_t ramp) {
      if (x0 < x1) maker.quad({x0, 0, z0}, {x1, 0, z1}, {x1, width, z1}, {x0, width, z0}, kernel::no_polygon, ramp);
    };
    for (int i = 0; i < steps; ++i) {
      const mpq_class foot = (i + 1) * going - run;
      strip(i * going, i * rise, foot, i * rise, none);
      strip(foot, i * rise, foot + run, (i + 1) * rise, static_cast<std::uint32_t>(i));
    }
    strip(steps * going, steps * rise, steps * going + 3, steps * rise, none);
    return maker.mesh();
  }
};

TriangleMesh flattened(const TriangleMesh& mesh, const mpq_class& step, const mpq_class& slope,
                       OperationFacts* told = nullptr, const mpq_class& reach = 100) {
  OperationFacts facts;
  TriangleMesh out = changed(mesh, facts, [&](TriangleMesh& m) {
    return pipeline::flatten_ramps(
        m, {.step = step, .slope = *SlopeLimit::from_ratio(slope), .squared_reach = reach * reach});
  });
  CHECK(facts.lost.exact == 0);
  CHECK(facts.gained.exact == 0);
  if (told) *told = facts;
  return out;
}

}  // namespace

TEST_CASE("flatten_ramps: a flight of steps becomes one ramp") {
  for (const mpq_class& run : {mpq_class(1), mpq_class(1, 2), mpq_class(1, 3)}) {
    const Flight flight{.run = run};
    const TriangleMesh mesh = flattened(flight.mesh(), flight.rise, flight.rise / run);
    CHECK(mesh.triangles.size() == 4);
    CHECK(mesh.points.size() == 6);
    for (const ExactPoint& p : mesh.points) CHECK(p[2] == std::min<mpq_class>(p[0] / 4, mpq_class(5, 4)));
    CHECK(std::ranges::count(mesh.triangles, none, &TriangleMesh::Triangle::ramp) == 2);
  }
}

TEST_CASE("flatten_ramps: no place rises by more than a step") {
  const Flight flight;  // the feet of its ramps rise by an eighth
  for (const bool less : {false, true}) {
    OperationFacts facts;
    const mpq_class step = less ? mpq_class(flight.rise / 2 - power_of_two(-60)) : mpq_class(flight.rise / 2);
    const TriangleMesh mesh = flattened(flight.mesh(), step, 1, &facts);
    CHECK(mesh.triangles.size() == (less ? flight.mesh().triangles.size() : 4));
    CHECK((facts.operations == 0) == less);
    CHECK(facts.refused.contains("error") == less);
  }
}

TEST_CASE("flatten_ramps: no place sinks by more than a quarter of a step") {
  // A ramp that is steep at its foot and gentle above: the ridge between both is 1/4 above the straight way.
  const TriangleMesh mesh = JoinedTriangles()
                                .quad({0, 0, 0}, {1, 0, 1}, {1, 4, 1}, {0, 4, 0}, kernel::no_polygon, 0)
                                .quad({1, 0, 1}, {3, 0, 2}, {3, 4, 2}, {1, 4, 1}, kernel::no_polygon, 1)
                                .mesh();
  const mpq_class sink(1, 3);
  CHECK(flattened(mesh, 4 * sink, 2).triangles.size() == 2);
  CHECK(flattened(mesh, 4 * sink - power_of_two(-60), 2).triangles.size() == 4);
}

TEST_CASE("flatten_ramps: a floor moves no farther from a ramp than the reach") {
  const Flight flight{.going = 2};  // treads of 3/2 between ramps of 1/2
  OperationFacts facts;
  flattened(flight.mesh(), 1, 1, &facts, 0);
  CHECK(facts.operations == 0);
  const mpq_class tread(3, 2);
  // All of a tread's triangle is within its length of a ramp, and within the root of that and the width squared.
  CHECK(flattened(flight.mesh(), 1, 1, &facts, tread - power_of_two(-60)).triangles.size() ==
        flight.mesh().triangles.size());
  CHECK(facts.refused.at("reach") > 0);
  CHECK(facts.moved.exact == 0);
  CHECK(flattened(flight.mesh(), 1, 1, &facts, 3).triangles.size() == 4);
  CHECK(facts.moved.exact == 5 * tread * 2);
  CHECK((facts.farthest >= 1.5 && facts.farthest <= 3));
}

TEST_CASE("flatten_ramps: what is drawn along is not steeper than the limit, exactly") {
  const Flight flight{
      .going = 3, .run = 1, .rise = 1, .width = 8};  // as wide as to be twisted less than that on the way
  for (const bool less : {false, true}) {
    OperationFacts facts;
    const mpq_class limit = less ? mpq_class(1, 3) - power_of_two(-60) : mpq_class(1, 3);
    const TriangleMesh mesh = flattened(flight.mesh(), 1, limit, &facts);
    CHECK((mesh.triangles.size() == 4) == !less);
    if (less) CHECK(facts.refused.at("steep") > 0);
  }
}

TEST_CASE("flatten_ramps: only along edges of ramps, and only upward") {
  TriangleMesh mesh = Flight{}.mesh();
  for (auto& t : mesh.triangles) t.ramp = none;
  OperationFacts facts;
  flattened(mesh, 1, 1, &facts);
  CHECK(facts.operations == 0);
  CHECK(facts.refused.empty());
  // Downward, the foot of a ramp could go with less of an error.
  mesh = flattened(Flight{.steps = 1}.mesh(), mpq_class(1, 4), 1, &facts);
  CHECK(std::ranges::count_if(mesh.points, [](const ExactPoint& p) { return p[0] == 1 && p[2] == mpq_class(1, 4); }) ==
        2);
}

TEST_CASE("flatten_ramps: a boundary stays where it is in plan, and its classes") {
  OperationFacts facts;
  SECTION("corners stay") {
    // Each ramp is wider than the next.
    JoinedTriangles maker;
    for (int i = 0; i < 3; ++i) {
      const mpq_class y0 = i, y1 = i + 1;
      const ExactPoint a{2 * i, y0, i}, b{2 * i + 2, y1, i + 1}, c{2 * i + 2, 10 - y1, i + 1}, d{2 * i, 10 - y0, i};
      maker.quad(a, b, c, d, kernel::no_polygon, static_cast<std::uint32_t>(i));
    }
    TriangleMesh mesh = maker.mesh();
    CHECK(flattened(mesh, 5, 1).points.size() == 4);  // straight
    for (ExactPoint& p : mesh.points)
      if (p[0] == 2) p[1] += p[1] < 5 ? mpq_class(1, 2) : mpq_class(-1, 2);
    const TriangleMesh after = flattened(mesh, 5, 1, &facts);
    CHECK(facts.refused.at("corner") > 0);
    CHECK(std::ranges::count_if(after.points, [](const ExactPoint& p) { return p[0] == 2; }) == 2);
  }
  SECTION("so do changes of class") {
    TriangleMesh mesh = Flight{.run = 1}.mesh();
    for_boundary(mesh, [&](auto& e, auto from, auto to) {
      if (mesh.points[from][1] == 0 && mesh.points[to][1] == 0 && mesh.points[to][0] <= 2)
        e.edge_class = surface::EdgeClass::blocked;
    });
    const TriangleMesh after = flattened(mesh, 1, 1, &facts);
    CHECK(facts.refused.at("edge_class") > 0);
    CHECK(after.points.size() == 7);
    CHECK(lengths(after) == lengths(mesh));
  }
  SECTION("and nothing goes inward, or across") {
    // Two boundaries are joined by an edge that goes up, over which nothing may go.
    const TriangleMesh mesh = JoinedTriangles().quad({0, 0, 0}, {4, 0, 0}, {4, 4, 2}, {0, 4, 2}, 0, 0).mesh();
    flattened(mesh, 5, 1, &facts);
    CHECK(facts.operations == 0);
    CHECK(facts.refused.at("inward") == 1);  // the diagonal
  }
}

TEST_CASE("flatten_ramps: vertices within a ramp go, too, but no triangle is turned over") {
  // A vertex in a dent of a ramp, with neighbours above.
  const ExactPoint low{0, 0, 0};
  const std::vector<ExactPoint> ring{{-2, -2, -1}, {2, -2, -1}, {2, 2, 1}, {-2, 2, 1}};
  TriangleMesh mesh = JoinedTriangles().fan(low, ring, true).mesh();
  for (auto& t : mesh.triangles) t.ramp = 0;
  CHECK(flattened(mesh, 0, 1).triangles.size() == 2);
  // No higher neighbour sees all others.
  const ExactPoint near{mpq_class(1, 8), mpq_class(-1, 8), mpq_class(-1, 16)},
      other{mpq_class(-1, 8), mpq_class(-1, 8), mpq_class(-1, 16)};
  const mpq_class half(1, 2);
  mesh = JoinedTriangles()
             .fan(low,
                  {near,
                   {4, 1, half},
                   {mpq_class(1, 4), mpq_class(1, 4), mpq_class(1, 8)},
                   {0, 4, 2},
                   {mpq_class(-1, 4), mpq_class(1, 4), mpq_class(1, 8)},
                   {-4, 1, half},
                   other,
                   {0, -4, -2}},
                  true)
             .mesh();
  for (auto& t : mesh.triangles) t.ramp = 0;
  OperationFacts facts;
  flattened(mesh, 0, 1, &facts);
  CHECK(facts.refused.at("flip") > 0);
  CHECK(std::ranges::find(mesh.points, low) != mesh.points.end());
}
