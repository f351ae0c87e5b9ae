// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/rounding.h"

#include <catch2/catch.hpp>
#include <random>

#include "hand_mesh.h"

using namespace plumb::pipeline;
using namespace plumb::tests;
using Cells = std::vector<NavMesh::CellIndex>;

namespace {

mpq_class tiny(long exponent) {
  mpq_class v = 1;
  mpq_div_2exp(v.get_mpq_t(), v.get_mpq_t(), static_cast<unsigned long>(exponent));
  return v;
}

// Beside 1 the floats are 2^-24 apart below and 2^-23 above, the doubles 2^-53 and 2^-52.
NavMesh slivers(long exponent) {
  const mpq_class e = tiny(exponent);
  MeshBuilder b;
  b.cell(2, {{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}});
  b.cell(2, {{{1, 0, 0}, {1 + e, 0, 0}, {1, e, 0}}});                  // 2: two equal corners
  b.cell(0, {{{0, 0, 0}, {2, 2, 0}, {1, 1 + e, 0}}});                  // falls onto its base
  b.cell(1, {{{1 - e, 3, 0}, {1 + 5 * e, 3, 0}, {1 + 2 * e, 4, 0}}});  // thin, but a triangle: 1 twice, so collapsed
  b.cell(2, {{{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {1, 1, 0}}});           // a straight corner stays straight
  return b.mesh;
}

RoundingLoss loss_of(const NavMesh& mesh, Precision precision, unsigned threads = 1) {
  DerivedMesh derived(mesh);
  return rounding_loss(derived, precision, threads);
}

}  // namespace

TEST_CASE("Rounding: what is exact stays, whatever the verdict and however small") {
  const NavMesh mesh = slivers(20);
  CHECK(loss_of(mesh, Precision::float32).empty());
  CHECK(loss_of(mesh, Precision::float64).empty());
}

TEST_CASE("Rounding: cells that lose their area are listed, at each precision") {
  CHECK(loss_of(slivers(40), Precision::float32).collapsed == Cells{1, 2, 3});
  CHECK(loss_of(slivers(40), Precision::float64).empty());
  CHECK(loss_of(slivers(80), Precision::float64).collapsed == Cells{1, 2, 3});
  CHECK(loss_of(slivers(80), Precision::float64).not_convex.empty());
}

TEST_CASE("Rounding: an outline turns over, a corner becomes reflex, and a straight corner may do as it likes") {
  // As floats (1 + 2^-23, 2): above the line y = x + 1 before, below it after.
  const mpq_class x = 1 + tiny(24) + tiny(40), y = 2 + tiny(23) - tiny(40);
  MeshBuilder b;
  b.cell(2, {{{0, 1, 0}, {2, 3, 0}, {x, y, 0}}});
  b.cell(2, {{{0, 1, 0}, {4, 0, 0}, {2, 3, 0}, {x, y, 0}}});
  b.cell(2, {{{0, 1, 0}, {4, 0, 0}, {2, 3, 0}, {x, 1 + x, 0}, {mpq_class(1, 10), mpq_class(11, 10), 0}}});
  const RoundingLoss loss = loss_of(b.mesh, Precision::float32);
  CHECK(loss.flipped == Cells{0});
  CHECK(loss.not_convex == Cells{1});
  CHECK(loss.collapsed.empty());
  CHECK(loss_of(b.mesh, Precision::float64).empty());
}

TEST_CASE("Rounding: the facets of a cell are looked at too, and its outline as a whole") {
  const mpq_class e = tiny(40);
  MeshBuilder b;
  // One good facet and a sliver beside it, which alone collapses.
  b.cell(2, {{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {{1, 0, 0}, {1 + e, 0, e}, {1 + e, 1, e}, {1, 1, 0}}});
  CHECK(loss_of(b.mesh, Precision::float32).collapsed == Cells{0});
  CHECK(loss_of(b.mesh, Precision::float64).empty());
}

TEST_CASE("Rounding: beyond the range of binary32 a cell has collapsed") {
  MeshBuilder b;
  mpq_class far = 1;
  mpq_mul_2exp(far.get_mpq_t(), far.get_mpq_t(), 128);
  b.cell(2, {{{0, 0, 0}, {far, 0, 0}, {far, far, 0}}});
  CHECK(loss_of(b.mesh, Precision::float32).collapsed == Cells{0});
  CHECK(loss_of(b.mesh, Precision::float64).empty());
}

TEST_CASE("Rounding: the same lists for any number of threads") {
  std::mt19937 random(5);
  MeshBuilder b;
  for (int i = 0; i < 6000; ++i) {
    const mpq_class x(static_cast<int>(random() % 1000), 7), y(static_cast<int>(random() % 1000), 3),
        e = tiny(static_cast<long>(10 + random() % 30));
    b.cell(1, {{{x, y, 0}, {x + e, y, 0}, {x + e, y + e, 0}}});
  }
  const RoundingLoss loss = loss_of(b.mesh, Precision::float32);
  CHECK(loss.collapsed.size() > 1000);
  CHECK(loss.collapsed.size() < 5900);
  CHECK(loss_of(b.mesh, Precision::float32, 3) == loss);
}
