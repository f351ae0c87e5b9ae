// SPDX-License-Identifier: GPL-3.0-or-later
// Fewer corners within a tolerance, on meshes whose simplest form is known: what goes, what stays, and how far anything
// moves. check_region() holds each result to what is true of all: nothing is gained, nothing is lost beyond the
// tolerance.
#include "plumb/pipeline/wedge_stages.h"

#include <random>

#include "plumb/kernel/plane_overlay.h"
#include "plumb/surface/fan_mesh.h"
#include "support/triangle_meshes.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using kernel::BooleanOperation;
using kernel::ExactPoint;
using kernel::OverlayRing;
using kernel::PlanPoint;
using kernel::PlanRegion;
using kernel::PlanRing;
using pipeline::OperationFacts;
using pipeline::SimplifyOptions;
using surface::EdgeClass;
using surface::TriangleMesh;
using Index = TriangleMesh::Index;

// What is in the first ring and in none of the others, level.
TriangleMesh floor_of(const std::vector<PlanRing>& rings) {
  std::vector<OverlayRing> named;
  for (const PlanRing& r : rings) named.push_back({named.empty() ? 0u : 1u, r});
  const kernel::PlaneOverlay overlay = plane_overlay(named);
  TriangleMesh mesh;
  for (const PlanPoint& p : overlay.points) mesh.points.push_back({p[0], p[1], 0});
  for (const auto& t : overlay.triangles)
    if (overlay.winding(t.region, 0) != 0 && overlay.winding(t.region, 1) == 0)
      mesh.triangles.push_back({t.corners, 0});
  const auto beyond = neighbours(mesh);
  for (Index t = 0; t < beyond.size(); ++t)
    for (std::uint8_t i = 0; i < 3; ++i)
      if (beyond[t][i] == TriangleMesh::none) mesh.boundary.push_back({t, i});
  return surface::FanMesh(mesh).result();  // points apart where just corners meet
}

PlanRing box(const mpq_class& x0, const mpq_class& y0, const mpq_class& x1, const mpq_class& y1) {
  return {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
}
// With its corners cut off.
PlanRing octagon(const mpq_class& x0, const mpq_class& y0, const mpq_class& x1, const mpq_class& y1,
                 const mpq_class& cut) {
  return {{x0 + cut, y0}, {x1 - cut, y0}, {x1, y0 + cut}, {x1, y1 - cut},
          {x1 - cut, y1}, {x0 + cut, y1}, {x0, y1 - cut}, {x0, y0 + cut}};
}

TriangleMesh simplified(const TriangleMesh& mesh, const SimplifyOptions& options, OperationFacts* told = nullptr) {
  OperationFacts facts;
  TriangleMesh out = changed(mesh, facts, [&](TriangleMesh& m) { return pipeline::simplify(m, options); });
  CHECK(facts.gained.exact == 0);
  if (told) *told = facts;
  return out;
}

mpq_class squared_distance(const PlanPoint& p, const PlanPoint& from, const PlanPoint& to) {
  const mpq_class x = to[0] - from[0], y = to[1] - from[1];
  mpq_class share = ((p[0] - from[0]) * x + (p[1] - from[1]) * y) / (x * x + y * y);
  share = std::clamp<mpq_class>(share, 0, 1);
  const PlanPoint d{p[0] - from[0] - share * x, p[1] - from[1] - share * y};
  return d[0] * d[0] + d[1] * d[1];
}
mpq_class squared_distance(const PlanPoint& p, const std::vector<PlanRing>& rings) {
  std::optional<mpq_class> least;
  for (const PlanRing& r : rings)
    for (std::size_t i = 0; i < r.size(); ++i) {
      const mpq_class d = squared_distance(p, r[i], r[(i + 1) % r.size()]);
      if (!least || d < *least) least = d;
    }
  return least.value();
}

// Nothing is gained, and nothing lost that is farther than the tolerance from what remains.
void check_region(const TriangleMesh& before, const TriangleMesh& after, const mpq_class& tolerance) {
  const PlanRegion old{boundary_rings(before)}, now{boundary_rings(after)};
  CHECK(combine(now, old, BooleanOperation::subtract).empty());
  mpq_class lost = 0;
  for (const PlanRing& cell : combine(old, now, BooleanOperation::subtract)) {
    lost += kernel::signed_area(cell);
    PlanPoint middle{0, 0};
    for (const PlanPoint& p : cell) {
      CHECK(squared_distance(p, now.rings) <= tolerance * tolerance);
      for (int k = 0; k < 2; ++k) middle[k] += p[k] / static_cast<unsigned>(cell.size());
    }
    CHECK(squared_distance(middle, now.rings) <= tolerance * tolerance);
  }
  CHECK(lost == area(before) - area(after));
}

}  // namespace

