// SPDX-License-Identifier: LGPL-3.0-or-later
// Convex decomposition (Budde & Kausch, 7.5 and 7.6.6): half moon and ring, bounded and seed; traversable
// decomposition.
#include <catch2/catch.hpp>

#include "support/polygon_pair.h"

using namespace plumb::kernel;
using namespace plumb::tests;
using Shapes = std::vector<std::string>;

namespace {

constexpr auto bounded = Decomposition::bounded, seed = Decomposition::seed;

struct Ring : PolygonPair {
  OutlineSides sides;
  std::vector<ConvexCell> pieces;
  Ring(const Outline& t, const Outline& b, Decomposition d) : PolygonPair(t, b) {
    classify_outlines(plan, traversable, blocker, false, sides);
    REQUIRE(sides.relation == OutlineRelation::blocker_in_traversable);
    decompose_ring(plan, traversable, blocker, sides, d, pieces);
    const Pieces whole{blocker, pieces};
    CHECK(violation(plan, traversable, blocker, whole, doubled_area(plan, blocker), false) == "");
  }
  Shapes text() const { return shapes(plan, pieces); }
};

const Outline outer = box(0, 0, 6, 6), inner = box(2, 2, 4, 4);

}  // namespace

TEST_CASE("decompose_ring, bounded: one piece for each side of the blocker, along the blocker's own lines") {
  Ring ring(outer, inner, bounded);
  CHECK(ring.text() == Shapes{"0,0 0,2 4,2 4,0", "0,2 0,6 2,6 2,2", "2,4 2,6 6,6 6,4", "4,0 4,4 6,4 6,0"});
  CHECK(ring.plan.diagonals().empty());
}

TEST_CASE("decompose_ring, seed: along diagonals from corner to corner") {
  // Starts from (0,0): its triangle with the blocker's first side, x = 2, is free of the blocker.
  Ring ring(rotated(outer, 3), inner, seed);
  CHECK(ring.text() == Shapes{"0,0 0,6 2,4 2,2", "0,0 2,2 4,2 6,0", "0,6 6,6 4,4 2,4", "4,2 4,4 6,6 6,0"});
  CHECK(ring.plan.diagonals().size() == 2);  // two pairs of collinear ones
}

TEST_CASE("decompose_ring, seed: the start vertex is one beyond the line of the blocker's first side") {
  // Whichever corner the list starts from, and whichever side of the blocker is the first, the pieces are right, and
  // none of them crosses the blocker.
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j) {
      Ring ring(rotated(outer, i), rotated(inner, j), seed);
      CAPTURE(i, j);
      CHECK(ring.pieces.size() == 4);
    }
  // Only one corner of this triangle sees the blocker's first side, the upper one.
  const Outline triangle = {{0, 0}, {10, 20}, {20, 0}}, low = {{9, 4}, {11, 4}, {10, 1}};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) Ring(rotated(triangle, i), rotated(low, j), seed);
}

TEST_CASE("decompose_ring, seed: the final weld joins the first and the last piece") {
  // Starts from (0,6): the first piece is the triangle (2,2) (0,6) (2,4), the last one (0,0) (0,6) (2,2). Together they
  // are the quadrangle on the left, which only the weld makes: without it there are five pieces.
  Ring ring(outer, inner, seed);
  CHECK(ring.text() == Shapes{"0,0 0,6 2,4 2,2", "0,0 2,2 4,2 6,0", "0,6 6,6 4,4 2,4", "4,2 4,4 6,6 6,0"});
}

TEST_CASE("decompose_half_moon: the blocker's corners inside, two crossings on one side") {
  MetPair pair(outer, {{3, 2}, {2, 4}, {8, 4}, {8, 2}});
  const Pieces b = pair.cut(bounded), s = pair.cut(seed);
  CHECK(violation(pair.plan, pair.traversable, pair.blocker, b,
                  doubled_common_area(outer, {{3, 2}, {2, 4}, {8, 4}, {8, 2}}), false) == "");
  // Bounded: one piece a blocker's side, cut along that side's line; seed: along diagonals.
  CHECK(shapes(pair.plan, b.free) == Shapes{"0,0 0,2 6,2 6,0", "0,2 0,6 1,6 3,2", "1,6 6,6 6,4 2,4"});
  CHECK(shapes(pair.plan, s.free) == Shapes{"0,0 0,6 2,4 3,2", "0,0 3,2 6,2 6,0", "0,6 6,6 6,4 2,4"});
}

