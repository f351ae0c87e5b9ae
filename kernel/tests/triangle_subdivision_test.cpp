// SPDX-License-Identifier: LGPL-3.0-or-later
// The source's algorithm, step by step on its pictures' worlds, and on drawn ones.
#include "plumb/kernel/triangle_subdivision.h"

#include <numeric>

#include "support/update_areas.h"

using namespace plumb::kernel;
using namespace plumb::tests;

namespace {

using World = std::vector<std::array<PlanPoint, 3>>;
using Reach = TriangleSubdivision::Reach;

World one_triangle() { return {{PlanPoint{0, 0}, {6, 0}, {0, 6}}}; }
// The world of the source's pictures: a square in two triangles.
World two_triangles() { return {{PlanPoint{0, 0}, {12, 0}, {12, 12}}, {PlanPoint{0, 0}, {12, 12}, {0, 12}}}; }

mpq_class doubled_area(const TriangleSubdivision& s) {
  mpq_class sum = 0;
  for (TriangleSubdivision::TriangleId t = 0; t < s.triangle_bound(); ++t) {
    if (!s.is_triangle(t)) continue;
    const auto c = s.ring(t);
    sum += orient2d(s.points()[c[0]], s.points()[c[1]], s.points()[c[2]]);
  }
  return sum;
}

std::vector<TriangleSubdivision::EdgeId> standing_edges(const TriangleSubdivision& s) {
  std::vector<TriangleSubdivision::EdgeId> out;
  for (TriangleSubdivision::EdgeId e = 0; e < s.edge_count(); ++e)
    if (s.stands(e)) out.push_back(e);
  return out;
}

// The triangles, each by its corners in order.
std::set<std::set<PlanPoint>> triangles_of(const TriangleSubdivision& s) {
  std::set<std::set<PlanPoint>> out;
  for (TriangleSubdivision::TriangleId t = 0; t < s.triangle_bound(); ++t) {
    if (!s.is_triangle(t)) continue;
    std::set<PlanPoint> corners;
    for (const auto p : s.corners(t)) corners.insert(s.points()[p]);
    out.insert(std::move(corners));
  }
  return out;
}

std::size_t within(const TriangleSubdivision& s, AreaId name) {
  std::size_t count = 0;
  for (TriangleSubdivision::TriangleId t = 0; t < s.triangle_bound(); ++t)
    count += s.is_triangle(t) && std::ranges::count(s.triangle(t).areas, name) > 0;
  return count;
}

}  // namespace

TEST_CASE("TriangleSubdivision: an edge knows its ends and triangles, a triangle its edges") {
  const TriangleSubdivision s(two_triangles());
  CHECK(s.is_valid());
  CHECK(s.triangle_count() == 2);
  CHECK(standing_edges(s).size() == 5);
  // Edges in the order of the triangles: 0-1, 1-2, 2-0, then 2-3, 3-0.
  const auto diagonal = TriangleSubdivision::EdgeId{2};
  CHECK(s.edge(diagonal).ends == std::array<TriangleSubdivision::PointId, 2>{2, 0});
  CHECK(s.other_triangle(diagonal, 0) == 1);
  CHECK(s.other_triangle(diagonal, 1) == 0);
  CHECK(s.other_triangle(0, 0) == TriangleSubdivision::none);
  CHECK(s.other_point(diagonal, 0) == 2);
  CHECK(s.common_point(0, 1) == TriangleSubdivision::PointId{1});
  CHECK_FALSE(s.common_point(0, 3).has_value());
  CHECK(s.edge_left_of(0, diagonal) == 1);   // at its first end, point 2
  CHECK(s.edge_right_of(0, diagonal) == 0);  // at its second, point 0
  CHECK(s.opposite_point(0, diagonal) == 1);
  CHECK(s.opposite_point(1, diagonal) == 3);
}

