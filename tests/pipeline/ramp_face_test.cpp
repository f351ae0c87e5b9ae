// SPDX-License-Identifier: GPL-3.0-or-later
#include "ramp_face.h"

#include <catch2/catch.hpp>

#include "plumb/kernel/plan_region.h"

namespace plumb::tests {
namespace {

using kernel::ExactPoint;
using kernel::PlanPoint;
using kernel::SlopeLimit;
using pipeline::corner_faces;
using pipeline::ramp_beside;
using pipeline::ramp_run;
using pipeline::RampFace;

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
    for (const PlanPoint second : {PlanPoint{mpq_class(3, 5), mpq_class(4, 5)}, PlanPoint{0, 1}}) {
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

}  // namespace plumb::tests
