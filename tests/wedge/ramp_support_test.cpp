// SPDX-License-Identifier: GPL-3.0-or-later
// Faces of ramps, and the parts of them that floors support.
#include <catch2/catch.hpp>

#include "plumb/kernel/plan_region.h"
#include "ramps/ramp_support.h"

using namespace plumb;

namespace {

using kernel::ExactPoint;
using kernel::PlanPoint;
using kernel::SlopeLimit;
using pipeline::corner_faces;
using pipeline::ramp_beside;
using pipeline::ramp_run;
using pipeline::RampFace;
using pipeline::RampPiece;
using surface::TriangleMesh;
using Pieces = std::vector<RampPiece>;

SlopeLimit degrees(int d) { return SlopeLimit::from_degrees(d).value(); }

mpq_class squared_length(const PlanPoint& p) { return p[0] * p[0] + p[1] * p[1]; }

// No steeper than the limit, and counter-clockwise.
void check_face(const RampFace& face, const mpq_class& tan_squared) {
  CHECK(sgn(kernel::signed_area(face.ring())) > 0);
  const kernel::ExactPlane plane = face.plane();
  CHECK(plane.tan_squared() <= tan_squared);
  for (const ExactPoint& p : {face.from, face.to, face.base_from, face.base_to})
    CHECK(plane.height(p[0], p[1]) == p[2]);
}

// Rectangles, two triangles each.
class Floors {
 public:
  Floors& floor(const mpq_class& x0, const mpq_class& y0, const mpq_class& x1, const mpq_class& y1, const mpq_class& z,
                TriangleMesh::Index plateau = TriangleMesh::none) {
    const auto first = static_cast<TriangleMesh::Index>(mesh.points.size());
    for (const auto& [x, y] : {std::pair(x0, y0), std::pair(x1, y0), std::pair(x1, y1), std::pair(x0, y1)})
      mesh.points.push_back({x, y, z});
    mesh.triangles.push_back({{first, first + 1, first + 2}, 0, plateau});
    mesh.triangles.push_back({{first, first + 2, first + 3}, 0, plateau});
    return *this;
  }
  std::vector<RampPiece> support(const RampFace& face, const mpq_class& height = 2) const {
    return pipeline::RampSupport(mesh, height)(face);
  }
  TriangleMesh mesh;
};

// Down along -y from (0, 0, 1) to (4, 0, 1), to height 0 at y = -1.
RampFace ramp() { return {.from = {0, 0, 1}, .to = {4, 0, 1}, .base_from = {0, -1, 0}, .base_to = {4, -1, 0}}; }
// From the corner (0, 0, 1) down to height 0 between (0, -1) and (1, -1).
RampFace corner() { return {.from = {0, 0, 1}, .to = {0, 0, 1}, .base_from = {0, -1, 0}, .base_to = {1, -1, 0}}; }

RampPiece quad(const mpq_class& x0, const mpq_class& x1, const mpq_class& y) {
  return {{x1, 0, 1}, {x0, 0, 1}, {x0, y, 1 + y}, {x1, y, 1 + y}};
}

}  // namespace

TEST_CASE("ramp_run: square to its edge, as long as the limit of slope asks for") {
  CHECK(ramp_run({0, 0, 5}, {2, 0, 5}, 3, degrees(45)) == PlanPoint{0, -3});
  CHECK(ramp_run({0, 0, 5}, {0, 7, 5}, 3, SlopeLimit::from_ratio(mpq_class(1, 2)).value()) == PlanPoint{6, 0});
  CHECK(ramp_run({0, 0, 5}, {3, 4, 5}, 1, degrees(45)) == PlanPoint{mpq_class(4, 5), mpq_class(-3, 5)});
  // The root of 2 is rounded up, by 2^-20 at most.
  const PlanPoint run = ramp_run({0, 0, 0}, {1, 1, 0}, 1, degrees(45)).value();
  CHECK(run[0] == -run[1]);
  CHECK(squared_length(run) > 1);
  CHECK(squared_length(run) < 1 + (mpq_class(2) >> 20));
  // The same for all edges of one direction.
  CHECK(ramp_run({5, 5, 1}, {5 + mpq_class(1, 3), 5 + mpq_class(1, 3), 1}, 1, degrees(45)) == run);
}