TEST_CASE(
    "TriangleSubdivision: one triangle cut by one line makes three; the order of edges chooses the quadrilateral's "
    "diagonal") {
  // The line y = 2 crosses edge 1 (from (6, 0) to (0, 6)) and edge 2 (from (0, 6) to (0, 0)).
  const PlanPoint p{0, 2}, q{1, 2};
  std::set<std::set<std::set<PlanPoint>>> results;
  for (const std::vector<TriangleSubdivision::EdgeId>& order :
       {std::vector<TriangleSubdivision::EdgeId>{0, 1, 2}, {0, 2, 1}}) {
    TriangleSubdivision s(one_triangle());
    CHECK(s.split_along(p, q, order) == 2);
    CHECK(s.is_valid());
    CHECK(s.triangle_count() == 3);
    CHECK(doubled_area(s) == 36);
    CHECK_FALSE(s.stands(1));
    CHECK_FALSE(s.stands(2));
    results.insert(triangles_of(s));
  }
  CHECK(results == std::set<std::set<std::set<PlanPoint>>>{
                       {{{0, 6}, {0, 2}, {4, 2}}, {{0, 2}, {0, 0}, {4, 2}}, {{0, 0}, {6, 0}, {4, 2}}},
                       {{{0, 6}, {0, 2}, {4, 2}}, {{0, 2}, {6, 0}, {4, 2}}, {{0, 0}, {6, 0}, {0, 2}}}});
}

TEST_CASE("TriangleSubdivision: a line through an end splits nothing there") {
  TriangleSubdivision s(one_triangle());
  CHECK(s.split_along({0, 0}, {1, 1}, standing_edges(s)) == 1);  // the opposite edge alone
  CHECK(s.triangle_count() == 2);
  CHECK(s.split_along({0, 0}, {1, 1}, standing_edges(s)) == 0);  // the line is an edge now
  CHECK(s.split_along({0, 0}, {1, 0}, standing_edges(s)) == 0);  // along an edge
  CHECK(s.split_along({7, 0}, {7, 1}, standing_edges(s)) == 0);  // beside it
  CHECK(s.is_valid());
}

TEST_CASE("TriangleSubdivision: a neighbour is split with its triangle, once, in the same point") {
  TriangleSubdivision s(two_triangles());
  const TriangleSubdivision::EdgeId diagonal[] = {2};
  CHECK(s.split_along({0, 6}, {1, 6}, diagonal) == 1);
  CHECK(s.split_triangles() == 2);
  CHECK(s.triangle_count() == 4);
  CHECK(s.points().size() == 5);
  CHECK(s.points().back() == PlanPoint{6, 6});
  CHECK(s.is_valid());
  CHECK(doubled_area(s) == 288);
}

TEST_CASE("TriangleSubdivision: the source's walk through an update of two triangles, line by line") {
  // As in its pictures the area lies in one of the triangles, whose neighbour is split all the same, and four triangles
  // are inside at last.
  const PlanRing area{{6, 4}, {11, 5}, {11, 3}};
  const PlanRing around{area[0], area[2], area[1]};
  const std::vector<PlanRef> sides = plan_refs(around);
  const auto edges_of_interacting = [&](const TriangleSubdivision& s) {
    std::set<TriangleSubdivision::EdgeId> edges;
    for (TriangleSubdivision::TriangleId t = 0; t < s.triangle_bound(); ++t) {
      if (!s.is_triangle(t)) continue;
      PlanRing ring;
      for (const auto p : s.ring(t)) ring.push_back(s.points()[p]);
      const ConvexRelation r = convex_relation(plan_refs(ring), sides);
      if (r == ConvexRelation::around || r == ConvexRelation::crossing)
        edges.insert(s.triangle(t).edges.begin(), s.triangle(t).edges.end());
    }
    return std::vector<TriangleSubdivision::EdgeId>(edges.begin(), edges.end());
  };
  TriangleSubdivision all(two_triangles()), near(two_triangles());
  std::vector<std::size_t> split_of_all, split_of_near, triangles;
  for (std::size_t k = 0; k < 3; ++k) {
    const PlanPoint &p = area[k], &q = area[(k + 1) % 3];
    split_of_all.push_back(all.split_along(p, q, standing_edges(all)));
    split_of_near.push_back(near.split_along(p, q, edges_of_interacting(near)));
    triangles.push_back(near.triangle_count());
    for (const TriangleSubdivision* s : {&all, &near}) {
      CHECK(s->is_valid());
      CHECK(doubled_area(*s) == 288);
    }
  }
  // The first line crosses the diagonal and two sides of the square, of which one is the far triangle's: one split is
  // saved, with the second line two.
  CHECK(split_of_all == std::vector<std::size_t>{3, 5, 10});
  CHECK(split_of_near == std::vector<std::size_t>{2, 3, 4});
  CHECK(triangles == std::vector<std::size_t>{5, 10, 18});
  CHECK(all.triangle_count() == 32);

  TriangleSubdivision world(two_triangles()), interacting(two_triangles());
  CHECK(world.update(area, 1, Reach::world).size() >= 4);
  CHECK(interacting.update(area, 1).size() == 4);
  CHECK(within(interacting, 1) == 4);
  CHECK(triangles_of(world) == triangles_of(all));
  CHECK(triangles_of(interacting) == triangles_of(near));
  for (const TriangleSubdivision* s : {&world, &interacting}) {
    mpq_class sum = 0;
    for (TriangleSubdivision::TriangleId t = 0; t < s->triangle_bound(); ++t) {
      if (!s->is_triangle(t) || s->triangle(t).areas.empty()) continue;
      const auto c = s->ring(t);
      sum += orient2d(s->points()[c[0]], s->points()[c[1]], s->points()[c[2]]);
    }
    CHECK(sum == 10);
  }
}