TEST_CASE("simplify: cut corners of an obstacle are filled where its sides meet, within half a cut") {
  const mpq_class cut(1, 4);
  const TriangleMesh mesh = floor_of({box(0, 0, 10, 10), octagon(4, 3, 7, 6, cut)});
  for (const bool less : {false, true}) {
    // A point in the middle of a cut is half of it from both sides.
    OperationFacts facts;
    const mpq_class tolerance = cut / 2 - (less ? power_of_two(-60) : mpq_class(0));
    const TriangleMesh after = simplified(mesh, {.tolerance = tolerance}, &facts);
    check_region(mesh, after, tolerance);
    CHECK(after.points.size() == (less ? 12 : 8));
    CHECK(after.triangles.size() == (less ? 12 : 8));
    CHECK(facts.lost.exact == (less ? mpq_class(0) : mpq_class(4 * cut * cut / 2)));
    CHECK(facts.refused.contains("far"));  // the outer corners, too
    if (!less) CHECK(std::ranges::find(after.points, ExactPoint{4, 3, 0}) != after.points.end());
  }
}

TEST_CASE("simplify: a corner that points outward is cut off, within the tolerance from the cut") {
  // A floor with cut corners: its octagon may lose one of each two corners.
  const mpq_class cut(1, 4);
  const TriangleMesh mesh = floor_of({octagon(0, 0, 8, 8, cut)});
  // The distance of (cut, 0) from the line through (0, cut) and (8 - cut, 0), squared.
  const mpq_class run = 8 - 2 * cut, squared = cut * cut * run * run / ((run + cut) * (run + cut) + cut * cut);
  OperationFacts facts;
  const TriangleMesh after = simplified(mesh, {.tolerance = cut}, &facts);
  CHECK(after.points.size() == 4);
  check_region(mesh, after, cut);
  CHECK(squared < cut * cut);
  // A square root from below: at less, nothing goes.
  mpq_class below = mpq_class(mpz_class(sqrt(mpz_class(squared * power_of_two(200)))), 1) * power_of_two(-100);
  CHECK(below * below < squared);
  CHECK(simplified(mesh, {.tolerance = below}).points.size() == 8);
  below += power_of_two(-99);
  CHECK(simplified(mesh, {.tolerance = below}).points.size() < 8);
}

TEST_CASE("simplify: the edge beyond a step in the boundary grows until it meets the one before it") {
  for (const bool mirrored : {false, true}) {
    PlanRing ring{{0, 2}, {4, 0}, {4, 1}, {8, 1}, {8, 8}, {0, 8}};
    PlanPoint met{2, 1};
    if (mirrored) {
      for (PlanPoint& p : ring) p[0] = -p[0];
      std::ranges::reverse(ring);
      met[0] = -met[0];
    }
    const TriangleMesh mesh = floor_of({ring}), after = simplified(mesh, {.tolerance = 1});
    check_region(mesh, after, 1);
    CHECK(after.points.size() == 5);
    CHECK(std::ranges::find(after.points, ExactPoint{met[0], met[1], 0}) != after.points.end());
    CHECK(simplified(mesh, {.tolerance = mpq_class(31, 32)}).points.size() == 6);
  }
}

TEST_CASE("simplify: without a tolerance only what is straight and flat goes") {
  TriangleMesh mesh = JoinedTriangles().grid(5, 4).mesh();
  for_boundary(mesh, [&](auto& e, auto from, auto to) {
    // One side: 3 of 5 blocked.
    const auto &p = mesh.points[from], &q = mesh.points[to];
    if (p[1] == 0 && q[1] == 0 && p[0] < 3) e.edge_class = EdgeClass::blocked, e.wall_line = 7;
  });
  const TriangleMesh after = simplified(mesh, {.tolerance = 0});
  CHECK(after.triangles.size() == 2);
  // The longer edge says what the side is.
  CHECK(lengths(after).at(EdgeClass::blocked) == 5);
  for (const auto& e : after.boundary) CHECK((e.wall_line == 7) == (e.edge_class == EdgeClass::blocked));
}

