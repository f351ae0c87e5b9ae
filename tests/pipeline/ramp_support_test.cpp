// SPDX-License-Identifier: GPL-3.0-or-later
#include "ramp_support.h"

#include <catch2/catch.hpp>

namespace plumb::tests {
namespace {

using kernel::ExactPoint;
using pipeline::RampFace;
using pipeline::RampPiece;
using pipeline::TriangleMesh;
using Pieces = std::vector<RampPiece>;

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

}  // namespace plumb::tests