TEST_CASE("TriangleSubdivision: an area equal to a triangle, or around all, splits nothing") {
  TriangleSubdivision s(two_triangles());
  CHECK(s.update({{12, 12}, {12, 0}, {0, 0}}, 1) == std::vector<TriangleSubdivision::TriangleId>{0});
  CHECK(s.update({{-40, -40}, {80, -40}, {-40, 80}}, 2).size() == 2);
  CHECK(s.update({{30, 30}, {40, 30}, {30, 40}}, 3).empty());
  CHECK(s.split_edges() == 0);
  CHECK(s.triangle(0).areas == std::vector<AreaId>{1, 2});
  CHECK(s.triangle(1).areas == std::vector<AreaId>{2});
}

TEST_CASE("TriangleSubdivision: triangles lower than a height are counted exactly") {
  const TriangleSubdivision s(World{{PlanPoint{0, 0}, {4, 0}, {0, 3}}});  // height over its longest side: 12 / 5
  CHECK(s.count_lower_than(mpq_class(12) / 5) == 0);
  CHECK(s.count_lower_than(mpq_class(12) / 5 + mpq_class(1) / 1000000) == 1);
}

TEST_CASE(
    "TriangleSubdivision: property: it conforms after every line, keeps its area, and only what shares an edge with an "
    "interacting triangle is split") {
  Met met({{"a neighbour alone is split", 5}, {"world splits more", 20}});
  CHECK(check_many("cutting lines", 60, met, [&] {
    const bool two = drawn(0, 1) == 1;
    TriangleSubdivision near(two ? two_triangles() : one_triangle()),
        all = TriangleSubdivision(two ? two_triangles() : one_triangle());
    const mpq_class whole = doubled_area(near);
    for (AreaId name = 1; name <= 3; ++name) {
      PlanRing area;
      do {
        area.clear();
        for (int k = 0; k < 3; ++k) area.push_back({drawn(-2, 14), drawn(-2, 14)});
      } while (signed_area(area) == 0);
      // The interacting ones, before the first line.
      PlanRing around = area;
      if (signed_area(around) < 0) std::ranges::reverse(around);
      const std::size_t edges_before = near.split_edges(), world_before = all.split_edges();
      const TriangleSubdivision before(two ? two_triangles() : one_triangle());
      near.update(area, name);
      all.update(area, name, Reach::world);
      RC_ASSERT(near.is_valid());
      RC_ASSERT(all.is_valid());
      RC_ASSERT(doubled_area(near) == whole);
      RC_ASSERT(doubled_area(all) == whole);
      // The first update meets one world: later ones meet different triangles.
      if (name == 1) {
        RC_ASSERT(near.split_edges() - edges_before <= all.split_edges() - world_before);
        met["world splits more"] += near.split_edges() < all.split_edges();
        // Triangles of the first world that are gone: they interact, or have an edge in common with one that does.
        const std::vector<PlanRef> sides = plan_refs(around);
        const auto interacts = [&](TriangleSubdivision::TriangleId t) {
          PlanRing ring;
          for (const auto p : before.ring(t)) ring.push_back(before.points()[p]);
          const ConvexRelation r = convex_relation(plan_refs(ring), sides);
          return r == ConvexRelation::around || r == ConvexRelation::crossing;
        };
        for (TriangleSubdivision::TriangleId t = 0; t < before.triangle_bound(); ++t) {
          if (near.is_triangle(t) || interacts(t)) continue;
          bool beside = false;
          for (const auto e : before.triangle(t).edges)
            if (const auto other = before.other_triangle(e, t); other != TriangleSubdivision::none)
              beside = beside || interacts(other);
          RC_ASSERT(beside);
          ++met["a neighbour alone is split"];
        }
      }
    }
  }));
}