TEST_CASE("simplify: a vertex ends no farther than the tolerance from the planes that it stands for") {
  // A flat pyramid: a corner of its square is on two of its four sides' planes, and below two.
  const auto pyramid = [](const mpq_class& h) {
    return JoinedTriangles().fan({0, 0, h}, {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}, true).mesh();
  };
  const mpq_class tolerance(1, 100);
  // Side z = h (1 - x): at x = -1 it is 2 h high; squared distance 4 h^2 / (1 + h^2), twice.
  const auto squared = [](const mpq_class& h) { return mpq_class(8 * h * h / (1 + h * h)); };
  const mpq_class fits = mpq_class(35, 10000), more = mpq_class(36, 10000);
  CHECK(squared(fits) <= tolerance * tolerance);
  CHECK(squared(more) > tolerance * tolerance);
  OperationFacts facts;
  CHECK(simplified(pyramid(fits), {.tolerance = tolerance}).triangles.size() == 2);
  CHECK(simplified(pyramid(more), {.tolerance = tolerance}, &facts).triangles.size() == 4);
  CHECK(facts.refused.at("error") > 0);
  // A vertex of a ridge goes along it, whatever the tolerance.
  const TriangleMesh roof = JoinedTriangles()
                                .quad({0, 0, 0}, {4, 0, 0}, {4, 2, 2}, {0, 2, 2})
                                .quad({4, 0, 0}, {8, 0, 0}, {8, 2, 2}, {4, 2, 2})
                                .quad({0, 2, 2}, {4, 2, 2}, {4, 4, 0}, {0, 4, 0})
                                .quad({4, 2, 2}, {8, 2, 2}, {8, 4, 0}, {4, 4, 0})
                                .mesh();
  CHECK(simplified(roof, {.tolerance = 0}).points.size() == 6);
}

TEST_CASE("simplify: no corner is cut off where another boundary is in the way") {
  // Cutting off (0, 0) would take away what a slender hole reaches into.
  const mpq_class small(1, 64);
  const PlanRing hole{{small, small}, {2, 1}, {1, 2}};
  OperationFacts facts;
  const TriangleMesh mesh = floor_of({{{0, 0}, {1, 0}, {4, 3}, {4, 4}, {3, 4}, {0, 1}}, hole}),
                     after = simplified(mesh, {.tolerance = 2}, &facts);
  CHECK(facts.refused.at("flip") > 0);
  check_region(mesh, after, 2);
  CHECK(boundary_rings(after).size() == 2);
}

TEST_CASE("simplify: a triangle by itself, and a hole of three corners, stay") {
  OperationFacts facts;
  const TriangleMesh triangle = floor_of({{{0, 0}, {1, 0}, {0, 1}}});
  CHECK(simplified(triangle, {.tolerance = 100}, &facts).triangles == triangle.triangles);
  CHECK(facts.refused.at("link") > 0);
  const TriangleMesh holed = floor_of({box(0, 0, 100, 100), {{50, 50}, {51, 50}, {50, 51}}});
  const TriangleMesh after = simplified(holed, {.tolerance = 200});
  CHECK(boundary_rings(after).size() == 2);
  check_region(holed, after, 200);
}

TEST_CASE("simplify: places with long numbers are not made") {
  const PlanRing odd{{2, 2}, {5, mpq_class(17, 7)}, {mpq_class(36, 7), mpq_class(5, 2)}, {5, 6}, {2, 5}};
  const TriangleMesh mesh = floor_of({box(0, 0, 9, 9), odd});
  OperationFacts facts;
  CHECK(simplified(mesh, {.tolerance = mpq_class(1, 4), .position_bits = 5}, &facts).points.size() == 9);
  CHECK(facts.refused.at("position_bits") > 0);
  const TriangleMesh after = simplified(mesh, {.tolerance = mpq_class(1, 4)}, &facts);
  CHECK(after.points.size() == 8);
  CHECK_FALSE(facts.refused.contains("position_bits"));
  check_region(mesh, after, mpq_class(1, 4));
}