TEST_CASE("ramp_run: on an edge that ascends runs are longer, and there is none where it is as steep as the limit") {
  // 3/5 along, so 4/5 across is left of a slope of 1: run 5/4.
  const ExactPoint from{0, 0, 0}, to{5, 0, 3};
  const PlanPoint run = ramp_run(from, to, 1, degrees(45)).value();
  CHECK(run == PlanPoint{0, mpq_class(-5, 4)});
  check_face(ramp_beside(from, to, run, 1), 1);
  CHECK(ramp_beside(from, to, run, 1).plane().tan_squared() == 1);
  CHECK_FALSE(ramp_run({0, 0, 0}, {1, 0, 1}, 1, degrees(45)));
  CHECK_FALSE(ramp_run({0, 0, 0}, {0, 0, 1}, 1, degrees(45)));
}

TEST_CASE("corner_faces: two faces meet where the bottoms do, three where that is too far") {
  const ExactPoint at{1, 2, 3};
  SECTION("a right angle") {
    const auto faces = corner_faces(at, {0, -1}, {1, 0}, 1, 2);
    REQUIRE(faces.size() == 2);
    CHECK(faces[0].base_to == ExactPoint{2, 1, 2});
    for (const RampFace& f : faces) check_face(f, 1);
  }
  SECTION("runs of different lengths") {
    const auto faces = corner_faces(at, {0, -1}, {3, 0}, 1, 2);
    REQUIRE(faces.size() == 2);
    CHECK(faces[0].base_to == ExactPoint{4, 1, 2});
    for (const RampFace& f : faces) check_face(f, 1);
  }
  SECTION("just as far as allowed") {
    CHECK(corner_faces(at, {0, -1}, {mpq_class(24, 25), mpq_class(-7, 25)}, 1, mpq_class(5, 4)).size() == 2);
    CHECK(corner_faces(at, {0, -1}, {mpq_class(24, 25), mpq_class(-7, 25)}, 1, mpq_class(5, 4) - (mpq_class(1) >> 60))
              .size() == 3);
  }
  SECTION("a sharp corner, and a spike") {
    for (const PlanPoint& second : {PlanPoint{mpq_class(3, 5), mpq_class(4, 5)}, PlanPoint{0, 1}}) {
      const auto faces = corner_faces(at, {0, -1}, second, 1, 2);
      REQUIRE(faces.size() == 3);
      for (const RampFace& f : faces) check_face(f, 1);
      CHECK(faces[0].base_to == faces[1].base_from);
      CHECK(faces[1].base_to == faces[2].base_from);
    }
  }
  SECTION("one run ends beyond the bottom of the other, or on it: none") {
    CHECK(corner_faces(at, {0, -2}, {mpq_class(3, 5), mpq_class(-4, 5)}, 1, 9).empty());
    CHECK(corner_faces(at, {0, mpq_class(-5, 4)}, {mpq_class(3, 5), mpq_class(-4, 5)}, 1, 9).empty());
  }
  SECTION("straight on, and to the right: none") {
    CHECK(corner_faces(at, {0, -1}, {0, -1}, 1, 2).empty());
    CHECK(corner_faces(at, {0, -1}, {-1, 0}, 1, 2).empty());
  }
}

TEST_CASE("ramp support: a floor at the bottom, higher, and too low") {
  CHECK(Floors().floor(-1, -5, 5, 1, 0).support(ramp()) == Pieces{quad(0, 4, -1)});
  CHECK(Floors().floor(-1, -5, 5, 1, mpq_class(1, 2)).support(ramp()) == Pieces{quad(0, 4, mpq_class(-1, 2))});
  CHECK(Floors().floor(-1, -5, 5, 1, -(mpq_class(1) >> 60)).support(ramp()).empty());
}

