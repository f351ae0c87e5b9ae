// SPDX-License-Identifier: LGPL-3.0-or-later
// Projected outline intersection (Budde & Kausch, 7.3) and intermediate vertices (7.6.3).
#include <catch2/catch.hpp>

#include "support/polygon_pair.h"

using namespace plumb::kernel;
using namespace plumb::tests;
using Texts = std::vector<std::string>;

namespace {

std::string link(char which, OutlinePosition p) {
  return std::string(1, which) + std::to_string(p.edge) + (p.at_corner ? "." : "");
}

// "type x,y T<edge>[.] B<edge>[.]": a dot says that the point is the corner that ends the edge.
Texts found(const Outline& t, const Outline& b) {
  MetPair pair(t, b);
  const char* const type[] = {"new", "traversable", "blocker", "both"};
  Texts out;
  for (const IntersectionPoint& p : pair.points) {
    out.push_back(std::string(type[static_cast<int>(p.type)]) + " " + place(pair.plan, p.vertex) + " " +
                  link('T', p.on_traversable) + " " + link('B', p.on_blocker));
    CHECK(contains(pair.plan, pair.traversable, p.vertex) == Sign::zero);
    CHECK(contains(pair.plan, pair.blocker, p.vertex) == Sign::zero);
  }
  return out;
}

OutlineRelation relation_of(const Outline& t, const Outline& b) {
  OutlineRelation r[2];
  for (const bool early_exit : {false, true}) {
    PolygonPair pair(t, b);
    OutlineSides sides;
    classify_outlines(pair.plan, pair.traversable, pair.blocker, early_exit, sides);
    r[early_exit] = sides.relation;
  }
  CHECK(r[0] == r[1]);
  return r[0];
}

// Sides of these boxes: 0 left, 1 top, 2 right, 3 bottom.
const Outline four = box(0, 0, 4, 4);

}  // namespace

TEST_CASE("line-line: sides that cross make a new point with four links") {
  CHECK(found(four, box(2, 2, 6, 6)) == Texts{"new 2,4 T1 B0", "new 4,2 T2 B3"});
}

TEST_CASE("line-line: lines that cross outside of their sides make no point") {
  CHECK(found(four, box(5, 5, 7, 7)).empty());
  CHECK(found(four, {{5, 1}, {7, 9}, {9, 1}}).empty());
}

TEST_CASE("line-line: parallel sides make no point") {
  CHECK(found(four, box(0, 5, 4, 7)).empty());
  CHECK(found(four, box(1, 1, 3, 3)).empty());
  CHECK(found(four, box(-1, 1, 5, 3)) == Texts{"new 0,1 T0 B3", "new 0,3 T0 B1", "new 4,3 T2 B1", "new 4,1 T2 B3"});
}

TEST_CASE("line-line: collinear sides that overlap partly make the ends of the common piece") {
  CHECK(found(four, box(4, 2, 6, 6)) == Texts{"traversable 4,4 T1. B0", "blocker 4,2 T2 B3."});
}

TEST_CASE("line-line: of collinear nested sides the inner one's ends are the points") {
  CHECK(found(four, box(4, 1, 6, 3)) == Texts{"blocker 4,3 T2 B0.", "blocker 4,1 T2 B3."});
  CHECK(found(box(4, 1, 6, 3), four) == Texts{"traversable 4,3 T0. B2", "traversable 4,1 T3. B2"});
}

TEST_CASE("line-line: equal sides make two points of both") {
  CHECK(found(four, box(4, 0, 6, 4)) == Texts{"both 4,4 T1. B0.", "both 4,0 T2. B3."});
}

TEST_CASE("line-line: collinear sides that touch in a point make one point of both") {
  CHECK(found(four, box(4, 4, 8, 6)) == Texts{"both 4,4 T1. B3."});
  CHECK(found(four, {{4, 4}, {8, 8}, {8, 4}}) == Texts{"both 4,4 T1. B2."});
}

TEST_CASE("line-line: collinear sides that are apart make no point") { CHECK(found(four, box(6, 0, 8, 4)).empty()); }

TEST_CASE("the four intersection point types and their links") {
  // new point: inside an edge of each
  CHECK(found(four, {{1, 3}, {1, 7}, {3, 3}}) == Texts{"new 1,4 T1 B0", "new 5/2,4 T1 B1"});
  // point of traversable: its corner inside the blocker's edge
  CHECK(found(four, {{2, 6}, {6, 6}, {6, 2}}) == Texts{"traversable 4,4 T1. B2"});
  // point of blocker: its corner inside the traversable's edge
  CHECK(found(four, {{2, 4}, {0, 6}, {4, 6}}) == Texts{"blocker 2,4 T1 B2."});
  // point of both
  CHECK(found(four, box(4, 4, 6, 6)) == Texts{"both 4,4 T1. B3."});
}

TEST_CASE("intersection points stand in clockwise order on the traversable, two on one edge included") {
  // The blocker's edges meet the top side in either order, depending on where its list starts.
  const Outline spike = {{2, 3}, {1, 6}, {3, 6}};
  for (std::size_t k = 0; k < 3; ++k) {
    MetPair pair(four, rotated(spike, k));
    REQUIRE(pair.points.size() == 2);
    CHECK(place(pair.plan, pair.points[0].vertex) == "5/3,4");
    CHECK(place(pair.plan, pair.points[1].vertex) == "7/3,4");
  }
  for (std::size_t k = 0; k < 8; ++k) {
    MetPair pair(rotated(box(0, 0, 6, 6), k % 4), rotated({{-1, 3}, {3, 7}, {7, 3}, {3, -1}}, k / 2));
    REQUIRE(pair.points.size() == 8);
    for (std::size_t i = 0; i < 8; ++i) {
      const OutlinePosition p = pair.points[i].on_traversable, q = pair.points[(i + 1) % 8].on_traversable;
      CHECK((q.edge == p.edge || q.edge == (p.edge + 1) % 4));
      if (p.edge == q.edge)
        CHECK(pair.plan.order_along(pair.traversable[p.edge].line, pair.points[i].vertex,
                                    pair.points[(i + 1) % 8].vertex) == Sign::negative);
    }
  }
}