TEST_CASE("simplify: long coordinates move to a grid, inward; those of a step with one floor alone stay") {
  mpz_class long_number;
  mpz_ui_pow_ui(long_number.get_mpz_t(), 3, 200);
  const mpq_class e(1, long_number);
  const PlanRing ring{{e, 2 * e}, {9 - e, e}, {9, 4 + e}, {4 + 3 * e, 4 - e}, {4 - e, 9}, {2 * e, 9 + e}};
  TriangleMesh mesh = floor_of({ring});
  for (ExactPoint& p : mesh.points) p[2] = p[0] / 3 - p[1] / 7;
  const mpq_class tolerance(1, 100);
  OperationFacts facts;
  const TriangleMesh after = simplified(mesh, {.tolerance = tolerance}, &facts);
  CHECK(after.points.size() == 6);
  CHECK(longest_coordinate(after) < 64);
  CHECK(facts.operations == 6);
  CHECK_FALSE(facts.refused.contains("position_bits"));
  check_region(mesh, after, tolerance);
  for (const ExactPoint& p : after.points) CHECK(abs(p[2] - (p[0] / 3 - p[1] / 7)) < power_of_two(-26));
  CHECK(longest_coordinate(simplified(mesh, {.tolerance = 0})) > 256);  // nothing may be lost

  for_boundary(mesh, [&](auto& edge, auto from, auto to) {
    if (mesh.points[from][1] < 1 && mesh.points[to][1] < 1) edge.edge_class = EdgeClass::step;
  });
  const TriangleMesh kept = simplified(mesh, {.tolerance = tolerance}, &facts);
  CHECK(facts.refused.at("position_bits") == 2);
  CHECK(std::ranges::count_if(kept.points, [](const ExactPoint& p) { return surface::coordinate_bits(p) > 256; }) == 2);
  check_region(mesh, kept, tolerance);
}

namespace {

// Two floors, the one a step above the other, and the line between them, which turns in the middle and has long
// coordinates everywhere. On its second half the lower floor alone has a vertex.
struct SteppedFloors {
  ExactPoint first, middle, last, inner;  // of the lower floor
  mpq_class rise = mpq_class(1, 5);
  TriangleMesh mesh;

  SteppedFloors() {
    mpz_class long_number;
    mpz_ui_pow_ui(long_number.get_mpz_t(), 3, 200);
    const mpq_class e(1, long_number);
    first = {0, 2 * e, e};
    middle = {4 + e, 1 - e, 2 * e};
    last = {9, mpq_class(1, 2) + e, mpq_class(1, 8) + e};
    inner = {(2 * middle[0] + last[0]) / 3, (2 * middle[1] + last[1]) / 3, e};
    const auto up = [&](const ExactPoint& p) { return ExactPoint{p[0], p[1], p[2] + rise}; };
    mesh = JoinedTriangles()
               .fan({5, -3, 0}, {{0, -9, 0}, {9, -9, 0}, last, inner, middle, first}, true)
               .fan({5, 5, rise}, {up(first), up(middle), up(last), {9, 9, rise}, {0, 9, rise}}, true)
               .mesh();
    const std::set<ExactPoint> line{first, middle, last, inner, up(first), up(middle), up(last)};
    for_boundary(mesh, [&](auto& edge, auto from, auto to) {
      if (line.contains(mesh.points[from]) && line.contains(mesh.points[to])) edge.edge_class = EdgeClass::step;
    });
  }
};

// Each end of a step edge lies on a step edge that runs the other way.
void check_steps_meet(const TriangleMesh& mesh) {
  std::vector<std::array<ExactPoint, 2>> steps;
  for_boundary(mesh, [&](const auto& edge, auto from, auto to) {
    if (edge.edge_class == EdgeClass::step) steps.push_back({mesh.points[from], mesh.points[to]});
  });
  CHECK(steps.size() == 5);
  for (const auto& s : steps)
    for (const ExactPoint& p : s)
      CHECK(std::ranges::any_of(steps, [&](const auto& t) {
        return sgn(kernel::formulas::orient2d(t[0], t[1], s[0])) == 0 &&
               sgn(kernel::formulas::orient2d(t[0], t[1], s[1])) == 0 &&
               (t[1][0] - t[0][0]) * (s[1][0] - s[0][0]) < 0 && (p[0] - t[0][0]) * (p[0] - t[1][0]) <= 0;
      }));
}

}  // namespace

TEST_CASE("simplify: the floors of a step move together to short coordinates, and stay as near") {
  const SteppedFloors floors;
  check_steps_meet(floors.mesh);
  const mpq_class tolerance(1, 100);
  OperationFacts facts;
  const TriangleMesh after = simplified(floors.mesh, {.tolerance = tolerance}, &facts);
  CHECK(longest_coordinate(floors.mesh) > 256);
  CHECK(longest_coordinate(after) <= 256);
  CHECK_FALSE(facts.refused.contains("position_bits"));
  check_steps_meet(after);
  check_region(floors.mesh, after, tolerance);
  CHECK(*facts.lost.exact < power_of_two(-25));
  // No rise is greater than it was: where an agent's step is just that high, he steps still.
  for (const ExactPoint& p : after.points)
    for (const ExactPoint& q : after.points)
      if (p[0] == q[0] && p[1] == q[1]) CHECK(abs(p[2] - q[2]) <= floors.rise);
}