TEST_CASE("ramp support: only what leads to a floor stays") {
  CHECK(Floors().floor(1, -5, 3, 1, 0).support(ramp()) == Pieces{quad(1, 3, -1)});
  // Two floors at different heights.
  CHECK(Floors().floor(0, -5, 1, 1, 0).floor(1, -5, 4, 1, mpq_class(1, 2)).support(ramp()) ==
        Pieces{quad(0, 1, -1), quad(1, 4, mpq_class(-1, 2))});
  // A floor that ends before the ramp reaches it, or just there, or begins just there.
  const mpq_class half(1, 2);
  CHECK(Floors().floor(0, -half + (mpq_class(1) >> 60), 4, 1, half).support(ramp()).empty());
  CHECK(Floors().floor(0, -half, 4, 1, half).support(ramp()) == Pieces{quad(0, 4, -half)});
  CHECK(Floors().floor(0, -5, 4, -half, half).support(ramp()) == Pieces{quad(0, 4, -half)});
  CHECK(Floors().floor(0, -5, 4, -half - (mpq_class(1) >> 60), half).support(ramp()).empty());
}

TEST_CASE("ramp support: what stands in the way hides what is behind it") {
  // A block beside whose top the ways end; one so high that they pass under it.
  const auto beside = Pieces{quad(0, 1, -1), quad(2, 4, -1)};
  CHECK(Floors().floor(0, -5, 4, 1, 0).floor(1, mpq_class(-1, 2), 2, mpq_class(-1, 4), 1).support(ramp()) == beside);
  CHECK(Floors().floor(0, -5, 4, 1, 0).floor(1, mpq_class(-1, 2), 2, mpq_class(-1, 4), 4).support(ramp()) ==
        Pieces{quad(0, 4, -1)});
}

TEST_CASE("ramp support: the triangles of its own plateau do not count") {
  CHECK(Floors().floor(0, -5, 4, 1, 0, 7).support(ramp()).size() == 1);
  RampFace own = ramp();
  own.plateau = 7;
  CHECK(Floors().floor(0, -5, 4, 1, 0, 7).support(own).empty());
}

TEST_CASE("ramp support: a floor in the plane of the ramp bears its near edge") {
  TriangleMesh mesh;
  mesh.points = {
      {0, -1, 0}, {4, -1, 0}, {0, mpq_class(-1, 2), mpq_class(1, 2)}, {4, mpq_class(-1, 2), mpq_class(1, 2)}};
  mesh.triangles = {{{0, 1, 3}}, {{0, 3, 2}}};
  CHECK(pipeline::RampSupport(mesh, 2)(ramp()) == Pieces{quad(0, 4, mpq_class(-1, 2))});
}

TEST_CASE("ramp support: ways from a corner spread") {
  const RampPiece whole{{0, 0, 1}, {0, -1, 0}, {1, -1, 0}};
  CHECK(Floors().floor(-1, -5, 5, 1, 0).support(corner()) == Pieces{whole});
  const mpq_class half(1, 2);
  const RampPiece higher{{0, 0, 1}, {0, -half, half}, {half, -half, half}};
  CHECK(Floors().floor(-1, -5, 5, 1, half).support(corner()) == Pieces{higher});
  // Only where the floor is: to the right of x = 1/2 at the bottom.
  const RampPiece right{{0, 0, 1}, {half, -1, 0}, {1, -1, 0}};
  CHECK(Floors().floor(half, -5, 5, 1, 0).support(corner()) == Pieces{right});
  // Hidden by a block: ways through it end there.
  const mpq_class quarter(1, 4);
  const RampPiece left{{0, 0, 1}, {0, -1, 0}, {half, -1, 0}};
  CHECK(Floors().floor(-1, -5, 5, 1, 0).floor(quarter, -half, 5, -quarter, 1).support(corner()) == Pieces{left});
  // Something above the corner itself stops all ways that begin under it.
  CHECK(Floors().floor(-1, -5, 5, 1, 0).floor(-1, -quarter, 5, 1, 2).support(corner()).empty());
}