TEST_CASE("decompose_half_moon from corner to corner: the first and the last triangle degenerate to nothing") {
  // The blocker shares two corners of the traversable: the moon's ends are corners of both.
  const Outline blocker = {{0, 0}, {2, 3}, {4, 3}, {6, 0}};
  MetPair pair(outer, blocker);
  for (const Decomposition d : {bounded, seed}) {
    const Pieces p = pair.cut(d);
    CHECK(violation(pair.plan, pair.traversable, pair.blocker, p, doubled_common_area(outer, blocker), false) == "");
    CHECK(p.free.size() == 3);
  }
}

TEST_CASE("bounded and seed leave equal regions") {
  const Outline pairs[][2] = {
      {outer, inner}, {outer, {{3, 2}, {2, 4}, {8, 4}, {8, 2}}}, {outer, {{-1, 3}, {3, 7}, {7, 3}, {3, -1}}}};
  for (const auto& [t, b] : pairs) {
    PolygonPair pair(t, b);
    OutlineSides sides;
    Pieces p[2];
    for (const Decomposition d : {bounded, seed})
      decompose_traversable(pair.plan, pair.traversable, pair.blocker, d, false, sides, p[static_cast<int>(d)]);
    // Each piece of one is covered by the pieces of the other, as areas: cut it by all of them and nothing is left.
    for (int k = 0; k < 2; ++k)
      for (const ConvexCell& piece : p[k].free) {
        mpq_class common = 0;
        for (const ConvexCell& other : p[1 - k].free) {
          Pieces cut;
          if (decompose_traversable(pair.plan, piece, other, bounded, false, sides, cut))
            common += doubled_area(pair.plan, cut.obstructed);
        }
        CHECK(common == doubled_area(pair.plan, piece));
      }
    CHECK(shape(pair.plan, p[0].obstructed) == shape(pair.plan, p[1].obstructed));
  }
}

TEST_CASE("decompose_traversable over the four relations") {
  const auto run = [](const Outline& t, const Outline& b) {
    PolygonPair pair(t, b);
    OutlineSides sides;
    Pieces p;
    const bool cut = decompose_traversable(pair.plan, pair.traversable, pair.blocker, bounded, false, sides, p);
    return std::tuple(cut, shape(pair.plan, p.obstructed), p.free.size());
  };
  CHECK(run(outer, box(7, 0, 8, 1)) == std::tuple(false, "", 0));                // disjoint
  CHECK(run(outer, box(6, 0, 8, 6)) == std::tuple(false, "", 0));                // disjoint, touching
  CHECK(run(inner, outer) == std::tuple(true, "2,2 2,4 4,4 4,2", 0));            // TinB
  CHECK(run(outer, inner) == std::tuple(true, "2,2 2,4 4,4 4,2", 4));            // BinT
  CHECK(run(outer, box(2, 2, 8, 4)) == std::tuple(true, "2,2 2,4 6,4 6,2", 3));  // cutting
}

TEST_CASE("pieces share corners and lines, and cut one another exactly: only equal ones overlap") {
  const Outline all = box(0, 0, 12, 12), blocker = {{2, 2}, {4, 10}, {10, 4}};
  for (const Decomposition d : {bounded, seed}) {
    PolygonPair pair(all, blocker);
    OutlineSides sides;
    Pieces first, p;
    REQUIRE(decompose_traversable(pair.plan, pair.traversable, pair.blocker, d, false, sides, first));
    for (std::size_t i = 0; i < first.free.size(); ++i)
      for (std::size_t j = 0; j < first.free.size(); ++j) {
        CHECK(decompose_traversable(pair.plan, first.free[i], first.free[j], d, false, sides, p) == (i == j));
        CHECK(sides.relation == (i == j ? OutlineRelation::traversable_in_blocker : OutlineRelation::disjoint));
        CHECK(p.free.empty());
      }
  }
}