TEST_CASE("simplify: where a step would get too high, it keeps its long coordinates") {
  const SteppedFloors floors;
  const auto is_old = [&](const ExactPoint& p) { return p[0] == floors.middle[0] && p[1] == floors.middle[1]; };
  int asked = 0;
  const auto parted = [&](const TriangleMesh& mesh) {
    ++asked;
    std::vector<pipeline::PlanStretch> out;
    if (std::ranges::any_of(mesh.points, is_old)) return out;
    for (const ExactPoint& p : mesh.points)
      if (abs(p[0] - 4) < mpq_class(1, 100)) out.push_back({PlanPoint{p[0], p[1]}, PlanPoint{p[0], p[1]}});
    return out;
  };
  OperationFacts facts;
  const TriangleMesh after = simplified(floors.mesh, {.tolerance = mpq_class(1, 100), .parted = parted}, &facts);
  CHECK(asked > 2);
  CHECK(std::ranges::count_if(after.points, is_old) == 2);
  CHECK(facts.refused.at("position_bits") == 3);  // and the vertex beside it, which is on a line with it
  check_steps_meet(after);
  check_region(floors.mesh, after, mpq_class(1, 100));
}

TEST_CASE("simplify: steps stay where they are") {
  // A corner that might be cut off, and an edge that might grow, beside a step.
  TriangleMesh mesh = floor_of({octagon(0, 0, 9, 9, mpq_class(1, 8))});
  CHECK(simplified(mesh, {.tolerance = mpq_class(1, 4)}).points.size() < 8);
  for_boundary(mesh, [&](auto& edge, auto, auto) { edge.edge_class = EdgeClass::step; });
  OperationFacts facts;
  CHECK(simplified(mesh, {.tolerance = mpq_class(1, 4)}, &facts).points.size() == 8);
  CHECK(facts.refused.at("edge_class") > 0);
}

TEST_CASE("simplify: edges grow on slopes, too, and stay on them") {
  TriangleMesh mesh = floor_of({box(0, 0, 10, 10), octagon(4, 3, 7, 6, mpq_class(1, 4))});
  for (ExactPoint& p : mesh.points) p[2] = p[0] / 3 - p[1] / 7;
  const TriangleMesh after = simplified(mesh, {.tolerance = mpq_class(1, 8)});
  CHECK(after.points.size() == 8);
  for (const ExactPoint& p : after.points) CHECK(p[2] == p[0] / 3 - p[1] / 7);
  CHECK(std::ranges::all_of(after.triangles, [](const auto& t) { return t.surface == 0; }));
}

TEST_CASE("simplify: nothing is gained, and what is lost is near what remains") {
  std::mt19937 random(15);
  const auto below = [&](unsigned n) { return static_cast<int>(random() % n); };
  std::uint64_t operations = 0, corners = 0, kept = 0;
  for (int round = 0; round < 60; ++round) {
    const mpq_class tolerance = mpq_class(1 + below(12)) / 16;
    std::vector<PlanRing> rings{octagon(0, 0, 16, 12, mpq_class(1 + below(8)) / 4)};
    for (int n = 2 + below(6); n > 0; --n) {
      const mpq_class x(below(15)), y(below(11)), width(1 + below(3)), height(1 + below(3));
      const mpq_class cut = mpq_class(below(4)) / 8;
      rings.push_back(sgn(cut) == 0 ? box(x, y, x + width, y + height) : octagon(x, y, x + width, y + height, cut));
      if (below(3) == 0)  // a notch
        rings.push_back(box(x + mpq_class(1, 4), y - mpq_class(1, 8), x + mpq_class(3, 4), y + mpq_class(1, 8)));
    }
    const TriangleMesh mesh = floor_of(rings);
    OperationFacts facts;
    INFO("round " << round);
    const TriangleMesh after = simplified(mesh, {.tolerance = tolerance}, &facts);
    check_region(mesh, after, tolerance);
    operations += facts.operations;
    corners += mesh.points.size();
    kept += after.points.size();
  }
  CHECK(operations > 500);
  CHECK(3 * kept < 2 * corners);
}
