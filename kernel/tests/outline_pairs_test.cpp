// SPDX-License-Identifier: LGPL-3.0-or-later
// The degeneracy alphabet of polygon pairs, every pair cut in every way: shared or own points, both decompositions, all
// rotations of both corner lists, both roles.
#include <catch2/catch.hpp>

#include "support/polygon_pair.h"

using namespace plumb::kernel;
using namespace plumb::tests;

namespace {

enum class PairKind {
  disjoint,
  disjoint_on_one_line,
  touch_vertex_vertex,
  touch_vertex_edge,
  touch_edge_equal,
  touch_edge_partial,
  touch_edge_nested,
  touch_edge_common_end,
  equal,
  nested_strictly,
  nested_shared_corner,
  nested_shared_edge,
  nested_shared_edge_part,
  nested_edge_common_end,
  nested_corner_on_edge,
  nested_two_corners_on_edges,
  inscribed,
  corner_cut,
  corner_cut_through_corners,
  corner_cut_through_one_corner,
  band,
  band_through_corners,
  band_along_edge,
  spike_in,
  spike_through,
  spike_to_opposite_edge,
  spike_to_opposite_corner,
  star,
  overlap_at_corner,
  half_by_diagonal,
  edges_collinear_cutting,
  count
};

struct Row {
  PairKind kind;
  const char* name;
  Outline a, b;
  OutlineRelation relation, swapped;  // a cut by b; b cut by a
  int news, of_a, of_b, of_both;      // intersection points by type
  const char* common;                 // twice the common area
};

constexpr auto D = OutlineRelation::disjoint, T = OutlineRelation::traversable_in_blocker,
               B = OutlineRelation::blocker_in_traversable, C = OutlineRelation::cutting;

const Row rows[] = {
    {PairKind::disjoint, "disjoint", box(0, 0, 4, 4), box(6, 1, 8, 3), D, D, 0, 0, 0, 0, "0"},
    {PairKind::disjoint_on_one_line, "disjoint, sides on one line", box(0, 0, 4, 4), box(6, 0, 8, 4), D, D, 0, 0, 0, 0,
     "0"},
    {PairKind::touch_vertex_vertex, "touching, corner to corner", box(0, 0, 4, 4), box(4, 4, 6, 6), D, D, 0, 0, 0, 1,
     "0"},
    {PairKind::touch_vertex_edge,
     "touching, corner to side",
     box(0, 0, 4, 4),
     {{4, 2}, {6, 4}, {6, 0}},
     D,
     D,
     0,
     0,
     1,
     0,
     "0"},
    {PairKind::touch_edge_equal, "touching, equal sides", box(0, 0, 4, 4), box(4, 0, 6, 4), D, D, 0, 0, 0, 2, "0"},
    {PairKind::touch_edge_partial, "touching, sides overlap in part", box(0, 0, 4, 4), box(4, 2, 6, 6), D, D, 0, 1, 1,
     0, "0"},
    {PairKind::touch_edge_nested, "touching, side in side", box(0, 0, 4, 4), box(4, 1, 6, 3), D, D, 0, 0, 2, 0, "0"},
    {PairKind::touch_edge_common_end, "touching, side in side from a corner", box(0, 0, 4, 4), box(4, 0, 6, 3), D, D, 0,
     0, 1, 1, "0"},
    {PairKind::equal, "equal", box(0, 0, 4, 4), box(0, 0, 4, 4), T, T, 0, 0, 0, 4, "32"},
    {PairKind::nested_strictly, "nested strictly", box(0, 0, 6, 6), box(2, 2, 4, 4), B, T, 0, 0, 0, 0, "8"},
    {PairKind::nested_shared_corner,
     "nested, a shared corner",
     box(0, 0, 6, 6),
     {{0, 0}, {2, 4}, {4, 2}},
     C,
     T,
     0,
     0,
     0,
     1,
     "12"},
    {PairKind::nested_shared_edge,
     "nested, a shared side",
     box(0, 0, 6, 6),
     {{0, 0}, {0, 6}, {3, 3}},
     C,
     T,
     0,
     0,
     0,
     2,
     "18"},
    {PairKind::nested_shared_edge_part, "nested, a side in a side", box(0, 0, 6, 6), box(2, 0, 4, 3), C, T, 0, 0, 2, 0,
     "12"},
    {PairKind::nested_edge_common_end, "nested, a side in a side from a corner", box(0, 0, 6, 6), box(0, 0, 4, 3), C, T,
     0, 0, 2, 1, "24"},
    {PairKind::nested_corner_on_edge,
     "nested, a corner on a side from inside",
     box(0, 0, 6, 6),
     {{3, 6}, {4, 3}, {2, 3}},
     C,
     T,
     0,
     0,
     1,
     0,
     "6"},
    {PairKind::nested_two_corners_on_edges,
     "nested, corners on two sides",
     box(0, 0, 6, 6),
     {{0, 3}, {3, 6}, {3, 3}},
     C,
     T,
     0,
     0,
     2,
     0,
     "9"},
    {PairKind::inscribed,
     "inscribed, a corner on every side",
     box(0, 0, 6, 6),
     {{0, 3}, {3, 6}, {6, 3}, {3, 0}},
     C,
     T,
     0,
     0,
     4,
     0,
     "36"},
    {PairKind::corner_cut, "a corner cut off", box(0, 0, 4, 4), {{0, 6}, {6, 6}, {6, 0}}, C, C, 2, 0, 0, 0, "4"},
    {PairKind::corner_cut_through_corners,
     "cut off through two corners",
     box(0, 0, 4, 4),
     {{-2, 6}, {6, 6}, {6, -2}},
     C,
     C,
     0,
     2,
     0,
     0,
     "16"},
    {PairKind::corner_cut_through_one_corner,
     "cut off through one corner",
     box(0, 0, 4, 4),
     {{-2, 5}, {8, 5}, {8, 0}},
     C,
     C,
     1,
     1,
     0,
     0,
     "8"},
    {PairKind::band, "a band across", box(0, 0, 6, 6), box(-1, 2, 7, 4), C, C, 4, 0, 0, 0, "24"},
    {PairKind::band_through_corners,
     "a band between opposite corners",
     {{0, 0}, {3, 3}, {6, 0}, {3, -3}},
     box(-1, -3, 7, 0),
     C,
     C,
     0,
     3,
     0,
     0,
     "18"},
    {PairKind::band_along_edge, "a band along a side", box(0, 0, 6, 6), box(-1, 0, 7, 2), C, C, 2, 2, 0, 0, "24"},
    {PairKind::spike_in, "a spike in", box(0, 0, 6, 6), {{3, 3}, {7, 4}, {7, 2}}, C, C, 2, 0, 0, 0, "9/2"},
    {PairKind::spike_through, "a spike through", box(0, 0, 6, 6), {{-2, 3}, {8, 5}, {8, 1}}, C, C, 4, 0, 0, 0, "24"},
    {PairKind::spike_to_opposite_edge,
     "a spike that ends on the opposite side",
     box(0, 0, 6, 6),
     {{0, 3}, {9, 6}, {9, 0}},
     C,
     C,
     2,
     0,
     1,
     0,
     "24"},
    {PairKind::spike_to_opposite_corner,
     "a spike that ends in the opposite corner",
     box(0, 0, 6, 6),
     {{0, 0}, {5, 10}, {10, 5}},
     C,
     C,
     2,
     0,
     0,
     1,
     "36"},
    {PairKind::star,
     "sides crossing all around",
     box(0, 0, 6, 6),
     {{-1, 3}, {3, 7}, {7, 3}, {3, -1}},
     C,
     C,
     8,
     0,
     0,
     0,
     "56"},
    {PairKind::overlap_at_corner, "corners in each other", box(0, 0, 4, 4), box(2, 2, 6, 6), C, C, 2, 0, 0, 0, "8"},
    {PairKind::half_by_diagonal,
     "half, by a diagonal",
     box(0, 0, 4, 4),
     {{0, 0}, {0, 4}, {4, 4}},
     C,
     T,
     0,
     0,
     0,
     3,
     "16"},
    {PairKind::edges_collinear_cutting, "cutting, sides overlap in part", box(0, 0, 4, 4), box(2, 0, 6, 3), C, C, 1, 1,
     1, 0, "12"},
};
static_assert(std::size(rows) == static_cast<std::size_t>(PairKind::count), "a row for every kind of pair");

void check_row(const Row& row, bool swap) {
  const Outline &t = swap ? row.b : row.a, &b = swap ? row.a : row.b;
  CAPTURE(row.name, swap);
  REQUIRE(hull(t).size() == t.size());
  REQUIRE(doubled_common_area(t, b) == mpq_class(row.common));
  for (std::size_t i = 0; i < t.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j)
      for (const bool shared : {false, true}) {
        CAPTURE(i, j, shared);
        OutlineRelation relation;
        IntersectionPoints points;
        REQUIRE(cut_violation(rotated(t, i), rotated(b, j), shared, &relation, &points) == "");
        REQUIRE(relation == (swap ? row.swapped : row.relation));
        int of[4] = {};
        for (const IntersectionPoint& p : points) ++of[static_cast<int>(p.type)];
        REQUIRE(of[0] == row.news);
        REQUIRE(of[1] == (swap ? row.of_b : row.of_a));
        REQUIRE(of[2] == (swap ? row.of_a : row.of_b));
        REQUIRE(of[3] == row.of_both);
      }
}

}  // namespace

TEST_CASE("polygon pairs: every row of the degeneracy alphabet stands at its place") {
  for (std::size_t i = 0; i < std::size(rows); ++i) CHECK(static_cast<std::size_t>(rows[i].kind) == i);
}

TEST_CASE("polygon pairs: every kind, rotation, role and decomposition is cut exactly") {
  for (const Row& row : rows) {
    check_row(row, false);
    check_row(row, true);
  }
}