namespace {

struct Iv {
  std::uint32_t first, count;
};
Iv between(std::uint32_t n, OutlinePosition from, OutlinePosition to, bool in_order = false) {
  const IntermediateVertices iv = intermediate_vertices(n, from, to, in_order);
  return {iv.count ? iv.first : 0, iv.count};
}
constexpr OutlinePosition corner(std::uint32_t k) { return {k, true}; }
constexpr OutlinePosition in_edge(std::uint32_t k) { return {k, false}; }

}  // namespace

// Of a pentagon: corner k ends edge k, corner k + 1 follows it.
TEST_CASE("Table 2, condition 1: both points corners: none iff the second is the first's successor") {
  CHECK(between(5, corner(1), corner(2)).count == 0);
  CHECK(between(5, corner(4), corner(0)).count == 0);  // past the end of the list
  CHECK(between(5, corner(1), corner(3)).count == 1);
  CHECK(between(5, corner(1), corner(3)).first == 2);
  CHECK(between(5, corner(2), corner(1)).count == 3);  // order reversed: all but the two
  CHECK(between(5, corner(2), corner(1)).first == 3);
  CHECK(between(5, corner(3), corner(0)).count == 1);
  CHECK(between(5, corner(3), corner(0)).first == 4);
}

TEST_CASE("Table 2, condition 2: corner, then inside an edge: none iff the edge starts at the corner") {
  CHECK(between(5, corner(1), in_edge(2)).count == 0);
  CHECK(between(5, corner(4), in_edge(0)).count == 0);
  CHECK(between(5, corner(1), in_edge(3)).count == 1);
  CHECK(between(5, corner(1), in_edge(3)).first == 2);
  CHECK(between(5, corner(2), in_edge(2)).count == 4);  // the edge that ends at the corner: all others
  CHECK(between(5, corner(2), in_edge(2)).first == 3);
  CHECK(between(5, corner(3), in_edge(1)).count == 2);
  CHECK(between(5, corner(3), in_edge(1)).first == 4);
}

TEST_CASE("Table 2, condition 3: inside an edge, then corner: none iff the edge ends at the corner") {
  CHECK(between(5, in_edge(2), corner(2)).count == 0);
  CHECK(between(5, in_edge(0), corner(0)).count == 0);
  CHECK(between(5, in_edge(2), corner(3)).count == 1);
  CHECK(between(5, in_edge(2), corner(3)).first == 2);
  CHECK(between(5, in_edge(2), corner(1)).count == 4);
  CHECK(between(5, in_edge(2), corner(1)).first == 2);
  CHECK(between(5, in_edge(4), corner(0)).count == 1);
  CHECK(between(5, in_edge(4), corner(0)).first == 4);
}

TEST_CASE("Table 2, condition 4: both inside edges: none iff on one edge and in order") {
  CHECK(between(5, in_edge(2), in_edge(2), true).count == 0);
  CHECK(between(5, in_edge(2), in_edge(2), false).count == 5);  // order reversed: all the way around
  CHECK(between(5, in_edge(2), in_edge(2), false).first == 2);
  CHECK(between(5, in_edge(0), in_edge(0), false).count == 5);
  CHECK(between(5, in_edge(2), in_edge(3), true).count == 1);
  CHECK(between(5, in_edge(2), in_edge(3), false).first == 2);
  CHECK(between(5, in_edge(4), in_edge(1)).count == 2);
  CHECK(between(5, in_edge(4), in_edge(1)).first == 4);
}

TEST_CASE("intermediate vertices of one point: every corner but the point itself") {
  CHECK(between(5, corner(1), corner(1)).count == 4);
  CHECK(between(5, corner(1), corner(1)).first == 2);
  CHECK(between(5, corner(4), corner(4)).first == 0);
  CHECK(between(5, in_edge(3), in_edge(3)).count == 5);
}

TEST_CASE("the four relations of two outlines, touching or not") {
  CHECK(relation_of(four, box(6, 6, 8, 8)) == OutlineRelation::disjoint);
  CHECK(relation_of(four, box(4, 0, 8, 4)) == OutlineRelation::disjoint);
  CHECK(relation_of(four, box(4, 4, 8, 8)) == OutlineRelation::disjoint);
  CHECK(relation_of({{0, 0}, {0, 9}, {1, 9}}, {{1, 0}, {2, 9}, {2, 0}}) == OutlineRelation::disjoint);
  CHECK(relation_of(four, box(-1, -1, 5, 5)) == OutlineRelation::traversable_in_blocker);
  CHECK(relation_of(four, box(0, -1, 5, 4)) == OutlineRelation::traversable_in_blocker);
  CHECK(relation_of(four, four) == OutlineRelation::traversable_in_blocker);
  CHECK(relation_of(four, box(1, 1, 3, 3)) == OutlineRelation::blocker_in_traversable);
  CHECK(relation_of(four, box(0, 1, 3, 3)) == OutlineRelation::cutting);  // it touches the outline
  CHECK(relation_of(four, box(2, 2, 6, 6)) == OutlineRelation::cutting);
  CHECK(relation_of(four, box(-1, 1, 5, 3)) == OutlineRelation::cutting);
}
